#include "kernels/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "kernels/every_row.h"

namespace eqnet::kernels {

TYPED_TEST_SUITE(EveryRow, Types);

namespace {

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

}  // namespace

TYPED_TEST(EveryRow, AreGatheredByIndex) {
  using Number = typename TypeParam::Number;
  this->for_shapes([&](size_t n, size_t width, size_t) {
    constexpr size_t kFrom = 9;
    const auto from = this->matrix(kFrom, width, width);
    const auto index = this->indices(n, kFrom);
    std::vector<Number> to(n * width);
    kernels::rows<Number>().gather(from.data(), width, index.data(), n, to.data());
    for (size_t i = 0; i < n * width; ++i) ASSERT_EQ(to[i], from[index[i / width] * width + i % width]);
  });
}

TYPED_TEST(EveryRow, AreScatteredAndAddedWhereOneIsMeantSeveralTimes) {
  using Number = typename TypeParam::Number;
  this->for_shapes([&](size_t n, size_t width, size_t) {
    constexpr size_t kTo = 5;
    const auto from = this->matrix(n, width, width);
    const auto index = this->indices(n, kTo);
    auto to = this->matrix(kTo, width, width);
    auto expected = to;
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < width; ++j) expected[index[i] * width + j] += from[i * width + j];
    }
    kernels::rows<Number>().scatter_add(from.data(), width, index.data(), n, to.data());
    ASSERT_EQ(to, expected) << "in order of the rows, so to the last bit";
  });
}

TYPED_TEST(EveryRow, GetABiasAndAnActivation) {
  using Number = typename TypeParam::Number;
  for (const Activation f : kActivations) {
    this->for_shapes([&](size_t n, size_t width, size_t stride) {
      const auto before = this->matrix(n, width, stride);
      const auto bias = gaussians<Number>(this->random_, width);
      std::vector<Number> after(n * width);
      kernels::rows<Number>().activate_add_bias(before.data(), n, width, stride, bias.data(), f, after.data(), width);
      for (size_t i = 0; i < n * width; ++i) {
        const long double x = static_cast<long double>(before[i / width * stride + i % width]) + bias[i % width];
        ASSERT_NEAR(after[i], exact(f, x), 4 * this->kNear);
      }
    });
  }
}

TYPED_TEST(EveryRow, AreCopiedWithABiasOrAreTheBiasAlone) {
  using Number = typename TypeParam::Number;
  this->for_shapes([&](size_t n, size_t width, size_t stride) {
    const auto from = this->matrix(n, width, stride);
    const auto bias = gaussians<Number>(this->random_, width);
    std::vector<Number> to(n * width);
    kernels::rows<Number>().output(from.data(), n, width, stride, bias.data(), nullptr, 0, nullptr, to.data());
    for (size_t i = 0; i < n * width; ++i) ASSERT_EQ(to[i], from[i / width * stride + i % width] + bias[i % width]);
    kernels::rows<Number>().output(nullptr, n, width, stride, bias.data(), nullptr, 0, nullptr, to.data());
    for (size_t i = 0; i < n * width; ++i) ASSERT_EQ(to[i], bias[i % width]);
  });
}

TYPED_TEST(EveryRow, PassGradientsBackThroughAnActivation) {
  using Number = typename TypeParam::Number;
  for (const Activation f : kActivations) {
    this->for_shapes([&](size_t n, size_t width, size_t stride) {
      auto values = this->matrix(n, width, width);
      for (Number& value : values) value = static_cast<Number>(exact(f, value));
      const auto before = this->matrix(n, width, stride);
      auto after = before;
      kernels::rows<Number>().activation_backward(values.data(), n, width, width, f, after.data(), stride);
      for (size_t i = 0; i < n * stride; ++i) {
        const size_t j = i % stride;
        const long double expected =
            j < width ? before[i] * exact_slope(f, values[i / stride * width + j]) : this->kUntouched;
        ASSERT_NEAR(after[i], expected, 4 * this->kNear);
      }
    });
  }
}

TYPED_TEST(EveryRow, AddUpByColumn) {
  using Number = typename TypeParam::Number;
  this->for_shapes([&](size_t n, size_t width, size_t stride) {
    const auto values = this->matrix(n, width, stride);
    auto sums = gaussians<Number>(this->random_, width);
    std::vector<long double> expected(sums.begin(), sums.end());
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < width; ++j) expected[j] += values[i * stride + j];
    }
    kernels::rows<Number>().add_column_sums(values.data(), n, width, stride, sums.data());
    for (size_t j = 0; j < width; ++j)
      ASSERT_NEAR(sums[j], expected[j], this->kNear * (1 + 4 * static_cast<double>(n)));
  });
}

TYPED_TEST(EveryRow, HaveLengthOneOnceNormalised) {
  using Number = typename TypeParam::Number;
  this->for_shapes([&](size_t n, size_t width, size_t) {
    const auto before = this->matrix(n, width, width);
    auto after = before;
    std::vector<Number> inverse(n);
    kernels::rows<Number>().normalise(after.data(), n, width, inverse.data());
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

TYPED_TEST(EveryRow, AreNormalisedWhateverTheirScale) {
  using Number = typename TypeParam::Number;
  for (const double scale : {1e-30, 1e-20, 1e-15, 1e-6, 1e6, 1e15}) {
    auto row = gaussians<Number>(this->random_, 64, scale);
    Number inverse = 0;
    kernels::rows<Number>().normalise(row.data(), 1, 64, &inverse);
    EXPECT_NEAR(std::inner_product(row.begin(), row.end(), row.begin(), 0.0L), 1, 8 * this->kNear) << scale;
  }
}

TYPED_TEST(EveryRow, OfZerosStayZerosWhenNormalised) {
  using Number = typename TypeParam::Number;
  std::vector<Number> rows = {0, 0, 0, 0, 3, 4, -0.0, 0, 0};
  std::vector<Number> inverse(3, 9);
  kernels::rows<Number>().normalise(rows.data(), 3, 3, inverse.data());
  const std::vector<Number> expected = {0, 0, 0, 0, Number(0.6), Number(0.8), 0, 0, 0};
  for (size_t i = 0; i < rows.size(); ++i) EXPECT_NEAR(rows[i], expected[i], this->kNear) << i;
  EXPECT_EQ(inverse[0], 0);
  EXPECT_NEAR(inverse[1], 0.2, this->kNear);
  EXPECT_EQ(inverse[2], 0);
  // Nor does a gradient come through them.
  const std::vector<Number> gradient(9, 1);
  std::vector<Number> through(9, this->kUntouched);
  kernels::rows<Number>().normalise_backward(rows.data(), inverse.data(), 3, 3, gradient.data(), through.data(), 3);
  EXPECT_EQ(through[0], 0);
  EXPECT_EQ(through[8], 0);
}

// d/dt of w . normalised(o + t e_j) at 0, by central differences in long double.
TYPED_TEST(EveryRow, PassGradientsBackThroughNormalisation) {
  using Number = typename TypeParam::Number;
  const auto value = [](const std::vector<long double>& o, const std::vector<Number>& w, size_t row, size_t width) {
    long double square = 0;
    long double sum = 0;
    for (size_t j = 0; j < width; ++j) {
      square += o[j] * o[j];
      sum += o[j] * w[row * width + j];
    }
    return sum / std::sqrt(square);
  };
  for (const size_t width : kWidths) {
    const size_t n = 7;
    const size_t stride = width + 3;
    const auto o = this->matrix(n, width, width);
    const auto w = this->matrix(n, width, width);
    auto rows = o;
    std::vector<Number> gradient(n * stride, this->kUntouched);
    std::vector<Number> inverse(n);
    kernels::rows<Number>().normalise(rows.data(), n, width, inverse.data());
    kernels::rows<Number>().normalise_backward(rows.data(), inverse.data(), n, width, w.data(), gradient.data(),
                                               stride);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < width; ++j) {
        std::vector<long double> moved(o.begin() + static_cast<std::ptrdiff_t>(i * width),
                                       o.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
        const long double step = 1e-5L * std::fabs(moved[j]);
        moved[j] += step;
        const long double up = value(moved, w, i, width);
        moved[j] -= 2 * step;
        const long double down = value(moved, w, i, width);
        const double allowed = 1e-8 + 16 * this->kNear * (1 + std::fabs(inverse[i]));
        ASSERT_NEAR(gradient[i * stride + j], (up - down) / (2 * step), allowed);
      }
      for (size_t j = width; j < stride; ++j) ASSERT_EQ(gradient[i * stride + j], this->kUntouched);
    }
  }
}

TYPED_TEST(EveryRow, MultiplyAndAdd) {
  using Number = typename TypeParam::Number;
  for (const size_t n : kCounts) {
    const auto a = gaussians<Number>(this->random_, n);
    const auto b = gaussians<Number>(this->random_, n);
    const long double product = std::inner_product(a.begin(), a.end(), b.begin(), 0.0L);
    EXPECT_NEAR(kernels::rows<Number>().dot(a.data(), b.data(), n), product,
                this->kNear * (1 + static_cast<double>(n)));
    auto sum = b;
    kernels::rows<Number>().add_scaled(a.data(), n, Number(-1.5), sum.data());
    for (size_t i = 0; i < n; ++i) EXPECT_NEAR(sum[i], b[i] - 1.5L * a[i], 4 * this->kNear);
  }
}

TYPED_TEST(EveryRow, AreActivatedAccuratelyOverTheWholeRange) {
  using Number = typename TypeParam::Number;
  std::vector<Number> inputs = {0, 1e-30, -1e-30, 1e-7, -1e-7, 87, -87, 88, -88, 100, -100, 1000, -1000, 1e30, -1e30};
  for (int i = -40'000; i <= 40'000; ++i) inputs.push_back(static_cast<Number>(i * 0.0025));
  for (const Activation f : kActivations) {
    auto values = inputs;
    kernels::rows<Number>().activate(values.data(), values.size(), f);
    for (size_t i = 0; i < inputs.size(); ++i) {
      const long double x = inputs[i];
      const double allowed = f == Activation::identity ? 0 : this->kNear;
      ASSERT_NEAR(values[i], exact(f, x), allowed) << static_cast<double>(x);
      const Number least = f == Activation::sigmoid ? 0 : -1;
      ASSERT_TRUE(f == Activation::identity || (values[i] >= least && values[i] <= 1)) << static_cast<double>(x);
    }
  }
}

TYPED_TEST(EveryRow, AreActivatedAtInfinity) {
  using Number = typename TypeParam::Number;
  constexpr Number kInfinity = std::numeric_limits<Number>::infinity();
  std::vector<Number> values = {kInfinity, -kInfinity};
  kernels::rows<Number>().activate(values.data(), 2, Activation::sigmoid);
  EXPECT_EQ(values[0], 1);
  EXPECT_NEAR(values[1], 0, 1e-30);
  values = {kInfinity, -kInfinity};
  kernels::rows<Number>().activate(values.data(), 2, Activation::tanh);
  EXPECT_EQ(values[0], 1);
  EXPECT_EQ(values[1], -1);
}

// A network that starts from small numbers (treenn2: deviation 10^-4) lives on them.
TYPED_TEST(EveryRow, KeepSmallNumbersThroughTanh) {
  using Number = typename TypeParam::Number;
  for (const double x : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-9, 1e-12, 1e-20}) {
    std::vector<Number> values = {static_cast<Number>(x), static_cast<Number>(-x)};
    kernels::rows<Number>().activate(values.data(), 2, Activation::tanh);
    EXPECT_NEAR(values[0] / std::tanh(x), 1, 1e-4) << x;
    EXPECT_NEAR(values[1] / std::tanh(-x), 1, 1e-4) << -x;
  }
}

TYPED_TEST(EveryRow, KeepNaNVisible) {
  using Number = typename TypeParam::Number;
  constexpr Number kNaN = std::numeric_limits<Number>::quiet_NaN();
  for (const size_t n : {1, 7, 65}) {  // in the vector part and in the rest of a loop
    for (const Activation f : kActivations) {
      for (size_t at = 0; at < n; ++at) {
        std::vector<Number> values(n, Number(0.5));
        values[at] = kNaN;
        kernels::rows<Number>().activate(values.data(), n, f);
        for (size_t i = 0; i < n; ++i) ASSERT_EQ(std::isnan(values[i]), i == at);
        const std::vector<Number> bias(n, 0);
        values.assign(n, Number(0.5));
        values[at] = kNaN;
        std::vector<Number> after(n);
        kernels::rows<Number>().activate_add_bias(values.data(), 1, n, n, bias.data(), f, after.data(), n);
        for (size_t i = 0; i < n; ++i) ASSERT_EQ(std::isnan(after[i]), i == at);
      }
    }
    std::vector<Number> row(n, 1);
    row[n / 2] = kNaN;
    EXPECT_TRUE(std::isnan(kernels::rows<Number>().dot(row.data(), row.data(), n)));
    std::vector<Number> inverse(1);
    kernels::rows<Number>().normalise(row.data(), 1, n, inverse.data());
    EXPECT_TRUE(std::isnan(row[n / 2]));
  }
}

TYPED_TEST(EveryRow, LoseTheAskedShareToDrop) {
  using Number = typename TypeParam::Number;
  constexpr size_t kMany = 200'000;
  for (const double p : {0.01, 0.11, 0.5, 0.61, 0.99}) {
    std::vector<Number> values(kMany, 2);
    kernels::rows<Number>().drop(values.data(), kMany, 5, 0, p, Number(3));
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

TYPED_TEST(EveryRow, LoseNothingOrAllAtTheEndsOfTheRange) {
  using Number = typename TypeParam::Number;
  std::vector<Number> values(100'000, 2);
  kernels::rows<Number>().drop(values.data(), values.size(), 1, 0, 0.0, Number(0.5));
  for (const Number value : values) ASSERT_EQ(value, 1);
  kernels::rows<Number>().drop(values.data(), values.size(), 1, 0, 1.0, Number(1));
  for (const Number value : values) ASSERT_EQ(value, 0);
}

TYPED_TEST(EveryRow, AreDroppedBySeedAndPlaceAlone) {
  using Number = typename TypeParam::Number;
  constexpr size_t kMany = 3000;
  const auto dropped = [](size_t n, uint64_t seed, uint64_t first) {
    std::vector<Number> values(n, 1);
    kernels::rows<Number>().drop(values.data(), n, seed, first, 0.5, Number(1));
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

TYPED_TEST(EveryRow, AreDroppedByPlaceBeyond32BitsToo) {
  using Number = typename TypeParam::Number;
  constexpr uint64_t kEdge = uint64_t{1} << 32;
  std::vector<Number> across(200, 1);
  kernels::rows<Number>().drop(across.data(), 200, 9, kEdge - 100, 0.5, Number(1));
  std::vector<Number> behind(100, 1);
  kernels::rows<Number>().drop(behind.data(), 100, 9, kEdge, 0.5, Number(1));
  EXPECT_TRUE(std::equal(behind.begin(), behind.end(), across.begin() + 100));
}

TYPED_TEST(EveryRow, MultipliesAMatrix) {
  using Number = typename TypeParam::Number;
  for (const size_t height : {0, 1, 3, 4, 5, 72}) {
    for (const size_t width : kWidths) {
      const auto w = this->matrix(height, width, width);
      const auto x = gaussians<Number>(this->random_, width);
      auto y = gaussians<Number>(this->random_, height);
      std::vector<long double> expected(y.begin(), y.end());
      for (size_t i = 0; i < height * width; ++i) expected[i / width] += static_cast<long double>(w[i]) * x[i % width];
      kernels::rows<Number>().add_product(w.data(), height, width, x.data(), y.data());
      for (size_t i = 0; i < height; ++i)
        ASSERT_NEAR(y[i], expected[i], this->kNear * (4 + static_cast<double>(width)));
    }
  }
}

TYPED_TEST(EveryRow, IsCopiedToItsPlace) {
  using Number = typename TypeParam::Number;
  this->for_shapes([&](size_t n, size_t width, size_t stride) {
    const auto from = this->matrix(n, width, width);
    std::vector<Number> to(n * stride, this->kUntouched);
    kernels::rows<Number>().copy(from.data(), n, width, to.data(), stride);
    for (size_t i = 0; i < n * stride; ++i) {
      const size_t j = i % stride;
      ASSERT_EQ(to[i], j < width ? from[i / stride * width + j] : this->kUntouched);
    }
  });
}

TYPED_TEST(EveryRow, IsTheOutputOfALayer) {
  using Number = typename TypeParam::Number;
  for (const size_t hidden : {1, 8, 19}) {
    this->for_shapes([&](size_t n, size_t width, size_t stride) {
      const auto z = this->matrix(n, width, stride);
      const auto h = this->matrix(n, hidden, hidden);
      const auto w = this->matrix(hidden, width, width);
      const auto bias = gaussians<Number>(this->random_, width);
      for (const bool with_z : {false, true}) {
        std::vector<Number> to(n * width);
        kernels::rows<Number>().output(with_z ? z.data() : nullptr, n, width, stride, bias.data(), h.data(), hidden,
                                       w.data(), to.data());
        for (size_t i = 0; i < n * width; ++i) {
          long double sum = bias[i % width];
          if (with_z) sum += z[i / width * stride + i % width];
          for (size_t k = 0; k < hidden; ++k) sum += 1.0L * h[i / width * hidden + k] * w[k * width + i % width];
          ASSERT_NEAR(to[i], sum, this->kNear * (8 + 4 * static_cast<double>(hidden)));
        }
      }
    });
  }
}

TYPED_TEST(EveryRow, IsDrainedIntoASum) {
  using Number = typename TypeParam::Number;
  for (const size_t n : kCounts) {
    const auto a = gaussians<Number>(this->random_, n);
    const auto b = gaussians<Number>(this->random_, n);
    auto first = a;
    auto second = b;
    std::vector<Number> sum(n, this->kUntouched);
    kernels::rows<Number>().collect(first.data(), n, true, sum.data());
    EXPECT_EQ(sum, a);
    kernels::rows<Number>().collect(second.data(), n, false, sum.data());
    for (size_t i = 0; i < n; ++i) ASSERT_EQ(sum[i], a[i] + b[i]);
    EXPECT_EQ(first, std::vector<Number>(n, 0));
    EXPECT_EQ(second, std::vector<Number>(n, 0));
  }
}

TYPED_TEST(EveryRow, IsAveraged) {
  using Number = typename TypeParam::Number;
  for (const size_t n : kCounts) {
    const auto from = gaussians<Number>(this->random_, n);
    const auto before = gaussians<Number>(this->random_, n);
    auto to = before;
    kernels::rows<Number>().average(from.data(), n, Number(0.75), to.data());
    for (size_t i = 0; i < n; ++i) ASSERT_NEAR(to[i], 0.75L * before[i] + 0.25L * from[i], 4 * this->kNear);
  }
}

TYPED_TEST(EveryRow, OfASquareAreMirroredAtTheDiagonal) {
  using Real = typename TestFixture::Real;
  for (const size_t n : {0, 1, 7, 16, 17, 64, 101}) {
    const std::vector<Real> square = this->matrix(n, n, n);
    std::vector<Real> mirrored = square;
    rows<Real>().mirror(mirrored.data(), n);
    std::vector<Real> sums = square;
    rows<Real>().add_transposed(sums.data(), n);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) {
        ASSERT_EQ(mirrored[i * n + j], square[std::min(i, j) * n + std::max(i, j)]) << n << ": " << i << ", " << j;
        ASSERT_EQ(sums[i * n + j], square[i * n + j] + square[j * n + i]) << n << ": " << i << ", " << j;
      }
    }
  }
}

TYPED_TEST(EveryRow, FindsTheFirstOfTheLargest) {
  using Number = typename TypeParam::Number;
  for (const size_t n : {1, 7, 65, 2003}) {
    std::vector<Number> scores(n);
    std::vector<Number> bias(n);
    for (size_t i = 0; i < n; ++i) {
      scores[i] = static_cast<Number>(this->random_.below(8));
      bias[i] = static_cast<Number>(this->random_.below(3));
    }
    std::vector<Number> sums(n);
    std::transform(scores.begin(), scores.end(), bias.begin(), sums.begin(), std::plus<>());
    const auto expected = static_cast<size_t>(std::max_element(sums.begin(), sums.end()) - sums.begin());
    EXPECT_EQ(kernels::rows<Number>().largest(scores.data(), bias.data(), n), expected);
    EXPECT_EQ(scores, sums);
  }
}

}  // namespace eqnet::kernels
