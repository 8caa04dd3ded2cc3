// The parts of SubexpAE in kernels/rows.h one by one, against long double as models/autoencoder.h writes them.
#include <cmath>

#include "kernels/every_row.h"

namespace eqnet::kernels {

template <class Type>
class SubexpAe : public EveryRow<Type> {};
TYPED_TEST_SUITE(SubexpAe, Types);

TYPED_TEST(SubexpAe, IsMaskedAsDropDoes) {
  using Number = typename TypeParam::Number;
  for (const uint64_t first : {uint64_t{0}, uint64_t{12345}, (uint64_t{1} << 32) - 150}) {
    for (const size_t d : {1, 7, 64}) {
      constexpr size_t kRows = 5;
      const size_t width = 2 * d;
      const auto r = this->matrix(kRows, d, d);
      const auto x = this->matrix(kRows, width, width);
      std::vector<Number> expected;
      for (size_t i = 0; i < kRows; ++i) {
        expected.insert(expected.end(), r.begin() + static_cast<std::ptrdiff_t>(i * d),
                        r.begin() + static_cast<std::ptrdiff_t>((i + 1) * d));
        expected.insert(expected.end(), x.begin() + static_cast<std::ptrdiff_t>(i * width),
                        x.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
      }
      kernels::rows<Number>().drop(expected.data(), expected.size(), 3, first, 0.61, Number(1));
      std::vector<Number> e(expected.size());
      kernels::rows<Number>().mask(r.data(), d, x.data(), width, kRows, 3, first, 0.61, e.data());
      EXPECT_EQ(e, expected);

      // Backward: the same places let the gradient through.
      const auto de = gaussians<Number>(this->random_, e.size());
      const auto q = this->matrix(kRows, d, d);
      const auto y = this->matrix(kRows, width, width);
      const auto weights = gaussians<Number>(this->random_, kRows);
      const auto along = gaussians<Number>(this->random_, kRows);
      std::vector<Number> dr(kRows * d, this->kUntouched);
      std::vector<Number> dx(kRows * width, this->kUntouched);
      kernels::rows<Number>().unmask(de.data(), q.data(), d, y.data(), x.data(), width, kRows, weights.data(),
                                     along.data(), 3, first, 0.61, dr.data(), dx.data());
      for (size_t i = 0; i < kRows; ++i) {
        for (size_t j = 0; j < d + width; ++j) {
          const size_t at = i * (d + width) + j;
          const long double through = expected[at] == 0 ? 0 : de[at];
          if (j < d) {
            const size_t to = i * d + j;
            ASSERT_NEAR(dr[to], through - 1.0L * weights[i] * q[to], 8 * this->kNear);
          } else {
            const size_t to = i * width + j - d;
            const long double sum = through - 1.0L * weights[i] * y[to] + 1.0L * along[i] * x[to];
            ASSERT_NEAR(dx[to], sum, 8 * this->kNear);
          }
        }
      }
    }
  }
}

TYPED_TEST(SubexpAe, IsRescaledToTheLengthOfAnother) {
  using Number = typename TypeParam::Number;
  this->for_shapes([&](size_t n, size_t width, size_t) {
    const auto before = this->matrix(n, width, width);
    const auto x = this->matrix(n, width, width);
    auto y = before;
    std::vector<Number> scale(n);
    kernels::rows<Number>().rescale(y.data(), x.data(), n, width, scale.data());
    for (size_t i = 0; i < n; ++i) {
      long double of_v = 0;
      long double of_x = 0;
      for (size_t j = i * width; j < (i + 1) * width; ++j) {
        of_v += std::tanh(static_cast<long double>(before[j])) * std::tanh(static_cast<long double>(before[j]));
        of_x += static_cast<long double>(x[j]) * x[j];
      }
      const long double factor = std::sqrt(of_x / of_v);
      ASSERT_NEAR(scale[i] / factor, 1, 16 * this->kNear);
      for (size_t j = i * width; j < (i + 1) * width; ++j) {
        const long double expected = std::tanh(static_cast<long double>(before[j])) * factor;
        ASSERT_NEAR(y[j], expected, 16 * this->kNear * static_cast<double>(1 + factor));
      }
    }
  });
  std::vector<Number> zeros(8, 0);
  const std::vector<Number> x(8, 1);
  std::vector<Number> scale(2, 9);
  kernels::rows<Number>().rescale(zeros.data(), x.data(), 2, 4, scale.data());
  EXPECT_EQ(zeros, std::vector<Number>(8, 0));
  EXPECT_EQ(scale, std::vector<Number>(2, 0));
}

TYPED_TEST(SubexpAe, IsComparedWithItsReconstruction) {
  using Number = typename TypeParam::Number;
  constexpr size_t kRows = 9;
  const size_t d = 7;
  const size_t width = 14;
  const auto y = this->matrix(kRows, width, width);
  const auto x = this->matrix(kRows, width, width);
  const auto q = this->matrix(kRows, d, d);
  const auto r = this->matrix(kRows, d, d);
  const auto weights = gaussians<Number>(this->random_, kRows);
  std::vector<Number> dq(kRows * d);
  const double loss = kernels::rows<Number>().reconstruction(y.data(), x.data(), width, q.data(), r.data(), d, kRows,
                                                             weights.data(), dq.data());
  long double expected = 0;
  for (size_t i = 0; i < kRows; ++i) {
    for (size_t j = 0; j < width; ++j) expected -= 1.0L * weights[i] * y[i * width + j] * x[i * width + j];
    for (size_t j = 0; j < d; ++j) expected -= 1.0L * weights[i] * q[i * d + j] * r[i * d + j];
    for (size_t j = i * d; j < (i + 1) * d; ++j) ASSERT_NEAR(dq[j], -1.0L * weights[i] * r[j], this->kNear * 4);
  }
  EXPECT_NEAR(loss, expected, 200 * this->kNear);
}

// Against central differences of g . y(a, x) - w y . x in long double, where y = tanh(a) |x| / |tanh(a)|.
TYPED_TEST(SubexpAe, PassesGradientsBackThroughRescaling) {
  using Number = typename TypeParam::Number;
  const size_t width = 7;
  const auto a = this->matrix(1, width, width);
  const auto x = this->matrix(1, width, width);
  const auto g = this->matrix(1, width, width);
  const Number w = Number(0.7);
  // The x of the loss stays as it is: its gradient there is -w y, which unmask adds.
  const auto value = [&](const std::vector<long double>& of_a, const std::vector<long double>& of_x) {
    long double squares = 0;
    long double length = 0;
    long double sum = 0;
    for (size_t j = 0; j < width; ++j) {
      squares += std::tanh(of_a[j]) * std::tanh(of_a[j]);
      length += of_x[j] * of_x[j];
      sum += (g[j] - static_cast<long double>(w) * x[j]) * std::tanh(of_a[j]);
    }
    return sum * std::sqrt(length / squares);
  };
  auto y = a;
  auto dy = g;
  Number scale = 0;
  Number along = 0;
  kernels::rows<Number>().rescale(y.data(), x.data(), 1, width, &scale);
  kernels::rows<Number>().rescale_backward(y.data(), &scale, x.data(), 1, width, &w, dy.data(), &along);
  for (size_t j = 0; j < width; ++j) {
    constexpr long double kStep = 1e-5L;
    std::vector<long double> a_up(a.begin(), a.end());
    std::vector<long double> x_up(x.begin(), x.end());
    auto a_down = a_up;
    auto x_down = x_up;
    a_up[j] += kStep;
    a_down[j] -= kStep;
    const std::vector<long double> x_same(x.begin(), x.end());
    const std::vector<long double> a_same(a.begin(), a.end());
    ASSERT_NEAR(dy[j], (value(a_up, x_same) - value(a_down, x_same)) / (2 * kStep), 1e-8 + 64 * this->kNear);
    x_up[j] += kStep;
    x_down[j] -= kStep;
    const long double through_length = (value(a_same, x_up) - value(a_same, x_down)) / (2 * kStep);
    ASSERT_NEAR(along * x[j], through_length, 1e-8 + 64 * this->kNear);
  }
}

}  // namespace eqnet::kernels
