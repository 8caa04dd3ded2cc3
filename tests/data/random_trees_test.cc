#include "eqnet/data/random_trees.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "eqnet/expr/print.h"
#include "support/expect_error.h"

namespace eqnet::data {
namespace {

using expr::Symbol;
using expr::SymbolKind;

const std::vector<Symbol> kVariables = {{"a"}, {"b"}, {"c"}};
const std::vector<Symbol> kBinary = {{"And", SymbolKind::op, 2}, {"Or", SymbolKind::op, 2}};
const std::vector<Symbol> kBoolean = {
    {"And", SymbolKind::op, 2}, {"Not", SymbolKind::op, 1}, {"Xor", SymbolKind::op, 2}};
const std::vector<Symbol> kPolynomial = {
    {"Add", SymbolKind::op, 2}, {"Multiply", SymbolKind::op, 2}, {"Subtract", SymbolKind::op, 2}};

std::vector<std::string> tree_texts(const Dataset& dataset) {
  const expr::Printer printer(dataset.pool, dataset.domain->syntax(), expr::Style::s_expression);
  std::vector<std::string> all;
  for (const EquivalenceClass& c : dataset.classes) {
    for (const expr::NodeId member : c.members) all.push_back(printer.text(member));
  }
  return all;
}

Dataset boolean(size_t size, size_t count, uint64_t seed = 1) {
  return random_trees(domain::boolean(), kVariables, kBoolean, {size, count, seed});
}

// The oracle: how many trees there are, by counting them.
size_t count_trees(size_t leaves, std::span<const Symbol> operators, size_t size) {
  if (size == 1) return leaves;
  size_t trees = 0;
  for (const Symbol& op : operators) {
    if (op.arity == 1) {
      trees += count_trees(leaves, operators, size - 1);
      continue;
    }
    for (size_t left = 1; left + 1 < size; ++left)
      trees += count_trees(leaves, operators, left) * count_trees(leaves, operators, size - 1 - left);
  }
  return trees;
}

}  // namespace

TEST(RandomTrees, HaveTheAskedSizeAndAreAllDifferent) {
  for (const size_t size : {9, 10, 51, 300}) {
    const Dataset dataset = boolean(size, 200);
    size_t members = 0;
    std::set<std::string> names;
    for (const EquivalenceClass& c : dataset.classes) {
      EXPECT_TRUE(names.insert(c.name).second) << c.name;
      EXPECT_FALSE(c.members.empty());
      members += c.members.size();
      for (const expr::NodeId member : c.members) EXPECT_EQ(dataset.pool.tree_size(member), size);
    }
    EXPECT_EQ(members, 200U);
    const std::vector<std::string> all = tree_texts(dataset);
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), 200U);
  }
}

TEST(RandomTrees, AreAFunctionOfTheSeed) {
  EXPECT_EQ(tree_texts(boolean(21, 100, 5)), tree_texts(boolean(21, 100, 5)));
  EXPECT_NE(tree_texts(boolean(21, 100, 5)), tree_texts(boolean(21, 100, 6)));
}

TEST(RandomTrees, AreAllThatThereAreWhereMoreAreAsked) {
  for (const size_t size : {1, 2, 3, 4, 5}) {
    EXPECT_EQ(tree_texts(boolean(size, 20'000)).size(), count_trees(3, kBoolean, size)) << size;
  }
  EXPECT_EQ(tree_texts(random_trees(domain::boolean(), kVariables, kBinary, {5, 10'000, 1})).size(),
            count_trees(3, kBinary, 5));
}

// One tree from each of many seeds: with n draws over m trees, the sum of (seen - n / m)^2 / (n / m) has mean m - 1 and
// variance 2 (m - 1).
TEST(RandomTrees, AreEquallyLikely) {
  for (const size_t size : {3, 4, 5}) {
    const size_t trees = count_trees(2, kBoolean, size);
    const std::span<const Symbol> two = std::span(kVariables).first(2);
    const size_t draws = 60 * trees;
    std::map<std::string, size_t> seen;
    for (uint64_t seed = 0; seed < draws; ++seed) {
      ++seen[tree_texts(random_trees(domain::boolean(), two, kBoolean, {size, 1, seed}))[0]];
    }
    EXPECT_EQ(seen.size(), trees) << size;
    double sum = 0;
    for (const auto& [text, times] : seen) sum += std::pow(static_cast<double>(times) - 60, 2) / 60;
    const auto mean = static_cast<double>(trees - 1);
    EXPECT_LT(std::fabs(sum - mean), 5 * std::sqrt(2 * mean)) << size;
  }
}

TEST(RandomTrees, AreGroupedByMeaning) {
  const Dataset booleans = boolean(9, 60);
  const Dataset polynomials = random_trees(domain::polynomial(), kVariables, kPolynomial, {5, 60, 1});
  for (const Dataset* dataset : {&booleans, &polynomials}) {
    size_t pairs = 0;
    std::vector<std::pair<expr::NodeId, size_t>> all;
    for (size_t i = 0; i < dataset->classes.size(); ++i) {
      for (const expr::NodeId member : dataset->classes[i].members) all.emplace_back(member, i);
    }
    for (const auto& [left, of_left] : all) {
      for (const auto& [right, of_right] : all) {
        const domain::Answer answer = dataset->domain->equivalent(dataset->pool, left, right).answer;
        ASSERT_EQ(answer == domain::Answer::equivalent, of_left == of_right);
        pairs += left < right && of_left == of_right ? 1 : 0;
      }
    }
    EXPECT_GT(pairs, 10U) << "some are equivalent";
    EXPECT_GT(dataset->classes.size(), 10U);
  }
}

TEST(RandomTrees, AreAllUnseen) {
  const Dataset dataset = boolean(7, 100);
  ASSERT_TRUE(dataset.split.has_value());
  const Classes& unseen = dataset.part(Part::unseen);
  ASSERT_EQ(unseen.size(), dataset.classes.size());
  for (size_t i = 0; i < unseen.size(); ++i) {
    EXPECT_EQ(unseen[i].name, dataset.classes[i].name);
    EXPECT_EQ(unseen[i].members, dataset.classes[i].members);
  }
  for (const Part part : {Part::train, Part::validation, Part::seen}) EXPECT_TRUE(dataset.part(part).empty());
}

TEST(RandomTrees, SayWhereNoTreeHasThatSize) {
  EXPECT_ERROR(random_trees(domain::boolean(), kVariables, kBinary, {8, 10, 1}), "no tree", "8 nodes", "odd");
  EXPECT_ERROR(random_trees(domain::boolean(), {}, kBinary, {7, 10, 1}), "no tree", "7 nodes");
  EXPECT_ERROR(random_trees(domain::boolean(), kVariables, {}, {3, 10, 1}), "no tree", "3 nodes");
}

TEST(RandomTrees, HaveFromOneToTheMostNodes) {
  EXPECT_ERROR(boolean(0, 10), "1 to 2000", "0");
  EXPECT_ERROR(boolean(kMostRandomSize + 1, 10), "1 to 2000", "2001");
  const Dataset largest = boolean(kMostRandomSize, 2);
  ASSERT_EQ(tree_texts(largest).size(), 2U);
  EXPECT_EQ(largest.pool.tree_size(largest.classes[0].members[0]), kMostRandomSize);
}

// Drawn by the program as it was before draw_trees was a function of its own: scores on them can still be compared.
TEST(RandomTrees, AreThoseThatTheyWere) {
  EXPECT_EQ(tree_texts(boolean(9, 4, 3)),
            (std::vector<std::string>{"(And (Xor a (Xor b (Not (Not a)))) a)", "(Not (And (Xor b (And (Not a) a)) b))",
                                      "(Xor (And b (Xor (Xor c b) c)) c)", "(Xor (And a a) (Xor b (Xor b c)))"}));
}

TEST(DrawTrees, DrawsThoseOfADatasetWithoutTheirMeaning) {
  for (const size_t size : {5, 12}) {
    const Dataset dataset = boolean(size, 50, 7);
    expr::Pool pool;
    const std::vector<expr::NodeId> trees = draw_trees(kVariables, kBoolean, {size, 50, 7}, pool);
    const expr::Printer printer(pool, domain::open().syntax(), expr::Style::s_expression);
    std::set<std::string> drawn;
    for (const expr::NodeId tree : trees) {
      EXPECT_EQ(pool.tree_size(tree), size);
      drawn.insert(printer.text(tree));
    }
    const std::vector<std::string> expected = tree_texts(dataset);
    EXPECT_EQ(drawn, std::set(expected.begin(), expected.end()));
    EXPECT_EQ(trees.size(), 50U);
  }
}

TEST(DrawTrees, DrawsOperatorsOfAnyNameAndNumberOfChildren) {
  const std::vector<Symbol> operators = {{"f", SymbolKind::op, 3}};
  expr::Pool pool;
  EXPECT_EQ(draw_trees(kVariables, operators, {4, 1000, 1}, pool).size(), 27U) << "all there are";
  EXPECT_ERROR(draw_trees(kVariables, operators, {5, 10, 1}, pool), "no tree", "5 nodes");
  EXPECT_ERROR(draw_trees(kVariables, operators, {0, 10, 1}, pool), "1 to 2000");
}

TEST(RandomTrees, NeedADomainWithSemantics) {
  EXPECT_ERROR(random_trees(domain::open(), kVariables, kBoolean, {5, 10, 1}), "open");
}

}  // namespace eqnet::data
