#include "search/index.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <thread>

#include "eqnet/expr/parse.h"
#include "support/expect_error.h"

namespace eqnet::search {
namespace {

using domain::Answer;

std::vector<float> at_angles(const std::vector<double>& angles) {
  std::vector<float> vectors;
  for (const double degrees : angles) {
    vectors.push_back(3 * static_cast<float>(std::cos(degrees * M_PI / 180)));  // their length means nothing
    vectors.push_back(3 * static_cast<float>(std::sin(degrees * M_PI / 180)));
  }
  return vectors;
}

std::vector<Found> ask(const Index& index, const std::string& text, const std::vector<float>& vector, size_t k = 10) {
  expr::Pool pool;
  const expr::NodeId query = expr::parse(text, index.domain().syntax(), pool);
  return index.nearest(pool, query, vector, {k, 10});
}

// Six expressions on a circle, at these angles in degrees; the query is put at an angle too.
struct Example {
  data::Dataset dataset =
      data::load_memory("and\ta & b\nand\tb & a\nor\ta | b\nor\t~(~a & ~b)\nnot\t~a\nxor\ta ^ b\n", "FILE");
  Index index{dataset, at_angles({0, 10, 30, 60, 120, 175}), 2};

  [[nodiscard]] std::vector<Found> nearest_to(const std::string& text, double angle, size_t k) const {
    return ask(index, text, at_angles({angle}), k);
  }
};

Index open_index(const std::string& text, const std::vector<float>& vectors) {
  data::LoadParams open;
  open.domain = &domain::open();
  return {data::load_memory(text, "FILE", open), vectors, 2};
}

}  // namespace

TEST(Nearest, GivesTheMostSimilarFirstWithClassAndExactVerdict) {
  const Example example;
  const auto found = example.nearest_to("b & (a & a)", 12, 4);
  ASSERT_EQ(found.size(), 4U);
  const char* classes[] = {"and", "and", "or", "or"};
  const double away[] = {2, 12, 18, 48};
  const Answer answers[] = {Answer::equivalent, Answer::equivalent, Answer::different, Answer::different};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(example.index.class_name(found[i].row), classes[i]);
    EXPECT_NEAR(found[i].similarity, std::cos(away[i] * M_PI / 180), 1e-5);
    EXPECT_EQ(found[i].verdict.answer, answers[i]) << i;
    EXPECT_EQ(found[i].verdict.witness.empty(), answers[i] == Answer::equivalent) << "a difference is proved";
  }
  EXPECT_EQ(example.index.expression(found[0].row), example.dataset.classes[0].members[1]);
}

TEST(Nearest, NeverGivesTheQueryItself) {
  const Example example;
  for (size_t k = 1; k <= 8; ++k) {
    const auto found = example.nearest_to("b & a", 10, k);
    EXPECT_EQ(found.size(), std::min<size_t>(k, 5));
    std::set<expr::NodeId> distinct;
    for (const Found& one : found) distinct.insert(example.index.expression(one.row));
    EXPECT_EQ(distinct.size(), found.size());
    EXPECT_EQ(distinct.count(example.dataset.classes[0].members[1]), 0U);
    EXPECT_EQ(example.index.expression(found[0].row), example.dataset.classes[0].members[0]);
  }
}

TEST(Nearest, GivesAllThereAreWhenAskedForMore) {
  const Example example;
  EXPECT_EQ(example.nearest_to("a -> b", 90, 6).size(), 6U);
  EXPECT_EQ(example.nearest_to("a -> b", 90, 1000).size(), 6U);
}

TEST(Nearest, GivesAllThereAreWhenAskedForTheLargestNumber) {
  const Example example;
  EXPECT_EQ(example.nearest_to("a -> b", 90, SIZE_MAX).size(), 6U);
}

TEST(Nearest, FindsNothingAmongNothingElse) {
  const Index index(data::load_memory("c\ta & b\n", "FILE"), {1, 0}, 2);
  EXPECT_TRUE(ask(index, "a & b", {1, 0}).empty());
  EXPECT_TRUE(ask(Index(domain::boolean(), {}, {}, {}, 2), "a & b", {1, 0}).empty());
  EXPECT_TRUE(ask(index, "a", {1, 0}, 0).empty());
}

TEST(Nearest, GivesManyThreadsAtOnceWhatItGivesOne) {
  const Example example;
  const Index sums(data::load_memory("s\tx + y\ns\ty + x\nd\t(x + y) * (x - y)\nd\tx*x - y*y\nz\tx - x\n", "FILE"),
                   at_angles({0, 10, 30, 60, 120}), 2);
  const auto all = [&] {
    std::string text;
    const auto add = [&](const Index& index, const char* query, double angle) {
      for (const Found& one : ask(index, query, at_angles({angle}), 4)) {
        text += std::to_string(one.row) + " " + std::to_string(one.similarity) + " " + one.verdict.method;
        for (const auto& [variable, value] : one.verdict.witness) text.append(" ").append(variable).append(value);
        text.append(name(one.verdict.answer)).append("\n");
      }
    };
    for (const char* query : {"a & b", "b & a", "a -> b", "~(a ^ b)", "c & (a | b)"}) add(example.index, query, 25);
    for (const char* query : {"x + y", "(y + x) * (x - y)", "x^9 - (x - y)^9", "2*x*y"}) add(sums, query, 50);
    return text;
  };
  const std::string expected = all();
  std::vector<std::string> found(8);
  {
    std::vector<std::jthread> threads;
    for (std::string& own : found) {
      threads.emplace_back([&] {
        for (int round = 0; round < 20; ++round) own = all();
      });
    }
  }
  for (const std::string& own : found) EXPECT_EQ(own, expected);
}

TEST(Nearest, TakesExpressionsWithoutADataset) {
  expr::Pool pool;
  std::vector<expr::NodeId> expressions;
  const std::vector<std::string> texts = {"x + y", "x * y", "y + x", "x + y"};  // the first one twice
  for (const std::string& text : texts) {
    expressions.push_back(expr::parse(text, domain::polynomial().syntax(), pool));
  }
  const Index index(domain::polynomial(), pool, expressions, {1, 0, 0, 1, 1, 0.5F, 1, 0}, 2);
  const auto found = ask(index, "x + y", {1, 0}, 2);
  ASSERT_EQ(found.size(), 2U) << "the query's own rows do not count";
  EXPECT_EQ(found[0].row, 2U);
  EXPECT_EQ(found[0].verdict.answer, Answer::equivalent);
  EXPECT_EQ(found[1].row, 1U);
  EXPECT_EQ(found[1].verdict.answer, Answer::different);
  EXPECT_EQ(index.class_name(1), "");
  EXPECT_EQ(pool.size(), index.pool().size());
}

TEST(Nearest, KnowsMembersOfAPoolThatWasEnumerated) {
  expr::Pool pool;
  std::vector<expr::NodeId> expressions;
  for (const char* name : {"a", "b", "c"}) expressions.push_back(pool.append_new(pool.symbols.variable(name), {}));
  const Index index(domain::boolean(), std::move(pool), expressions, {1, 0, 0, 1, 1, 1}, 2);
  EXPECT_EQ(ask(index, "b", {0, 1}).size(), 2U);
  EXPECT_EQ(ask(index, "d", {0, 1}).size(), 3U);
}

TEST(Nearest, AnswersByClassWhereTheDomainHasNoMeaning) {
  const Index index = open_index("c\t(f x)\nc\t(f (g x))\nd\t(g x)\n", {1, 0, 1, 1, 0, 1});
  const auto member = ask(index, "(f x)", {1, 0});
  ASSERT_EQ(member.size(), 2U);
  EXPECT_EQ(member[0].verdict.answer, Answer::equivalent);
  EXPECT_EQ(member[0].verdict.method, kSameClass);
  EXPECT_EQ(member[1].verdict.answer, Answer::different);
  EXPECT_EQ(member[1].verdict.method, kOtherClass);
  const auto stranger = ask(index, "(g (f x))", {1, 0});  // its parts are there, it is not
  ASSERT_EQ(stranger.size(), 3U);
  for (const Found& one : stranger) {
    EXPECT_EQ(one.verdict.answer, Answer::undecided);
    EXPECT_EQ(one.verdict.method, kNotInTheData);
  }
}

TEST(Nearest, CannotAnswerForWhatIsInNoClass) {
  expr::Pool pool;
  std::vector<expr::NodeId> expressions;
  for (const char* text : {"(f x)", "(g x)", "(h x)"}) {
    expressions.push_back(expr::parse(text, domain::open().syntax(), pool));
  }
  const Index index(domain::open(), pool, expressions, {1, 0, 0, 1, 1, 1}, 2, {"c", "", "c"});
  const auto found = ask(index, "(f x)", {1, 0});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].verdict.method, kSameClass);
  EXPECT_EQ(found[1].verdict.method, kNoClass);
  for (const Found& one : ask(index, "(g x)", {0, 1})) EXPECT_EQ(one.verdict.method, kNoClass);
}

TEST(Nearest, RefusesWhatDoesNotFit) {
  const Example example;
  EXPECT_ERROR(Index(example.dataset, {1, 0, 0, 1}, 2), "6 expressions", "2 vectors");
  EXPECT_ERROR((void)ask(example.index, "a", {1, 0, 0}), "3 numbers", "vectors of 2");
  expr::Pool pool;
  const expr::NodeId a = pool.variable("a");
  EXPECT_ERROR(Index(domain::boolean(), pool, {a}, {1, 0}, 2, {"c", "d"}), "1 expressions", "2 names");
}

}  // namespace eqnet::search
