#include "search/vector_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/random_numbers.h"

namespace eqnet::search {
namespace {

using eqnet::testing::exact_rows;
using eqnet::testing::gaussians;
using eqnet::testing::kExactWidth;

// By comparing with all, in double.
std::vector<encode::Neighbour> by_brute_force(const std::vector<float>& rows, const std::vector<float>& query,
                                              size_t width) {
  std::vector<encode::Neighbour> all;
  for (uint32_t row = 0; row < rows.size() / width; ++row) {
    double product = 0;
    double square = 0;
    for (size_t j = 0; j < width; ++j) {
      product += static_cast<double>(rows[row * width + j]) * query[j];
      square += std::pow(static_cast<double>(rows[row * width + j]), 2);
    }
    all.push_back({row, static_cast<float>(square > 0 ? product / std::sqrt(square) : 0)});
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.similarity != b.similarity ? a.similarity > b.similarity
                                        : encode::tie_rank(a.row) < encode::tie_rank(b.row);
  });
  return all;
}

std::vector<float> unit(const std::vector<float>& vector) {
  return encode::UnitRows(vector, vector.size()).take();
}

}  // namespace

TEST(VectorTable, FindsWhatBruteForceDoesWithTiesByRank) {
  base::Random random(1);
  for (const size_t n : {1, 5, 63, 64, 65, 1000}) {
    const std::vector<float> rows = exact_rows(random, n);
    VectorTableBuilder builder(kExactWidth);
    builder.add(rows);
    const VectorTable table = builder.finish();
    EXPECT_LE(table.rows(), n);
    for (const size_t k : {size_t{1}, size_t{3}, size_t{20}, n, 2 * n}) {
      for (int query = 0; query < 5; ++query) {
        const std::vector<float> vector = exact_rows(random, 1);
        const auto expected = by_brute_force(rows, vector, kExactWidth);
        const auto found = nearest(table, vector, k);
        ASSERT_EQ(found.size(), std::min(k, n));
        for (size_t i = 0; i < found.size(); ++i) {
          EXPECT_EQ(found[i].row, expected[i].row) << n << " rows, place " << i;
          EXPECT_EQ(found[i].similarity, expected[i].similarity);
        }
      }
    }
  }
}

TEST(VectorTable, FindsTheMostSimilarOfAnyRows) {
  base::Random random(2);
  for (const size_t width : {1, 3, 64, 100}) {
    std::vector<float> rows = gaussians<float>(random, 500 * width);
    for (size_t i = 0; i < 200 * width; ++i) rows[i] *= 1e-3F;  // the length means nothing
    for (size_t i = 0; i < width; ++i) rows[(7 * width) + i] = 0;
    VectorTableBuilder builder(width);
    builder.add({rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(100 * width)});
    builder.add({rows.begin() + static_cast<std::ptrdiff_t>(100 * width), rows.end()});
    const VectorTable table = builder.finish();
    for (int query = 0; query < 10; ++query) {
      const std::vector<float> vector = unit(gaussians<float>(random, width));
      const auto expected = by_brute_force(rows, vector, width);
      const auto found = nearest(table, vector, 12);
      ASSERT_EQ(found.size(), 12U);
      for (size_t i = 0; i < found.size(); ++i) {
        EXPECT_NEAR(found[i].similarity, expected[i].similarity, 1e-6) << "width " << width << ", place " << i;
      }
    }
  }
}

TEST(VectorTable, ReadsOnlyWhatMayBeAmongTheNearest) {
  base::Random random(4);
  constexpr size_t kWidth = 5;
  std::vector<float> rows = gaussians<float>(random, 20000 * kWidth);
  for (size_t i = 0; i < rows.size(); i += kWidth) rows[i] *= 10;  // they differ most in one direction
  VectorTableBuilder builder(kWidth);
  builder.add(rows);
  const VectorTable table = builder.finish();
  EXPECT_GT(std::abs(table.direction[0]), 0.9);
  for (int query = 0; query < 20; ++query) {
    std::vector<float> vector = gaussians<float>(random, kWidth);
    vector = unit(vector);
    size_t codes_read = 0;
    const auto found = nearest(table, vector, 5, [&](const void* begin, size_t bytes) {
      const auto* code = static_cast<const int8_t*>(begin);
      if (code >= table.codes.data() && code < table.codes.data() + table.codes.size()) codes_read += bytes;
    });
    const auto expected = by_brute_force(rows, vector, kWidth);
    for (size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i].similarity, expected[i].similarity, 1e-6);
    EXPECT_LT(codes_read, table.codes.size() / 2);
  }
}

TEST(VectorTable, KeepsEqualVectorsOnceAndAllOfTheirMembers) {
  VectorTableBuilder builder(2);
  builder.add({1, 0, 0, 1, 2, 0, 0, 3, 5, 0});
  const VectorTable table = builder.finish();
  EXPECT_EQ(table.rows(), 2U);
  std::vector<uint32_t> members;
  for (const encode::Neighbour& one : nearest(table, std::vector<float>{1, 0}, 3)) members.push_back(one.row);
  std::sort(members.begin(), members.end());
  EXPECT_EQ(members, (std::vector<uint32_t>{0, 2, 4}));
}

TEST(VectorTable, KnowsAllThatAreWithinADistance) {
  base::Random random(3);
  constexpr size_t kWidth = 8;
  std::vector<float> rows;
  const std::vector<float> centre = unit(gaussians<float>(random, kWidth));
  for (size_t i = 0; i < 400; ++i) {
    const double away = std::pow(10, -5 * random.uniform());
    for (const float number : centre) rows.push_back(number + static_cast<float>(away * random.gaussian()));
  }
  VectorTableBuilder builder(kWidth);
  builder.add(rows);
  const VectorTable table = builder.finish();
  for (const double distance : {1e-4, 1e-2, 0.5, 3.0}) {
    const auto found = within(table, centre, distance);
    size_t expected = 0;
    for (size_t row = 0; row < 400; ++row) {
      const std::vector<float> own = unit({rows.begin() + static_cast<std::ptrdiff_t>(row * kWidth),
                                           rows.begin() + static_cast<std::ptrdiff_t>((row + 1) * kWidth)});
      double square = 0;
      for (size_t j = 0; j < kWidth; ++j) square += std::pow(static_cast<double>(own[j]) - centre[j], 2);
      expected += square <= distance * distance ? 1 : 0;
    }
    EXPECT_EQ(found.size(), expected) << distance;
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end(),
                               [](const auto& a, const auto& b) { return a.similarity > b.similarity; }));
  }
}

TEST(VectorTable, OfNothingFindsNothing) {
  VectorTableBuilder builder(3);
  const VectorTable table = builder.finish();
  EXPECT_TRUE(nearest(table, std::vector<float>{1, 0, 0}, 5).empty());
  EXPECT_TRUE(within(table, std::vector<float>{1, 0, 0}, 1).empty());
}

}  // namespace eqnet::search
