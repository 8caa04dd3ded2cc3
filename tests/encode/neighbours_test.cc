#include "encode/neighbours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <set>

#include "kernels/similarities.h"
#include "support/random_numbers.h"
#include "support/thread_ranks.h"

namespace eqnet::encode {
namespace {

using eqnet::testing::exact_rows;
using eqnet::testing::gaussians;
using eqnet::testing::kExactWidth;

NeighbourParams params_of(size_t k, size_t threads = 1) {
  NeighbourParams params;
  params.k = k;
  params.threads = threads;
  return params;
}

double similarity(const UnitRows& rows, size_t a, const UnitRows& others, size_t b) {
  return std::inner_product(rows.row(a), rows.row(a) + rows.width(), others.row(b), 0.0);
}

// All rows sorted by similarity and then by tie_rank, without `self`.
std::vector<Neighbour> sorted(const UnitRows& base, const UnitRows& queries, size_t query, size_t self) {
  std::vector<Neighbour> all;
  for (uint32_t row = 0; row < base.size(); ++row) {
    if (row != self) all.push_back({row, static_cast<float>(similarity(queries, query, base, row))});
  }
  std::ranges::sort(all, [](const Neighbour& a, const Neighbour& b) {
    return std::pair(-a.similarity, tie_rank(a.row)) < std::pair(-b.similarity, tie_rank(b.row));
  });
  return all;
}

std::vector<uint32_t> every_row(const UnitRows& rows) {
  std::vector<uint32_t> all(rows.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

bool same(const std::vector<Neighbour>& a, const std::vector<Neighbour>& b) {
  return std::ranges::equal(
      a, b, [](const Neighbour& x, const Neighbour& y) { return x.row == y.row && x.similarity == y.similarity; });
}

}  // namespace

TEST(Neighbours, AreThoseOfBruteForceWithTiesByRank) {
  base::Random random(1);
  for (const size_t n : {17, 130, 1024, 2100}) {  // around the sizes of blocks
    const UnitRows base(exact_rows(random, n), kExactWidth);
    std::vector<uint32_t> queries;
    for (size_t i = 0; i < 150; ++i) queries.push_back(static_cast<uint32_t>(random.below(n)));
    constexpr size_t kNear = 15;
    const auto nearest = neighbours_of_rows(base, queries, params_of(1));
    const auto found = neighbours_of_rows(base, queries, params_of(kNear));
    ASSERT_EQ(nearest.size(), queries.size());
    ASSERT_EQ(found.size(), queries.size() * kNear);
    for (size_t i = 0; i < queries.size(); ++i) {
      const auto expected = sorted(base, base, queries[i], queries[i]);
      ASSERT_EQ(nearest[i].row, expected[0].row) << n << " rows, query " << queries[i];
      ASSERT_EQ(nearest[i].similarity, expected[0].similarity);
      for (size_t j = 0; j < kNear; ++j) {
        ASSERT_EQ(found[i * kNear + j].row, expected[j].row) << n << " rows, query " << queries[i] << ", place " << j;
        ASSERT_EQ(found[i * kNear + j].similarity, expected[j].similarity);
      }
    }
  }
}

TEST(Neighbours, AreTheMostSimilarOfAnyRows) {
  base::Random random(2);
  constexpr size_t kRows = 1500;
  constexpr size_t kNear = 15;
  constexpr float kRounding = 1e-5F;
  const UnitRows base(gaussians<float>(random, kRows * 37), 37);
  const auto found = neighbours_of_rows(base, every_row(base), params_of(kNear));
  for (uint32_t query = 0; query < kRows; ++query) {
    const auto expected = sorted(base, base, query, query);
    std::set<uint32_t> rows;
    for (size_t j = 0; j < kNear; ++j) {
      const Neighbour& one = found[query * kNear + j];
      ASSERT_NE(one.row, query) << "a row is not its own neighbour";
      ASSERT_NEAR(one.similarity, similarity(base, query, base, one.row), kRounding);
      ASSERT_NEAR(one.similarity, expected[j].similarity, kRounding);
      rows.insert(one.row);
    }
    ASSERT_EQ(rows.size(), kNear) << "each once";
  }
}

TEST(Neighbours, OfVectorsThatAreNoRowsMayBeAnyRow) {
  base::Random random(3);
  const UnitRows base(exact_rows(random, 300), kExactWidth);
  const UnitRows queries(exact_rows(random, 140), kExactWidth);
  for (const size_t k : {1, 20, 300}) {
    const auto found = neighbours_of(base, queries, params_of(k));
    for (size_t i = 0; i < queries.size(); ++i) {
      const auto expected = sorted(base, queries, i, SIZE_MAX);
      for (size_t j = 0; j < k; ++j) ASSERT_EQ(found[i * k + j].row, expected[j].row);
    }
  }
}

TEST(Neighbours, ChooseAmongEqualRowsByRankAndNotByPlace) {
  const UnitRows base(std::vector<float>(2000 * 4, 1.0F), 4);
  const std::vector<uint32_t> queries = {0, 1999};
  const auto found = neighbours_of_rows(base, queries, params_of(15));
  for (size_t i = 0; i < queries.size(); ++i) {
    const auto expected = sorted(base, base, queries[i], queries[i]);
    for (size_t j = 0; j < 15; ++j) EXPECT_EQ(found[i * 15 + j].row, expected[j].row);
  }
  EXPECT_FALSE(std::ranges::is_sorted(found, {}, &Neighbour::row));
}

// Equal rows are searched as one; that must not show.
TEST(Neighbours, AreThoseOfBruteForceWhereManyRowsAreEqual) {
  base::Random random(8);
  for (const size_t distinct : {2, 5, 40}) {
    constexpr size_t kRows = 700;
    const std::vector<float> few = exact_rows(random, distinct);
    std::vector<float> values;
    for (size_t i = 0; i < kRows; ++i) {
      const auto row = few.begin() + static_cast<std::ptrdiff_t>(random.below(distinct) * kExactWidth);
      values.insert(values.end(), row, row + kExactWidth);
    }
    const UnitRows base(values, kExactWidth);
    const auto queries = every_row(base);
    for (const size_t k : {1, 15, 300, 699}) {
      const auto found = neighbours_of_rows(base, queries, params_of(k));
      for (uint32_t query = 0; query < kRows; query += 31) {
        const auto expected = sorted(base, base, query, query);
        for (size_t j = 0; j < k; ++j) ASSERT_EQ(found[query * k + j].row, expected[j].row) << query << " " << j;
      }
    }
  }
}

TEST(Neighbours, OfARowThatIsNoNumberHarmNoOthers) {
  base::Random random(9);
  std::vector<float> values = exact_rows(random, 50);
  values[0] = std::numeric_limits<float>::quiet_NaN();
  const UnitRows base(values, kExactWidth);
  const auto found = neighbours_of_rows(base, every_row(base), params_of(15));
  ASSERT_EQ(found.size(), 50U * 15);
  for (uint32_t query = 1; query < 50; ++query) {
    for (size_t j = 0; j < 15; ++j) ASSERT_NE(found[query * 15 + j].row, 0U);
  }
}

TEST(Neighbours, AndCountsDoNotDependOnThreads) {
  base::Random random(4);
  const UnitRows base(gaussians<float>(random, 1300 * 16), 16);
  std::vector<uint32_t> labels(base.size());
  for (uint32_t i = 0; i < labels.size(); ++i) labels[i] = i / 10;
  const auto run = [&](size_t threads, PairCounts& counts) {
    std::atomic<size_t> done = 0;
    NeighbourParams params = params_of(15, threads);
    params.labels = labels;
    params.counts = &counts;
    params.done = [&](size_t n) { done += n; };
    const auto found = neighbours_of_rows(base, every_row(base), params);
    EXPECT_EQ(done, base.size());
    return found;
  };
  PairCounts one;
  const auto found = run(1, one);
  for (const size_t threads : {2, 5}) {
    PairCounts counts;
    EXPECT_TRUE(same(run(threads, counts), found));
    EXPECT_EQ(counts.same, one.same);
    EXPECT_EQ(counts.other, one.other);
  }
}

// Products of equal rows may be rounded unlike, by their place in a block: that must not say which class is nearer.
TEST(Neighbours, AreTheSameWithLabelsAndWithout) {
  base::Random random(11);
  for (const size_t rows : {520, 1027, 1300}) {
    constexpr size_t kWidth = 250, kDistinct = 6;
    const auto few = gaussians<float>(random, kDistinct * kWidth);
    std::vector<float> values;
    std::vector<uint32_t> labels;
    for (size_t i = 0; i < rows; ++i) {
      const auto row = few.begin() + static_cast<std::ptrdiff_t>(random.below(kDistinct) * kWidth);
      values.insert(values.end(), row, row + kWidth);
      labels.push_back(static_cast<uint32_t>(i / 10));
    }
    const UnitRows base(values, kWidth);
    PairCounts counts;
    NeighbourParams params = params_of(15);
    params.labels = labels;
    params.counts = &counts;
    // With labels there are more queries in a product, which may round otherwise.
    const auto with = neighbours_of_rows(base, every_row(base), params);
    const auto without = neighbours_of_rows(base, every_row(base), params_of(15));
    EXPECT_TRUE(std::ranges::equal(with, without, {}, &Neighbour::row, &Neighbour::row));
    for (size_t i = 0; i < with.size(); ++i) EXPECT_NEAR(with[i].similarity, without[i].similarity, 1e-5);
  }
}

TEST(PairCounts, AreThoseOfBruteForce) {
  base::Random random(5);
  for (const auto& [n, distinct] : {std::pair<size_t, size_t>{20, 20}, {1100, 1100}, {1100, 7}}) {
    std::vector<float> values = exact_rows(random, n);
    for (size_t i = distinct * kExactWidth; i < values.size(); ++i) values[i] = values[i % (distinct * kExactWidth)];
    const UnitRows base(values, kExactWidth);
    std::vector<uint32_t> labels;
    for (uint32_t label = 0; labels.size() < n; ++label) labels.insert(labels.end(), 1 + random.below(40), label);
    labels.resize(n);
    std::vector<uint32_t> queries;
    for (uint32_t row = 0; row < n; row += 3) queries.push_back(row);
    PairCounts expected{std::vector<uint64_t>(kernels::kSimilarityBins),
                        std::vector<uint64_t>(kernels::kSimilarityBins)};
    for (const uint32_t query : queries) {
      for (uint32_t row = 0; row < n; ++row) {
        const uint32_t bin = kernels::similarities().bin(static_cast<float>(similarity(base, query, base, row)));
        if (row != query) ++(labels[row] == labels[query] ? expected.same : expected.other)[bin];
      }
    }
    PairCounts counts;
    NeighbourParams params = params_of(3);
    params.labels = labels;
    params.counts = &counts;
    (void)neighbours_of_rows(base, queries, params);
    EXPECT_EQ(counts.same, expected.same);
    EXPECT_EQ(counts.other, expected.other);
  }
}

TEST(UnitRows, HaveLengthOneAndZerosStay) {
  base::Random random(6);
  std::vector<float> values = gaussians<float>(random, 5 * 8);
  std::fill_n(values.begin() + 8, 8, 0.0F);
  const UnitRows rows(values, 8);
  EXPECT_EQ(rows.size(), 5U);
  for (size_t i = 0; i < 5; ++i) EXPECT_NEAR(similarity(rows, i, rows, i), i == 1 ? 0 : 1, 1e-6);
  for (size_t j = 0; j < 8; ++j) EXPECT_EQ(rows.row(1)[j], 0);
}

TEST(UnitRows, OfZerosAreSimilarToNothing) {
  base::Random random(7);
  std::vector<float> values = exact_rows(random, 40);
  std::fill_n(values.begin(), kExactWidth, 0.0F);
  const UnitRows base(values, kExactWidth);
  const std::vector<uint32_t> queries = {0};
  const auto found = neighbours_of_rows(base, queries, params_of(39));
  const auto expected = sorted(base, base, 0, 0);
  for (size_t j = 0; j < 39; ++j) {
    EXPECT_EQ(found[j].similarity, 0);
    EXPECT_EQ(found[j].row, expected[j].row);
  }
}

TEST(TieRank, GivesEveryRowAnother) {
  std::set<uint32_t> ranks;
  for (uint32_t row = 0; row < 100'000; ++row) ranks.insert(tie_rank(row));
  EXPECT_EQ(ranks.size(), 100'000U);
}

TEST(Neighbours, AreTheSameForAnyNumberOfRanks) {
  base::Random random(5);
  constexpr size_t kWidth = 24;
  const UnitRows base(gaussians<float>(random, 1700 * kWidth), kWidth);
  std::vector<uint32_t> labels;
  for (uint32_t row = 0; row < base.size(); ++row) labels.push_back(row / 10);
  PairCounts counts;
  NeighbourParams params = params_of(6);
  params.labels = labels;
  params.counts = &counts;
  const auto alone = neighbours_of_all(base, params);
  for (const size_t count : {1, 2, 3, 7}) {  // of 4 blocks of queries
    eqnet::testing::on_ranks(count, [&](base::Ranks& ranks) {
      PairCounts own;
      NeighbourParams shared = params;
      shared.counts = &own;
      shared.ranks = &ranks;
      EXPECT_TRUE(same(neighbours_of_all(base, shared), alone));
      EXPECT_EQ(own.same, counts.same);
      EXPECT_EQ(own.other, counts.other);
    });
  }
}

}  // namespace eqnet::encode
