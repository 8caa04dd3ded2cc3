#include "eval/evaluate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "support/random_numbers.h"

namespace eqnet::eval {
namespace {

using data::Part;
using encode::tie_rank;
using encode::UnitRows;
using eqnet::testing::exact_rows;
using eqnet::testing::gaussians;
using eqnet::testing::kExactWidth;

// Classes of 1 to `largest` expressions (all of them variables: what they are means nothing here), every other one
// unseen, the rest spread over the parts that are seen.
data::Dataset random_dataset(base::Random& random, size_t classes, size_t largest) {
  data::Dataset dataset;
  dataset.name = "random";
  dataset.domain = &domain::open();
  dataset.split.emplace();
  for (size_t c = 0; c < classes; ++c) {
    data::EquivalenceClass all{"c" + std::to_string(c), {}};
    for (size_t i = 1 + random.below(largest); i > 0; --i) {
      all.members.push_back(dataset.pool.variable("v" + std::to_string(dataset.pool.size())));
    }
    if (c % 2 == 0) {
      (*dataset.split)[static_cast<size_t>(Part::unseen)].push_back(all);
    } else {
      std::array<data::EquivalenceClass, 3> parts;
      for (const expr::NodeId member : all.members) parts[random.below(3)].members.push_back(member);
      for (size_t part = 0; part < 3; ++part) {
        parts[part].name = all.name;
        if (!parts[part].members.empty()) (*dataset.split)[part].push_back(parts[part]);
      }
    }
    dataset.classes.push_back(all);
  }
  return dataset;
}

struct Expected {
  size_t queries = 0;
  data::Curve score{}, ceiling{};
  double average_precision = 0, roc_area = 0;
};

// Everything by sorting, pair by pair.
struct Oracle {
  const Members& rows;
  const UnitRows& vectors;

  [[nodiscard]] double similarity(size_t a, size_t b) const {
    return std::inner_product(vectors.row(a), vectors.row(a) + vectors.width(), vectors.row(b), 0.0);
  }

  [[nodiscard]] Expected run(const std::vector<uint32_t>& queries) const {
    Expected expected;
    std::vector<std::pair<double, bool>> pairs;  // (similarity, same class)
    for (const uint32_t query : queries) {
      const uint32_t label = rows.labels[query];
      const auto size = static_cast<size_t>(std::ranges::count(rows.labels, label));
      if (size < 2) continue;
      ++expected.queries;
      std::vector<uint32_t> others;
      for (uint32_t row = 0; row < rows.labels.size(); ++row) {
        if (row == query) continue;
        others.push_back(row);
        pairs.emplace_back(similarity(query, row), rows.labels[row] == label);
      }
      std::ranges::sort(others, [&](uint32_t a, uint32_t b) {
        return std::pair(-similarity(query, a), tie_rank(a)) < std::pair(-similarity(query, b), tie_rank(b));
      });
      for (size_t k = 1; k <= data::kMostNeighbours; ++k) {
        const auto right = std::count_if(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(k),
                                         [&](uint32_t row) { return rows.labels[row] == label; });
        const auto most = static_cast<double>(std::min(k, size));
        expected.score[k - 1] += static_cast<double>(right) / most;
        expected.ceiling[k - 1] += static_cast<double>(std::min(k, size - 1)) / most;
      }
    }
    for (size_t k = 0; k < data::kMostNeighbours; ++k) {
      expected.score[k] /= static_cast<double>(expected.queries);
      expected.ceiling[k] /= static_cast<double>(expected.queries);
    }
    areas(pairs, expected);
    return expected;
  }

  static void areas(std::vector<std::pair<double, bool>>& pairs, Expected& expected) {
    std::ranges::sort(pairs, std::greater<>(), &std::pair<double, bool>::first);
    const auto positives = static_cast<double>(std::ranges::count(pairs, true, &std::pair<double, bool>::second));
    const double negatives = static_cast<double>(pairs.size()) - positives;
    double right = 0;
    double wrong = 0;
    for (size_t i = 0; i < pairs.size();) {  // equal similarities together
      double more_right = 0;
      double more_wrong = 0;
      for (const double at = pairs[i].first; i < pairs.size() && pairs[i].first == at; ++i) {
        (pairs[i].second ? more_right : more_wrong) += 1;
      }
      expected.roc_area += more_wrong / negatives * (right + more_right / 2) / positives;
      right += more_right;
      wrong += more_wrong;
      expected.average_precision += more_right / positives * right / (right + wrong);
    }
  }
};

// The rows of a part's expressions, by name.
std::vector<uint32_t> part_rows(const data::Dataset& dataset, const Members& rows, Part part) {
  std::vector<uint32_t> found;
  for (const data::EquivalenceClass& c : dataset.part(part)) {
    for (const expr::NodeId member : c.members) {
      found.push_back(static_cast<uint32_t>(std::ranges::find(rows.expressions, member) - rows.expressions.begin()));
    }
  }
  return found;
}

// Vectors that are one-hot by class.
std::vector<float> perfect(const Members& rows) {
  const size_t width = rows.class_sizes.size();
  std::vector<float> values(rows.labels.size() * width);
  for (size_t row = 0; row < rows.labels.size(); ++row) values[row * width + rows.labels[row]] = 2;
  return values;
}

PartScores scores(const data::Dataset& dataset, const Members& rows, const UnitRows& vectors, Part part,
                  const EvaluateParams& params = {}) {
  const auto found = evaluate(dataset, rows, vectors, part, params);
  EXPECT_TRUE(found);
  return found.value_or(PartScores{});
}

}  // namespace

TEST(Members, AreAllExpressionsInOrderOfClasses) {
  base::Random random(1);
  const data::Dataset dataset = random_dataset(random, 20, 9);
  const Members rows = members_of(dataset);
  EXPECT_EQ(rows.expressions.size(), data::count_expressions(dataset.classes));
  EXPECT_TRUE(std::ranges::is_sorted(rows.labels));
  size_t row = 0;
  for (size_t c = 0; c < dataset.classes.size(); ++c) {
    EXPECT_EQ(rows.class_sizes[c], dataset.classes[c].members.size());
    for (const expr::NodeId member : dataset.classes[c].members) {
      EXPECT_EQ(rows.expressions[row], member);
      EXPECT_EQ(rows.labels[row++], c);
    }
  }
}

TEST(Evaluate, ScoresAsBruteForceDoesWithManyTies) {
  base::Random random(2);
  for (const size_t largest : {2, 6, 40}) {
    const data::Dataset dataset = random_dataset(random, 40, largest);
    const Members rows = members_of(dataset);
    const UnitRows vectors(exact_rows(random, rows.expressions.size()), kExactWidth);
    for (const Part part : {Part::seen, Part::unseen}) {
      const PartScores found = scores(dataset, rows, vectors, part);
      const Expected expected = Oracle{rows, vectors}.run(part_rows(dataset, rows, part));
      EXPECT_EQ(found.queries, expected.queries);
      double mean = 0;
      for (size_t k = 0; k < data::kMostNeighbours; ++k) {
        EXPECT_NEAR(found.score[k], expected.score[k], 1e-12) << "k = " << k + 1;
        EXPECT_NEAR(found.ceiling[k], expected.ceiling[k], 1e-12) << "k = " << k + 1;
        mean += expected.score[k] / data::kMostNeighbours;
      }
      EXPECT_NEAR(found.area, mean, 1e-12);
      EXPECT_NEAR(found.precision_recall.area, expected.average_precision, 0.01);
      EXPECT_NEAR(found.roc.area, expected.roc_area, 0.01);
    }
  }
}

// Vectors that are good, but not perfect: a class vector and noise.
TEST(Evaluate, ScoresAsBruteForceDoesOnLifelikeVectors) {
  base::Random random(3);
  const data::Dataset dataset = random_dataset(random, 50, 12);
  const Members rows = members_of(dataset);
  for (const double noise : {0.001, 0.1, 0.4, 2.0}) {
    const auto centres = gaussians<float>(random, dataset.classes.size() * 16);
    auto values = gaussians<float>(random, rows.labels.size() * 16, noise);
    for (size_t i = 0; i < values.size(); ++i) values[i] += centres[rows.labels[i / 16] * 16 + i % 16];
    const UnitRows vectors(values, 16);
    for (const Part part : {Part::seen, Part::unseen}) {
      const PartScores found = scores(dataset, rows, vectors, part);
      const Expected expected = Oracle{rows, vectors}.run(part_rows(dataset, rows, part));
      for (size_t k = 0; k < data::kMostNeighbours; ++k) {
        EXPECT_NEAR(found.score[k], expected.score[k], 0.002) << "where rounding decides, a place may change";
      }
      EXPECT_NEAR(found.precision_recall.area, expected.average_precision, 0.01) << noise;
      EXPECT_NEAR(found.roc.area, expected.roc_area, 0.01) << noise;
    }
  }
}

TEST(Evaluate, GivesAPerfectEncoderExactlyTheCeiling) {
  base::Random random(4);
  for (const size_t largest : {2, 5, 30}) {
    const data::Dataset dataset = random_dataset(random, 30, largest);
    const Members rows = members_of(dataset);
    const UnitRows vectors(perfect(rows), rows.class_sizes.size());
    for (const Part part : {Part::seen, Part::unseen}) {
      const PartScores found = scores(dataset, rows, vectors, part);
      for (size_t k = 0; k < data::kMostNeighbours; ++k) ASSERT_NEAR(found.score[k], found.ceiling[k], 1e-12) << k + 1;
      EXPECT_DOUBLE_EQ(found.precision_recall.area, 1);
      EXPECT_DOUBLE_EQ(found.roc.area, 1);
    }
  }
}

TEST(Evaluate, GivesRandomVectorsAnEvenChance) {
  base::Random random(5);
  const data::Dataset dataset = random_dataset(random, 60, 20);
  const Members rows = members_of(dataset);
  const UnitRows vectors(gaussians<float>(random, rows.labels.size() * 32), 32);
  const PartScores found = scores(dataset, rows, vectors, Part::unseen);
  EXPECT_NEAR(found.roc.area, 0.5, 0.03);
  EXPECT_LT(found.score[4], 0.15);
}

// All pairs are equally similar: no threshold tells them apart, and no class is preferred.
TEST(Evaluate, GivesEqualVectorsAnEvenChanceToo) {
  base::Random random(6);
  const data::Dataset dataset = random_dataset(random, 60, 20);
  const Members rows = members_of(dataset);
  for (const float value : {0.0F, 1.0F}) {
    const UnitRows vectors(std::vector<float>(rows.labels.size() * 4, value), 4);
    const PartScores found = scores(dataset, rows, vectors, Part::unseen);
    EXPECT_NEAR(found.roc.area, 0.5, 1e-9);
    EXPECT_LT(found.score[0], 0.2);
  }
}

TEST(Evaluate, DrawsCurvesFromEndToEnd) {
  base::Random random(7);
  const data::Dataset dataset = random_dataset(random, 40, 10);
  const Members rows = members_of(dataset);
  const UnitRows vectors(gaussians<float>(random, rows.labels.size() * 8), 8);
  const PartScores found = scores(dataset, rows, vectors, Part::seen);
  ASSERT_GT(found.roc.points.size(), 10U);
  EXPECT_EQ(found.roc.points.front(), std::pair(0.0, 0.0));
  EXPECT_EQ(found.roc.points.back(), std::pair(1.0, 1.0));
  EXPECT_TRUE(std::ranges::is_sorted(found.roc.points)) << "both rates only grow";
  double area = 0;
  for (size_t i = 1; i < found.roc.points.size(); ++i) {
    const auto& [x, y] = found.roc.points[i];
    const auto& [last_x, last_y] = found.roc.points[i - 1];
    area += (x - last_x) * (y + last_y) / 2;
  }
  EXPECT_NEAR(area, found.roc.area, 0.01) << "the points that are left draw the same curve";
  for (const auto& [recall, precision] : found.precision_recall.points) {
    EXPECT_TRUE(recall >= 0 && recall <= 1 && precision >= 0 && precision <= 1);
  }
  EXPECT_EQ(found.precision_recall.points.back().first, 1);
}

TEST(Evaluate, LeavesTheCurvesOutWhenAskedTo) {
  base::Random random(8);
  const data::Dataset dataset = random_dataset(random, 40, 10);
  const Members rows = members_of(dataset);
  const UnitRows vectors(exact_rows(random, rows.labels.size()), kExactWidth);
  EvaluateParams params;
  const PartScores whole = scores(dataset, rows, vectors, Part::seen, params);
  params.curves = false;
  const PartScores less = scores(dataset, rows, vectors, Part::seen, params);
  EXPECT_EQ(less.score, whole.score);
  EXPECT_TRUE(less.roc.points.empty());
  EXPECT_TRUE(less.precision_recall.points.empty());
}

TEST(Evaluate, DoesNotDependOnThreads) {
  base::Random random(9);
  const data::Dataset dataset = random_dataset(random, 150, 20);
  const Members rows = members_of(dataset);
  const UnitRows vectors(gaussians<float>(random, rows.labels.size() * 24), 24);
  const PartScores one = scores(dataset, rows, vectors, Part::unseen);
  for (const size_t threads : {2, 7}) {
    EvaluateParams params;
    std::atomic<size_t> done = 0;
    params.threads = threads;
    params.done = [&](size_t queries) { done += queries; };
    const PartScores more = scores(dataset, rows, vectors, Part::unseen, params);
    EXPECT_EQ(more.score, one.score);
    EXPECT_EQ(more.precision_recall.area, one.precision_recall.area);
    EXPECT_EQ(more.roc.points, one.roc.points);
    EXPECT_EQ(done, one.queries);
  }
}

TEST(Evaluate, OfAFewQueriesIsTheScoreOfThoseQueries) {
  base::Random random(10);
  const data::Dataset dataset = random_dataset(random, 60, 10);
  const Members rows = members_of(dataset);
  const UnitRows vectors(exact_rows(random, rows.labels.size()), kExactWidth);
  EvaluateParams params;
  params.most_queries = 17;
  const PartScores found = scores(dataset, rows, vectors, Part::unseen, params);
  EXPECT_EQ(found.queries, 17U);
  const auto all = part_rows(dataset, rows, Part::unseen);
  for (const uint32_t query : found.query_rows) EXPECT_NE(std::ranges::find(all, query), all.end());
  EXPECT_EQ(std::ranges::adjacent_find(found.query_rows), found.query_rows.end()) << "each once";
  const Expected expected = Oracle{rows, vectors}.run(found.query_rows);
  for (size_t k = 0; k < data::kMostNeighbours; ++k) EXPECT_NEAR(found.score[k], expected.score[k], 1e-12);
  params.most_queries = 1'000'000;
  EXPECT_EQ(scores(dataset, rows, vectors, Part::unseen, params).score,
            scores(dataset, rows, vectors, Part::unseen).score);
}

// The ceiling belongs to the queries that were asked, or a score could exceed it.
TEST(Evaluate, OfAFewQueriesGivesAPerfectEncoderTheCeiling) {
  base::Random random(11);
  const data::Dataset dataset = random_dataset(random, 60, 10);
  const Members rows = members_of(dataset);
  const UnitRows vectors(perfect(rows), rows.class_sizes.size());
  EvaluateParams params;
  params.most_queries = 17;
  const PartScores found = scores(dataset, rows, vectors, Part::unseen, params);
  for (size_t k = 0; k < data::kMostNeighbours; ++k) ASSERT_NEAR(found.score[k], found.ceiling[k], 1e-12) << k + 1;
}

TEST(Evaluate, IsNothingWithoutQueriesOrNeighbours) {
  base::Random random(12);
  data::Dataset dataset = random_dataset(random, 40, 1);  // classes of one: nothing to find
  Members rows = members_of(dataset);
  EXPECT_FALSE(evaluate(dataset, rows, UnitRows(perfect(rows), rows.class_sizes.size()), Part::unseen, {}));
  dataset = random_dataset(random, 3, 4);
  rows = members_of(dataset);
  ASSERT_LE(rows.expressions.size(), 15U);
  EXPECT_FALSE(evaluate(dataset, rows, UnitRows(perfect(rows), rows.class_sizes.size()), Part::unseen, {}));
  dataset = random_dataset(random, 40, 4);
  (*dataset.split)[static_cast<size_t>(Part::seen)].clear();
  rows = members_of(dataset);
  EXPECT_FALSE(evaluate(dataset, rows, UnitRows(perfect(rows), rows.class_sizes.size()), Part::seen, {}));
}

TEST(Score, IsTheShareOfNeighboursOfTheClassAmongThoseThatCouldBe) {
  Members rows;
  rows.labels = {0, 0, 0, 1, 1};
  rows.class_sizes = {3, 2};
  const encode::Neighbour neighbours[] = {{1, 0.9F}, {3, 0.8F}, {2, 0.7F}, {4, 0.1F}};
  EXPECT_DOUBLE_EQ(score(rows, 0, neighbours, 1), 1);
  EXPECT_DOUBLE_EQ(score(rows, 0, neighbours, 2), 0.5);
  EXPECT_DOUBLE_EQ(score(rows, 0, neighbours, 3), 2.0 / 3);
  EXPECT_DOUBLE_EQ(score(rows, 0, neighbours, 4), 2.0 / 3) << "3 in the class, with the query";
}

}  // namespace eqnet::eval
