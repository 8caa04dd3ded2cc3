#include "kernels/least_squares.h"

#include <gtest/gtest.h>

#include <cmath>

namespace eqnet::kernels {
namespace {

using Numbers = std::vector<double>;

// A circle and a hyperbola, which meet at (2, 1).
void meeting(const Numbers& x, Numbers& residuals, Numbers* derivatives) {
  residuals = {x[0] * x[0] + x[1] * x[1] - 5, x[0] * x[1] - 2};
  if (derivatives != nullptr) *derivatives = {2 * x[0], x[1], 2 * x[1], x[0]};
}

}  // namespace

TEST(LeastSquares, SolvesEquationsToTheLastDigits) {
  Numbers x = {3, 0.3};
  EXPECT_LT(least_squares(meeting, x, 1e-28, 30), 1e-28);
  EXPECT_NEAR(x[0], 2, 1e-12);
  EXPECT_NEAR(x[1], 1, 1e-12);
}

TEST(LeastSquares, EndsWhereItIsGoodEnoughOrOutOfSteps) {
  Numbers x = {3, 0.3};
  const double rough = least_squares(meeting, x, 0.1, 30);
  EXPECT_LT(rough, 0.1);
  EXPECT_GT(rough, 1e-12);
  Numbers y = {3, 0.3};
  const double one = least_squares(meeting, y, 0, 1);
  EXPECT_GT(one, 1e-6);
  EXPECT_LT(one, 17.7) << "one step leads down";
}

// More unknowns than equations, and an unknown that does not matter.
TEST(LeastSquares, TakesWhatEquationsLeaveOpen) {
  Numbers x = {4, 7, -1};
  const auto sum_is_one = [](const Numbers& at, Numbers& residuals, Numbers* derivatives) {
    residuals = {at[0] + at[1] - 1};
    if (derivatives != nullptr) *derivatives = {1, 1, 0};
  };
  EXPECT_LT(least_squares(sum_is_one, x, 1e-20, 30), 1e-20);
  EXPECT_NEAR(x[0] + x[1], 1, 1e-9);
  EXPECT_EQ(x[2], -1);
}

TEST(LeastSquares, NeverLeavesThemWorse) {
  Numbers x = {1, 1};
  const auto nothing_but_infinity = [&](const Numbers& at, Numbers& residuals, Numbers* derivatives) {
    meeting(at, residuals, derivatives);
    if (at != Numbers{1, 1}) residuals[0] = HUGE_VAL;
  };
  EXPECT_EQ(least_squares(nothing_but_infinity, x, 0, 10), 9 + 1);
  EXPECT_EQ(x, (Numbers{1, 1}));
}

}  // namespace eqnet::kernels
