#include "kernels/minimise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"

namespace eqnet::kernels {
namespace {

using Vector = std::vector<double>;

// 100 (y - x^2)^2 + (1 - x)^2: a narrow bent valley, least at (1, 1).
double rosenbrock(const Vector& x, Vector& gradient) {
  const double across = x[1] - x[0] * x[0];
  gradient = {-400 * x[0] * across - 2 * (1 - x[0]), 200 * across};
  return 100 * across * across + (1 - x[0]) * (1 - x[0]);
}

// Half the sum of curvature (x - i)^2, curvatures from 1 to 1e4.
double bowl(const Vector& x, Vector& gradient) {
  double sum = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double curvature = std::pow(1e4, static_cast<double>(i) / static_cast<double>(x.size() - 1));
    const double away = x[i] - static_cast<double>(i);
    gradient[i] = curvature * away;
    sum += 0.5 * curvature * away * away;
  }
  return sum;
}

// Counts the values that are asked for.
Smooth counted(const Smooth& f, size_t& count) {
  return [f, &count](const Vector& x, Vector& gradient) {
    ++count;
    return f(x, gradient);
  };
}

}  // namespace

TEST(Minimise, FollowsABentValley) {
  Vector x = {-1.2, 1};
  const double value = minimise(rosenbrock, x, 500);
  EXPECT_LT(value, 1e-15);
  EXPECT_NEAR(x[0], 1, 1e-6);
  EXPECT_NEAR(x[1], 1, 1e-6);
}

TEST(Minimise, CopesWithCurvaturesThatAreFarApart) {
  Vector x(200, 0);
  size_t count = 0;
  const double value = minimise(counted(bowl, count), x, 1000);
  EXPECT_LT(value, 1e-10);
  for (size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], static_cast<double>(i), 1e-4) << i;
  EXPECT_LE(count, 1000U) << "steepest descent would take some ten thousand";
}

// The least value is at 2, and the slope there leads on, but nothing is beyond.
TEST(Minimise, TakesWhatIsNoNumberForTooLarge) {
  for (const double beyond : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL}) {
    const Smooth cliff = [&](const Vector& x, Vector& gradient) {
      gradient[0] = 2 * (x[0] - 3);
      return x[0] > 2 ? beyond : (x[0] - 3) * (x[0] - 3);
    };
    Vector x = {0};
    const double value = minimise(cliff, x, 300);
    EXPECT_LE(x[0], 2);
    EXPECT_GT(x[0], 1.99) << "it goes as far as it can";
    EXPECT_EQ(value, (x[0] - 3) * (x[0] - 3));
  }
}

TEST(Minimise, StaysWhereThereIsNoWayDown) {
  const Smooth nothing = [](const Vector& /*x*/, Vector& gradient) {
    gradient = {1, 1};
    return std::numeric_limits<double>::quiet_NaN();
  };
  const Smooth flat = [](const Vector& /*x*/, Vector& gradient) {
    gradient = {0, 0};
    return 5.0;
  };
  // Its gradient points the wrong way.
  const Smooth wrong = [](const Vector& x, Vector& gradient) {
    gradient = {-2 * x[0], -2 * x[1]};
    return x[0] * x[0] + x[1] * x[1];
  };
  for (const Smooth& f : {nothing, flat, wrong}) {
    Vector x = {3, 4};
    size_t count = 0;
    minimise(counted(f, count), x, 1000000);
    EXPECT_EQ(x, (Vector{3, 4}));
    EXPECT_LT(count, 1000U) << "it gives up";
  }
}

// Whatever the function does, and wherever the search is cut short.
TEST(Minimise, NeverLeavesXWorseAndAsksForNoMoreThanItMay) {
  const Smooth waves = [](const Vector& x, Vector& gradient) {
    double sum = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const double next = x[(i + 1) % x.size()];
      sum += std::sin(5 * x[i]) * std::cos(3 * next) + 0.1 * x[i] * x[i];
    }
    for (size_t i = 0; i < x.size(); ++i) {
      const double previous = x[(i + x.size() - 1) % x.size()];
      const double next = x[(i + 1) % x.size()];
      gradient[i] =
          5 * std::cos(5 * x[i]) * std::cos(3 * next) - 3 * std::sin(5 * previous) * std::sin(3 * x[i]) + 0.2 * x[i];
    }
    return sum;
  };
  // What it says of the slope is half wrong.
  const Smooth liar = [&](const Vector& x, Vector& gradient) {
    const double value = waves(x, gradient);
    for (size_t i = 0; i < x.size(); i += 2) gradient[i] = -gradient[i];
    return value;
  };
  base::Random random(3);
  for (size_t most = 1; most < 60; ++most) {
    for (const Smooth& f : {waves, liar, Smooth(bowl)}) {
      Vector x(6);
      for (double& number : x) number = 2 * random.gaussian();
      Vector gradient(x.size());
      const double before = f(x, gradient);
      size_t count = 0;
      const double value = minimise(counted(f, count), x, most);
      EXPECT_LE(count, most);
      EXPECT_LE(value, before);
      EXPECT_EQ(value, f(x, gradient)) << "what it returns is the value there";
    }
  }
}

}  // namespace eqnet::kernels
