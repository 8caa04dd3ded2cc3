#include "report/neighbour_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <set>

#include "report/some_neighbour_map.h"
#include "support/expect_error.h"
#include "support/split_dataset.h"

namespace eqnet::report {
namespace {

using eqnet::testing::generated;

void collect(const expr::Pool& pool, expr::NodeId node, std::set<expr::NodeId>& found) {
  if (!found.insert(node).second) return;
  for (const expr::NodeId child : pool.children(node)) collect(pool, child, found);
}

// All members but the node itself by falling similarity.
std::vector<encode::Neighbour> sorted(const NeighbourMap& map, size_t node) {
  std::vector<encode::Neighbour> all;
  for (uint32_t member = 0; member < map.members(); ++member) {
    if (member == node) continue;
    const float* a = map.vector(node);
    all.push_back({member, std::inner_product(a, a + map.vectors.width(), map.vector(member), 0.0F)});
  }
  std::ranges::sort(all, [](const encode::Neighbour& a, const encode::Neighbour& b) {
    return std::pair(-a.similarity, encode::tie_rank(a.row)) < std::pair(-b.similarity, encode::tie_rank(b.row));
  });
  return all;
}

void expect_nearest(const NeighbourMap& map) {
  for (size_t node = 0; node < map.nodes.size(); ++node) {
    const auto found = map.neighbours(node);
    ASSERT_EQ(found.size(), map.k);
    const std::vector<encode::Neighbour> expected = sorted(map, node);
    for (size_t i = 0; i < map.k; ++i) {
      ASSERT_EQ(found[i].row, expected[i].row) << "neighbour " << i << " of node " << node;
      ASSERT_EQ(found[i].similarity, expected[i].similarity);
    }
  }
}

}  // namespace

TEST(NeighbourMap, HasTheMembersFirstAndEverySubexpressionOnce) {
  for (const char* preset : {"boolean5", "poly5"}) {
    const data::Dataset dataset = generated(preset);
    const std::vector<expr::NodeId> nodes = nodes_of(dataset);
    std::set<expr::NodeId> expected;
    size_t at = 0;
    for (const data::EquivalenceClass& c : dataset.classes) {
      for (const expr::NodeId member : c.members) {
        ASSERT_EQ(nodes[at++], member);
        collect(dataset.pool, member, expected);
      }
    }
    EXPECT_EQ(nodes.size(), expected.size());
    EXPECT_EQ(std::set<expr::NodeId>(nodes.begin(), nodes.end()), expected);
  }
}

TEST(NeighbourMap, LeavesOutWhatIsOnlyInThePool) {
  data::Dataset dataset = data::load_memory("one\ta & ~b\none\t~b & a\ntwo\ta\n", "FILE");
  dataset.pool.variable("unused");
  const std::vector<expr::NodeId> nodes = nodes_of(dataset);
  EXPECT_EQ(nodes.size(), 5U) << "three members, ~b and b; a is a member already";
}

TEST(NeighbourMap, KnowsTheNearestMembersOfEveryNode) {
  const data::Dataset boolean = data::load_memory(
      "one\ta & b\none\tb & a\none\t~(~a | ~b)\ntwo\ta ^ b\ntwo\tb ^ a\nthree\t~~(a | c)\nfour\ta & (b | c)\n", "FILE");
  NeighbourMapParams params;
  params.k = 3;
  expect_nearest(some_neighbour_map(boolean, params));
  const data::Dataset dataset = generated("simplepoly5");
  params.k = 10;
  params.k_members = 25;
  const NeighbourMap map = some_neighbour_map(dataset, params);
  EXPECT_EQ(map.k, 10U);
  EXPECT_EQ(map.k_members, 25U);
  ASSERT_EQ(map.of_members.size(), 25 * map.members());
  expect_nearest(map);
  for (size_t node = 0; node < map.members(); ++node) {
    const std::vector<encode::Neighbour> expected = sorted(map, node);
    for (size_t i = 0; i < 25; ++i) ASSERT_EQ(map.of_members[25 * node + i].row, expected[i].row);
  }
}

TEST(NeighbourMap, IsTheSameOnAnyNumberOfThreads) {
  const data::Dataset dataset = generated("poly5");
  NeighbourMapParams params;
  const NeighbourMap alone = some_neighbour_map(dataset, params);
  params.threads = 3;
  std::atomic<size_t> done = 0;
  params.done = [&](size_t more) { done += more; };
  const NeighbourMap together = some_neighbour_map(dataset, params);
  for (size_t node = 0; node < alone.nodes.size(); ++node) {
    for (size_t i = 0; i < alone.k; ++i) {
      ASSERT_EQ(alone.neighbours(node)[i].row, together.neighbours(node)[i].row);
    }
  }
  EXPECT_EQ(done, alone.nodes.size()) << "every node is told of once";
}

TEST(NeighbourMap, ScoresMembersAsEvaluationDoes) {
  const data::Dataset dataset = generated("boolean5");
  const NeighbourMap map = some_neighbour_map(dataset);
  size_t some = 0;
  for (uint32_t node = 0; node < map.members(); ++node) {
    const size_t size = dataset.classes[map.rows.labels[node]].members.size();
    if (size < 2) {
      EXPECT_FALSE(map.score_5(node)) << "nothing to find";
      continue;
    }
    size_t found = 0;
    for (const encode::Neighbour& one : std::span(map.neighbours(node)).first(5)) {
      found += map.rows.labels[one.row] == map.rows.labels[node] ? 1 : 0;
    }
    ASSERT_TRUE(map.score_5(node));
    EXPECT_DOUBLE_EQ(*map.score_5(node), eval::score(map.rows, node, map.neighbours(node).data(), 5));
    EXPECT_DOUBLE_EQ(*map.score_5(node), static_cast<double>(found) / static_cast<double>(std::min<size_t>(5, size)));
    some += found;
  }
  EXPECT_GT(some, 0U);
}

TEST(NeighbourMap, ScoresOtherNodesByTheMembersOfTheirMeaning) {
  // Of the others ~(a & b) means what seven members mean, a & b what one means, ~a what none does.
  const data::Dataset dataset = data::load_memory(
      "one\t~~~(a & b)\none\t~a | ~b\none\t~b | ~a\none\ta >> ~b\none\tb >> ~a\none\t~(b & a)\n"
      "one\t(~a | ~b) & (~a | ~b)\ntwo\tb & (a & a)\nthree\ta ^ b\n",
      "FILE");
  std::set<std::pair<size_t, size_t>> met;  // members of the meaning, and how many of them are near
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const NeighbourMap map = some_neighbour_map(dataset, {}, seed);
    for (size_t node = map.members(); node < map.nodes.size(); ++node) {
      const std::vector<encode::Neighbour> nearest = sorted(map, node);
      size_t size = 0;
      size_t found = 0;
      for (uint32_t member = 0; member < map.members(); ++member) {
        const auto verdict = dataset.domain->equivalent(dataset.pool, map.nodes[node], map.nodes[member]);
        const bool same = verdict.answer == domain::Answer::equivalent;
        EXPECT_EQ(map.equivalent(node, member), same);
        size += same ? 1 : 0;
        for (size_t i = 0; i < 5; ++i) found += same && nearest[i].row == member ? 1 : 0;
      }
      const auto score = map.score_5(node);
      ASSERT_EQ(score.has_value(), size > 0);
      if (score) {
        EXPECT_DOUBLE_EQ(*score, static_cast<double>(found) / static_cast<double>(std::min<size_t>(5, size)));
      }
      met.insert({size, found});
    }
  }
  EXPECT_TRUE(met.contains({0, 0}) && met.contains({1, 0}) && met.contains({1, 1}) && met.contains({7, 4}));
}

TEST(NeighbourMap, OfTheOpenDomainScoresOnlyMembers) {
  const data::Dataset dataset = open_dataset({"x", "y", "z"});
  const NeighbourMap map = some_neighbour_map(dataset);
  for (size_t node = 0; node < map.nodes.size(); ++node) EXPECT_EQ(map.score_5(node).has_value(), node < 9);
  EXPECT_TRUE(map.equivalent(0, 1));
  EXPECT_FALSE(map.equivalent(0, 3));
  EXPECT_FALSE(map.equivalent(9, 0)) << "nobody knows";
}

TEST(NeighbourMap, GivesAllNeighboursWhereThereAreFewerThanAsked) {
  const data::Dataset dataset = data::load_memory("one\ta & b\none\tb & a\none\t(b & a) & a\ntwo\ta | b\n", "FILE");
  NeighbourMapParams params;
  params.k = 1000;
  const NeighbourMap map = some_neighbour_map(dataset, params);
  EXPECT_EQ(map.k, 3U);
  EXPECT_EQ(map.k_members, 3U);
  expect_nearest(map);
  for (size_t node = 0; node < map.nodes.size(); ++node) EXPECT_FALSE(map.score_5(node)) << "there are no five";
}

TEST(NeighbourMap, DoesWithoutOtherNodes) {
  const data::Dataset dataset = data::load_memory("one\ta\ntwo\tb\nthree\ta & b\n", "FILE");
  const NeighbourMap map = some_neighbour_map(dataset);
  EXPECT_EQ(map.nodes.size(), 3U);
  expect_nearest(map);
}

TEST(NeighbourMap, TakesFewerOtherNodesThanThereAre) {
  const data::Dataset dataset = generated("simplepoly5");
  std::vector<expr::NodeId> nodes = eval::members_of(dataset).expressions;
  base::Random random(1);
  std::vector<float> values = eqnet::testing::exact_rows(random, nodes.size());
  const NeighbourMap map = make_neighbour_map(dataset, nodes, values, eqnet::testing::kExactWidth, {});
  EXPECT_EQ(map.nodes, nodes);
  EXPECT_TRUE(map.of_others.empty());
}

TEST(NeighbourMap, NeedsTwoExpressions) {
  const data::Dataset dataset = data::load_memory("one\ta & b\n", "FILE");
  EXPECT_ERROR(some_neighbour_map(dataset), "fewer than two expressions");
}

TEST(SymbolText, IsAsPeopleWriteIt) {
  const auto text = [](const char* name, expr::SymbolKind kind, const domain::Domain* domain) {
    return symbol_text({name, kind, 0}, domain->syntax());
  };
  using expr::SymbolKind;
  EXPECT_EQ(text("And", SymbolKind::op, &domain::boolean()), "&");
  EXPECT_EQ(text("Not", SymbolKind::op, &domain::boolean()), "~");
  EXPECT_EQ(text("Multiply", SymbolKind::op, &domain::polynomial()), "*");
  EXPECT_EQ(text("And", SymbolKind::variable, &domain::boolean()), "And") << "a variable of that name";
  EXPECT_EQ(text("a", SymbolKind::variable, &domain::boolean()), "a");
  EXPECT_EQ(text("true", SymbolKind::constant, &domain::boolean()), "true");
  EXPECT_EQ(text("-12", SymbolKind::constant, &domain::polynomial()), "-12");
  EXPECT_EQ(text("if", SymbolKind::op, &domain::open()), "if");
}

}  // namespace eqnet::report
