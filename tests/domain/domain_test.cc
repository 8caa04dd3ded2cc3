// What every domain of the registry must keep to, and the registry itself.
#include "eqnet/domain/domain.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "eqnet/domain/algebra.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "support/expect_error.h"
#include "support/random_expression.h"

namespace eqnet::domain {
namespace {

using eqnet::testing::RandomExpressions;

// Those that decide.
std::vector<const Domain*> with_meaning() {
  std::vector<const Domain*> all = domains();
  std::erase_if(all, [](const Domain* domain) { return !domain->has_meaning(); });
  return all;
}

TEST(Registry, GivesEachDomainByItsName) {
  std::set<std::string_view> names;
  for (const Domain* domain : domains()) {
    EXPECT_EQ(&domain_of(domain->name()), domain);
    EXPECT_TRUE(names.insert(domain->name()).second);
    EXPECT_EQ(domain->syntax().domain, domain->name());
  }
  EXPECT_GE(names.size(), 3U);
  EXPECT_ERROR(domain_of("bolean"), "'bolean'", domain_names());
}

TEST(Domains, HaveDefaultOperatorsThatMakeTrees) {
  for (const Domain* domain : with_meaning()) {
    EXPECT_FALSE(domain->default_operators().empty()) << domain->name();
    for (const std::string& name : domain->default_operators()) {
      const auto& operators = domain->syntax().operators;
      const auto op = std::ranges::find(operators, name, &expr::OperatorSyntax::symbol);
      ASSERT_NE(op, operators.end()) << name;
      EXPECT_FALSE(op->literal_last) << name;
    }
  }
}

TEST(Domains, NegateWithAnOperatorOfTheirsThatUndoesItself) {
  for (const Domain* domain : with_meaning()) {
    const std::optional<Negation> negation = domain->negation();
    ASSERT_TRUE(negation) << domain->name();
    expr::Pool pool;
    const expr::NodeId a = pool.variable("a");
    const expr::SymbolId negate = pool.symbols.op(negation->op, 1);
    const expr::NodeId twice = pool.node(negate, {pool.node(negate, {a})});
    EXPECT_EQ(domain->equivalent(pool, a, twice).answer, Answer::equivalent) << domain->name();
  }
}

TEST(Domains, OpenHasNoMeaning) {
  EXPECT_FALSE(open().has_meaning());
  EXPECT_EQ(open().algebra({"a"}), nullptr);
  expr::Pool pool;
  const expr::NodeId a = pool.variable("a");
  EXPECT_ERROR((void)open().classify(pool, {&a, 1}), "open domain");
  EXPECT_TRUE(open().samples(pool, {&a, 1}, 0, 10).empty());
}

// Whatever values two nodes have at the points, equal ones are equal everywhere, and different ones are told apart
// within a few points; the points of two calls are those of one.
RC_GTEST_PROP(SamplesProperty, TellJustThoseApartThatDiffer, (uint64_t seed)) {
  for (const Domain* domain : with_meaning()) {
    if (domain == &real()) continue;  // it shows no points yet
    expr::Pool pool;
    base::Random random(seed);
    std::vector<expr::NodeId> nodes;
    for (int i = 0; i < 6; ++i) nodes.push_back(RandomExpressions{domain, 3}(pool, random, 1 + seed % 9));
    std::vector<Sample> samples = domain->samples(pool, nodes, 0, 5);
    for (Sample& sample : domain->samples(pool, nodes, 5, 295)) samples.push_back(std::move(sample));
    const std::vector<Sample> again = domain->samples(pool, nodes, 0, 300);
    RC_ASSERT(samples.size() == again.size());
    for (size_t i = 0; i < samples.size(); ++i) {
      RC_ASSERT(samples[i].point == again[i].point);
      RC_ASSERT(samples[i].values == again[i].values);
    }
    for (size_t a = 0; a < nodes.size(); ++a) {
      for (size_t b = 0; b < a; ++b) {
        const bool differ = std::ranges::any_of(samples, [&](const Sample& s) { return s.values[a] != s.values[b]; });
        RC_ASSERT(differ == (domain->equivalent(pool, nodes[a], nodes[b]).answer == Answer::different));
      }
    }
  }
}

// A domain that can decide and nothing else: numbers of letters.
TEST(Domains, WithoutAnAlgebraGroupPairByPair) {
  class Lengths final : public Domain {
    [[nodiscard]] std::string_view name() const override { return "lengths"; }
    [[nodiscard]] const expr::Syntax& syntax() const override { return boolean().syntax(); }
    [[nodiscard]] Verdict decide(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                                 const EquivalenceParams& /*params*/) const override {
      const bool same = pool.symbol_of(left).name.size() == pool.symbol_of(right).name.size();
      return {same ? Answer::equivalent : Answer::different, {}, {}, {}, "length"};
    }
  };
  const Lengths domain;
  const Domain& lengths = domain;
  expr::Pool pool;
  const expr::NodeId nodes[] = {pool.variable("a"), pool.variable("bb"), pool.variable("c"), pool.variable("dd")};
  EXPECT_EQ(lengths.classify(pool, nodes), (std::vector<uint32_t>{0, 1, 0, 1}));
}

TEST(Samples, AreSimplePointsFirst) {
  expr::Pool pool;
  const expr::NodeId both = expr::parse("a & b", boolean().syntax(), pool);
  const std::vector<Sample> table = boolean().samples(pool, {&both, 1}, 0, 100);
  ASSERT_EQ(table.size(), 4U);
  EXPECT_EQ(table[1].point, (Assignment{{"a", "1"}, {"b", "0"}}));
  EXPECT_EQ(table[3].values, std::vector<std::string>{"1"});
  expr::Pool other;
  const expr::NodeId square = expr::parse("x^2 - y", polynomial().syntax(), other);
  const std::vector<Sample> values = polynomial().samples(other, {&square, 1}, 0, 4);
  ASSERT_EQ(values.size(), 4U);
  EXPECT_EQ(values[0].point, (Assignment{{"x", "0"}, {"y", "0"}}));
  EXPECT_EQ(values[2].point, (Assignment{{"x", "-1"}, {"y", "0"}}));
  EXPECT_EQ(values[2].values, std::vector<std::string>{"1"});
}

TEST(Samples, LeaveOutWhatIsTooLongToRead) {
  expr::Pool pool;
  const expr::NodeId nodes[] = {expr::parse("(x^10000)^10000", polynomial().syntax(), pool), pool.variable("x")};
  const std::vector<Sample> values = polynomial().samples(pool, nodes, 0, 10);
  ASSERT_EQ(values.size(), 10U);
  EXPECT_EQ(values[0].values, (std::vector<std::string>{"0", "0"}));
  ASSERT_EQ(values[3].point, (Assignment{{"x", "2"}}));
  EXPECT_EQ(values[3].values, (std::vector<std::string>{"", "2"}));
}

}  // namespace
}  // namespace eqnet::domain
