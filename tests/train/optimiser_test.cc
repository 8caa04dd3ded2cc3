#include "train/optimiser.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_numbers.h"

namespace eqnet::train {
namespace {

using eqnet::testing::gaussians;

using Kind = OptimiserParams::Kind;
constexpr Kind kKinds[] = {Kind::rmsprop, Kind::adam};

// One parameter, in double, as the header writes it.
struct Scalar {
  OptimiserParams params;
  double value = 0, mean_square = 0, velocity = 0;
  int steps = 0;

  void step(double gradient) {
    const double g = std::fmin(std::fmax(gradient, -params.clip), params.clip);
    mean_square = params.rho * mean_square + (1 - params.rho) * g * g;
    ++steps;
    if (params.kind == Kind::adam) {
      velocity = params.momentum * velocity + (1 - params.momentum) * g;
      const double mean = velocity / (1 - std::pow(params.momentum, steps));
      const double square = mean_square / (1 - std::pow(params.rho, steps));
      value -= params.learning_rate * mean / (std::sqrt(square) + params.epsilon);
      return;
    }
    const double s = params.learning_rate * g / std::sqrt(mean_square + params.epsilon);
    velocity = params.momentum * velocity - s;
    value += params.momentum * velocity - s;
  }
};

}  // namespace

TEST(Optimiser, StepsAsItsFormulaSays) {
  base::Random random(1);
  for (const OptimiserParams& params :
       {OptimiserParams{}, OptimiserParams{Kind::rmsprop, 0.1, 0, 0, 1e-4, 100},
        OptimiserParams{Kind::rmsprop, 0.003, 0.99, 0.5, 1, 0.01}, OptimiserParams{Kind::adam},
        OptimiserParams{Kind::adam, 0.1, 0, 0, 1e-4, 100}, OptimiserParams{Kind::adam, 0.003, 0.999, 0.5, 1, 0.01}}) {
    constexpr size_t kParameters = 67;
    Optimiser optimiser{params, {}, {}};
    optimiser.reset(kParameters);
    std::vector<float> values = gaussians<float>(random, kParameters);
    std::vector<Scalar> expected;
    for (const float value : values) expected.push_back({params, value});
    for (int step = 0; step < 100; ++step) {
      const auto gradient = gaussians<float>(random, kParameters, step % 10 == 0 ? 100 : 0.5);
      optimiser.step(gradient, values);
      ++optimiser.steps;
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
  for (const Kind kind : kKinds) {
    for (const double epsilon : {0.0, 1e-8}) {
      Optimiser optimiser{{kind, 0.1, 0.9, 0.9, epsilon, 1}, {}, {}};
      optimiser.reset(2);
      std::vector<float> values = {1.5F, -2.0F};
      const std::vector<float> gradient = {0.0F, 1.0F};
      for (; optimiser.steps < 5; ++optimiser.steps) optimiser.step(gradient, values);
      EXPECT_EQ(values[0], 1.5F);
      EXPECT_LT(values[1], -2.0F);
    }
  }
}

// The first step of Adam is the learning rate, whatever the gradient's size.
TEST(Optimiser, StartsAdamWithoutABias) {
  Optimiser optimiser{{Kind::adam, 0.25, 0.999, 0.9, 0, 1000}, {}, {}};
  optimiser.reset(3);
  std::vector<float> values = {1, 1, 1};
  optimiser.step(std::vector<float>{1e-3F, -70.0F, 0.5F}, values);
  EXPECT_NEAR(values[0], 0.75, 1e-5);
  EXPECT_NEAR(values[1], 1.25, 1e-5);
  EXPECT_NEAR(values[2], 0.75, 1e-5);
}

TEST(Optimiser, GoesOnFromItsStateBitForBit) {
  for (const Kind kind : kKinds) {
    base::Random random(2);
    const auto start = gaussians<float>(random, 50);
    std::vector<std::vector<float>> gradients;
    for (int step = 0; step < 20; ++step) gradients.push_back(gaussians<float>(random, 50));
    Optimiser whole{{kind}, {}, {}};
    whole.reset(50);
    auto values = start;
    for (; whole.steps < 20; ++whole.steps) whole.step(gradients[whole.steps], values);

    Optimiser first{{kind}, {}, {}};
    first.reset(50);
    auto others = start;
    for (; first.steps < 10; ++first.steps) first.step(gradients[first.steps], others);
    Optimiser second{first.params, first.mean_square, first.velocity, first.steps};
    for (; second.steps < 20; ++second.steps) second.step(gradients[second.steps], others);
    EXPECT_EQ(others, values);
  }
}

TEST(Optimiser, FindsTheBottomOfABowl) {
  for (const Kind kind : kKinds) {
    Optimiser optimiser{{kind, 0.01, 0.9, 0.9, 1e-8, 1}, {}, {}};
    optimiser.reset(3);
    std::vector<float> values = {3.0F, -1.0F, 0.5F};
    const std::vector<float> bottom = {1.0F, 2.0F, -0.5F};
    for (; optimiser.steps < 2000; ++optimiser.steps) {
      const double slowly = kind == Kind::adam ? 500 : 100;  // Adam's steps are no longer than the rate
      optimiser.params.learning_rate = 0.01 / (1 + static_cast<double>(optimiser.steps) / slowly);
      std::vector<float> gradient;
      for (size_t i = 0; i < 3; ++i) gradient.push_back(2 * (values[i] - bottom[i]));
      optimiser.step(gradient, values);
    }
    for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(values[i], bottom[i], 0.01);
  }
}

TEST(Optimiser, StepsSlicesAsItStepsTheWhole) {
  for (const Kind kind : kKinds) {
    base::Random random(3);
    auto values = gaussians<float>(random, 100);
    auto others = values;
    Optimiser whole{{kind}, {}, {}};
    whole.reset(100);
    Optimiser sliced = whole;
    for (int step = 0; step < 5; ++step) {
      const auto gradient = gaussians<float>(random, 100);
      whole.step(gradient, values);
      ++whole.steps;
      for (const auto& [begin, end] : {std::pair<size_t, size_t>{37, 100}, {0, 37}}) {
        sliced.step(std::span(gradient).subspan(begin, end - begin), std::span(others).subspan(begin, end - begin),
                    begin);
      }
      ++sliced.steps;
      EXPECT_EQ(others, values);
    }
  }
}

}  // namespace eqnet::train
