#include "kernels/similarities.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "support/on_isa.h"
#include "support/random_numbers.h"

namespace eqnet::kernels {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// On each instruction set.
class EverySimilarity : public ::testing::TestWithParam<Isa> {
 protected:
  void SetUp() override {
    if (!supported(GetParam())) GTEST_SKIP() << "this processor lacks " << name(GetParam());
    on_.emplace(GetParam());
  }

  std::optional<eqnet::testing::OnIsa> on_;
};
INSTANTIATE_TEST_SUITE_P(On, EverySimilarity, ::testing::ValuesIn(kIsas),
                         [](const auto& info) { return std::string(name(info.param)); });

}  // namespace

TEST_P(EverySimilarity, IsTheFirstPlaceFromBegin) {
  base::Random random(1);
  for (const size_t n : {0, 1, 7, 63, 64, 65, 128, 1000}) {
    std::vector<float> values(n);
    for (float& value : values) value = static_cast<float>(random.below(200)) / 100 - 1;
    if (n > 3) values[n / 2] = kNaN;
    for (const float least : {-2.0F, 0.0F, 0.93F, 0.99F, 3.0F}) {
      for (size_t begin = 0; begin <= n; ++begin) {
        size_t expected = begin;
        while (expected < n && (std::isnan(values[expected]) || values[expected] < least)) ++expected;
        ASSERT_EQ(similarities().find_at_least(values.data(), begin, n, least), expected) << n << " from " << begin;
      }
    }
  }
}

TEST_P(EverySimilarity, TakesAnEqualValueAndNoNaN) {
  std::vector<float> values(130, 0.25F);
  EXPECT_EQ(similarities().find_at_least(values.data(), 0, 130, 0.25F), 0U);
  EXPECT_EQ(similarities().find_at_least(values.data(), 0, 130, std::nextafter(0.25F, 1.0F)), 130U);
  values.assign(130, kNaN);
  EXPECT_EQ(similarities().find_at_least(values.data(), 0, 130, -2.0F), 130U);
}

TEST_P(EverySimilarity, OfCodesIsTheSumOfProducts) {
  base::Random random(1);
  for (const size_t width : {1, 2, 7, 64}) {
    for (const size_t blocks : {0, 1, 3}) {
      std::vector<int8_t> codes(blocks * width * kCodeRows);
      for (int8_t& code : codes) code = static_cast<int8_t>(static_cast<int>(random.below(255)) - 127);
      std::vector<float> vector(width);
      for (float& number : vector) number = static_cast<float>(random.below(2001)) / 1000 - 1;
      std::vector<float> products(blocks * kCodeRows, kNaN);
      similarities().code_products(codes.data(), blocks, vector.data(), width, products.data());
      for (size_t row = 0; row < products.size(); ++row) {
        double sum = 0;
        const int8_t* first = codes.data() + row / kCodeRows * width * kCodeRows + row % kCodeRows;
        for (size_t j = 0; j < width; ++j) sum += static_cast<double>(vector[j]) * first[j * kCodeRows];
        EXPECT_NEAR(products[row], sum, 1e-3) << width << ", row " << row;
      }
    }
  }
}

TEST_P(EverySimilarity, HasABinThatFallsAsItRises) {
  uint32_t last = 0;
  EXPECT_EQ(similarities().bin(1.0F), 0U);
  EXPECT_EQ(similarities().bin(1.0001F), 0U) << "rounding may exceed 1";
  for (float similarity = 1; similarity >= -1; similarity -= 1e-5F) {
    const uint32_t bin = similarities().bin(similarity);
    ASSERT_GE(bin, last);
    ASSERT_LT(bin, kSimilarityBins);
    last = bin;
  }
  EXPECT_LT(similarities().bin(-1.001F), kSimilarityBins);
  EXPECT_LT(similarities().bin(kNaN), kSimilarityBins);
  EXPECT_LT(similarities().bin(-kNaN), kSimilarityBins);
}

TEST_P(EverySimilarity, TellsDistancesApartThatDifferByAPercent) {
  for (double distance = 1e-4; distance < 1.9; distance *= 1.01) {
    EXPECT_LT(similarities().bin(static_cast<float>(1 - distance)),
              similarities().bin(static_cast<float>(1 - distance * 1.01)))
        << distance;
  }
}

TEST_P(EverySimilarity, IsAddedToItsBinWithItsWeight) {
  base::Random random(2);
  for (const size_t n : {0, 1, 7, 255, 256, 257, 5000}) {
    std::vector<float> values(n);
    for (float& value : values) value = static_cast<float>(2 * random.uniform() - 1);
    std::vector<uint32_t> weights(n);
    for (uint32_t& weight : weights) weight = static_cast<uint32_t>(random.below(5));
    std::vector<uint64_t> counts(kSimilarityBins, 3);
    constexpr uint64_t kTimes = uint64_t{1} << 33;
    similarities().count(values.data(), weights.data(), n, kTimes, counts.data());
    for (size_t i = 0; i < n; ++i) counts[similarities().bin(values[i])] -= kTimes * weights[i];
    EXPECT_EQ(counts, std::vector<uint64_t>(kSimilarityBins, 3));
  }
}

}  // namespace eqnet::kernels
