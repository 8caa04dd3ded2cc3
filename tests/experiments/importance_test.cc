// Importance, judged by least squares solved another way (Cramer's rule on the normal equations) and by what it should
// say of functions that are known.
#include "experiments/importance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/format.h"
#include "base/random.h"

namespace eqnet::experiments {
namespace {

const Range kRho{"rho", Range::Scale::linear, 0, 1};
const Range kChoice{"mu_schedule", Range::Scale::choice, 0, 0, {"a", "b", "c"}};

// Trials of a setting at random; the score is a function of it.
std::vector<Trial> trials_of(size_t count, uint64_t seed,
                             const std::function<double(double rho, double chance)>& score) {
  base::Random random(seed);
  std::vector<Trial> trials;
  for (size_t i = 1; i <= count; ++i) {
    const double rho = std::round(1000 * random.uniform()) / 1000;
    trials.push_back({i, {{"rho", base::format("{:.6g}", rho)}}, {score(rho, random.uniform()), 0.5}, 10, true});
  }
  return trials;
}

double determinant(const std::array<std::array<double, 3>, 3>& m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

// The adjusted coefficient of determination of y = a + b x + c x².
double by_cramer(const std::vector<double>& x, const std::vector<double>& y) {
  std::array<std::array<double, 3>, 3> sums{};
  std::array<double, 3> right{};
  for (size_t i = 0; i < x.size(); ++i) {
    for (size_t a = 0; a < 3; ++a) {
      for (size_t b = 0; b < 3; ++b) sums[a][b] += std::pow(x[i], static_cast<double>(a + b));
      right[a] += y[i] * std::pow(x[i], static_cast<double>(a));
    }
  }
  std::array<double, 3> solved{};
  for (size_t column = 0; column < 3; ++column) {
    auto replaced = sums;
    for (size_t row = 0; row < 3; ++row) replaced[row][column] = right[row];
    solved[column] = determinant(replaced) / determinant(sums);
  }
  const double mean = std::accumulate(y.begin(), y.end(), 0.0) / static_cast<double>(y.size());
  double left = 0;
  double all = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    left += std::pow(y[i] - solved[0] - solved[1] * x[i] - solved[2] * x[i] * x[i], 2);
    all += std::pow(y[i] - mean, 2);
  }
  const auto n = static_cast<double>(x.size());
  return std::max(0.0, 1 - left / all * (n - 1) / (n - 3));
}

}  // namespace

TEST(Ranks, ShareTheMeanOfEquals) {
  EXPECT_EQ(ranks(std::vector<double>{3, 1, 2}), (std::vector<double>{1, 0, 0.5}));
  EXPECT_EQ(ranks(std::vector<double>{5, 1, 5, 5, 9}), (std::vector<double>{0.5, 0, 0.5, 0.5, 1}));
  EXPECT_EQ(ranks(std::vector<double>{7}), (std::vector<double>{0}));
}

TEST(Importance, IsWhatAParabolaExplainsOfTheRanks) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    const auto trials = trials_of(40, seed, [](double rho, double chance) { return 0.5 * chance + 0.5 * rho * rho; });
    std::vector<double> x;
    std::vector<double> scores;
    for (const Trial& trial : trials) {
      x.push_back(std::stod(trial.settings.at("rho")));
      scores.push_back(trial.scores.front());
    }
    EXPECT_NEAR(importance(kRho, trials).value(), by_cramer(x, ranks(scores)), 1e-9) << seed;
  }
}

TEST(Importance, SeesAHumpAndNotChance) {
  const auto hump = [](double rho, double) { return 1 - std::pow(rho - 0.5, 2); };
  EXPECT_GT(importance(kRho, trials_of(60, 1, hump)).value(), 0.8);
  double sum = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    sum += importance(kRho, trials_of(60, seed, [](double, double chance) { return chance; })).value();
  }
  EXPECT_LT(sum / 40, 0.05) << "what chance explains is taken off";
}

TEST(Importance, OfAChoiceIsBetweenItsValues) {
  std::vector<Trial> trials;
  for (size_t i = 0; i < 12; ++i) {
    const std::string value = kChoice.choices[i % 3];
    trials.push_back({i + 1, {{"mu_schedule", value}}, {value == "b" ? 0.9 : 0.1}, 10, true});
  }
  EXPECT_NEAR(importance(kChoice, trials).value(), 1, 1e-12);
  for (size_t i = 0; i < 12; ++i) trials[i].scores[0] = i < 6 ? 0.1 : 0.9;  // half of each
  EXPECT_EQ(importance(kChoice, trials).value(), 0);
}

TEST(Importance, IsNothingWhereNothingCanBeSaid) {
  EXPECT_FALSE(importance(kRho, {}));
  EXPECT_FALSE(importance(kRho, trials_of(3, 1, [](double rho, double) { return rho; })))
      << "a parabola fits any three";
  EXPECT_FALSE(importance(kRho, trials_of(20, 1, [](double, double) { return 0.5; }))) << "all scores are the same";
}

}  // namespace eqnet::experiments
