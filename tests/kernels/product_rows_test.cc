// Kernels of eqnet-mul: products of factors, values at points, softmax and Adam.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/every_row.h"

namespace eqnet::kernels {

TYPED_TEST_SUITE(EveryRow, Types);

namespace {

// Values at points by models/points.h, one row x of `arity` vectors of d numbers.
template <class Real>
struct Points {
  const Real* x;
  size_t arity, d;

  [[nodiscard]] long double root() const { return std::sqrt(static_cast<long double>(d - 1)); }
  // What child c gives to a subset at a point: its value, or its weight.
  [[nodiscard]] long double part(size_t subset, size_t c, size_t point) const {
    return (subset & (size_t{1} << c)) != 0 ? x[c * d + point] : x[c * d + d - 1] / root();
  }
  // The product over all children but one of what they give.
  [[nodiscard]] long double others(size_t subset, size_t point, size_t but) const {
    long double product = 1;
    for (size_t c = 0; c < arity; ++c) product *= c == but ? 1 : part(subset, c, point);
    return product;
  }
  [[nodiscard]] long double all(size_t subset, size_t point) const { return others(subset, point, arity); }
};

struct PointsShape {
  size_t n, arity, d;
  [[nodiscard]] size_t width() const { return arity * d; }
  [[nodiscard]] size_t subsets() const { return size_t{1} << arity; }
};

std::vector<PointsShape> point_shapes() {
  std::vector<PointsShape> shapes;
  for (const size_t n : {0, 1, 7, 130}) {
    for (const size_t arity : {1, 2, 3, 4}) {
      for (const size_t d : {2, 3, 8, 64, 65}) shapes.push_back({n, arity, d});
    }
  }
  shapes.push_back({3, kMostPointChildren, 5});
  return shapes;
}

}  // namespace

TYPED_TEST(EveryRow, IsTheProductOfItsFactors) {
  using Number = typename TypeParam::Number;
  for (const size_t count : {1, 2, 3, 5}) {
    this->for_shapes([&](size_t n, size_t width, size_t stride) {
      const auto factors = this->matrix(n, count * width, count * width);
      std::vector<Number> to(n * stride, this->kUntouched);
      kernels::rows<Number>().multiply(factors.data(), n, count, width, to.data(), stride);
      for (size_t i = 0; i < n * stride; ++i) {
        const size_t j = i % stride;
        if (j >= width) {
          ASSERT_EQ(to[i], this->kUntouched);
          continue;
        }
        long double product = 1;
        for (size_t c = 0; c < count; ++c) product *= factors[(i / stride * count + c) * width + j];
        ASSERT_NEAR(to[i], product, 4 * this->kNear * (1 + std::fabs(product)));
      }
    });
  }
}

// The gradient of a factor is the product of the others: no division, which a factor of 0 would forbid.
TYPED_TEST(EveryRow, PassGradientsBackToFactors) {
  using Number = typename TypeParam::Number;
  for (const size_t count : {1, 2, 3, 5}) {
    this->for_shapes([&](size_t n, size_t width, size_t stride) {
      auto factors = this->matrix(n, count * width, count * width);
      for (size_t i = 0; i < factors.size(); i += 5) factors[i] = 0;
      const auto before = factors;
      const auto gradient = this->matrix(n, width, stride);
      kernels::rows<Number>().multiply_backward(gradient.data(), n, count, width, stride, factors.data());
      for (size_t i = 0; i < factors.size(); ++i) {
        const size_t row = i / (count * width);
        const size_t own = i / width % count;
        const size_t j = i % width;
        long double expected = gradient[row * stride + j];
        for (size_t c = 0; c < count; ++c) {
          if (c != own) expected *= before[(row * count + c) * width + j];
        }
        ASSERT_NEAR(factors[i], expected, 4 * this->kNear * (1 + std::fabs(expected)));
      }
    });
  }
}

TYPED_TEST(EveryRow, GetsValuesAtPointsAdded) {
  using Number = typename TypeParam::Number;
  for (const PointsShape& shape : point_shapes()) {
    const size_t points = shape.d - 1;
    const auto x = this->matrix(shape.n, shape.width(), shape.width());
    const auto coefficients = this->matrix(shape.subsets(), points, points);
    const auto before = this->matrix(shape.n, shape.d, shape.d);
    auto to = before;
    kernels::rows<Number>().points(x.data(), shape.n, shape.arity, shape.d, coefficients.data(), to.data());
    for (size_t i = 0; i < shape.n; ++i) {
      const Points<Number> row{x.data() + i * shape.width(), shape.arity, shape.d};
      for (size_t j = 0; j < shape.d; ++j) {
        long double sum = before[i * shape.d + j];
        long double size = 1 + std::fabs(sum);
        const auto add = [&](long double term) {
          sum += term;
          size += std::fabs(term);
        };
        if (j == points) add(row.root() * row.all(0, 0));
        for (size_t subset = 0; j < points && subset < shape.subsets(); ++subset)
          add(coefficients[subset * points + j] * row.all(subset, j));
        ASSERT_NEAR(to[i * shape.d + j], sum, 4 * this->kNear * size) << shape.arity << " " << shape.d;
      }
    }
  }
}

TYPED_TEST(EveryRow, PassGradientsBackThroughValuesAtPoints) {
  using Number = typename TypeParam::Number;
  for (const PointsShape& shape : point_shapes()) {
    const size_t points = shape.d - 1;
    const size_t stride = shape.d + 3;
    const auto x = this->matrix(shape.n, shape.width(), shape.width());
    const auto coefficients = this->matrix(shape.subsets(), points, points);
    const auto gradient = this->matrix(shape.n, shape.d, stride);
    const auto before = this->matrix(shape.n, shape.width(), shape.width());
    for (const bool add : {false, true}) {
      auto dx = before;
      kernels::rows<Number>().points_backward(x.data(), shape.n, shape.arity, shape.d, coefficients.data(),
                                              gradient.data(), stride, add, dx.data());
      for (size_t i = 0; i < dx.size(); ++i) {
        const size_t row = i / shape.width();
        const size_t child = i % shape.width() / shape.d;
        const size_t place = i % shape.d;
        const Points<Number> at{x.data() + row * shape.width(), shape.arity, shape.d};
        const Number* g = gradient.data() + row * stride;
        long double sum = add ? before[i] : 0;
        long double size = 1 + std::fabs(sum);
        const auto add_term = [&](long double term) {
          sum += term;
          size += std::fabs(term);
        };
        const bool weight = place == points;
        if (weight) add_term(g[points] * at.others(0, 0, child));
        for (size_t subset = 0; subset < shape.subsets(); ++subset) {
          const bool gives_value = (subset & (size_t{1} << child)) != 0;
          if (gives_value == weight) continue;
          for (size_t j = weight ? 0 : place; j < (weight ? points : place + 1); ++j) {
            const long double term = g[j] * coefficients[subset * points + j] * at.others(subset, j, child);
            add_term(weight ? term / at.root() : term);
          }
        }
        ASSERT_NEAR(dx[i], sum, 4 * this->kNear * size) << shape.arity << " " << shape.d;
      }
    }
  }
}

TYPED_TEST(EveryRow, PassGradientsBackToTheCoefficientsOfPoints) {
  using Number = typename TypeParam::Number;
  for (const PointsShape& shape : point_shapes()) {
    const size_t points = shape.d - 1;
    const size_t stride = shape.d + 3;
    const auto x = this->matrix(shape.n, shape.width(), shape.width());
    const auto gradient = this->matrix(shape.n, shape.d, stride);
    const auto before = this->matrix(shape.subsets(), points, points);
    auto after = before;
    kernels::rows<Number>().points_coefficients(x.data(), shape.n, shape.arity, shape.d, gradient.data(), stride,
                                                after.data());
    for (size_t i = 0; i < after.size(); ++i) {
      long double sum = before[i];
      long double size = 1 + std::fabs(sum);
      for (size_t row = 0; row < shape.n; ++row) {
        const Points<Number> at{x.data() + row * shape.width(), shape.arity, shape.d};
        const long double term = gradient[row * stride + i % points] * at.all(i / points, i % points);
        sum += term;
        size += std::fabs(term);
      }
      ASSERT_NEAR(after[i], sum, 4 * this->kNear * size) << shape.arity << " " << shape.d;
    }
  }
}

TYPED_TEST(EveryRow, BecomesItsSoftmax) {
  using Number = typename TypeParam::Number;
  for (const size_t n : {1, 2, 7, 65, 2003}) {
    for (const double factor : {0.1, 1.0, 20.0, 100.0}) {
      const auto scores = gaussians<Number>(this->random_, n);
      const auto most = static_cast<long double>(*std::max_element(scores.begin(), scores.end()));
      long double sum = 0;
      for (const Number score : scores) sum += std::exp(factor * (score - most));
      auto shares = scores;
      const Number logarithm = kernels::rows<Number>().softmax(shares.data(), n, static_cast<Number>(factor));
      const long double expected = factor * most + std::log(sum);
      // Rounding of factor * (score - most) is relative to it, and the exponential makes it absolute.
      const double allowed = this->kNear * (4 + 2 * factor) * (1 + static_cast<double>(std::fabs(most)));
      ASSERT_NEAR(logarithm, expected, allowed + 4 * this->kNear * std::sqrt(static_cast<double>(n))) << n;
      for (size_t i = 0; i < n; ++i) {
        const long double share = std::exp(factor * (scores[i] - most)) / sum;
        ASSERT_NEAR(shares[i], share, 4 * allowed * static_cast<double>(share) + 1e-30) << n << " " << factor;
      }
    }
  }
}

// The contrastive objective takes an expression out of its own row so.
TYPED_TEST(EveryRow, HasNoShareOfTheSoftmaxForTheLeastNumber) {
  using Number = typename TypeParam::Number;
  std::vector<Number> scores(67, Number(-0.5));
  scores[5] = -std::numeric_limits<Number>::max();
  const Number logarithm = kernels::rows<Number>().softmax(scores.data(), scores.size(), Number(100));
  EXPECT_NEAR(logarithm, -50 + std::log(66.0), 100 * this->kNear);
  for (size_t i = 0; i < scores.size(); ++i) EXPECT_NEAR(scores[i], i == 5 ? 0 : 1.0 / 66, this->kNear) << i;
  EXPECT_LT(scores[5], 1e-30);
}

TYPED_TEST(EveryRow, IsMovedByAdam) {
  using Number = typename TypeParam::Number;
  const typename Rows<Number>::Adam params{Number(0.1), Number(0.75), Number(0.875), Number(0.01), Number(1.5)};
  for (const size_t n : kCounts) {
    const auto gradient = gaussians<Number>(this->random_, n, 2);
    auto mean = gaussians<Number>(this->random_, n);
    auto square = gaussians<Number>(this->random_, n);
    for (Number& number : square) number *= number;
    auto values = gaussians<Number>(this->random_, n);
    const auto mean_before = mean;
    const auto square_before = square;
    const auto values_before = values;
    kernels::rows<Number>().adam(params, gradient.data(), n, square.data(), mean.data(), values.data());
    for (size_t i = 0; i < n; ++i) {
      const long double g = std::clamp<long double>(gradient[i], -1.5L, 1.5L);
      const long double m = 0.75L * mean_before[i] + 0.25L * g;
      const long double a = 0.875L * square_before[i] + 0.125L * g * g;
      const long double step =
          static_cast<long double>(params.rate) * m / (std::sqrt(a) + static_cast<long double>(params.epsilon));
      ASSERT_NEAR(mean[i], m, 4 * this->kNear);
      ASSERT_NEAR(square[i], a, 4 * this->kNear * (1 + static_cast<double>(a)));
      ASSERT_NEAR(values[i], values_before[i] - step, 8 * this->kNear * (1 + std::fabs(static_cast<double>(step))));
    }
  }
}

}  // namespace eqnet::kernels
