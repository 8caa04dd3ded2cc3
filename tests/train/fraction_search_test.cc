#include "train/fraction_search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "train/vector_data.h"

namespace eqnet::train {
namespace {

// What rational functions mean here: their values at two points, modulo a prime.
constexpr uint64_t kSmallPrime = 1000003;
uint64_t power_of(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent > 0; exponent /= 2, base = base * base % kSmallPrime) {
    if (exponent % 2 == 1) result = result * base % kSmallPrime;
  }
  return result;
}
template <class Combine>
std::string at_points(const std::string& x, const std::string& y, const Combine& combine) {
  const auto split = [](const std::string& text) {
    const size_t comma = text.find(',');
    return std::pair<uint64_t, uint64_t>(std::stoull(text), std::stoull(text.substr(comma + 1)));
  };
  const auto [x1, x2] = split(x);
  const auto [y1, y2] = y.empty() ? std::pair<uint64_t, uint64_t>{} : split(y);
  return std::to_string(combine(x1, y1) % kSmallPrime) + "," + std::to_string(combine(x2, y2) % kSmallPrime);
}
OpenAlgebra::Operator of_two(const char* name, uint64_t (*combine)(uint64_t, uint64_t)) {
  return {name, 2, [combine](const std::string& x, const std::string& y) { return at_points(x, y, combine); }};
}
OpenAlgebra positive_fractions() {
  return {{{"a", "3127,8821"}, {"b", "51341,700"}, {"one", "1,1"}},
          {of_two("plus", [](uint64_t x, uint64_t y) { return x + y; }),
           of_two("over", [](uint64_t x, uint64_t y) { return x * power_of(y, kSmallPrime - 2); })}};
}

}  // namespace

TEST(FractionSearch, FindsSumsAndQuotients) {
  const data::Dataset data = data_of(positive_fractions(), 7);
  const Equations equations(task_of_all(data));
  const auto found = find_fractions(equations, {.points = 5});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->complete);
  EXPECT_EQ(found->leaves.size(), 5U);
  // (n, d) of the two children, on numbers: 2/3 and 5/7.
  const auto value = [&](size_t op) {
    double results[2] = {};
    const double numbers[2][2] = {{2, 3}, {5, 7}};
    for (size_t i = 0; i < 8; ++i) {
      results[i / 4] += found->operators[op][i] * numbers[0][i & 1] * numbers[1][i >> 1 & 1];
    }
    return results[0] / results[1];
  };
  // "over" comes before "plus" in the vocabulary.
  EXPECT_NEAR(value(0), (2.0 / 3) / (5.0 / 7), 1e-12);
  EXPECT_NEAR(value(1), 2.0 / 3 + 5.0 / 7, 1e-12);
}

TEST(FractionSearch, FindsReciprocals) {
  OpenAlgebra algebra = positive_fractions();
  algebra.operators[1] = {"recip", 1, [](const std::string& x, const std::string&) {
                            return at_points(x, "",
                                             [](uint64_t one, uint64_t) { return power_of(one, kSmallPrime - 2); });
                          }};
  const data::Dataset data = data_of(algebra, 6);
  const auto found = find_fractions(Equations(task_of_all(data)), {});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->complete);
}

TEST(FractionSearch, LeavesOtherFunctionsToTraining) {
  OpenAlgebra algebra = positive_fractions();
  algebra.leaves.pop_back();
  algebra.operators.push_back({"square_plus_one", 1, [](const std::string& x, const std::string&) {
                                 return at_points(x, "", [](uint64_t one, uint64_t) { return one * one + 1; });
                               }});
  const data::Dataset data = data_of(algebra, 5);
  const auto found = find_fractions(Equations(task_of_all(data)), {});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->complete);
  EXPECT_EQ(found->operators[2].size(), 0U);
  EXPECT_EQ(found->operators[0].size(), 8U);
}

TEST(FractionSearch, FindsNothingWherePointsWouldDoOrThereIsNothing) {
  OpenAlgebra sums = positive_fractions();
  sums.operators.pop_back();
  OpenAlgebra differences = sums;  // "minus" could be left to training too
  differences.operators.push_back({"minus", 1, [](const std::string& x, const std::string&) {
                                     return at_points(x, "", [](uint64_t one, uint64_t) { return kSmallPrime - one; });
                                   }});
  for (const OpenAlgebra& algebra : {sums, differences, words()}) {
    const data::Dataset data = data_of(algebra, 7);
    EXPECT_FALSE(find_fractions(Equations(task_of_all(data)), {}));
  }
}

}  // namespace eqnet::train
