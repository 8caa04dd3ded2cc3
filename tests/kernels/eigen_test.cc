#include "kernels/eigen.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_numbers.h"

namespace eqnet::kernels {
namespace {

using eqnet::testing::gaussians;

std::vector<double> symmetric(base::Random& random, size_t n) {
  auto matrix = gaussians<double>(random, n * n);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < i; ++j) matrix[i * n + j] = matrix[j * n + i];
  }
  return matrix;
}

}  // namespace

TEST(SymmetricEigen, GivesOrthogonalVectorsThatTheMatrixOnlyStretches) {
  base::Random random(1);
  for (const size_t n : {1, 2, 3, 10, 64}) {
    const auto matrix = symmetric(random, n);
    const Eigen eigen = symmetric_eigen(matrix, n);
    ASSERT_EQ(eigen.values.size(), n);
    ASSERT_EQ(eigen.vectors.size(), n * n);
    for (size_t v = 0; v < n; ++v) {
      const double* vector = eigen.vectors.data() + v * n;
      EXPECT_GE(eigen.values[v > 0 ? v - 1 : 0], eigen.values[v]);
      for (size_t i = 0; i < n; ++i) {
        double product = 0;
        double inner = 0;
        for (size_t j = 0; j < n; ++j) {
          product += matrix[i * n + j] * vector[j];
          inner += eigen.vectors[i * n + j] * vector[j];
        }
        EXPECT_NEAR(product, eigen.values[v] * vector[i], 1e-12 * static_cast<double>(n));
        EXPECT_NEAR(inner, i == v ? 1 : 0, 1e-13 * static_cast<double>(n));
      }
    }
  }
}

TEST(SymmetricEigen, KnowsSmallCases) {
  EXPECT_TRUE(symmetric_eigen({}, 0).values.empty());
  EXPECT_EQ(symmetric_eigen({0, 0, 0, 0}, 2).values, (std::vector<double>{0, 0}));
  const Eigen turned = symmetric_eigen({2, 1, 1, 2}, 2);
  EXPECT_NEAR(turned.values[0], 3, 1e-15);
  EXPECT_NEAR(turned.values[1], 1, 1e-15);
  EXPECT_NEAR(std::abs(turned.vectors[0] + turned.vectors[1]), std::sqrt(2.0), 1e-15);
  const Eigen diagonal = symmetric_eigen({1, 0, 0, 0, 5, 0, 0, 0, -2}, 3);
  EXPECT_EQ(diagonal.values, (std::vector<double>{5, 1, -2}));
  EXPECT_EQ(diagonal.vectors, (std::vector<double>{0, 1, 0, 1, 0, 0, 0, 0, 1}));
}

TEST(SymmetricEigen, KeepsItsDigitsForMatricesThatAreVerySmallOrLarge) {
  for (const double scale : {1e-140, 1e-20, 1e20, 1e140}) {
    const Eigen eigen = symmetric_eigen({2 * scale, scale, scale, 2 * scale}, 2);
    EXPECT_NEAR(eigen.values[0] / scale, 3, 1e-14);
    EXPECT_NEAR(eigen.values[1] / scale, 1, 1e-14);
  }
}

}  // namespace eqnet::kernels
