#include "report/pca.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "eqnet/base/error.h"
#include "support/random_numbers.h"

namespace eqnet::report {
namespace {

using eqnet::testing::gaussians;

// Rows with different variances along turned axes, far from the origin.
std::vector<float> long_cloud(base::Random& random, size_t n, size_t width) {
  const auto mixture = gaussians<double>(random, width * width);
  std::vector<float> rows(n * width);
  for (size_t i = 0; i < n; ++i) {
    for (size_t axis = 0; axis < width; ++axis) {
      const double along = random.gaussian() * std::pow(0.5, static_cast<double>(axis));
      for (size_t j = 0; j < width; ++j) rows[i * width + j] += static_cast<float>(along * mixture[axis * width + j]);
    }
    for (size_t j = 0; j < width; ++j) rows[i * width + j] += 10;
  }
  return rows;
}

// Power iteration on centred rows, each direction being taken out of them once it is found.
struct Oracle {
  size_t width;
  std::vector<double> rows;
  double all = 0;

  Oracle(const std::vector<float>& given, size_t width) : width(width), rows(given.begin(), given.end()) {
    for (size_t j = 0; j < width; ++j) {
      double mean = 0;
      for (size_t i = j; i < rows.size(); i += width) mean += rows[i] * static_cast<double>(width);
      for (size_t i = j; i < rows.size(); i += width) rows[i] -= mean / static_cast<double>(rows.size());
    }
    all = std::inner_product(rows.begin(), rows.end(), rows.begin(), 0.0);
  }

  // Coordinates along the direction of most variance.
  std::vector<double> next() {
    const size_t n = rows.size() / width;
    std::vector<double> direction(width, 1.0);
    std::vector<double> along(n);
    for (int step = 0; step < 400; ++step) {
      for (size_t i = 0; i < n; ++i) {
        along[i] = std::inner_product(direction.begin(), direction.end(), rows.data() + i * width, 0.0);
      }
      std::fill(direction.begin(), direction.end(), 0.0);
      for (size_t i = 0; i < n * width; ++i) direction[i % width] += along[i / width] * rows[i];
      const double length = std::sqrt(std::inner_product(direction.begin(), direction.end(), direction.begin(), 0.0));
      for (double& entry : direction) entry /= length;
    }
    size_t largest = 0;
    for (size_t j = 0; j < width; ++j) {
      if (std::abs(direction[j]) > std::abs(direction[largest])) largest = j;
    }
    for (size_t i = 0; i < n; ++i) {
      const double at = std::inner_product(direction.begin(), direction.end(), rows.data() + i * width, 0.0);
      along[i] = direction[largest] < 0 ? -at : at;
      for (size_t j = 0; j < width; ++j) rows[i * width + j] -= at * direction[j];
    }
    return along;
  }
};

}  // namespace

TEST(Pca, FindsTheDirectionsOfPowerIteration) {
  base::Random random(1);
  for (const auto& [n, width] : {std::pair<size_t, size_t>{50, 3}, {700, 7}, {5, 10}}) {
    const auto rows = long_cloud(random, n, width);
    const Pca found = pca(rows, width, {3, 2});
    Oracle oracle(rows, width);
    for (size_t c = 0; c < 3; ++c) {
      const auto expected = oracle.next();
      const double variance = std::inner_product(expected.begin(), expected.end(), expected.begin(), 0.0);
      EXPECT_NEAR(found.shares[c], variance / oracle.all, 1e-9);
      for (size_t i = 0; i < n; ++i) EXPECT_NEAR(found.coordinates[3 * i + c], expected[i], 1e-4) << n << " " << c;
    }
  }
}

TEST(Pca, GivesTheSameBitsForAnyNumberOfThreads) {
  base::Random random(2);
  const auto rows = long_cloud(random, 3000, 6);
  const Pca one = pca(rows, 6, {2, 1});
  for (const size_t threads : {2, 3}) {
    const Pca more = pca(rows, 6, {2, threads});
    EXPECT_EQ(one.coordinates, more.coordinates);
    EXPECT_EQ(one.shares, more.shares);
  }
}

TEST(Pca, KnowsAllOfALine) {
  const Pca found = pca(std::vector<float>{0, 0, 3, 4, -3, -4}, 2, {});
  EXPECT_NEAR(found.shares[0], 1, 1e-12);
  EXPECT_NEAR(found.shares[1], 0, 1e-12);
  const std::vector<float> expected = {0, 0, 5, 0, -5, 0};
  for (size_t i = 0; i < 6; ++i) EXPECT_NEAR(found.coordinates[i], expected[i], 1e-6);
}

TEST(Pca, HandlesRowsThatAreFewNarrowOrEqual) {
  EXPECT_TRUE(pca({}, 5, {}).coordinates.empty());
  EXPECT_EQ(pca(std::vector<float>{1, 2, 3}, 3, {}).coordinates, (std::vector<float>{0, 0}));
  EXPECT_EQ(pca(std::vector<float>{1, 2, 3}, 3, {}).shares, (std::vector<double>{0, 0}));
  const Pca narrow = pca(std::vector<float>{1, 2, 6}, 1, {});
  EXPECT_EQ(narrow.coordinates, (std::vector<float>{-2, 0, -1, 0, 3, 0}));
  EXPECT_EQ(narrow.shares, (std::vector<double>{1, 0}));
  std::vector<float> equal;
  for (int i = 0; i < 1000; ++i) equal.insert(equal.end(), {0.1F, 0.7F, -0.3F});
  EXPECT_EQ(pca(equal, 3, {}).coordinates, std::vector<float>(2000, 0.0F));
  EXPECT_EQ(pca(equal, 3, {}).shares, (std::vector<double>{0, 0}));
}

TEST(Pca, SaysWhichRowIsNotFinite) {
  for (const float wrong : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    try {
      pca(std::vector<float>{1, 2, 3, 4, 5, wrong}, 2, {});
      FAIL();
    } catch (const base::Error& error) {
      EXPECT_EQ(std::string(error.what()).rfind("row 2: ", 0), 0U) << error.what();
    }
  }
}

}  // namespace eqnet::report
