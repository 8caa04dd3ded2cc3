#include "train/optimiser.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_numbers.h"

namespace eqnet::train {
namespace {

using eqnet::testing::gaussians;

// One parameter, in double, as the header writes it.
struct Scalar {
  OptimiserParams params;
  double value = 0, mean_square = 0, velocity = 0;

  void step(double gradient) {
    const double g = std::fmin(std::fmax(gradient, -params.clip), params.clip);
    mean_square = params.rho * mean_square + (1 - params.rho) * g * g;
    const double s = params.learning_rate * g / std::sqrt(mean_square + params.epsilon);
    velocity = params.momentum * velocity - s;
    value += params.momentum * velocity - s;
  }
};

}  // namespace

TEST(Optimiser, StepsAsItsFormulaSays) {
  base::Random random(1);
  for (const OptimiserParams& params :
       {OptimiserParams{}, OptimiserParams{0.1, 0, 0, 1e-4, 100}, OptimiserParams{0.003, 0.99, 0.5, 1, 0.01}}) {
    constexpr size_t kParameters = 67;
    Optimiser optimiser{params, {}, {}};
    optimiser.reset(kParameters);
    std::vector<float> values = gaussians<float>(random, kParameters);
    std::vector<Scalar> expected;
    for (const float value : values) expected.push_back({params, value});
    for (int step = 0; step < 100; ++step) {
      const auto gradient = gaussians<float>(random, kParameters, step % 10 == 0 ? 100 : 0.5);
      optimiser.step(gradient, values);
      for (size_t i = 0; i < kParameters; ++i) {
        expected[i].step(gradient[i]);
        ASSERT_NEAR(values[i], expected[i].value, 1e-4 * (1 + std::fabs(expected[i].value))) << "step " << step;
      }
    }
    for (size_t i = 0; i < kParameters; ++i) {
      EXPECT_NEAR(optimiser.velocity[i], expected[i].velocity, 1e-4 * (1 + std::fabs(expected[i].velocity)));
      EXPECT_NEAR(optimiser.mean_square[i], expected[i].mean_square, 1e-4 * (1 + expected[i].mean_square));
    }
  }
}

TEST(Optimiser, LeavesAParameterWithoutGradientAlone) {
  for (const double epsilon : {0.0, 1e-8}) {
    Optimiser optimiser{{0.1, 0.9, 0.9, epsilon, 1}, {}, {}};
    optimiser.reset(2);
    std::vector<float> values = {1.5F, -2.0F};
    const std::vector<float> gradient = {0.0F, 1.0F};
    for (int step = 0; step < 5; ++step) optimiser.step(gradient, values);
    EXPECT_EQ(values[0], 1.5F);
    EXPECT_LT(values[1], -2.0F);
  }
}

TEST(Optimiser, GoesOnFromItsStateBitForBit) {
  base::Random random(2);
  const auto start = gaussians<float>(random, 50);
  std::vector<std::vector<float>> gradients;
  for (int step = 0; step < 20; ++step) gradients.push_back(gaussians<float>(random, 50));
  Optimiser whole;
  whole.reset(50);
  auto values = start;
  for (const auto& gradient : gradients) whole.step(gradient, values);

  Optimiser first;
  first.reset(50);
  auto others = start;
  for (size_t i = 0; i < 10; ++i) first.step(gradients[i], others);
  Optimiser second{first.params, first.mean_square, first.velocity};
  for (size_t i = 10; i < 20; ++i) second.step(gradients[i], others);
  EXPECT_EQ(others, values);
}

TEST(Optimiser, FindsTheBottomOfABowl) {
  Optimiser optimiser{{0.01, 0.9, 0.9, 1e-8, 1}, {}, {}};
  optimiser.reset(3);
  std::vector<float> values = {3.0F, -1.0F, 0.5F};
  const std::vector<float> bottom = {1.0F, 2.0F, -0.5F};
  for (int step = 0; step < 2000; ++step) {
    optimiser.params.learning_rate = 0.01 / (1 + step / 100.0);
    std::vector<float> gradient;
    for (size_t i = 0; i < 3; ++i) gradient.push_back(2 * (values[i] - bottom[i]));
    optimiser.step(gradient, values);
  }
  for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(values[i], bottom[i], 0.01);
}

TEST(Optimiser, StepsSlicesAsItStepsTheWhole) {
  base::Random random(3);
  auto values = gaussians<float>(random, 100);
  auto others = values;
  Optimiser whole;
  Optimiser sliced;
  whole.reset(100);
  sliced.reset(100);
  for (int step = 0; step < 5; ++step) {
    const auto gradient = gaussians<float>(random, 100);
    whole.step(gradient, values);
    for (const auto& [begin, end] : {std::pair<size_t, size_t>{37, 100}, {0, 37}}) {
      sliced.step(std::span(gradient).subspan(begin, end - begin), std::span(others).subspan(begin, end - begin),
                  begin);
    }
    EXPECT_EQ(others, values);
  }
}

}  // namespace eqnet::train
