#include "search/nearest.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "eqnet/expr/parse.h"

namespace eqnet::search {
namespace {

using domain::Answer;

// Six expressions on a circle, at these angles in degrees; the query is put at an angle too.
struct Example {
  data::Dataset dataset =
      data::load_memory("and\ta & b\nand\tb & a\nor\ta | b\nor\t~(~a & ~b)\nnot\t~a\nxor\ta ^ b\n", "FILE");
  std::vector<double> angles = {0, 10, 30, 60, 120, 175};

  std::vector<Found> nearest_to(const std::string& text, double angle, size_t k) {
    const expr::NodeId query = expr::parse(text, dataset.domain->syntax(), dataset.pool);
    std::vector<float> vectors;
    std::vector<double> all = angles;
    all.push_back(angle);
    for (const double degrees : all) {
      vectors.push_back(3 * static_cast<float>(std::cos(degrees * M_PI / 180)));  // their length means nothing
      vectors.push_back(3 * static_cast<float>(std::sin(degrees * M_PI / 180)));
    }
    NearestParams params;
    params.k = k;
    return nearest(dataset, vectors, 2, query, params);
  }
};

}  // namespace

TEST(Nearest, GivesTheMostSimilarFirstWithClassAndExactVerdict) {
  Example example;
  const auto found = example.nearest_to("b & (a & a)", 12, 4);
  ASSERT_EQ(found.size(), 4U);
  const char* classes[] = {"and", "and", "or", "or"};
  const double away[] = {2, 12, 18, 48};
  const Answer answers[] = {Answer::equivalent, Answer::equivalent, Answer::different, Answer::different};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(found[i].class_name, classes[i]);
    EXPECT_NEAR(found[i].similarity, std::cos(away[i] * M_PI / 180), 1e-5);
    EXPECT_EQ(found[i].verdict.answer, answers[i]) << i;
    EXPECT_EQ(found[i].verdict.witness.empty(), answers[i] == Answer::equivalent) << "a difference is proved";
  }
  EXPECT_EQ(found[0].expression, example.dataset.classes[0].members[1]);
}

TEST(Nearest, NeverGivesTheQueryItself) {
  Example example;
  for (size_t k = 1; k <= 8; ++k) {
    const auto found = example.nearest_to("b & a", 10, k);
    EXPECT_EQ(found.size(), std::min<size_t>(k, 5));
    std::set<expr::NodeId> distinct;
    for (const Found& one : found) distinct.insert(one.expression);
    EXPECT_EQ(distinct.size(), found.size());
    EXPECT_EQ(distinct.count(example.dataset.classes[0].members[1]), 0U);
    EXPECT_EQ(found[0].expression, example.dataset.classes[0].members[0]);
  }
}

TEST(Nearest, GivesAllThereAreWhenAskedForMore) {
  Example example;
  EXPECT_EQ(example.nearest_to("a -> b", 90, 6).size(), 6U);
  EXPECT_EQ(example.nearest_to("a -> b", 90, 1000).size(), 6U);
}

TEST(Nearest, GivesAllThereAreWhenAskedForTheLargestNumber) {
  Example example;
  EXPECT_EQ(example.nearest_to("a -> b", 90, SIZE_MAX).size(), 6U);
}

TEST(Nearest, FindsNothingAmongNothingElse) {
  data::Dataset dataset = data::load_memory("c\ta & b\n", "FILE");
  const auto found = nearest(dataset, {1, 0, 1, 0}, 2, dataset.classes[0].members[0], {});
  EXPECT_TRUE(found.empty());
}

TEST(Nearest, SaysUndecidedWhereNothingCanBeProved) {
  data::LoadParams open;
  open.domain = &domain::open();
  data::Dataset dataset = data::load_memory("c\t(f x)\nd\t(g x)\n", "FILE", open);
  const auto query = expr::parse("(f (g x))", domain::open().syntax(), dataset.pool);
  const auto found = nearest(dataset, {1, 0, 0, 1, 1, 1}, 2, query, {});
  ASSERT_EQ(found.size(), 2U);
  for (const Found& one : found) EXPECT_EQ(one.verdict.answer, Answer::undecided);
}

}  // namespace eqnet::search
