#include "report/meanings.h"

#include <gtest/gtest.h>

#include <set>

#include "report/brute_force.h"
#include "report/neighbour_map.h"
#include "report/some_neighbour_map.h"
#include "support/random_expression.h"
#include "support/split_dataset.h"

namespace eqnet::report {
namespace {

using eqnet::testing::generated;

// One class of random expressions; labels mean nothing.
data::Dataset random_dataset(const domain::Domain* kind, uint64_t seed) {
  data::Dataset dataset;
  dataset.name = "random";
  dataset.domain = kind;
  base::Random random(seed);
  const eqnet::testing::RandomExpressions expression{kind, 3};
  std::set<expr::NodeId> members;
  for (size_t i = 0; i < 200; ++i) members.insert(expression(dataset.pool, random, 1 + i % 8));
  dataset.classes.push_back({"all", {members.begin(), members.end()}});
  return dataset;
}

// Everything that the header says, by evaluation.
void expect_right(const data::Dataset& dataset) {
  const std::vector<expr::NodeId> nodes = nodes_of(dataset);
  const std::vector<uint32_t> labels = eval::members_of(dataset).labels;
  const Meanings meanings = meanings_of(dataset, nodes, labels);
  ASSERT_EQ(meanings.of.size(), nodes.size());
  ASSERT_EQ(meanings.negation.size(), meanings.count);

  BruteForce truth(dataset);
  std::map<BruteForce::Values, uint32_t> number;
  std::map<uint32_t, BruteForce::Values> values;
  for (size_t i = 0; i < nodes.size(); ++i) {
    ASSERT_LT(meanings.of[i], meanings.count);
    const auto known = number.emplace(truth.of(nodes[i]), meanings.of[i]);
    EXPECT_EQ(known.first->second, meanings.of[i]) << "equivalent nodes have one meaning";
    values[meanings.of[i]] = truth.of(nodes[i]);
  }
  EXPECT_EQ(number.size(), meanings.count) << "different nodes have different ones, and every number is used";
  EXPECT_EQ(values.size(), meanings.count);

  size_t pairs = 0;
  for (uint32_t m = 0; m < meanings.count; ++m) {
    const auto expected = number.find(truth.negated(values[m]));
    EXPECT_EQ(meanings.negation[m], expected == number.end() ? Meanings::kUnknown : expected->second);
    if (meanings.negation[m] == Meanings::kUnknown) continue;
    EXPECT_EQ(meanings.negation[meanings.negation[m]], m) << "negation is mutual";
    ++pairs;
  }
  EXPECT_GT(pairs, 0U) << "or the test says nothing";
}

}  // namespace

TEST(Meanings, AreThoseOfTruthTables) {
  expect_right(generated("boolean5"));
  for (uint64_t seed = 1; seed <= 5; ++seed) expect_right(random_dataset(&domain::boolean(), seed));
}

TEST(Meanings, AreThoseOfPolynomialsAtManyPoints) {
  expect_right(generated("poly5"));
  for (uint64_t seed = 1; seed <= 5; ++seed) expect_right(random_dataset(&domain::polynomial(), seed));
}

TEST(Meanings, FindNoLabelWrongInGeneratedData) {
  const data::Dataset dataset = generated("boolean5");
  const Meanings meanings = meanings_of(dataset, nodes_of(dataset), eval::members_of(dataset).labels);
  EXPECT_EQ(meanings.wrong_labels, 0U);
  EXPECT_EQ(meanings.count, dataset.classes.size());
}

TEST(Meanings, CountLabelsThatAreWrong) {
  const data::Dataset dataset = data::load_memory(
      "one\ta & b\none\tb & a\none\ta | b\n"          // a | b is wrong
      "two\ta ^ b\ntwo\t~a\n"                         // one of the two is
      "three\t~(a ^ b)\nthree\t~(b ^ a)\n"            // none
      "four\ta\nfour\tb\nfour\ta & a\nfour\tb | b\n"  // two each: two are
      "five\t~b\n",
      "FILE");
  const eval::Members rows = eval::members_of(dataset);
  EXPECT_EQ(meanings_of(dataset, nodes_of(dataset), rows.labels).wrong_labels, 1U + 1U + 2U);
  EXPECT_EQ(meanings_of(dataset, rows.expressions, rows.labels).wrong_labels, 4U) << "others do not count";
}

TEST(Meanings, OfTheOpenDomainAreTheClassesOfTheMembers) {
  const data::Dataset dataset = open_dataset({"x", "y", "z"});
  const std::vector<expr::NodeId> nodes = nodes_of(dataset);
  const std::vector<uint32_t> labels = eval::members_of(dataset).labels;
  ASSERT_EQ(nodes.size(), labels.size() + 3);
  const Meanings meanings = meanings_of(dataset, nodes, labels);
  ASSERT_EQ(meanings.of.size(), nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    EXPECT_EQ(meanings.of[i], i < labels.size() ? labels[i] : Meanings::kUnknown);
  }
  EXPECT_EQ(meanings.count, 3U);
  EXPECT_EQ(meanings.negation, std::vector<uint32_t>(3, Meanings::kUnknown)) << "nobody knows what a negation is";
  EXPECT_EQ(meanings.wrong_labels, 0U);
}

TEST(Meanings, LeaveThePoolAsItWas) {
  const data::Dataset dataset = data::load_memory("one\ta & b\ntwo\ta | b\n", "FILE");
  const size_t size = dataset.pool.size();
  const size_t symbols = dataset.pool.symbols.size();
  const std::vector<uint32_t> labels = eval::members_of(dataset).labels;
  EXPECT_EQ(meanings_of(dataset, nodes_of(dataset), labels).negation, std::vector<uint32_t>(4, Meanings::kUnknown));
  EXPECT_EQ(dataset.pool.size(), size);
  EXPECT_EQ(dataset.pool.symbols.size(), symbols) << "though it had no Not";
}

}  // namespace eqnet::report
