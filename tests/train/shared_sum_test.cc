#include "train/shared_sum.h"

#include <gtest/gtest.h>

#include <numeric>

#include "support/random_numbers.h"
#include "support/thread_ranks.h"

namespace eqnet::train {

// Numbers of very different sizes, whose sum in another order has other bits.
TEST(SharedSum, IsThatOfAllPartsInTheirOrder) {
  base::Random random(3);
  for (const size_t numbers : {1, 5, 1000}) {
    for (const size_t parts : {1, 4, 9}) {
      std::vector<std::vector<float>> gradients;
      for (size_t p = 0; p < parts; ++p) {
        gradients.push_back(eqnet::testing::gaussians<float>(random, numbers, p % 2 == 0 ? 1 : 1e4));
      }
      std::vector<float> expected = gradients[0];
      for (size_t p = 1; p < parts; ++p) {
        for (size_t i = 0; i < numbers; ++i) expected[i] += gradients[p][i];
      }
      for (const size_t count : {1, 2, 3, 11}) {
        eqnet::testing::on_ranks(count, [&](base::Ranks& ranks) {
          SharedSum shared(ranks, parts, numbers);
          const auto [first, last] = base::stretch_of(parts, ranks.rank(), count);
          for (size_t round = 0; round < 2; ++round) {
            std::vector<std::vector<float>> own(gradients.begin() + static_cast<std::ptrdiff_t>(first),
                                                gradients.begin() + static_cast<std::ptrdiff_t>(last));
            std::vector<float*> places;
            for (std::vector<float>& gradient : own) places.push_back(gradient.data());
            std::vector<double> losses(parts, -1);
            for (size_t p = first; p < last; ++p) losses[p] = static_cast<double>(p) + 0.5;
            std::vector<float> sum(numbers, 7);
            shared.run(places, losses, sum.data());
            EXPECT_EQ(sum, expected) << numbers << " numbers, " << parts << " parts, " << count << " ranks";
            EXPECT_EQ(std::accumulate(losses.begin(), losses.end(), 0.0), static_cast<double>(parts * parts) / 2);
            for (const std::vector<float>& gradient : own) EXPECT_EQ(gradient, std::vector<float>(numbers));
          }
        });
      }
    }
  }
}

}  // namespace eqnet::train
