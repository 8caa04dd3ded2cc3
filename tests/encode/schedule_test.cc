#include "encode/schedule.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "eqnet/expr/print.h"
#include "support/open_pool.h"
#include "support/random_expression.h"

namespace eqnet::encode {
namespace {

using eqnet::testing::OpenPool;
using eqnet::testing::RandomExpressions;
using expr::NodeId;

Schedule scheduled(const expr::Pool& pool, const Vocabulary& vocabulary, const std::vector<NodeId>& roots) {
  Schedule schedule;
  Scheduler(pool, vocabulary).schedule(roots, schedule);
  return schedule;
}

bool same(const Schedule& a, const Schedule& b) {
  const auto groups = [](const Schedule::Group& x, const Schedule::Group& y) {
    return std::tie(x.arity, x.begin, x.end, x.children_begin) == std::tie(y.arity, y.begin, y.end, y.children_begin);
  };
  const auto levels = [](const Schedule::Level& x, const Schedule::Level& y) {
    return std::tie(x.op, x.begin, x.end) == std::tie(y.op, y.begin, y.end);
  };
  return a.leaves == b.leaves && a.symbols == b.symbols && a.children == b.children && a.roots == b.roots &&
         a.sizes == b.sizes && a.inner == b.inner && std::ranges::equal(a.groups, b.groups, groups) &&
         std::ranges::equal(a.levels, b.levels, levels);
}

// What the roots consist of, by definition.
std::set<NodeId> subexpressions(const expr::Pool& pool, const std::vector<NodeId>& roots) {
  std::set<NodeId> all;
  std::vector<NodeId> stack = roots;
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    if (!all.insert(id).second) continue;
    for (const NodeId child : pool.children(id)) stack.push_back(child);
  }
  return all;
}

// Nodes of the tree that have children, shared parts counted as often as they occur; the largest 32-bit number stands
// for more.
uint64_t count_inner(const expr::Pool& pool, NodeId root) {
  std::map<NodeId, uint64_t> counts;
  for (const NodeId id : subexpressions(pool, {root})) {  // in order of ids: children first
    uint64_t count = pool.is_leaf(id) ? 0 : 1;
    for (const NodeId child : pool.children(id)) count += counts[child];
    counts[id] = std::min<uint64_t>(count, UINT32_MAX);
  }
  return counts[root];
}

// Groups follow the leaves without a gap, in the vocabulary's order; levels lie in their operator's group one after the
// other, and cover it.
void check_layout(const Schedule& schedule, const Vocabulary& vocabulary) {
  RC_ASSERT(schedule.groups.size() == vocabulary.operators().size());
  uint32_t row = schedule.leaves;
  size_t child = 0;
  std::vector<uint32_t> next;
  for (size_t op = 0; op < schedule.groups.size(); ++op) {
    const Schedule::Group& group = schedule.groups[op];
    RC_ASSERT(group.arity == vocabulary.operators()[op].arity);
    RC_ASSERT(group.begin == row);
    RC_ASSERT(group.children_begin == child);
    row = group.end;
    child += (group.end - group.begin) * size_t{group.arity};
    next.push_back(group.begin);
    for (uint32_t i = group.begin; i < group.end; ++i) RC_ASSERT(schedule.symbols[i] == op);
  }
  RC_ASSERT(row == schedule.rows());
  RC_ASSERT(child == schedule.children.size());
  for (const Schedule::Level& level : schedule.levels) {
    RC_ASSERT(level.begin < level.end);
    RC_ASSERT(level.begin == next[level.op]);
    next[level.op] = level.end;
  }
  for (size_t op = 0; op < next.size(); ++op) RC_ASSERT(next[op] == schedule.groups[op].end);
}

// Computes the schedule as a network would, level by level, with the pool's nodes as values: a node that exists comes
// back with its own id. A row is computed only from rows that were computed in earlier levels.
std::vector<NodeId> replay(expr::Pool& pool, const Vocabulary& vocabulary, const Schedule& schedule) {
  constexpr NodeId kNone = UINT32_MAX;
  std::vector<NodeId> ids(schedule.rows(), kNone);
  for (uint32_t row = 0; row < schedule.leaves; ++row) {
    const expr::Symbol& leaf = vocabulary.leaves()[schedule.symbols[row]];
    ids[row] = leaf.kind == expr::SymbolKind::variable ? pool.variable(leaf.name) : pool.constant(leaf.name);
  }
  for (const Schedule::Level& level : schedule.levels) {
    const expr::Symbol& op = vocabulary.operators()[level.op];
    std::vector<NodeId> made;
    for (uint32_t row = level.begin; row < level.end; ++row) {
      std::vector<NodeId> children;
      for (const uint32_t child : schedule.children_of(row)) {
        RC_ASSERT(ids[child] != kNone);
        children.push_back(ids[child]);
      }
      made.push_back(pool.node(pool.symbols.op(op.name, op.arity), children));
    }
    std::copy(made.begin(), made.end(), ids.begin() + level.begin);
  }
  return ids;
}

Schedule scheduled(const expr::Pool& pool, const Vocabulary& vocabulary, const std::vector<NodeId>& roots,
                   const Substitution& substitution) {
  Schedule schedule;
  Scheduler(pool, vocabulary).schedule(roots, schedule, substitution);
  return schedule;
}

// A tree as text, where [c] stands for class c: of a row, and of an expression by the definition of Substitution.
std::string text(const Vocabulary& vocabulary, const Schedule& schedule, uint32_t row) {
  const uint32_t number = schedule.symbols[row];
  const size_t leaves = vocabulary.leaves().size();
  if (row < schedule.leaves)
    return number < leaves ? vocabulary.leaves()[number].name : "[" + std::to_string(number - leaves) + "]";
  std::string all = vocabulary.operators()[number].name + "(";
  for (const uint32_t child : schedule.children_of(row)) all += text(vocabulary, schedule, child) + " ";
  return all + ")";
}
std::string text(const expr::Pool& pool, NodeId node, const Substitution& substitution) {
  const std::span<const NodeId> children = pool.children(node);
  if (children.empty()) return pool.symbol_of(node).name;
  std::string all = pool.symbol_of(node).name + "(";
  for (size_t c = 0; c < children.size(); ++c) {
    all += (substitution.replaces(node, c, children[c]) ? "[" + std::to_string(substitution.classes[children[c]]) + "]"
                                                        : text(pool, children[c], substitution)) +
           " ";
  }
  return all + ")";
}

// About a third of the nodes have one of 5 classes.
std::vector<uint32_t> some_classes(const expr::Pool& pool, base::Random& random) {
  std::vector<uint32_t> classes(pool.size(), Substitution::kUnknown);
  for (uint32_t& number : classes) {
    if (random.below(3) == 0) number = static_cast<uint32_t>(random.below(5));
  }
  return classes;
}

void check(expr::Pool& pool, const std::vector<NodeId>& roots) {
  const Vocabulary vocabulary = Vocabulary::of(pool, pool.size() == 0 ? std::vector<NodeId>() : roots);
  const Schedule schedule = scheduled(pool, vocabulary, roots);
  check_layout(schedule, vocabulary);
  const size_t nodes = pool.size();
  const std::vector<NodeId> ids = replay(pool, vocabulary, schedule);
  RC_ASSERT(pool.size() == nodes);
  const std::set<NodeId> distinct(ids.begin(), ids.end());
  RC_ASSERT(distinct.size() == ids.size());
  RC_ASSERT(distinct == subexpressions(pool, roots));
  RC_ASSERT(schedule.roots.size() == roots.size());
  for (size_t i = 0; i < roots.size(); ++i) {
    RC_ASSERT(ids[schedule.roots[i]] == roots[i]);
    RC_ASSERT(schedule.sizes[i] == pool.tree_size(roots[i]));
    RC_ASSERT(schedule.inner[i] == count_inner(pool, roots[i]));
  }
}

}  // namespace

RC_GTEST_PROP(ScheduleProperty, HasEverySubexpressionOnceAfterItsChildren,
              (uint64_t seed, uint8_t nodes, uint8_t roots)) {
  base::Random random(seed);
  OpenPool open(random, nodes);
  check(open.pool, open.some(random, roots % 20));
}

RC_GTEST_PROP(ScheduleProperty, TakesExpressionsOfTheDomains, (uint64_t seed, uint8_t size)) {
  for (const domain::Domain* kind : {&domain::boolean(), &domain::polynomial()}) {
    base::Random random(seed);
    expr::Pool pool;
    const RandomExpressions make{kind};
    std::vector<NodeId> roots;
    for (size_t i = 0; i < 10; ++i) roots.push_back(make(pool, random, 1 + size % 30));
    check(pool, roots);
  }
}

RC_GTEST_PROP(ScheduleProperty, DoesNotDependOnEarlierCalls, (uint64_t seed, uint8_t nodes)) {
  base::Random random(seed);
  const OpenPool open(random, nodes);
  const Vocabulary vocabulary = Vocabulary::of(open.pool, open.nodes);
  Scheduler reused(open.pool, vocabulary);
  Schedule schedule;
  for (const size_t count : {7, 0, 1, 30, 2}) {
    const auto roots = open.some(random, count);
    reused.schedule(roots, schedule);
    RC_ASSERT(same(schedule, scheduled(open.pool, vocabulary, roots)));
  }
}

TEST(Schedule, OfNothingIsEmpty) {
  base::Random random(1);
  const OpenPool open(random, 10);
  const Schedule schedule = scheduled(open.pool, Vocabulary::of(open.pool, open.nodes), {});
  EXPECT_EQ(schedule.rows(), 0U);
  EXPECT_TRUE(schedule.levels.empty());
  EXPECT_TRUE(schedule.roots.empty());
}

TEST(Schedule, TakesATreeAMillionDeep) {
  constexpr uint32_t kDepth = 1'000'000;
  expr::Pool pool;
  const NodeId a = pool.variable("a");
  const NodeId b = pool.variable("b");
  NodeId root = a;
  for (uint32_t i = 0; i < kDepth; ++i) {
    root = i % 2 == 0 ? pool.node(pool.symbols.op("Not", 1), {root}) : pool.node(pool.symbols.op("And", 2), {root, b});
  }
  const std::vector<NodeId> roots = {root};
  const Vocabulary vocabulary = Vocabulary::of(pool, roots);
  const Schedule schedule = scheduled(pool, vocabulary, roots);
  EXPECT_EQ(schedule.rows(), kDepth + 2U);
  EXPECT_EQ(schedule.levels.size(), kDepth);
  EXPECT_EQ(schedule.roots[0], schedule.groups[0].end - 1) << "the last And is the root";
  EXPECT_EQ(schedule.sizes[0], kDepth + kDepth / 2 + 1);
  EXPECT_EQ(schedule.inner[0], kDepth);
  std::vector<uint32_t> tokens;
  append_tokens(schedule, vocabulary, 0, tokens);
  EXPECT_EQ(tokens.size(), 2 * (kDepth - 1) + kDepth + kDepth / 2 + 1);
}

TEST(Schedule, SaysManyForATreeThatCannotBeCounted) {
  expr::Pool pool;
  NodeId root = pool.variable("a");
  for (int i = 0; i < 100; ++i) root = pool.node(pool.symbols.op("And", 2), {root, root});
  const std::vector<NodeId> roots = {root};
  const Schedule schedule = scheduled(pool, Vocabulary::of(pool, roots), roots);
  EXPECT_EQ(schedule.rows(), 101U);
  EXPECT_EQ(schedule.sizes[0], expr::Pool::kManyNodes);
  EXPECT_EQ(schedule.inner[0], expr::Pool::kManyNodes);
}

RC_GTEST_PROP(SubstitutionProperty, GivesTheTreesOfItsDefinition, (uint64_t seed, uint8_t nodes)) {
  base::Random random(seed);
  const OpenPool open(random, nodes % 20);
  const Vocabulary vocabulary = Vocabulary::of(open.pool, open.nodes);
  const std::vector<uint32_t> classes = some_classes(open.pool, random);
  const std::vector<NodeId> roots = open.some(random, 12);
  for (const double probability : {0.0, 0.5, 1.0}) {
    const Substitution substitution{classes, probability, seed};
    const Schedule schedule = scheduled(open.pool, vocabulary, roots, substitution);
    check_layout(schedule, vocabulary);
    for (size_t i = 0; i < roots.size(); ++i) {
      const std::string expected = text(open.pool, roots[i], substitution);
      RC_ASSERT(text(vocabulary, schedule, schedule.roots[i]) == expected);
      // Every node that is not a leaf has a parenthesis, and every node but the root a space behind it.
      RC_ASSERT(schedule.inner[i] == std::ranges::count(expected, '('));
      RC_ASSERT(schedule.sizes[i] == std::ranges::count(expected, ' ') + 1);
    }
  }
}

RC_GTEST_PROP(SubstitutionProperty, OfProbabilityZeroChangesNothing, (uint64_t seed, uint8_t nodes)) {
  base::Random random(seed);
  const OpenPool open(random, nodes);
  const Vocabulary vocabulary = Vocabulary::of(open.pool, open.nodes);
  const std::vector<uint32_t> classes = some_classes(open.pool, random);
  const std::vector<uint32_t> unknown(open.pool.size(), Substitution::kUnknown);
  const std::vector<NodeId> roots = open.some(random, 12);
  const Schedule plain = scheduled(open.pool, vocabulary, roots);
  RC_ASSERT(same(scheduled(open.pool, vocabulary, roots, {classes, 0, seed}), plain));
  RC_ASSERT(same(scheduled(open.pool, vocabulary, roots, {unknown, 1, seed}), plain));
}

RC_GTEST_PROP(SubstitutionProperty, LeavesTheSchedulerClean, (uint64_t seed, uint8_t nodes)) {
  base::Random random(seed);
  const OpenPool open(random, nodes);
  const Vocabulary vocabulary = Vocabulary::of(open.pool, open.nodes);
  const std::vector<uint32_t> classes = some_classes(open.pool, random);
  Scheduler reused(open.pool, vocabulary);
  Schedule schedule;
  for (const double probability : {0.5, 0.0, 1.0, 0.5, 0.0}) {
    const Substitution substitution{classes, probability, random.next()};
    const auto roots = open.some(random, 12);
    reused.schedule(roots, schedule, substitution);
    RC_ASSERT(same(schedule, scheduled(open.pool, vocabulary, roots, substitution)));
  }
}

TEST(Substitution, ReplacesEveryLabelledChildAndNoRoot) {
  expr::Pool pool;
  const NodeId a = pool.variable("a");
  const NodeId b = pool.variable("b");
  const NodeId f = pool.node(pool.symbols.op("f", 1), {a});
  const NodeId g = pool.node(pool.symbols.op("g", 2), {f, b});
  const NodeId top = pool.node(pool.symbols.op("g", 2), {f, g});
  std::vector<uint32_t> classes(pool.size(), Substitution::kUnknown);
  classes[f] = 4;
  classes[g] = 0;
  classes[top] = 2;
  const std::vector<NodeId> roots = {top, f};  // f is a root, and a child that is replaced
  const Vocabulary vocabulary = Vocabulary::of(pool, roots);
  const Schedule schedule = scheduled(pool, vocabulary, roots, {classes, 1, 9});
  EXPECT_EQ(text(vocabulary, schedule, schedule.roots[0]), "g([4] [0] )");
  EXPECT_EQ(text(vocabulary, schedule, schedule.roots[1]), "f(a )");
  EXPECT_EQ(schedule.leaves, 3U) << "a and two classes; b is only in what was replaced";
  EXPECT_EQ(schedule.rows(), 5U);
  std::vector<uint32_t> leaves(schedule.symbols.begin(), schedule.symbols.begin() + 3);
  std::ranges::sort(leaves);
  EXPECT_EQ(leaves, (std::vector<uint32_t>{0, 2 + 0, 2 + 4})) << "classes are numbered after the two leaves";
}

TEST(Substitution, ReplacesItsShareByTheSeed) {
  expr::Pool pool;
  const NodeId a = pool.variable("a");
  std::vector<NodeId> roots;
  NodeId child = a;
  for (int i = 0; i < 4000; ++i) roots.push_back(child = pool.node(pool.symbols.op("f", 1), {child}));
  const std::vector<uint32_t> classes(pool.size(), 0);
  const auto replaced = [&](double probability, uint64_t seed) {
    std::vector<bool> chosen;
    const Substitution substitution{classes, probability, seed};
    for (const NodeId root : roots) chosen.push_back(substitution.replaces(root, 0, pool.children(root)[0]));
    return chosen;
  };
  for (const double probability : {0.1, 0.5, 0.9}) {
    const std::vector<bool> chosen = replaced(probability, 1);
    EXPECT_EQ(replaced(probability, 1), chosen);
    EXPECT_NE(replaced(probability, 2), chosen);
    const auto share = static_cast<double>(std::ranges::count(chosen, true)) / 4000;
    EXPECT_NEAR(share, probability, 5 * std::sqrt(probability * (1 - probability) / 4000));
    size_t both = 0;
    for (size_t i = 1; i < chosen.size(); ++i) both += chosen[i] && chosen[i - 1] ? 1 : 0;
    EXPECT_NEAR(static_cast<double>(both) / 4000, probability * probability, 0.05) << "neighbours";
  }
}

// The printer writes the same tokens as text; negative numbers, which it puts in parentheses, do not occur in data.
RC_GTEST_PROP(TokensProperty, AreThoseOfThePrinter, (uint64_t seed, uint8_t size)) {
  for (const domain::Domain* kind : {&domain::boolean(), &domain::polynomial()}) {
    base::Random random(seed);
    expr::Pool pool;
    const RandomExpressions make{kind, 4, kind == &domain::boolean(), 2};  // a call's commas are no tokens
    std::vector<NodeId> roots;
    for (size_t i = 0; i < 5; ++i) roots.push_back(make(pool, random, 1 + size % 40));
    const Vocabulary vocabulary = Vocabulary::of(pool, roots);
    const Schedule schedule = scheduled(pool, vocabulary, roots);
    const expr::Syntax& syntax = kind->syntax();
    const auto text = [&](uint32_t token) -> std::string_view {
      if (token == vocabulary.open_token()) return "(";
      if (token == vocabulary.close_token()) return ")";
      if (token >= vocabulary.leaves().size()) {
        const expr::Symbol& op = vocabulary.operators()[token - vocabulary.leaves().size()];
        for (const auto& known : syntax.operators) {
          if (known.symbol == op.name) return known.spellings.front();
        }
      }
      for (const auto& known : syntax.constants) {
        if (known.symbol == vocabulary.leaves()[token].name) return known.spellings.front();
      }
      return vocabulary.leaves()[token].name;
    };
    const expr::Printer printer(pool, syntax, expr::Style::tokens);
    for (size_t i = 0; i < roots.size(); ++i) {
      std::vector<uint32_t> numbers;
      append_tokens(schedule, vocabulary, i, numbers);
      std::vector<std::string_view> ours;
      for (const uint32_t number : numbers) ours.push_back(text(number));
      std::vector<std::string_view> printed;
      printer.tokens(roots[i], printed);
      RC_ASSERT(ours == printed);
    }
  }
}

TEST(Tokens, PutAnOperatorBeforeOneOrThreeChildrenAndAppend) {
  expr::Pool pool;
  const NodeId a = pool.variable("a");
  const NodeId b = pool.variable("b");
  const NodeId f = pool.node(pool.symbols.op("f", 1), {a});
  const NodeId h = pool.node(pool.symbols.op("h", 3), {a, f, b});
  const std::vector<NodeId> roots = {h, a};
  const Vocabulary vocabulary = Vocabulary::of(pool, roots);  // a b f h ( )
  const Schedule schedule = scheduled(pool, vocabulary, roots);
  std::vector<uint32_t> tokens = {99};
  append_tokens(schedule, vocabulary, 0, tokens);
  EXPECT_EQ(tokens, (std::vector<uint32_t>{99, 3, 0, 4, 2, 0, 5, 1})) << "h a ( f a ) b";
  append_tokens(schedule, vocabulary, 1, tokens);
  EXPECT_EQ(tokens.back(), 0U);
}

}  // namespace eqnet::encode
