// Rules about real functions, true ones and false ones, and what people write. The oracle is a table whose rules were
// verified by 160 digits of mpmath (bench/reals/check_tables.py), and textbooks.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"

namespace eqnet::domain {
namespace {

using RealTextPairs = std::vector<std::pair<std::string, std::string>>;

RealTextPairs real_table(const std::string& name) {
  std::ifstream file(std::string(EQNET_SOURCE) + "/tests/fixtures/reals/" + name);
  RealTextPairs pairs;
  for (std::string line; std::getline(file, line);) {
    const size_t tab = line.find('\t');
    if (line.starts_with("# ") || tab == std::string::npos) continue;
    pairs.emplace_back(line.substr(0, tab), line.substr(tab + 1));
  }
  return pairs;
}

Verdict real_rule_verdict(const std::string& left, const std::string& right,
                          EquivalenceParams params = {.timeout_s = 5}) {
  expr::Pool pool;
  const expr::NodeId a = expr::parse(left, real().syntax(), pool);
  const expr::NodeId b = expr::parse(right, real().syntax(), pool);
  return real().equivalent(pool, a, b, params);
}

TEST(RealRules, ThatAreTrueAreProved) {
  const RealTextPairs rules = real_table("true.tsv");
  ASSERT_GT(rules.size(), 250U);
  for (const auto& [left, right] : rules) {
    const Verdict verdict = real_rule_verdict(left, right);
    EXPECT_EQ(verdict.answer, Answer::equivalent) << left << " and " << right << ": " << verdict.method;
  }
}

TEST(RealRules, ThatAreFalseHaveAWitness) {
  const RealTextPairs rules = real_table("false.tsv");
  ASSERT_GT(rules.size(), 70U);
  for (const auto& [left, right] : rules) {
    const Verdict verdict = real_rule_verdict(left, right);
    EXPECT_EQ(verdict.answer, Answer::different) << left << " and " << right << ": " << verdict.method;
    EXPECT_NE(verdict.left, verdict.right) << left;
  }
}

TEST(RealRules, HoldUnderWhatIsAssumed) {
  struct Assumed {
    const char *assumptions, *left, *right;
  };
  for (const auto& [assumptions, left, right] : {
           Assumed{"x >= 0", "sqrt(x^2)", "x"},
           Assumed{"x < 0", "abs(x)", "-x"},
           Assumed{"x > 0", "atan(x) + atan(1/x)", "pi/2"},
           Assumed{"x < 0", "atan(x) + atan(1/x)", "-pi/2"},
           Assumed{"-1 < x < 1", "2 atan(x)", "asin(2x/(1+x^2))"},
           Assumed{"x >= 0", "2 atan(x)", "acos((1-x^2)/(1+x^2))"},
           Assumed{"x >= 0", "acosh(cosh(x))", "x"},
           Assumed{"x > 0, y > 0", "log(x*y)", "log(x) + log(y)"},
           Assumed{"x > 1", "abs(1 - x)", "x - 1"},
           Assumed{"x > 0", "max(x, -x)", "x"},
           Assumed{"0 < x < 1", "abs(log(x))", "-log(x)"},
           Assumed{"x > 1", "abs(log(x))", "log(x)"},
           Assumed{"n integer", "abs((-1)^n)", "1"},
           Assumed{"n integer", "abs(x)^n", "abs(x^n)"},
           Assumed{"m, n integer", "(x^n)^m", "x^(m n)"},
           Assumed{"m, n integer", "((-1)^n)^m", "(-1)^(m n)"},
           Assumed{"n integer", "cos(2 n pi)", "1"},
           Assumed{"n integer", "cos(n pi)^2", "1"},
           Assumed{"n integer", "sin(x + 2 n pi)", "sin(x)"},
           Assumed{"n integer", "cos(n pi)", "(-1)^n"},
           Assumed{"n integer", "sin(pi/2 + n pi)", "(-1)^n"},
           Assumed{"n integer", "cos(x + n pi)", "(-1)^n cos(x)"},
           Assumed{"n integer", "(-1)^(2n)", "1"},
           Assumed{"n integer", "(-1)^(n^2 + n)", "1"},
           Assumed{"n integer", "(-1)^(n + 1)", "-(-1)^n"},
           Assumed{"n integer", "(-2)^n", "(-1)^n * 2^n"},
           Assumed{"n integer", "x^n x", "x^(n + 1)"},
           Assumed{"n integer", "(x y)^n", "x^n y^n"},
           Assumed{"n integer", "(a - b)^n", "(-1)^n (b - a)^n"},
           Assumed{"n integer", "sqrt(x^(2n))", "|x|^n"},
           Assumed{"m, n \\in \\mathbb{Z}", "x^m x^n", "x^(m + n)"},
           Assumed{"x, y \\ge 0", "sqrt(x y)", "sqrt(x) sqrt(y)"},
           Assumed{"x, y positive", "log(x y)", "log(x) + log(y)"},
       }) {
    const Verdict verdict = real_rule_verdict(left, right, {.timeout_s = 5, .assumptions = assumptions});
    EXPECT_EQ(verdict.answer, Answer::equivalent) << assumptions << ": " << left << ": " << verdict.method;
    EXPECT_EQ(verdict.condition, "") << assumptions << ": " << left;
  }
}

// By values: whatever is known of an integer exponent, these differ at some integer.
TEST(RealRules, DoNotHoldForIntegersByWhatHoldsForSome) {
  for (const auto& [left, right] :
       {std::pair("(-1)^n", "1"), std::pair("sqrt(x^(2n))", "x^n"), std::pair("(-2)^n", "2^n"),
        std::pair("(-1)^(n m)", "(-1)^n (-1)^m"), std::pair("(-x)^n", "x^n"), std::pair("(x + y)^n", "x^n + y^n"),
        std::pair("(-1)^(n^2)", "(-1)^(n + 1)"), std::pair("(x - y)^n", "(y - x)^n")}) {
    const Verdict verdict = real_rule_verdict(left, right, {.timeout_s = 5, .assumptions = "m integer, n integer"});
    EXPECT_EQ(verdict.answer, Answer::different) << left << ": " << verdict.method;
    EXPECT_NE(verdict.left, verdict.right) << left;
  }
  EXPECT_NE(real_rule_verdict("(-1)^n", "cos(n pi)").answer, Answer::equivalent);  // of any real number
}

// What holds at some points, or nearly everywhere, must not be proved; what is defined at some points only is decided
// there.
TEST(RealRules, AreNotProvedByWhatHoldsElsewhere) {
  EXPECT_EQ(real_rule_verdict("sqrt(-x^2)", "x").answer, Answer::equivalent);  // both are 0 where x is
  EXPECT_EQ(real_rule_verdict("sqrt(-x^2)", "x + 1").answer, Answer::different);
  EXPECT_EQ(real_rule_verdict("sqrt(x) + sqrt(-x)", "x^2").answer, Answer::equivalent);
  EXPECT_EQ(real_rule_verdict("sqrt(-x^2*(x+1)) + |x+1|", "sqrt(-x^2*(x+1)) - (x+1)").answer, Answer::different);
  EXPECT_NE(real_rule_verdict("sqrt(-(x-2)^2*(x+1)) + |x+1|", "sqrt(-(x-2)^2*(x+1)) - (x+1)").answer,
            Answer::equivalent);
  EXPECT_NE(real_rule_verdict("sqrt(x*y^2)/|y|", "sqrt(y)").answer, Answer::equivalent);
  EXPECT_NE(real_rule_verdict("sqrt(1-sqrt(2))^2", "1-sqrt(2)").answer, Answer::equivalent);  // no real value
  EXPECT_NE(real_rule_verdict("(-8)^(1/3)", "-2").answer, Answer::equivalent);
}

TEST(RealRules, SayWhereOneSideAloneHasAValue) {
  EXPECT_EQ(real_rule_verdict("sqrt(|x|)", "sqrt(x)").condition, "the second has no value where x < 0");
  EXPECT_EQ(real_rule_verdict("log(x)/2", "log(sqrt(x))").condition, "");
  EXPECT_EQ(real_rule_verdict("1/(x^2+1) - 1/(x^2+1)", "0").condition, "");
  EXPECT_EQ(real_rule_verdict("cosh(acosh(x))", "x").condition, "the first has no value where x < 1");
  EXPECT_EQ(real_rule_verdict("tanh(atanh(x))", "x").condition, "the first has no value where |x| >= 1");
  const EquivalenceParams strict{.timeout_s = 5, .strict = true};
  EXPECT_EQ(real_rule_verdict("log(x^2) - log(x^2)", "0", strict).answer, Answer::different);
  EXPECT_EQ(real_rule_verdict("sqrt(|x|)", "sqrt(x)", strict).answer, Answer::different);
  EXPECT_NE(real_rule_verdict("sqrt(x*y^2)", "sqrt(x)*|y|", strict).answer, Answer::equivalent);
  EXPECT_EQ(real_rule_verdict("tan(x)", "sin(x)/cos(x)", strict).answer, Answer::equivalent);
}

TEST(RealRules, HoldForPowersWhoseExponentsAreRootsOfNumbers) {
  const EquivalenceParams strict{.timeout_s = 5, .strict = true};
  EXPECT_EQ(real_rule_verdict("x^(4^(1/2))", "x^2", strict).answer, Answer::equivalent);
  EXPECT_EQ(real_rule_verdict("x^((1/27)^(1/3))", "x^(1/3)", strict).answer, Answer::equivalent);
  EXPECT_EQ(real_rule_verdict("x^(9^(-1/2))", "cbrt(x)", strict).answer, Answer::different);
  EXPECT_EQ(real_rule_verdict("8^(2/3)", "4", strict).answer, Answer::equivalent);
}

TEST(RealRules, HoldForSumsOfHundredsOfVariables) {
  std::string there, back;
  for (int i = 0; i < 200; ++i) {
    const std::string variable = "x_" + std::to_string(i);
    there += (i == 0 ? "" : " + ") + variable;
    back = variable + (i == 0 ? "" : " + ") + back;
  }
  EXPECT_EQ(real_rule_verdict(there, back).answer, Answer::equivalent);
}

TEST(RealReading, UnderstandsAnswersOfStudents) {
  const RealTextPairs answers = real_table("reading.tsv");
  ASSERT_GT(answers.size(), 140U);
  for (const auto& [left, right] : answers) {
    try {
      const Verdict verdict = real_rule_verdict(left, right);
      EXPECT_EQ(verdict.answer, Answer::equivalent) << left << " and " << right << ": " << verdict.method;
    } catch (const base::Error& error) {
      ADD_FAILURE() << left << " and " << right << ": " << error.what();
    }
  }
}

TEST(RealReading, NamesWhatIsNoExpressionWithOneRealValue) {
  struct Refused {
    const char *text, *named;
    size_t column;
  };
  for (const auto& [text, named, column] : {
           Refused{R"(3 1/2)", "an operator before the number", 3},
           Refused{R"(1,000)", "between digits", 2},
           Refused{R"(1,000,0000)", "between digits", 2},
           Refused{R"(x=5)", "an equation", 2},
           Refused{R"(y = 2x+1)", "an equation", 3},
           Refused{R"(x<3)", "an inequality", 2},
           Refused{R"(x \le 3)", "an inequality", 3},
           Refused{R"(x \geq 3)", "an inequality", 3},
           Refused{R"(x \neq 3)", "an inequality", 3},
           Refused{R"(\{1,2\})", "a set", 4},
           Refused{R"(\left\{1,2\right\})", "a set", 9},
           Refused{R"((1,2))", "a tuple or an interval", 3},
           Refused{R"([1,2))", "a tuple or an interval", 3},
           Refused{R"((1, 2, 3))", "a tuple or an interval", 3},
           Refused{R"((-\infty, 3])", "infinity", 3},
           Refused{R"(0.333...)", "terms or digits that are left out", 6},
           Refused{R"(0.\overline{x})", "digits that repeat", 2},
           Refused{R"(n!)", "a factorial", 2},
           Refused{R"(5!)", "a factorial", 2},
           Refused{R"(\binom{5}{2})", "a binomial coefficient", 1},
           Refused{R"(\infty)", "infinity", 1},
           Refused{R"(-\infty)", "infinity", 2},
           Refused{R"(\pm 2)", "two values at once", 1},
           Refused{R"(2 \pm \sqrt{3})", "two values at once", 3},
           Refused{R"(sinx)", "sin(x) or another name for the", 1},
           Refused{R"(\int x dx)", "an integral", 1},
           Refused{R"(\sum_{i=1}^n i)", "a sum over an index", 1},
           Refused{R"(\lim_{x\to 0} x)", "a limit", 1},
           Refused{R"(\frac{}{2})", "a number, a variable, a functi", 7},
           Refused{R"(\frac{1}{})", "a number, a variable, a functi", 10},
           Refused{R"(\frac{1})", "the end", 9},
           Refused{R"(\sqrt{)", "the end", 7},
           Refused{R"(\frac{1}{2)", "the end", 11},
           Refused{R"(((x))", "the end", 5},
           Refused{R"((x)))", "nothing is open", 4},
           Refused{R"(x+)", "the end", 3},
           Refused{R"(*x)", "a number, a variable, a functi", 1},
           Refused{R"(x^)", "the end", 3},
           Refused{R"(x_)", "behind it", 2},
           Refused{R"(foo(x))", "is not known", 1},
           Refused{R"(\foo)", "is not known", 1},
           Refused{R"(\sinn x)", "is not known", 1},
           Refused{R"(3,5)", "between digits", 2},
           Refused{R"(log(-1))", "no real number", 1},
           Refused{R"(sqrt(-1))", "no real number", 1},
           Refused{R"(1/0)", "division by zero", 2},
           Refused{R"(0^0)", "a power of 0", 2},
           Refused{R"(\frac{1}{0})", "division by zero", 11},
           Refused{R"(x/0)", "division by zero", 2},
           Refused{R"(\mathbb{R})", "a set", 1},
           Refused{R"(\varnothing)", "a set", 1},
           Refused{R"(\emptyset)", "a set", 1},
           Refused{R"(\text{no solution})", "a function or a variable", 7},
           Refused{R"(\cdots)", "terms that are left out", 1},
           Refused{R"(1+2+\cdots+n)", "terms that are left out", 5},
           Refused{R"(\overline{AB})", "a line above", 1},
           Refused{R"(\vec{v})", "a vector", 1},
           Refused{R"(\hat{x})", "is not known", 1},
           Refused{R"(x')", "a derivative", 2},
           Refused{R"(f(x))", "is not known", 1},
           Refused{R"(f(2))", "is not known", 1},
           Refused{R"(\%)", "a number, a variable, a functi", 1},
           Refused{R"(A \cup B)", "a set", 3},
           Refused{R"(x \in A)", "a membership", 3},
           Refused{R"(\begin{pmatrix}1\\2\end{pmatrix})", "a matrix or several lines", 1},
           Refused{R"(1:2)", "a ratio", 2},
           Refused{R"(3:4)", "a ratio", 2},
           Refused{R"(\left. x \right|)", "delimiter", 6},
           Refused{R"(\gcd(2,4))", "a greatest common divisor", 1},
           Refused{R"(\lfloor x \rfloor)", "rounding", 1},
           Refused{R"(\lceil x \rceil)", "rounding", 1},
           Refused{R"(x \bmod 2)", "a remainder", 3},
           Refused{R"(\Re(z))", "a part of a complex number", 1},
           Refused{R"(z^*)", "a number, a variable, a functi", 3},
           Refused{R"(\sqrt{-1})", "no real number", 9},
           Refused{R"(~x)", "a number, a variable or an ope", 1},
           Refused{R"(x & y)", "a number, a variable or an ope", 3},
           Refused{R"(x \land y)", "a condition", 3},
           Refused{R"(|2|x|-1|)", "what opens and what closes", 5},
           Refused{R"(|x|y|z|)", "what opens and what closes", 5},
           Refused{R"(|2|(x+1)|-1|)", "what opens and what closes", 9},
           Refused{R"(sin2x)", "sin(2x)", 1},
           Refused{R"(ln2)", "ln(2)", 1},
           Refused{R"(sqrt3x)", "sqrt(3x)", 1},
           Refused{R"(xsinx)", "x*sin(x)", 1},
           Refused{R"(sinxcosx)", "sin(x)", 1},
           Refused{R"(\{5\})", "a set", 1},
           Refused{R"($\left\{ x \right\}$)", "a set", 7},
           Refused{R"({1,2})", "a set", 3},
           Refused{R"(a \text{ or } b)", "a word", 10},
           Refused{R"(\text{Undefined})", "a word", 7},
           Refused{R"(no solution)", "a word", 1},
           Refused{R"(The answer is x)", "a word", 1},
           Refused{R"(x and y)", "a word", 3},
           Refused{R"(20^\circ\text{C})", "a temperature", 3},
           Refused{R"(5^{\text{th}})", "an ordinal number", 10},
           Refused{R"(2nd)", "an ordinal number", 2},
           Refused{R"({1 \over 2})", "an old form of a fraction", 4},
           Refused{R"({5 \choose 2})", "a binomial coefficient", 4},
           Refused{R"(\langle 1, 2 \rangle)", "a vector", 1},
           Refused{R"(\bar{z})", "a line above", 1},
           Refused{R"(3 \colon 4)", "a ratio", 3},
           Refused{R"(∅)", "a set", 1},
           Refused{R"(2x10^3)", "'x' before a power of ten", 2},
           Refused{R"(5C2)", "combinations", 2},
           Refused{R"(f^{-1}(x))", "the inverse of a function", 1},
           Refused{R"(oo)", "a word", 1},
           Refused{R"(0.\dot{1}\dot{2})", "digits that repeat", 10},
           Refused{R"(٣+١)", "it means 3", 1},
           Refused{R"(x+１)", "it means 1", 3},
           Refused{R"(ℝ)", "a set", 1},
           Refused{R"(x → 0)", "a limit or a map", 3},
           Refused{R"(1,234)", "between digits", 2},
           Refused{R"(1,234,56)", "between digits", 2},
           Refused{R"(d/dx)", "a derivative", 1},
           Refused{R"(100/50%)", "(100/50)% or 100/(50%)", 7},
           Refused{R"(0x1F)", "hexadecimal", 1},
           Refused{R"(\log10(100))", "\\log_{10}", 1},
           Refused{R"(cosθ)", "cos(θ)", 1},
           Refused{R"(2xsin x)", "x*sin", 2},
           Refused{R"(5 (approx))", "a word", 4},
           Refused{R"(\log_{} x)", "a number, a variable, a functi", 7},
           Refused{R"(\log_{2 x)", "'}'", 10},
           Refused{R"(\neg x)", "a condition", 1},
       }) {
    expr::Pool pool;
    try {
      expr::parse(text, real().syntax(), pool);
      ADD_FAILURE() << text << " was read";
    } catch (const expr::ParseError& error) {
      EXPECT_NE((error.found + " " + error.expected).find(named), std::string::npos) << text << ": " << error.what();
      EXPECT_EQ(error.column, column) << text << ": " << error.what();
    }
  }
}

// The oracle is what LaTeX sets: there every letter is a variable of its own.
TEST(RealReading, TakesPlainLettersBesideLatexAsItDoes) {
  const auto beside = [](const std::string& text, const std::string& latex) {
    expr::Pool pool;
    const expr::NodeId node = expr::parse(text, real().syntax(), pool);
    const expr::NodeId other = expr::parse(latex, real().syntax(), pool);
    EXPECT_EQ(real().read_beside(pool, latex, other, text, node), other) << latex;
    return real().equivalent(pool, real().read_beside(pool, text, node, latex, other), other).answer;
  };
  for (const auto& [text, latex] : {std::pair<const char*, const char*>{"xy/2", R"(\frac{xy}{2})"},
                                    {"xe^x", R"(x e^{x})"},
                                    {"2xy^2", R"(2x\cdot y^2)"},
                                    {"piR", R"(\pi R)"},
                                    {"(-b+sqrt(b^2-4ac))/(2a)", R"(\frac{-b+\sqrt{b^2-4ac}}{2a})"},
                                    {"v_0t + at^2/2", R"(v_0 t + \frac12 a t^2)"},
                                    {"x1 + x2", R"($x_1 + x_2$)"},
                                    {"x_2x_1", R"(x_{1}\cdot x_{2})"},
                                    {"x1x1x2y", R"(x_{1}^{2}x_{2}y)"},
                                    {"C_1e^x", R"($C_1e^x$)"},
                                    {"c1e^x+c2e^(-x)", R"(c_1e^{x}+c_2e^{-x})"},
                                    {"theta", R"(\theta)"},
                                    {"cm/s", R"(\frac{\text{cm}}{\text{s}})"},
                                    {"x_max", R"($x_{max}$)"}}) {
    EXPECT_EQ(beside(text, latex), Answer::equivalent) << text << " beside " << latex;
  }
  EXPECT_EQ(beside("5e-3", R"(5\times 10^{-3})"), Answer::equivalent);
  EXPECT_EQ(beside("5e-3", "0.005"), Answer::equivalent);
  EXPECT_EQ(beside("x*3e+2", "300x"), Answer::equivalent);
  EXPECT_EQ(beside("2e-3", "-3 + 2 exp(1)"), Answer::equivalent);
  EXPECT_EQ(beside("2e-3", "e + e - 3"), Answer::equivalent);
  EXPECT_EQ(beside("ab/2", R"(\frac{xy}{2})"), Answer::different);
  EXPECT_EQ(beside("xy/2", R"(\frac{xy + 1}{2})"), Answer::different);
  EXPECT_THROW(beside("1/xy", R"(\frac{1}{xy})"), expr::ParseError);
  EXPECT_THROW(beside("2^xy", R"(2^{xy})"), expr::ParseError);
}

// The oracle is complex arithmetic, done by hand.
TEST(RealReading, SaysNothingThatIsFalseOfTheImaginaryUnit) {
  for (const auto& [left, right] : {std::pair<const char*, const char*>{"i^2", "-1"},
                                    {"(1+i)(1-i)", "2"},
                                    {"1/i", "-i"},
                                    {"|3+4i|", "5"},
                                    {"e^(i pi)", "-1"},
                                    {"(2+i)^2", "3+4i"},
                                    {"|1+i|^2", "(1+i)^2"},
                                    {"sqrt(i^2)", "i"}}) {
    EXPECT_EQ(real_rule_verdict(left, right).answer, Answer::undecided) << left << " and " << right;
    EXPECT_NE(real_rule_verdict(left, right, {.assumptions = "i > 1"}).answer, Answer::undecided) << left;
  }
  EXPECT_EQ(real_rule_verdict("1+2i", "2i+1").answer, Answer::equivalent);
  EXPECT_EQ(real_rule_verdict("1+2i", "1+3i").answer, Answer::different);
  EXPECT_EQ(real_rule_verdict("i(i+1)/2", "(i^2+i)/2").answer, Answer::equivalent);
}

// Within the time that users give; sizes are bounded before a library is called that cannot be interrupted.
TEST(RealRules, AreAnsweredInTimeWhateverTheirSize) {
  const auto repeated = [](size_t count, const std::function<std::string(size_t)>& part, const char* between) {
    std::string text;
    for (size_t i = 0; i < count; ++i) text += (i == 0 ? "" : between) + part(i);
    return text;
  };
  const auto number = [](size_t i) { return std::to_string(i); };
  std::string nested = "x";
  for (int i = 0; i < 30; ++i) nested = "sqrt(1 + " + nested + ")";
  const RealTextPairs pairs = {
      {"5^5^5^5^5", "5"},
      {"3^(4^(10^30))", "3"},
      {"x^(2^(10^18) + 1)", "x"},
      {"(-2)^(3^(10^25))", "1"},
      {"x^(10^9) x", "x^(10^9 + 1)"},
      {"(a+b+c+d)^200", "(d+c+b+a)^200"},
      {nested, nested + " + 0"},
      {"sin(60x)", "sin(x)cos(59x) + cos(x)sin(59x)"},
      {"sin(100000x)", "sin(99999x + x)"},
      {"(x+1)^(1/1000000007)", "1"},
      {"log(10^10000)", "10000 log(10)"},
      {repeated(
           400, [&](size_t i) { return "sin(x" + number(i) + ")"; }, "+"),
       "1"},
      {repeated(
           20, [&](size_t i) { return "abs(x-" + number(i) + ")"; }, "*"),
       "1"},
      {repeated(
           60, [&](size_t i) { return "exp(x/" + number(i + 1) + ")"; }, "+"),
       "1 + x"},
      {repeated(
           40, [&](size_t i) { return "x^(1/" + number(i + 1) + ")"; }, "+"),
       "1 + x"},
      {std::string(20000, '9') + "x", std::string(20000, '9') + "x + x - x"},
  };
  for (const auto& [left, right] : pairs) {
    const auto start = std::chrono::steady_clock::now();
    (void)real_rule_verdict(left, right, {.timeout_s = 0.2});
    EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 10)
        << left.substr(0, 40);
  }
}

}  // namespace
}  // namespace eqnet::domain
