// The domain of real functions. Oracles: identities that textbooks have, values by the C library, and what must not be
// proved because it is false somewhere.
#include <gtest/gtest.h>

#include <cmath>

#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"

namespace eqnet::domain {
namespace {

Verdict real_verdict(const std::string& left, const std::string& right, EquivalenceParams params = {.timeout_s = 5}) {
  expr::Pool pool;
  const expr::NodeId a = expr::parse(left, real().syntax(), pool);
  const expr::NodeId b = expr::parse(right, real().syntax(), pool);
  return real().equivalent(pool, a, b, params);
}

std::string printed(const std::string& text, expr::Style style = expr::Style::minimal) {
  expr::Pool pool;
  return expr::print(pool, expr::parse(text, real().syntax(), pool), real().syntax(), style);
}

struct RealPair {
  const char *left, *right;
};

class RealIdentity : public ::testing::TestWithParam<RealPair> {};

TEST_P(RealIdentity, IsProved) {
  const auto [left, right] = GetParam();
  const Verdict verdict = real_verdict(left, right);
  EXPECT_EQ(verdict.answer, Answer::equivalent) << left << " and " << right << ": " << verdict.method;
}

INSTANTIATE_TEST_SUITE_P(
    Real, RealIdentity,
    ::testing::Values(RealPair{"(x^2-1)/(x-1)", "x+1"}, RealPair{"1/a + 1/b", "(a+b)/(a b)"},
                      RealPair{"sqrt(x)^2", "x"}, RealPair{"sqrt(x^2)", "|x|"},
                      RealPair{"sqrt(x)*sqrt(y)", "sqrt(x*y)"}, RealPair{"sqrt(8)", "2 sqrt(2)"},
                      RealPair{"x^(1/3)", "cbrt(x)"}, RealPair{"cbrt(x^3)", "x"}, RealPair{"x^(3/2)", "x sqrt(x)"},
                      RealPair{"|a b|", "|a||b|"}, RealPair{"max(x,y) + min(x,y)", "x + y"},
                      RealPair{"exp(x+y)", "exp(x) e^y"}, RealPair{"4^x", "2^(2x)"}, RealPair{"exp(2 log(x))", "x^2"},
                      RealPair{"log(a b)", "log a + log b"}, RealPair{"log(x^2)", "2 log|x|"}, RealPair{"log2(8)", "3"},
                      RealPair{"log_2 x", "ln(x)/ln(2)"}, RealPair{"sin^2 x + cos^2 x", "1"},
                      RealPair{"sin 2x", "2 sin x cos x"}, RealPair{"sin(3x)", "3 sin(x) - 4 sin(x)^3"},
                      RealPair{"tan x", "sin x / cos x"}, RealPair{"cos(a - b)", "cos a cos b + sin a sin b"},
                      RealPair{"sin x", "cos(pi/2 - x)"}, RealPair{"cos(pi/12)", "(sqrt(6)+sqrt(2))/4"},
                      RealPair{"cosh(x)^2 - sinh(x)^2", "1"}, RealPair{"tanh x", "(e^(2x)-1)/(e^(2x)+1)"},
                      RealPair{"asin(x) + acos(x)", "pi/2"}, RealPair{"sin(atan(x))", "x/sqrt(1+x^2)"},
                      RealPair{"atan(1)", "pi/4"}, RealPair{"sqrt(3+2sqrt(2))", "1+sqrt(2)"},
                      RealPair{"cos(pi/5)", "(1+sqrt(5))/4"}, RealPair{"0.5x", "x/2"},
                      RealPair{"\\frac{x^{2}-1}{x-1}", "$x+1$"}, RealPair{"\\sqrt[3]{x}", "cbrt(x)"},
                      RealPair{"\\frac12 x", "x/2"}, RealPair{"x^(10^9) x", "x^(10^9+1)"}));

class RealDifference : public ::testing::TestWithParam<RealPair> {};

TEST_P(RealDifference, HasAWitness) {
  const auto [left, right] = GetParam();
  const Verdict verdict = real_verdict(left, right);
  EXPECT_EQ(verdict.answer, Answer::different) << left << " and " << right << ": " << verdict.method;
  EXPECT_NE(verdict.left, verdict.right);
}

// Rules that students believe in.
INSTANTIATE_TEST_SUITE_P(Real, RealDifference,
                         ::testing::Values(RealPair{"sqrt(x^2)", "x"}, RealPair{"sqrt(a+b)", "sqrt(a)+sqrt(b)"},
                                           RealPair{"1/(a+b)", "1/a + 1/b"}, RealPair{"log(a+b)", "log a + log b"},
                                           RealPair{"sin(a+b)", "sin a + sin b"}, RealPair{"(a+b)^2", "a^2+b^2"},
                                           RealPair{"asin(sin x)", "x"}, RealPair{"|a+b|", "|a|+|b|"},
                                           RealPair{"e", "2.718281828459045"}, RealPair{"atan(x)+atan(1/x)", "pi/2"}));

TEST(Real, SaysWhereOneSideHasNoValue) {
  EXPECT_EQ(real_verdict("(x^2-1)/(x-1)", "x+1").condition, "the first has no value where x = 1");
  EXPECT_EQ(real_verdict("sqrt(x)^2", "x").condition, "the first has no value where x < 0");
  EXPECT_EQ(real_verdict("x", "log(exp(x))").condition, "");
  EXPECT_EQ(real_verdict("acos(-1)", "180°").condition, "");
}

TEST(Real, TakesPartialFunctionsForDifferentWhereItIsToldTo) {
  const Verdict pole = real_verdict("(x^2-1)/(x-1)", "x+1", {.timeout_s = 5, .strict = true});
  EXPECT_EQ(pole.answer, Answer::different);
  EXPECT_EQ(pole.witness, (Assignment{{"x", "1"}}));
  EXPECT_EQ(pole.left, "not defined");
  EXPECT_EQ(pole.right, "2");
  EXPECT_EQ(real_verdict("log(x^2)", "2 log x", {.timeout_s = 5, .strict = true}).answer, Answer::different);
  EXPECT_EQ(real_verdict("log(x^2)", "2 log x", {.timeout_s = 5, .strict = true, .assumptions = "x > 0"}).answer,
            Answer::equivalent);
}

// The second of these pairs has values, but where the first has none.
TEST(Real, DoesNotCompareWhatNeverHasValuesAtOnce) {
  for (const auto& [left, right] : {RealPair{"(-8)^(1/3)", "-2"}, RealPair{"sqrt(x)", "sqrt(-1-x)"}}) {
    const Verdict verdict = real_verdict(left, right);
    EXPECT_EQ(verdict.answer, Answer::undecided) << left;
    EXPECT_EQ(verdict.method, "at no point do both have a real value");
    const Verdict strict = real_verdict(left, right, {.timeout_s = 5, .strict = true});
    EXPECT_EQ(strict.answer, Answer::different) << left;
    EXPECT_TRUE((strict.left == "not defined") != (strict.right == "not defined")) << left;
  }
}

TEST(Real, UsesAssumptions) {
  EXPECT_EQ(real_verdict("sqrt(x^2)", "-x", {.timeout_s = 5, .assumptions = "x < 0"}).answer, Answer::equivalent);
  EXPECT_EQ(real_verdict("sin(n pi)", "0", {.timeout_s = 5, .assumptions = "n integer"}).answer, Answer::equivalent);
  EXPECT_EQ(real_verdict("|x - 1|", "1 - x", {.timeout_s = 5, .assumptions = "0 < x < 1"}).answer, Answer::equivalent);
  EXPECT_THROW((void)real_verdict("x", "y", {.assumptions = "x is nice"}), base::Error);
}

TEST(Real, TestsAtPointsThatTheAssumptionsAllow) {
  const auto with = [](const char* assumed, bool strict = false) {
    return EquivalenceParams{.timeout_s = 5, .strict = strict, .assumptions = assumed};
  };
  EXPECT_EQ(real_verdict("max(n, 1)", "n", with("n integer, 0 < n < 3")).answer, Answer::equivalent);
  EXPECT_EQ(real_verdict("x * (x - 1) * (x - 2) / (x - 1) / (x - 2)", "x", with("x != 1, x != 2", true)).answer,
            Answer::equivalent);
  EXPECT_NE(real_verdict("x + 1", "2", with("x >= 1, x <= 1")).answer, Answer::different);
  for (const bool strict : {false, true}) {  // n is never 1/2
    const Verdict verdict = real_verdict("(2n - 1)/(2n - 1)", "1", with("n integer", strict));
    EXPECT_EQ(verdict.answer, Answer::equivalent);
    EXPECT_EQ(verdict.condition, "");
  }
  EXPECT_EQ(real_verdict("sqrt(-(2n - 1)^2)", "n", with("n integer")).answer, Answer::undecided);
  EXPECT_EQ(real_verdict("sqrt(-(n - 1)^2)", "n", with("n integer")).answer, Answer::different);
  for (const char* none :
       {"n integer, 1/2 < n < 3/4", "n integer, 0 < n < 2, n != 1", "x < 0, x >= 0", "x >= 1, x < 1"})
    EXPECT_THROW((void)real_verdict("n + x", "x", with(none)), base::Error) << none;
}

TEST(Real, KnowsVariablesInAssumptionsByAllTheirNames) {
  for (const char* assumed : {"\\alpha > 0", "0 < alpha", "\\alpha positive"})
    EXPECT_EQ(real_verdict("\\alpha", "|\\alpha|", {.assumptions = assumed}).answer, Answer::equivalent) << assumed;
  for (const char* assumed : {"n is integer", "2 integer", "x y positive"})
    EXPECT_THROW((void)real_verdict("x", "y", {.assumptions = assumed}), base::Error) << assumed;
}

TEST(Real, SaysWhichAssumptionIsOfNoUse) {
  expr::Pool pool;
  const expr::NodeId both[] = {expr::parse("sqrt(x^2)", real().syntax(), pool), pool.variable("x")};
  EXPECT_NE(idle_assumption(real(), pool, both, "x > 0, xx > 0").find("'xx'"), std::string::npos);
  EXPECT_EQ(idle_assumption(real(), pool, both, "x > 0"), "");
  EXPECT_EQ(&choose("a ^ b", "a > 0"), &real());
  EXPECT_EQ(&choose("a ^ b"), &boolean());
  EXPECT_THROW((void)boolean().equivalent(pool, both[1], pool.variable("y"), {.assumptions = "x > 0"}), base::Error);
  for (const char* bad : {"n, m", "x, > 0", "x, y", "x > 0, y", "x > 1, x < 0"})
    EXPECT_THROW((void)real().assumed_variables(bad), base::Error) << bad;
}

// Where the last factor is zero at all points that are tried, nothing but a proof decides.
TEST(Real, ProvesNothingFalse) {
  for (const char* wrong :
       {"sin(x)^2 + sin(x/49)^2 - 1", "cos(x)^2 + cos(x/53)^2 - 1", "|x| - x", "sqrt(x^2 y) - x sqrt(y)",
        "asin(sin(x)) - x", "atan(x) + atan(1/x) - pi/2", "log(x^2) - 2 log(x) + x - |x| + |y| - y"}) {
    EXPECT_NE(real_verdict(std::string("(") + wrong + ")(|z - 1000| + z - 1000)", "0").answer, Answer::equivalent)
        << wrong;
  }
}

TEST(Real, AnswersInTimeAndMemoryWhateverTheSize) {
  std::string nested = "x";
  for (int i = 0; i < 30; ++i) nested = "sqrt(1 + " + nested + ")";
  for (const auto& [left, right] : {std::pair<std::string, std::string>{"5^5^5^5^5", "5"},
                                    {"(a+b+c+d)^200", "(d+c+b+a)^200"},
                                    {nested, nested + " + 0"},
                                    {"(x^9999999 - 1)/(x - 1)", "x"}}) {
    const auto start = std::chrono::steady_clock::now();
    (void)real_verdict(left, right, {.timeout_s = 1});
    EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 20) << left;
  }
}

TEST(Real, ReadsWhatPeopleWrite) {
  EXPECT_EQ(printed("2 pi x"), "2 * pi * x");
  EXPECT_EQ(printed("1/2x"), "1 / 2 * x");
  EXPECT_EQ(printed("sin^2 x"), "sin(x)**2");
  EXPECT_EQ(printed("sin^{-1} x"), "asin(x)");
  EXPECT_EQ(printed("-x^2"), "-x**2");
  EXPECT_EQ(printed("2^-x"), "2**(-x)");
  EXPECT_EQ(printed("x²y"), "x**2 * y");
  EXPECT_EQ(printed("|x||y|"), "abs(x) * abs(y)");
  EXPECT_EQ(printed("1.50e2"), "150");
  EXPECT_EQ(printed("1e5 + 1e-05 + 2E-3"), "100000 + 0.00001 + 0.002");
  EXPECT_EQ(printed("2e-3"), "2 * e - 3");
  EXPECT_EQ(printed("\\mathrm{cm}"), "cm");
  EXPECT_EQ(printed("\\frac{d}{a}"), "d / a");
  EXPECT_EQ(printed("sin x cos y"), "sin(x) * cos(y)");
  EXPECT_EQ(printed("\\frac{a+b}{2}\\cdot \\left|c\\right|"), "(a + b) / 2 * abs(c)");
  EXPECT_EQ(printed("x_{1} + x_1"), "x_1 + x_1");
  EXPECT_EQ(printed("(a+b)/2", expr::Style::latex), "\\frac{a + b}{2}");
  EXPECT_EQ(printed("sqrt(x)^3", expr::Style::latex), "\\sqrt{x}^{3}");
}

// In the styles of people and of files, and in LaTeX.
TEST(Real, ReadsBackWhatItPrints) {
  for (const char* text : {"a - (b - c)", "a / (b * c)", "(a^b)^c", "a^b^c", "(-2)^2", "-2^2", "2^(-1)", "x^(1/2)",
                           "-(-x)", "min(a, max(b, -c))", "sin(x)^2", "0.125 * e^(-x)", "|a - |b||",
                           "log10(x) / log2(y)", "a * -b", "(a / b) / c"}) {
    expr::Pool pool;
    const expr::NodeId node = expr::parse(text, real().syntax(), pool);
    for (const expr::Style style : {expr::Style::minimal, expr::Style::tokens, expr::Style::latex}) {
      const std::string again = expr::print(pool, node, real().syntax(), style);
      EXPECT_EQ(expr::parse(again, real().syntax(), pool), node) << text << " became " << again;
    }
  }
}

TEST(Real, NamesWhatIsWrongAndWhere) {
  const auto error = [](const std::string& text) -> std::string {
    expr::Pool pool;
    try {
      expr::parse(text, real().syntax(), pool);
    } catch (const expr::ParseError& error) {
      return error.what();
    }
    return "none";
  };
  for (const auto& [text, part] : {std::pair<const char*, const char*>{"1/0", "division by zero"},
                                   {"sinx", "sin(x)"},
                                   {"foo(x)", "the function 'foo'"},
                                   {"sqtr(x)", "sqrt perhaps"},
                                   {"3,5", "decimal sign"},
                                   {"x = 1", "equation"},
                                   {"x < 1", "inequality"},
                                   {"\\frac{1}{", "column"},
                                   {"(x", "')'"},
                                   {"1 + sqrt(x", "bracket at column 9"},
                                   {"2 3/4", "mixed number"},
                                   {"\\frac{d}{dx} x^2", "a derivative"},
                                   {"\\frac{d^2 y}{d\\theta^2}", "a derivative"},
                                   {"\\dfrac{\\mathrm{d}}{\\mathrm{d} x} x", "a derivative"},
                                   {"\\operatorname{foo} x", "the function 'foo'"},
                                   {"log(-1)", "logarithm of -1"},
                                   {"0^0", "power of 0"},
                                   {"x_", "'_'"},
                                   {"\\sinn x", "\\sin"},
                                   {"x !", "factorial"},
                                   {"a) + b", "nothing is open"},
                                   {"", "the end"},
                                   {"\xff", "UTF-8"}}) {
    EXPECT_NE(error(text).find(part), std::string::npos) << text << ": " << error(text);
  }
}

TEST(Real, SaysThatAPowerOfTenMayBeMeant) {
  const auto note = [](const std::string& left, const std::string& right) {
    expr::Pool pool;
    const expr::NodeId a = expr::parse(left, real().syntax(), pool), b = expr::parse(right, real().syntax(), pool);
    return real().misreading(pool, a, b);
  };
  EXPECT_NE(note("2e-3", "0.002").find("2.0e-3"), std::string::npos);
  EXPECT_NE(note("300 x", "x*3e+2").find("3.0e+2"), std::string::npos);
  EXPECT_EQ(note("2e-3", "e"), "");
  EXPECT_EQ(note("2x-3", "0.002"), "");
}

TEST(Real, IsReadAndDecidedAMillionLevelsDeep) {
  constexpr size_t kLevels = 1000000;
  expr::Pool pool;
  const expr::NodeId deep =
      expr::parse(std::string(kLevels, '(') + "x" + std::string(kLevels, ')'), real().syntax(), pool);
  EXPECT_EQ(deep, pool.variable("x"));
  std::string tower;
  for (size_t i = 0; i < kLevels; ++i) tower += "sin(";
  const expr::NodeId sines = expr::parse(tower + "x" + std::string(kLevels, ')'), real().syntax(), pool);
  EXPECT_NE(real().equivalent(pool, sines, deep, {.timeout_s = 0.1}).answer, Answer::equivalent);
}

TEST(Real, IsRecognisedByWhatPolynomialsDoNotHave) {
  for (const char* text :
       {"x/2",  "sqrt(x)", "0.5x",   "sin x",   "\\frac{1}{x}", "2 pi",   "\\ln e^x", "x^x exp(x log x)",
        "2^x",  "x^-1",    "x**y",   "2^(x+1)", "e^{x}",        "x²",     "1e5",      "1e-05",
        "tg x", "\\{1\\}", "x(x+1)", "f(x)",    "5!",           "n! + 1", "0.(3)"})
    EXPECT_EQ(guess(text), &real()) << text;
  for (const char* text : {"x^2 + 2x", "x^(2)", "x2e5 - 1", "3*x**2"}) EXPECT_EQ(guess(text), &polynomial()) << text;
  for (const char* text : {"a ^ b", "a ^ (b & c)"}) EXPECT_EQ(guess(text), &boolean()) << text;
  EXPECT_EQ(guess("x^2 - 1"), &polynomial());
  for (const char* text : {"a & b", "!a", "a & !b", "a|!b", "!(a&b)"}) EXPECT_EQ(guess(text), &boolean()) << text;
}

}  // namespace
}  // namespace eqnet::domain
