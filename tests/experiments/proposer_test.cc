#include "experiments/proposer.h"

#include <gtest/gtest.h>

#include <cmath>

namespace eqnet::experiments {

TEST(RandomProposer, StaysOnItsAxesAndReachesTheirEnds) {
  const std::vector<Axis> axes = {{0, 1, false}, {-3, 5, true}, {0, 0, true}};
  const auto proposer = make_proposer("random", axes, 7);
  std::map<double, size_t> whole;
  double least = 1;
  double most = 0;
  for (size_t i = 0; i < 2000; ++i) {
    const std::vector<double> places = proposer->propose();
    ASSERT_EQ(places.size(), 3U);
    least = std::min(least, places[0]);
    most = std::max(most, places[0]);
    ++whole[places[1]];
    EXPECT_EQ(places[2], 0);
  }
  EXPECT_GE(least, 0);
  EXPECT_LT(least, 0.01);
  EXPECT_GT(most, 0.99);
  EXPECT_LT(most, 1);
  ASSERT_EQ(whole.size(), 9U) << "-3 to 5";
  for (const auto& [value, count] : whole) EXPECT_NEAR(static_cast<double>(count), 2000 / 9.0, 75) << value;
}

TEST(RandomProposer, GoesByItsSeed) {
  const std::vector<Axis> axes = {{0, 1, false}};
  EXPECT_EQ(make_proposer("random", axes, 1)->propose(), make_proposer("random", axes, 1)->propose());
  EXPECT_NE(make_proposer("random", axes, 1)->propose(), make_proposer("random", axes, 2)->propose());
}

}  // namespace eqnet::experiments
