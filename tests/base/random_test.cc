#include "base/random.h"

#include <gtest/gtest.h>

#include <array>

namespace eqnet::base {

TEST(Random, GivesThePublishedSequenceOfSplitMix64) {
  // Reference outputs of the algorithm's published code for seed 1234567.
  Random random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317ULL);
  EXPECT_EQ(random.next(), 3203168211198807973ULL);
  EXPECT_EQ(random.next(), 9817491932198370423ULL);
}

TEST(Random, BelowIsUniform) {
  Random random(7);
  std::array<int, 10> counts{};
  constexpr int kDraws = 100000;
  for (int i = 0; i < kDraws; ++i) ++counts[random.below(10)];
  double chi_square = 0;
  for (const int count : counts) chi_square += (count - 10000.0) * (count - 10000.0) / 10000.0;
  EXPECT_LT(chi_square, 27.9);  // 9 degrees of freedom, p = 0.001
}

TEST(Random, Below128ReachesBothHalves) {
  Random random(7);
  const Uint128 n = (Uint128{3} << 100) + 1;
  bool low = false;
  bool high = false;
  for (int i = 0; i < 100; ++i) {
    const Uint128 draw = random.below128(n);
    ASSERT_LT(draw, n);
    (draw < n / 2 ? low : high) = true;
  }
  EXPECT_TRUE(low && high);
}

TEST(Random, StreamsDifferByIndexAndBySeed) {
  EXPECT_NE(Random::stream(1, 0).next(), Random::stream(1, 1).next());
  EXPECT_NE(Random::stream(1, 0).next(), Random::stream(2, 0).next());
  EXPECT_EQ(Random::stream(1, 5).next(), Random::stream(1, 5).next());
}

}  // namespace eqnet::base
