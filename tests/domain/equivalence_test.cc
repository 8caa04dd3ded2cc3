// Exact equivalence against an oracle that was written another way: recursive evaluation, one assignment at a time.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <map>

#include "domain/boolean/circuit.h"
#include "eqnet/domain/algebra.h"
#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "support/expect_error.h"
#include "support/random_expression.h"

namespace eqnet::domain {
namespace {

using eqnet::testing::RandomExpressions;
using expr::NodeId;
using expr::Pool;

struct Pair {
  Pool pool;
  NodeId left, right;
  Pair(std::string_view a, std::string_view b, const domain::Domain* kind)
      : left(expr::parse(a, kind->syntax(), pool)), right(expr::parse(b, kind->syntax(), pool)) {}
};

Verdict decide_boolean(std::string_view a, std::string_view b, double timeout = 10) {
  const Pair pair(a, b, &domain::boolean());
  return domain::boolean().equivalent(pair.pool, pair.left, pair.right, {timeout});
}
Verdict decide_polynomial(std::string_view a, std::string_view b, double timeout = 10) {
  const Pair pair(a, b, &domain::polynomial());
  return domain::polynomial().equivalent(pair.pool, pair.left, pair.right, {timeout});
}

using Numbers = std::map<std::string, __int128>;

// The oracle: the value of an expression, computed as it is written.
__int128 value(const Pool& pool, NodeId node, const Numbers& assignment) {
  const expr::Symbol& symbol = pool.symbol_of(node);
  const auto child = [&](size_t i) { return value(pool, pool.children(node)[i], assignment); };
  if (symbol.kind == expr::SymbolKind::variable) return assignment.at(symbol.name);
  if (symbol.name == "true") return 1;
  if (symbol.name == "false") return 0;
  if (symbol.kind == expr::SymbolKind::constant) return std::stoi(symbol.name);
  if (symbol.name == "Not") return child(0) == 0 ? 1 : 0;
  if (symbol.name == "And") return child(0) * child(1);
  if (symbol.name == "Or") return child(0) + child(1) > 0 ? 1 : 0;
  if (symbol.name == "Xor") return child(0) == child(1) ? 0 : 1;
  if (symbol.name == "Implies") return child(0) <= child(1) ? 1 : 0;
  if (symbol.name == "Ite") return child(0) != 0 ? child(1) : child(2);
  if (symbol.name == "Majority") return child(0) + child(1) + child(2) >= 2 ? 1 : 0;
  if (symbol.name == "Add") return child(0) + child(1);
  if (symbol.name == "Subtract") return child(0) - child(1);
  if (symbol.name == "Multiply") return child(0) * child(1);
  if (symbol.name == "Negate") return -child(0);
  __int128 power = 1;
  for (__int128 i = child(1); i > 0; --i) power *= child(0);
  return power;
}

Numbers assignment_of(const Verdict& verdict) {
  Numbers assignment;
  for (const auto& [name, digits] : verdict.witness) assignment[name] = std::stoi(digits);
  return assignment;
}

// Equal at every assignment of truth values.
bool brute_force(const Pool& pool, NodeId left, NodeId right) {
  const std::vector<std::string> names = variables_of(pool);
  for (size_t bits = 0; bits < size_t{1} << names.size(); ++bits) {
    Numbers assignment;
    for (size_t i = 0; i < names.size(); ++i) assignment[names[i]] = static_cast<int>(bits >> i & 1);
    if (value(pool, left, assignment) != value(pool, right, assignment)) return false;
  }
  return true;
}

// An equivalent expression that is written differently everywhere: De Morgan and the definitions of -> and xor.
NodeId rewritten(Pool& pool, NodeId node, std::map<NodeId, NodeId>& done) {
  if (const auto found = done.find(node); found != done.end()) return found->second;
  const auto op = [&](const char* name, std::initializer_list<NodeId> children) {
    return pool.node(pool.symbols.op(name, static_cast<uint32_t>(children.size())), children);
  };
  const std::string name = pool.symbol_of(node).name;
  const std::vector<NodeId> old(pool.children(node).begin(), pool.children(node).end());
  std::vector<NodeId> children;
  for (const NodeId child : old) children.push_back(rewritten(pool, child, done));
  NodeId result = node;
  if (name == "Not") result = op("Implies", {children[0], pool.constant("false")});
  if (name == "And") result = op("Not", {op("Or", {op("Not", {children[1]}), op("Not", {children[0]})})});
  if (name == "Or") result = op("Implies", {op("Not", {children[1]}), children[0]});
  if (name == "Implies") result = op("Or", {children[1], op("Not", {children[0]})});
  if (name == "Ite") {
    const NodeId otherwise = op("And", {children[2], op("Not", {children[0]})});
    result = op("Or", {op("And", {children[1], children[0]}), otherwise});
  }
  if (name == "Majority") {
    const NodeId either = op("Or", {children[1], children[2]});
    result = op("Ite", {children[0], either, op("And", {children[1], children[2]})});
  }
  if (name == "Xor") {
    result = op("And", {op("Or", {children[0], children[1]}), op("Not", {op("And", {children[0], children[1]})})});
  }
  return done[node] = result;
}

}  // namespace

TEST(EquivalentBoolean, KnowsTheUsualLaws) {
  EXPECT_EQ(decide_boolean("a -> b", "~a | b").answer, Answer::equivalent);
  EXPECT_EQ(decide_boolean("~(a & b)", "~a | ~b").answer, Answer::equivalent);
  EXPECT_EQ(decide_boolean("a ^ b ^ a", "b").answer, Answer::equivalent);
  EXPECT_EQ(decide_boolean("ite(a, b, c)", "(a -> b) & (~a -> c)").answer, Answer::equivalent);
  EXPECT_EQ(decide_boolean("maj(a, b, c)", "a & b | b & c | a & c").answer, Answer::equivalent);
  EXPECT_EQ(decide_boolean("a & ~a", "false").answer, Answer::equivalent);
  EXPECT_EQ(decide_boolean("a | true", "b -> b").answer, Answer::equivalent) << "a variable on one side only is fine";
  EXPECT_EQ(decide_boolean("x & y", "u & v").answer, Answer::different) << "names are identities";
}

TEST(EquivalentBoolean, ShowsAnAssignmentThatTellsTheTwoApart) {
  const Verdict verdict = decide_boolean("a & b", "a | b");
  ASSERT_EQ(verdict.answer, Answer::different);
  EXPECT_EQ(verdict.witness.size(), 2U);
  EXPECT_EQ(verdict.left, "0");
  EXPECT_EQ(verdict.right, "1");
}

RC_GTEST_PROP(EquivalentBooleanProperty, AgreesWithBruteForce, (uint64_t seed, uint8_t size)) {
  Pool pool;
  base::Random random(seed);
  const RandomExpressions make{&domain::boolean(), 1 + seed % 4};
  const NodeId left = make(pool, random, size % 12);
  const NodeId right = make(pool, random, size % 12);
  const Verdict verdict = domain::boolean().equivalent(pool, left, right);
  RC_ASSERT((verdict.answer == Answer::equivalent) == brute_force(pool, left, right));
  if (verdict.answer != Answer::different) return;
  Numbers assignment;
  for (const std::string& name : variables_of(pool)) assignment[name] = 0;
  for (const auto& [name, digit] : assignment_of(verdict)) assignment[name] = digit;
  RC_ASSERT(value(pool, left, assignment) == std::stoi(verdict.left));
  RC_ASSERT(value(pool, right, assignment) == std::stoi(verdict.right));
  RC_ASSERT(verdict.left != verdict.right);
}

RC_GTEST_PROP(EquivalentBooleanProperty, SatAndTablesAgree, (uint64_t seed)) {
  Pool pool;
  base::Random random(seed);
  const RandomExpressions make{&domain::boolean(), 9};
  const NodeId left = make(pool, random, 40);
  std::map<NodeId, NodeId> done;
  const NodeId right = seed % 2 == 0 ? rewritten(pool, left, done) : make(pool, random, 40);
  const NodeId roots[] = {left, right};
  const Verdict by_sat = equivalent_by_sat(Circuit(pool, roots), 60);
  RC_ASSERT(by_sat.answer == domain::boolean().equivalent(pool, left, right).answer);
  if (by_sat.answer != Answer::different) return;
  Numbers assignment;
  for (const std::string& name : variables_of(pool)) assignment[name] = 0;
  for (const auto& [name, digit] : assignment_of(by_sat)) assignment[name] = digit;
  RC_ASSERT(value(pool, left, assignment) == std::stoi(by_sat.left));
  RC_ASSERT(value(pool, right, assignment) == std::stoi(by_sat.right));
}

TEST(EquivalentBoolean, DecidesEveryNumberOfVariablesAroundTheWordsOfATable) {
  for (size_t variables = 1; variables <= 20; ++variables) {
    std::string all, none;
    for (size_t i = 0; i < variables; ++i) {
      all += (i == 0 ? "v" : " & v") + std::to_string(i);
      none += (i == 0 ? "~(~v" : " | ~v") + std::to_string(i);
    }
    EXPECT_EQ(decide_boolean(all, none + ")").answer, Answer::equivalent) << variables;
    // The one assignment that makes all true is the last one tried.
    const Verdict verdict = decide_boolean(all, "false");
    ASSERT_EQ(verdict.answer, Answer::different) << variables;
    EXPECT_EQ(verdict.left, "1");
    for (const auto& [name, digit] : verdict.witness) EXPECT_EQ(digit, "1") << name;
  }
}

TEST(EquivalentBoolean, DecidesFortyVariablesAndFourHundredNodesBySat) {
  for (uint64_t seed = 0; seed < 5; ++seed) {
    Pool pool;
    base::Random random(seed);
    const RandomExpressions make{&domain::boolean(), 40, false};
    const NodeId left = make(pool, random, 400);
    std::map<NodeId, NodeId> done;
    const Verdict same = domain::boolean().equivalent(pool, left, rewritten(pool, left, done), {60});
    EXPECT_EQ(same.answer, Answer::equivalent);
    EXPECT_NE(domain::boolean().equivalent(pool, left, make(pool, random, 400), {60}).answer, Answer::undecided);
  }
}

// Multiplying 16-bit numbers in two orders is far beyond any solver in a tenth of a second.
TEST(EquivalentBoolean, IsUndecidedAfterTheTimeout) {
  Pool pool;
  const auto op = [&](const char* name, NodeId a, NodeId b) { return pool.node(pool.symbols.op(name, 2), {a, b}); };
  const auto multiply = [&](char first, char second) {
    constexpr size_t kBits = 12;
    std::vector<NodeId> sum(2 * kBits, pool.constant("false"));
    for (size_t i = 0; i < kBits; ++i) {
      NodeId carry = pool.constant("false");
      for (size_t j = 0; i + j < 2 * kBits; ++j) {
        const NodeId a = sum[i + j];
        const NodeId b =
            j < kBits ? op("And", pool.variable(first + std::to_string(i)), pool.variable(second + std::to_string(j)))
                      : pool.constant("false");
        const NodeId half = op("Xor", a, b);
        sum[i + j] = op("Xor", half, carry);
        carry = op("Or", op("And", a, b), op("And", half, carry));
      }
    }
    return sum[kBits];
  };
  const NodeId left = multiply('x', 'y');
  const NodeId right = multiply('y', 'x');
  const Verdict verdict = domain::boolean().equivalent(pool, left, right, {0.1});
  EXPECT_EQ(verdict.answer, Answer::undecided);
  EXPECT_EQ(verdict.method, "timeout");
}

TEST(EquivalentPolynomial, ExpandsExactly) {
  EXPECT_EQ(decide_polynomial("(x + y)^2", "x^2 + 2x*y + y^2").answer, Answer::equivalent);
  EXPECT_EQ(decide_polynomial("(a - b)*(a + b)", "a**2 - b**2").answer, Answer::equivalent);
  EXPECT_EQ(decide_polynomial("x - x", "0*y").answer, Answer::equivalent);
  EXPECT_EQ(decide_polynomial("(x+1)^30 - (x+1)^30 + 1", "1").answer, Answer::equivalent);
  EXPECT_EQ(decide_polynomial("2^200", "4^100").answer, Answer::equivalent);
  EXPECT_EQ(decide_polynomial("x^100000000000000000000", "(x^10000000000)^10000000000").answer, Answer::equivalent);
}

TEST(EquivalentPolynomial, ShowsAPointAndBothValues) {
  const Verdict verdict = decide_polynomial("x*x", "x + x");
  ASSERT_EQ(verdict.answer, Answer::different);
  ASSERT_EQ(verdict.witness.size(), 1U);
  const int x = std::stoi(verdict.witness[0].second);
  EXPECT_EQ(verdict.left, std::to_string(x * x));
  EXPECT_EQ(verdict.right, std::to_string(x + x));
}

TEST(EquivalentPolynomial, FindsAPointThoughTheDifferenceVanishesOnAllSmallOnes) {
  std::string product = "1";
  for (int i = -12; i <= 12; ++i) product += "*(x - " + std::to_string(i) + ")";
  const Verdict verdict = decide_polynomial(product, "0");
  ASSERT_EQ(verdict.answer, Answer::different);
  EXPECT_GT(std::abs(std::stoi(verdict.witness[0].second)), 12);
  EXPECT_NE(verdict.left, "0");
}

TEST(EquivalentPolynomial, GivesUpOnWhatIsTooLargeInsteadOfHanging) {
  EXPECT_EQ(decide_polynomial("(a+b+c+d+e+f)^1000000000", "(b+a+c+d+e+f)^1000000000", 2).answer, Answer::undecided);
  EXPECT_EQ(decide_polynomial("7^1000000000000 + x - x", "7^1000000000000", 2).answer, Answer::undecided);
  const Verdict huge = decide_polynomial("7^1000000000000", "5^1000000000000", 2);
  EXPECT_EQ(huge.answer, Answer::different);
  EXPECT_NE(huge.left.find("mod"), std::string::npos);
}

TEST(EquivalentPolynomial, SaysWhatWasTooLargeAndTakesItsTime) {
  EXPECT_EQ(decide_polynomial("((a+b)^300)^2", "(a+b)^600").answer, Answer::equivalent);
  const Verdict slow = decide_polynomial("((a+b)^2000)^2", "(a+b)^4000", 0.5);
  EXPECT_EQ(slow.answer, Answer::undecided);
  EXPECT_NE(slow.method.find("longer than the timeout"), std::string::npos) << slow.method;
  const Verdict wide = decide_polynomial("7^1000000000000 + x - x", "7^1000000000000");
  EXPECT_NE(wide.method.find("bits"), std::string::npos) << wide.method;
}

TEST(EquivalentPolynomial, KeepsItsTimeWithLongExponents) {
  const std::string exponent = "1" + std::string(200000, '0');
  const auto begin = std::chrono::steady_clock::now();
  const Verdict verdict = decide_polynomial("x^" + exponent, "1*x^" + exponent, 0.5);
  EXPECT_EQ(verdict.answer, Answer::undecided) << verdict.method;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(EquivalentPolynomial, ShowsNoValuesThatRefuteIt) {
  const Verdict verdict = decide_polynomial("2305843009213693951*(x^3-x)*x^40000", "0");
  EXPECT_EQ(verdict.answer, Answer::different);
  EXPECT_TRUE(verdict.left.empty() || verdict.left != verdict.right) << verdict.left;
  const Verdict large = decide_polynomial("2305843009213693951*(x^3-x)*(x^200+y^200+1)^30*(x+y+z)^10", "0", 5);
  EXPECT_NE(large.answer, Answer::equivalent);
  EXPECT_LT(large.left.size(), 100000U);
}

// FLINT's polynomials have room for every variable in every term.
TEST(EquivalentPolynomial, CountsVariablesTimesTermsBeforeItTakesMemory) {
  std::string up = "v0";
  std::string down = "v19999";
  for (int i = 1; i < 20000; ++i) {
    up += "+v" + std::to_string(i);
    down += "+v" + std::to_string(19999 - i);
  }
  const Verdict verdict = decide_polynomial(up, down, 3);
  EXPECT_EQ(verdict.answer, Answer::undecided) << verdict.method;
}

TEST(EquivalentPolynomial, FindsAPointThoughTheDifferenceVanishesModuloThePrime) {
  const Verdict verdict = decide_polynomial("2305843009213693951*x", "0");
  ASSERT_EQ(verdict.answer, Answer::different);
  ASSERT_EQ(verdict.witness.size(), 1U) << "it is 0 at x = 0, so a point is needed";
  EXPECT_NE(verdict.witness[0].second, "0");
  EXPECT_NE(verdict.left, verdict.right);
  EXPECT_TRUE(decide_polynomial("2305843009213693951*x^99999999999999", "0").witness.empty())
      << "no value could be computed";
}

// The parser refuses such exponents, but a program or a file may build them.
TEST(EquivalentPolynomial, RefusesExponentsThatAreNoLiterals) {
  Pool pool;
  const auto power = [&](NodeId base, NodeId exponent) {
    return pool.node(pool.symbols.op("Power", 2), {base, exponent});
  };
  const NodeId a = pool.variable("a");
  const NodeId square = power(a, pool.constant("2"));
  const NodeId sum = pool.node(pool.symbols.op("Add", 2), {a, pool.variable("b")});
  for (const NodeId exponent : {pool.variable("b"), pool.constant("-3"), sum, square}) {
    const NodeId odd = power(a, exponent);
    const NodeId roots[] = {square, odd};
    EXPECT_ERROR(domain::polynomial().equivalent(pool, square, odd), "exponent");
    EXPECT_ERROR(domain::polynomial().equivalent(pool, odd, a), "exponent");
    EXPECT_ERROR(domain::polynomial().classify(pool, roots), "exponent");
  }
}

TEST(Misreading, NamesAVariableThatIsAProductOnTheOtherSide) {
  const auto note = [](std::string_view a, std::string_view b, const domain::Domain* kind) {
    const Pair pair(a, b, kind);
    return kind->misreading(pair.pool, pair.left, pair.right);
  };
  EXPECT_NE(note("2xy", "2*x*y", &domain::polynomial()).find("write x*y"), std::string::npos);
  EXPECT_NE(note("a & b", "ab", &domain::boolean()).find("write a & b"), std::string::npos);
  EXPECT_NE(note("αβ", "α*β", &domain::polynomial()).find("write α*β"), std::string::npos);
  EXPECT_NE(note("2xy", "2yx", &domain::polynomial()).find("write x*y"), std::string::npos);
  EXPECT_NE(note("x2", "2x", &domain::polynomial()).find("write 2*x"), std::string::npos);
  EXPECT_NE(note("ｘ + 1", "x + 1", &domain::polynomial()).find("looks like 'x'"), std::string::npos);
  EXPECT_NE(note("х + 1", "x + 1", &domain::polynomial()).find("looks like 'x'"), std::string::npos) << "Cyrillic";
  EXPECT_EQ(note("xy", "x + z", &domain::polynomial()), "") << "y is no variable there";
  EXPECT_EQ(note("xy + x", "xy*x*y", &domain::polynomial()), "") << "xy stands on both sides";
  EXPECT_EQ(note("x", "y", &domain::polynomial()), "");
}

RC_GTEST_PROP(EquivalentPolynomialProperty, AgreesWithTheValuesAtItsWitness, (uint64_t seed, uint8_t size)) {
  Pool pool;
  base::Random random(seed);
  const RandomExpressions make{&domain::polynomial(), 2};
  const NodeId left = make(pool, random, size % 9);
  const NodeId right = make(pool, random, size % 9);
  const Verdict verdict = domain::polynomial().equivalent(pool, left, right);
  RC_ASSERT(verdict.answer != Answer::undecided);
  if (verdict.answer == Answer::different) {
    Numbers point;
    for (const std::string& name : variables_of(pool)) point[name] = 0;
    for (const auto& [name, digits] : assignment_of(verdict)) point[name] = digits;
    RC_ASSERT(std::to_string(static_cast<int64_t>(value(pool, left, point))) == verdict.left);
    RC_ASSERT(std::to_string(static_cast<int64_t>(value(pool, right, point))) == verdict.right);
    return;
  }
  for (int i = 0; i < 20; ++i) {
    Numbers point;
    for (const std::string& name : variables_of(pool)) point[name] = static_cast<int>(random.below(7)) - 3;
    RC_ASSERT(value(pool, left, point) == value(pool, right, point));
  }
}

TEST(EquivalentOpen, ProvesOnlyIdentity) {
  const Pair same("(f x)", "(f x)", &domain::open());
  EXPECT_EQ(domain::open().equivalent(same.pool, same.left, same.right).answer, Answer::equivalent);
  const Pair other("(f x)", "(g x)", &domain::open());
  EXPECT_EQ(domain::open().equivalent(other.pool, other.left, other.right).answer, Answer::undecided);
}

// Names parse back to the function that they name, and equal functions have equal names.
RC_GTEST_PROP(AlgebraProperty, NamesDenoteTheirFunctions, (uint64_t seed, uint8_t size)) {
  for (const domain::Domain* kind : {&domain::boolean(), &domain::polynomial()}) {
    Pool pool;
    base::Random random(seed);
    const NodeId node = RandomExpressions{kind, 1 + seed % 5}(pool, random, size % 15);
    const auto algebra = kind->algebra(variables_of(pool));
    const FunctionId function = evaluate(pool, *algebra)[node];
    const std::string name = algebra->name(function);
    RC_LOG() << name << "\n";
    const NodeId named = expr::parse(name, kind->syntax(), pool);
    RC_ASSERT(kind->equivalent(pool, node, named).answer == Answer::equivalent);
  }
}

TEST(Algebra, NamesAsSemVecFilesDo) {
  const auto name_of = [](std::string_view text, const domain::Domain* kind) {
    Pool pool;
    const NodeId node = expr::parse(text, kind->syntax(), pool);
    const auto algebra = kind->algebra(variables_of(pool));
    return algebra->name(evaluate(pool, *algebra)[node]);
  };
  EXPECT_EQ(name_of("a -> ~c", &domain::boolean()), "Or(Not(a), Not(c))");
  EXPECT_EQ(name_of("a ^ c", &domain::boolean()), "Or(And(Not(a), c), And(Not(c), a))");
  EXPECT_EQ(name_of("a & ~a", &domain::boolean()), "False");
  EXPECT_EQ(name_of("a*(2 - a)", &domain::polynomial()), "-a**2 + 2*a");
  EXPECT_EQ(name_of("b*b*a - c - c - c", &domain::polynomial()), "a*b**2 - 3*c");
  EXPECT_EQ(name_of("a - a", &domain::polynomial()), "0");
}

TEST(Algebra, RefusesPolynomialsThatFillTheMemory) {
  std::vector<std::string> names;
  for (int i = 0; i < 50000; ++i) names.push_back("v" + std::to_string(100000 + i));
  const auto algebra = domain::polynomial().algebra(names);
  const auto fill = [&] {
    for (const std::string& name : names) algebra->apply({name, expr::SymbolKind::variable, 0}, {});
  };
  EXPECT_ERROR(fill(), "50000 variables", "2 GB");
}

TEST(Algebra, RefusesMoreVariablesThanATableHolds) {
  std::vector<std::string> names;
  for (int i = 0; i < 17; ++i) names.push_back("v" + std::to_string(10 + i));
  EXPECT_ERROR(domain::boolean().algebra(names), "16", "17");
}

RC_GTEST_PROP(ClassifyProperty, SignaturesAndFunctionsGroupAlike, (uint64_t seed)) {
  Pool narrow, wide;
  base::Random first(seed), second(seed);
  const RandomExpressions make{&domain::boolean(), 3};
  std::vector<NodeId> narrow_roots, wide_roots;
  for (int i = 0; i < 40; ++i) {
    narrow_roots.push_back(make(narrow, first, 1 + seed % 9));
    wide_roots.push_back(make(wide, second, 1 + seed % 9));
  }
  for (int i = 0; i < 20; ++i) wide.variable("unused" + std::to_string(i));  // past the size of a table
  RC_ASSERT(domain::boolean().classify(narrow, narrow_roots) == domain::boolean().classify(wide, wide_roots));
}

RC_GTEST_PROP(ClassifyProperty, ValuesAndPolynomialsGroupAlike, (uint64_t seed)) {
  Pool narrow, wide;
  base::Random first(seed), second(seed);
  const RandomExpressions make{&domain::polynomial(), 2};
  std::vector<NodeId> narrow_roots, wide_roots;
  for (int i = 0; i < 40; ++i) {
    narrow_roots.push_back(make(narrow, first, 1 + seed % 7));
    wide_roots.push_back(make(wide, second, 1 + seed % 7));
  }
  for (int i = 0; i < 600; ++i) wide.variable("unused" + std::to_string(i));  // many
  RC_ASSERT(domain::polynomial().classify(narrow, narrow_roots) == domain::polynomial().classify(wide, wide_roots));
}

}  // namespace eqnet::domain
