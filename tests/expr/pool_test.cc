#include "eqnet/expr/pool.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/expect_error.h"
#include "support/random_expression.h"

namespace eqnet::expr {

TEST(Pool, StoresEachDistinctSubexpressionOnce) {
  Pool pool;
  const NodeId a = pool.variable("a");
  const SymbolId op = pool.symbols.op("And", 2);
  const NodeId first = pool.node(op, {a, a});
  EXPECT_EQ(pool.node(op, {a, a}), first);
  EXPECT_EQ(pool.variable("a"), a);
  EXPECT_NE(pool.constant("a"), a) << "a constant is not a variable of the same name";
  EXPECT_EQ(pool.size(), 3U);
}

TEST(Pool, TakesOperatorsOfAnyArity) {
  Pool pool;
  std::vector<NodeId> children;
  for (int i = 0; i < 100; ++i) children.push_back(pool.variable("v" + std::to_string(i)));
  const NodeId wide = pool.node(pool.symbols.op("Wide", 100), children);
  EXPECT_EQ(pool.children(wide).size(), 100U);
  EXPECT_EQ(pool.tree_size(wide), 101U);
  EXPECT_EQ(pool.height(wide), 1U);
}

TEST(Pool, RefusesAWrongNumberOfChildren) {
  Pool pool;
  const NodeId a = pool.variable("a");
  const SymbolId op = pool.symbols.op("And", 2);
  EXPECT_ERROR(pool.node(op, {a}), "'And'", "takes 2", "1 were given");
  EXPECT_ERROR(pool.symbols.op("And", 3), "'And'", "3 children", "takes 2");
  EXPECT_ERROR(pool.symbols.op("Nothing", 0), "'Nothing'");
}

TEST(Pool, CountsSharedPartsAsOftenAsTheyOccurAndSaturates) {
  Pool pool;
  NodeId node = pool.variable("a");
  const SymbolId op = pool.symbols.op("Add", 2);
  for (uint32_t height = 1; height <= 40; ++height) {
    node = pool.node(op, {node, node});
    EXPECT_EQ(pool.height(node), height);
    const uint64_t exact = (uint64_t{2} << height) - 1;
    EXPECT_EQ(pool.tree_size(node), exact < Pool::kManyNodes ? exact : Pool::kManyNodes);
  }
  EXPECT_EQ(pool.size(), 41U);
}

TEST(Pool, MayBeGivenChildrenOfAnotherOfItsNodes) {
  Pool pool;
  const NodeId a = pool.variable("a");
  const NodeId b = pool.variable("b");
  NodeId node = pool.node(pool.symbols.op("f0", 2), {a, b});
  for (int i = 1; i < 1000; ++i) {  // through several growths of the pool
    node = pool.node(pool.symbols.op("f" + std::to_string(i), 2), pool.children(node));
    ASSERT_EQ(pool.children(node)[0], a);
    ASSERT_EQ(pool.children(node)[1], b);
  }
}

RC_GTEST_PROP(PoolProperty, ChildrenComeBeforeParentsAndNothingIsTwice, (uint64_t seed, uint16_t size)) {
  Pool pool;
  base::Random random(seed);
  eqnet::testing::RandomExpressions{&domain::boolean(), 10}(pool, random, size % 500);
  std::set<std::pair<SymbolId, std::vector<NodeId>>> seen;
  for (NodeId id = 0; id < pool.size(); ++id) {
    const auto children = pool.children(id);
    for (const NodeId child : children) RC_ASSERT(child < id);
    RC_ASSERT(seen.insert({pool.symbol(id), {children.begin(), children.end()}}).second);
  }
}

RC_GTEST_PROP(SubgraphProperty, HoldsJustWhatTheRootsConsistOf, (uint64_t seed)) {
  Pool pool;
  base::Random random(seed);
  const eqnet::testing::RandomExpressions make{&domain::boolean(), 5};
  for (int i = 0; i < 5; ++i) make(pool, random, 30);
  const NodeId roots[] = {static_cast<NodeId>(random.below(pool.size())),
                          static_cast<NodeId>(random.below(pool.size()))};
  const Subgraph graph(pool, roots);
  std::set<NodeId> reachable(std::begin(roots), std::end(roots));
  for (NodeId id = static_cast<NodeId>(pool.size()); id-- > 0;) {
    if (!reachable.contains(id)) continue;
    for (const NodeId child : pool.children(id)) reachable.insert(child);
  }
  RC_ASSERT(graph.size() == reachable.size());
  for (size_t place = 0; place < graph.size(); ++place) {
    RC_ASSERT(reachable.contains(graph.id(place)));
    const auto expected = pool.children(graph.id(place));
    const auto children = graph.children(place);
    RC_ASSERT(children.size() == expected.size());
    for (size_t i = 0; i < children.size(); ++i) {
      RC_ASSERT(children[i] < place);
      RC_ASSERT(graph.id(children[i]) == expected[i]);
    }
  }
  RC_ASSERT(graph.id(graph.root(0)) == roots[0]);
  RC_ASSERT(graph.id(graph.root(1)) == roots[1]);
}

TEST(Copy, GivesTheSameExpressionInAnotherPool) {
  Pool from;
  const NodeId a = from.variable("a");
  NodeId root = from.node(from.symbols.op("And", 2), {a, from.constant("true")});
  for (int i = 0; i < 200'000; ++i) root = from.node(from.symbols.op("Not", 1), {root});  // deeper than any stack
  Pool to;
  to.variable("b");
  EXPECT_FALSE(find(from, root, to));
  const NodeId there = copy(from, root, to);
  EXPECT_EQ(to.size(), from.size() + 1);
  EXPECT_EQ(to.tree_size(there), from.tree_size(root));
  EXPECT_EQ(copy(from, root, to), there) << "made once";
  EXPECT_EQ(find(from, root, to), there);
  EXPECT_EQ(copy(to, there, from), root);
}

TEST(Copy, IsNotFoundWhereOnlyItsPartsAre) {
  Pool from;
  const NodeId root = from.node(from.symbols.op("F", 2), {from.variable("a"), from.variable("b")});
  Pool to;
  to.node(to.symbols.op("F", 2), {to.variable("b"), to.variable("a")});
  EXPECT_FALSE(find(from, root, to));
  Pool other;
  other.node(other.symbols.op("F", 1), {other.variable("a")});  // another number of children
  other.variable("b");
  EXPECT_FALSE(find(from, root, other));
}

}  // namespace eqnet::expr
