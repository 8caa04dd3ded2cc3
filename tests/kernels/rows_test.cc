#include "kernels/rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "support/random_numbers.h"

namespace eqnet::kernels {
namespace {

using eqnet::testing::gaussians;

constexpr size_t kCounts[] = {0, 1, 7, 65, 2003};
constexpr size_t kWidths[] = {1, 7, 64, 65};
constexpr Activation kActivations[] = {Activation::identity, Activation::sigmoid, Activation::tanh};

long double exact(Activation f, long double x) {
  if (f == Activation::sigmoid) return 1 / (1 + std::exp(-x));
  return f == Activation::tanh ? std::tanh(x) : x;
}

// By the activation's output y.
long double exact_slope(Activation f, long double y) {
  if (f == Activation::sigmoid) return y * (1 - y);
  return f == Activation::tanh ? 1 - y * y : 1;
}

template <class Real>
class Rows : public ::testing::Test {
 protected:
  // Absolute, for numbers of the order of 1.
  static constexpr double kNear = sizeof(Real) == 4 ? 4e-7 : 1e-15;
  static constexpr Real kUntouched = 777;

  base::Random random_{11};

  // n rows of `width` random numbers, `stride` apart, a mark between the rows.
  std::vector<Real> matrix(size_t n, size_t width, size_t stride) {
    std::vector<Real> values(n * stride, kUntouched);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < width; ++j) values[i * stride + j] = static_cast<Real>(random_.gaussian());
    }
    return values;
  }
  std::vector<uint32_t> indices(size_t n, size_t below) {
    std::vector<uint32_t> index(n);
    for (uint32_t& i : index) i = static_cast<uint32_t>(random_.below(below));
    return index;
  }

  // visit(n, width, stride)
  template <class Visit>
  void for_shapes(const Visit& visit) {
    for (const size_t n : kCounts) {
      for (const size_t width : kWidths) {
        for (const size_t padding : {0, 5}) {
          visit(n, width, width + padding);
          if (this->HasFatalFailure()) return;
        }
      }
    }
  }
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Rows, Reals);

}  // namespace

TYPED_TEST(Rows, AreGatheredByIndex) {
  this->for_shapes([&](size_t n, size_t width, size_t) {
    constexpr size_t kFrom = 9;
    const auto from = this->matrix(kFrom, width, width);
    const auto index = this->indices(n, kFrom);
    std::vector<TypeParam> to(n * width);
    gather_rows(from.data(), width, index.data(), n, to.data());
    for (size_t i = 0; i < n * width; ++i) ASSERT_EQ(to[i], from[index[i / width] * width + i % width]);
  });
}

TYPED_TEST(Rows, AreScatteredAndAddedWhereOneIsMeantSeveralTimes) {
  this->for_shapes([&](size_t n, size_t width, size_t) {
    constexpr size_t kTo = 5;
    const auto from = this->matrix(n, width, width);
    const auto index = this->indices(n, kTo);
    auto to = this->matrix(kTo, width, width);
    auto expected = to;
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < width; ++j) expected[index[i] * width + j] += from[i * width + j];
    }
    scatter_add_rows(from.data(), width, index.data(), n, to.data());
    ASSERT_EQ(to, expected) << "in order of the rows, so to the last bit";
  });
}

TYPED_TEST(Rows, GetABiasAndAnActivation) {
  for (const Activation f : kActivations) {
    this->for_shapes([&](size_t n, size_t width, size_t stride) {
      const auto before = this->matrix(n, width, stride);
      const auto bias = gaussians<TypeParam>(this->random_, width);
      auto after = before;
      add_bias_activate(after.data(), n, width, stride, bias.data(), f);
      for (size_t i = 0; i < n * stride; ++i) {
        const size_t j = i % stride;
        if (j >= width) {
          ASSERT_EQ(after[i], this->kUntouched);
        } else {
          ASSERT_NEAR(after[i], exact(f, static_cast<long double>(before[i]) + bias[j]), 4 * this->kNear);
        }
      }
    });
  }
}

TYPED_TEST(Rows, AreCopiedWithABiasOrAreTheBiasAlone) {
  this->for_shapes([&](size_t n, size_t width, size_t stride) {
    const auto from = this->matrix(n, width, stride);
    const auto bias = gaussians<TypeParam>(this->random_, width);
    std::vector<TypeParam> to(n * width);
    copy_add_bias(from.data(), n, width, stride, bias.data(), to.data());
    for (size_t i = 0; i < n * width; ++i) ASSERT_EQ(to[i], from[i / width * stride + i % width] + bias[i % width]);
    copy_add_bias<TypeParam>(nullptr, n, width, stride, bias.data(), to.data());
    for (size_t i = 0; i < n * width; ++i) ASSERT_EQ(to[i], bias[i % width]);
  });
}

TYPED_TEST(Rows, PassGradientsBackThroughAnActivation) {
  for (const Activation f : kActivations) {
    this->for_shapes([&](size_t n, size_t width, size_t stride) {
      auto values = this->matrix(n, width, width);
      for (TypeParam& value : values) value = static_cast<TypeParam>(exact(f, value));
      const auto before = this->matrix(n, width, stride);
      auto after = before;
      activation_backward(values.data(), n, width, f, after.data(), stride);
      for (size_t i = 0; i < n * stride; ++i) {
        const size_t j = i % stride;
        const long double expected =
            j < width ? before[i] * exact_slope(f, values[i / stride * width + j]) : this->kUntouched;
        ASSERT_NEAR(after[i], expected, 4 * this->kNear);
      }
    });
  }
}

TYPED_TEST(Rows, AddUpByColumn) {
  this->for_shapes([&](size_t n, size_t width, size_t stride) {
    const auto values = this->matrix(n, width, stride);
    auto sums = gaussians<TypeParam>(this->random_, width);
    std::vector<long double> expected(sums.begin(), sums.end());
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < width; ++j) expected[j] += values[i * stride + j];
    }
    add_column_sums(values.data(), n, width, stride, sums.data());
    for (size_t j = 0; j < width; ++j)
      ASSERT_NEAR(sums[j], expected[j], this->kNear * (1 + 4 * static_cast<double>(n)));
  });
}

TYPED_TEST(Rows, HaveLengthOneOnceNormalised) {
  this->for_shapes([&](size_t n, size_t width, size_t) {
    const auto before = this->matrix(n, width, width);
    auto after = before;
    std::vector<TypeParam> inverse(n);
    normalise_rows(after.data(), n, width, inverse.data());
    for (size_t i = 0; i < n; ++i) {
      long double square = 0;
      for (size_t j = 0; j < width; ++j)
        square += static_cast<long double>(before[i * width + j]) * before[i * width + j];
      const long double length = std::sqrt(square);
      ASSERT_NEAR(inverse[i] * length, 1, 4 * this->kNear);
      for (size_t j = 0; j < width; ++j)
        ASSERT_NEAR(after[i * width + j], before[i * width + j] / length, 4 * this->kNear);
    }
  });
}

TYPED_TEST(Rows, AreNormalisedWhateverTheirScale) {
  for (const double scale : {1e-30, 1e-20, 1e-15, 1e-6, 1e6, 1e15}) {
    auto row = gaussians<TypeParam>(this->random_, 64, scale);
    TypeParam inverse = 0;
    normalise_rows(row.data(), 1, 64, &inverse);
    EXPECT_NEAR(std::inner_product(row.begin(), row.end(), row.begin(), 0.0L), 1, 8 * this->kNear) << scale;
  }
}

TYPED_TEST(Rows, OfZerosStayZerosWhenNormalised) {
  std::vector<TypeParam> rows = {0, 0, 0, 0, 3, 4, -0.0, 0, 0};
  std::vector<TypeParam> inverse(3, 9);
  normalise_rows(rows.data(), 3, 3, inverse.data());
  const std::vector<TypeParam> expected = {0, 0, 0, 0, TypeParam(0.6), TypeParam(0.8), 0, 0, 0};
  for (size_t i = 0; i < rows.size(); ++i) EXPECT_NEAR(rows[i], expected[i], this->kNear) << i;
  EXPECT_EQ(inverse[0], 0);
  EXPECT_NEAR(inverse[1], 0.2, this->kNear);
  EXPECT_EQ(inverse[2], 0);
  // Nor does a gradient come through them.
  std::vector<TypeParam> gradient(9, 1);
  normalise_backward(rows.data(), inverse.data(), 3, 3, gradient.data(), 3);
  EXPECT_EQ(gradient[0], 0);
  EXPECT_EQ(gradient[8], 0);
}

// d/dt of w . normalised(o + t e_j) at 0, by central differences in long double.
TYPED_TEST(Rows, PassGradientsBackThroughNormalisation) {
  const auto value = [](const std::vector<long double>& o, const std::vector<TypeParam>& w, size_t row, size_t width,
                        size_t stride) {
    long double square = 0;
    long double sum = 0;
    for (size_t j = 0; j < width; ++j) {
      square += o[j] * o[j];
      sum += o[j] * w[row * stride + j];
    }
    return sum / std::sqrt(square);
  };
  for (const size_t width : kWidths) {
    const size_t n = 7;
    const size_t stride = width + 3;
    const auto o = this->matrix(n, width, width);
    const auto w = this->matrix(n, width, stride);
    auto rows = o;
    auto gradient = w;
    std::vector<TypeParam> inverse(n);
    normalise_rows(rows.data(), n, width, inverse.data());
    normalise_backward(rows.data(), inverse.data(), n, width, gradient.data(), stride);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < width; ++j) {
        std::vector<long double> moved(o.begin() + static_cast<std::ptrdiff_t>(i * width),
                                       o.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
        const long double step = 1e-5L * std::fabs(moved[j]);
        moved[j] += step;
        const long double up = value(moved, w, i, width, stride);
        moved[j] -= 2 * step;
        const long double down = value(moved, w, i, width, stride);
        const double allowed = 1e-8 + 16 * this->kNear * (1 + std::fabs(inverse[i]));
        ASSERT_NEAR(gradient[i * stride + j], (up - down) / (2 * step), allowed);
      }
      for (size_t j = width; j < stride; ++j) ASSERT_EQ(gradient[i * stride + j], this->kUntouched);
    }
  }
}

TYPED_TEST(Rows, MultiplyAndAdd) {
  for (const size_t n : kCounts) {
    const auto a = gaussians<TypeParam>(this->random_, n);
    const auto b = gaussians<TypeParam>(this->random_, n);
    const long double product = std::inner_product(a.begin(), a.end(), b.begin(), 0.0L);
    EXPECT_NEAR(dot(a.data(), b.data(), n), product, this->kNear * (1 + static_cast<double>(n)));
    auto sum = b;
    add_scaled(a.data(), n, TypeParam(-1.5), sum.data());
    for (size_t i = 0; i < n; ++i) EXPECT_NEAR(sum[i], b[i] - 1.5L * a[i], 4 * this->kNear);
  }
}

TYPED_TEST(Rows, AreActivatedAccuratelyOverTheWholeRange) {
  std::vector<TypeParam> inputs = {0,   1e-30, -1e-30, 1e-7, -1e-7, 87,   -87,  88,
                                   -88, 100,   -100,   1000, -1000, 1e30, -1e30};
  for (int i = -40'000; i <= 40'000; ++i) inputs.push_back(static_cast<TypeParam>(i * 0.0025));
  for (const Activation f : kActivations) {
    auto values = inputs;
    activate(values.data(), values.size(), f);
    for (size_t i = 0; i < inputs.size(); ++i) {
      const long double x = inputs[i];
      const double allowed = f == Activation::identity ? 0 : this->kNear;
      ASSERT_NEAR(values[i], exact(f, x), allowed) << static_cast<double>(x);
      const TypeParam least = f == Activation::sigmoid ? 0 : -1;
      ASSERT_TRUE(f == Activation::identity || (values[i] >= least && values[i] <= 1)) << static_cast<double>(x);
    }
  }
}

TYPED_TEST(Rows, AreActivatedAtInfinity) {
  constexpr TypeParam kInfinity = std::numeric_limits<TypeParam>::infinity();
  std::vector<TypeParam> values = {kInfinity, -kInfinity};
  activate(values.data(), 2, Activation::sigmoid);
  EXPECT_EQ(values[0], 1);
  EXPECT_NEAR(values[1], 0, 1e-30);
  values = {kInfinity, -kInfinity};
  activate(values.data(), 2, Activation::tanh);
  EXPECT_EQ(values[0], 1);
  EXPECT_EQ(values[1], -1);
}

// A network that starts from small numbers (treenn2: deviation 10^-4) lives on them.
TYPED_TEST(Rows, KeepSmallNumbersThroughTanh) {
  for (const double x : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-9, 1e-12, 1e-20}) {
    std::vector<TypeParam> values = {static_cast<TypeParam>(x), static_cast<TypeParam>(-x)};
    activate(values.data(), 2, Activation::tanh);
    EXPECT_NEAR(values[0] / std::tanh(x), 1, 1e-4) << x;
    EXPECT_NEAR(values[1] / std::tanh(-x), 1, 1e-4) << -x;
  }
}

TYPED_TEST(Rows, KeepNaNVisible) {
  constexpr TypeParam kNaN = std::numeric_limits<TypeParam>::quiet_NaN();
  for (const size_t n : {1, 7, 65}) {  // in the vector part and in the rest of a loop
    for (const Activation f : kActivations) {
      for (size_t at = 0; at < n; ++at) {
        std::vector<TypeParam> values(n, TypeParam(0.5));
        values[at] = kNaN;
        activate(values.data(), n, f);
        for (size_t i = 0; i < n; ++i) ASSERT_EQ(std::isnan(values[i]), i == at);
        const std::vector<TypeParam> bias(n, 0);
        values.assign(n, TypeParam(0.5));
        values[at] = kNaN;
        add_bias_activate(values.data(), 1, n, n, bias.data(), f);
        for (size_t i = 0; i < n; ++i) ASSERT_EQ(std::isnan(values[i]), i == at);
      }
    }
    std::vector<TypeParam> row(n, 1);
    row[n / 2] = kNaN;
    EXPECT_TRUE(std::isnan(dot(row.data(), row.data(), n)));
    std::vector<TypeParam> inverse(1);
    normalise_rows(row.data(), 1, n, inverse.data());
    EXPECT_TRUE(std::isnan(row[n / 2]));
  }
}

TYPED_TEST(Rows, LoseTheAskedShareToDrop) {
  constexpr size_t kMany = 200'000;
  for (const double p : {0.01, 0.11, 0.5, 0.61, 0.99}) {
    std::vector<TypeParam> values(kMany, 2);
    drop(values.data(), kMany, 5, 0, p, TypeParam(3));
    size_t zeros = 0;
    size_t pairs = 0;
    for (size_t i = 0; i < kMany; ++i) {
      ASSERT_TRUE(values[i] == 0 || values[i] == 6);
      zeros += values[i] == 0 ? 1 : 0;
      pairs += i > 0 && values[i] == 0 && values[i - 1] == 0 ? 1 : 0;
    }
    const double deviations = 5 / std::sqrt(static_cast<double>(kMany));
    EXPECT_NEAR(static_cast<double>(zeros) / kMany, p, deviations * std::sqrt(p * (1 - p)));
    EXPECT_NEAR(static_cast<double>(pairs) / kMany, p * p, 2 * deviations * std::sqrt(p * p * (1 - p * p)))
        << "neighbours";
  }
}

TYPED_TEST(Rows, LoseNothingOrAllAtTheEndsOfTheRange) {
  std::vector<TypeParam> values(100'000, 2);
  drop(values.data(), values.size(), 1, 0, 0.0, TypeParam(0.5));
  for (const TypeParam value : values) ASSERT_EQ(value, 1);
  drop(values.data(), values.size(), 1, 0, 1.0, TypeParam(1));
  for (const TypeParam value : values) ASSERT_EQ(value, 0);
}

TYPED_TEST(Rows, AreDroppedBySeedAndPlaceAlone) {
  constexpr size_t kMany = 3000;
  const auto dropped = [](size_t n, uint64_t seed, uint64_t first) {
    std::vector<TypeParam> values(n, 1);
    drop(values.data(), n, seed, first, 0.5, TypeParam(1));
    return values;
  };
  for (const uint64_t seed : {uint64_t{0}, uint64_t{7}, uint64_t{1} << 40, ~uint64_t{0}}) {
    for (const uint64_t first : {uint64_t{0}, uint64_t{12345}, uint64_t{5} << 32}) {
      const auto whole = dropped(kMany, seed, first);
      EXPECT_EQ(dropped(kMany, seed, first), whole);
      for (const size_t cut : {1, 7, 64, 2999}) {
        const auto rest = dropped(kMany - cut, seed, first + cut);
        EXPECT_TRUE(std::equal(rest.begin(), rest.end(), whole.begin() + static_cast<std::ptrdiff_t>(cut)));
      }
      EXPECT_NE(dropped(kMany, seed + 1, first), whole);
      EXPECT_NE(dropped(kMany, seed ^ (uint64_t{1} << 33), first), whole);
      EXPECT_NE(dropped(kMany, seed, first + (uint64_t{1} << 32)), whole);
    }
  }
}

TYPED_TEST(Rows, AreDroppedByPlaceBeyond32BitsToo) {
  constexpr uint64_t kEdge = uint64_t{1} << 32;
  std::vector<TypeParam> across(200, 1);
  drop(across.data(), 200, 9, kEdge - 100, 0.5, TypeParam(1));
  std::vector<TypeParam> behind(100, 1);
  drop(behind.data(), 100, 9, kEdge, 0.5, TypeParam(1));
  EXPECT_TRUE(std::equal(behind.begin(), behind.end(), across.begin() + 100));
}

}  // namespace eqnet::kernels
