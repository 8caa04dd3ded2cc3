// Values at random points, against what the domains decide exactly.
#include "eqnet/domain/point_values.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <set>

#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "support/expect_error.h"
#include "support/random_expression.h"

namespace eqnet::domain {
namespace {

using eqnet::testing::RandomExpressions;
using Value = PointValues::Value;
using Values = std::vector<Value>;

constexpr size_t kPoints = 64;

// Of all nodes of a pool.
std::vector<Values> values_of(const Domain& domain, const expr::Pool& pool, uint64_t seed, size_t points = kPoints) {
  const auto at_points = domain.point_values(seed);
  std::vector<Values> all(pool.size(), Values(points));
  for (expr::NodeId id = 0; id < pool.size(); ++id) {
    std::vector<PointValues::Operand> children;
    for (const expr::NodeId child : pool.children(id)) children.push_back({&pool.symbol_of(child), all[child]});
    if (children.empty()) {
      at_points->leaf(pool.symbol_of(id), all[id]);
    } else {
      at_points->apply(pool.symbol_of(id), children, all[id]);
    }
  }
  return all;
}

Values values_of(const Domain& domain, const std::string& text, uint64_t seed = 1, size_t points = kPoints) {
  expr::Pool pool;
  const expr::NodeId root = expr::parse(text, domain.syntax(), pool);
  return values_of(domain, pool, seed, points)[root];
}

// The domains that come with EqNet and have values.
const std::vector<const Domain*>& with_values() {
  static const std::vector<const Domain*> all = {&boolean(), &polynomial()};
  return all;
}

// Three variables have eight assignments, which 64 points hardly ever miss one of.
RC_GTEST_PROP(PointValuesProperty, AreEqualJustForThoseThatAreEquivalent, (uint64_t seed)) {
  for (const Domain* domain : with_values()) {
    expr::Pool pool;
    base::Random random(seed);
    std::vector<expr::NodeId> nodes;
    for (int i = 0; i < 6; ++i) nodes.push_back(RandomExpressions{domain, 3}(pool, random, 1 + seed % 12));
    const std::vector<Values> values = values_of(*domain, pool, 7);
    for (const expr::NodeId a : nodes) {
      for (const expr::NodeId b : nodes) {
        const Answer answer = domain->equivalent(pool, a, b).answer;
        if (answer == Answer::undecided) continue;
        RC_ASSERT((values[a] == values[b]) == (answer == Answer::equivalent));
      }
    }
  }
}

}  // namespace

TEST(PointValues, OfAVariableDependOnSeedAndNameAlone) {
  for (const Domain* domain : with_values()) {
    const Values a = values_of(*domain, "a");
    expr::Pool pool;
    for (const char* name : {"z", "y", "a"}) pool.variable(name);
    EXPECT_EQ(values_of(*domain, pool, 1)[2], a) << "whatever else is in the pool";
    EXPECT_NE(values_of(*domain, "b"), a);
    EXPECT_NE(values_of(*domain, "a", 2), a);
    const Values fewer = values_of(*domain, "a", 1, 10);
    EXPECT_TRUE(std::equal(fewer.begin(), fewer.end(), a.begin())) << "however many points there are";
  }
}

// Saved models count on them: they must be the same for every version, compiler and machine.
TEST(PointValues, AreTheSameForever) {
  EXPECT_EQ(values_of(boolean(), "a", 1, 12), (Values{1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1}));
  EXPECT_EQ(values_of(polynomial(), "a", 1, 2), (Values{333542702944802147, 1749079348658380085}));
  EXPECT_EQ(polynomial().point_values(1)->number(5, 3), -0.17973101139068604F);
}

TEST(PointValues, OfBooleansAreTheTruthTable) {
  const Values a = values_of(boolean(), "a");
  const Values b = values_of(boolean(), "b");
  const Values c = values_of(boolean(), "c");
  EXPECT_EQ(std::set<Value>(a.begin(), a.end()), (std::set<Value>{0, 1}));
  const auto expect = [&](const std::string& text, const std::function<bool(bool, bool, bool)>& function) {
    const Values found = values_of(boolean(), text);
    for (size_t j = 0; j < kPoints; ++j) {
      EXPECT_EQ(found[j], function(a[j] == 1, b[j] == 1, c[j] == 1) ? 1U : 0U) << text << " at " << j;
    }
  };
  expect("~a", [](bool x, bool, bool) { return !x; });
  expect("a & b", [](bool x, bool y, bool) { return x && y; });
  expect("a | b", [](bool x, bool y, bool) { return x || y; });
  expect("a xor b", [](bool x, bool y, bool) { return x != y; });
  expect("a -> b", [](bool x, bool y, bool) { return !x || y; });
  expect("ite(a, b, c)", [](bool x, bool y, bool z) { return x ? y : z; });
  expect("maj(a, b, c)", [](bool x, bool y, bool z) { return x + y + z >= 2; });
  expect("true", [](bool, bool, bool) { return true; });
  expect("false", [](bool, bool, bool) { return false; });
}

TEST(PointValues, TakeExponentsAsTheyAreWritten) {
  EXPECT_EQ(values_of(polynomial(), "a^3"), values_of(polynomial(), "a*a*a"));
  EXPECT_EQ(values_of(polynomial(), "a^0"), values_of(polynomial(), "1"));
  // By Fermat a^(p - 1) is 1 and so a^p is a, though p itself is 0 modulo p.
  EXPECT_EQ(values_of(polynomial(), "a^2305843009213693951"), values_of(polynomial(), "a"));
  EXPECT_EQ(values_of(polynomial(), "2305843009213693951"), values_of(polynomial(), "0"));
  EXPECT_EQ(values_of(polynomial(), "-7 + 7"), values_of(polynomial(), "0"));
}

TEST(PointValues, AreShownAsNumbersFromMinusOneToOne) {
  const auto truth = boolean().point_values(1);
  for (const size_t point : {0, 5}) {
    EXPECT_EQ(truth->number(0, point), -1.0F);
    EXPECT_EQ(truth->number(1, point), 1.0F);
  }
  const auto residues = polynomial().point_values(1);
  std::set<float> different;
  double sum = 0;
  for (Value value = 0; value < 1000; ++value) {
    const float number = residues->number(value, 3);
    EXPECT_EQ(number, polynomial().point_values(1)->number(value, 3));
    EXPECT_LE(std::abs(number), 1.0F);
    different.insert(number);
    sum += number;
  }
  EXPECT_GT(different.size(), 990U) << "neighbouring values are unrelated";
  EXPECT_LT(std::abs(sum), 100) << "five deviations of such a sum";
  // Or all constants would have parallel vectors.
  EXPECT_NE(residues->number(5, 3), residues->number(5, 4));
  EXPECT_NE(residues->number(5, 3), polynomial().point_values(2)->number(5, 3));
}

// A domain with values of its own has two functions to write: three levels and the higher of two.
TEST(PointValues, OfADomainOfOnesOwnTakeTwoFunctions) {
  class Levels final : public PointValues {
   public:
    using PointValues::PointValues;
    void leaf(const expr::Symbol& leaf, std::span<Value> values) const override { draw(leaf.name, 3, values); }
    void apply(const expr::Symbol& /*op*/, std::span<const Operand> children, std::span<Value> values) const override {
      for (size_t j = 0; j < values.size(); ++j) values[j] = std::max(children[0].values[j], children[1].values[j]);
    }
  };
  const Levels levels(1);
  Values a(kPoints);
  Values b(kPoints);
  levels.leaf({"a"}, a);
  levels.leaf({"b"}, b);
  EXPECT_EQ(std::set<Value>(a.begin(), a.end()), (std::set<Value>{0, 1, 2}));
  EXPECT_NE(a, b);
  const expr::Symbol symbol{"a"};
  const PointValues::Operand operands[] = {{&symbol, a}, {&symbol, b}};
  Values highest(kPoints);
  levels.apply({"High", expr::SymbolKind::op, 2}, operands, highest);
  for (size_t j = 0; j < kPoints; ++j) EXPECT_EQ(highest[j], std::max(a[j], b[j]));
  EXPECT_EQ((std::set<float>{levels.number(0, 0), levels.number(1, 0), levels.number(2, 0)}).size(), 3U);
}

TEST(PointValues, RefuseWhatTheDomainDoesNotHave) {
  for (const Domain* domain : with_values()) {
    const auto at_points = domain->point_values(1);
    Values values(3);
    const expr::Symbol a{"a"};
    const PointValues::Operand operand{&a, values};
    EXPECT_ERROR(at_points->leaf({"pi", expr::SymbolKind::constant}, values), "'pi'");
    EXPECT_ERROR(at_points->apply({"Sin", expr::SymbolKind::op, 1}, {&operand, 1}, values), "'Sin'");
  }
  Values values(3);
  const expr::Symbol a{"a"};
  const PointValues::Operand both[] = {{&a, values}, {&a, values}};
  EXPECT_ERROR(polynomial().point_values(1)->apply({"Power", expr::SymbolKind::op, 2}, both, values), "exponent",
               "'a'");
  EXPECT_EQ(open().point_values(1), nullptr);
}

// Numbers with double precision, which are equal but for rounding.
TEST(PointValues, OfRealFunctionsShowTheSameWhereTheyAreEqual) {
  const auto at_points = real().point_values(1);
  const auto numbers = [&](const std::string& text) {
    const Values values = values_of(real(), text);
    std::vector<float> shown;
    for (size_t p = 0; p < values.size(); ++p) shown.push_back(at_points->number(values[p], p));
    return shown;
  };
  EXPECT_EQ(numbers("exp(a + b)"), numbers("exp(a)*exp(b)"));
  EXPECT_EQ(numbers("1/a + 1/b"), numbers("(a + b)/(a*b)"));
  EXPECT_EQ(numbers("sqrt(a)^2"), numbers("exp(log(a))"));
  EXPECT_EQ(numbers("sin(a)^2 + cos(a)^2 - 1"), numbers("b - b"));
  EXPECT_NE(numbers("sqrt(a)^2"), numbers("a"));
  EXPECT_NE(numbers("a"), numbers("b"));
}

}  // namespace eqnet::domain
