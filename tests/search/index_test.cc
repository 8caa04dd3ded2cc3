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

Index index_of(const domain::Domain& domain, const std::vector<std::string>& texts, const std::vector<float>& vectors,
               const std::vector<std::string>& classes = {}) {
  IndexBuilder builder(domain, 2);
  for (size_t i = 0; i < texts.size(); ++i) builder.add(texts[i], classes.empty() ? "" : classes[i]);
  builder.add_vectors(vectors);
  return builder.finish();
}

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
  EXPECT_EQ(example.index.text(found[0].row), "b & a");
}

TEST(Nearest, NeverGivesTheQueryItself) {
  const Example example;
  for (size_t k = 1; k <= 8; ++k) {
    const auto found = example.nearest_to("b & a", 10, k);
    EXPECT_EQ(found.size(), std::min<size_t>(k, 5));
    std::set<std::string_view> distinct;
    for (const Found& one : found) distinct.insert(example.index.text(one.row));
    EXPECT_EQ(distinct.size(), found.size());
    EXPECT_EQ(distinct.count("b & a"), 0U);
    EXPECT_EQ(example.index.text(found[0].row), "a & b");
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
  EXPECT_TRUE(ask(index_of(domain::boolean(), {}, {}), "a & b", {1, 0}).empty());
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
  const Index index =  // the first one twice
      index_of(domain::polynomial(), {"x + y", "x * y", "y + x", "x + y"}, {1, 0, 0, 1, 1, 0.5F, 1, 0});
  const auto found = ask(index, "x + y", {1, 0}, 2);
  ASSERT_EQ(found.size(), 2U) << "the query's own rows do not count";
  EXPECT_EQ(found[0].row, 2U);
  EXPECT_EQ(found[0].verdict.answer, Answer::equivalent);
  EXPECT_EQ(found[1].row, 1U);
  EXPECT_EQ(found[1].verdict.answer, Answer::different);
  EXPECT_EQ(index.class_name(1), "");
  EXPECT_EQ(index.distinct_vectors(), 3U);
}

TEST(Nearest, GivesOnlyWhatIsProvedWhereThatIsAskedFor) {
  const Index index = index_of(domain::boolean(), {"a & b", "b & a", "a | b", "~~(a & b)"},
                               {1, 0, 1, 0.001F, 1, 0.0005F, 0, 1});  // one that is wrong, one that is far off
  const expr::Syntax& syntax = domain::boolean().syntax();
  expr::Pool pool;
  NearestParams params;
  params.equivalent = true;
  const auto found = index.nearest(pool, expr::parse("a & b", syntax, pool), std::vector<float>{2, 0}, params);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(index.text(found[0].row), "b & a");
  params.itself = true;
  EXPECT_EQ(index.nearest(pool, expr::parse("a & b", syntax, pool), std::vector<float>{2, 0}, params).size(), 2U);
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
  const Index index = index_of(domain::open(), {"(f x)", "(g x)", "(h x)"}, {1, 0, 0, 1, 1, 1}, {"c", "", "c"});
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
}

}  // namespace eqnet::search
