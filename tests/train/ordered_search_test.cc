#include "train/ordered_search.h"

#include <gtest/gtest.h>

#include <sstream>

#include "train/vector_data.h"

namespace eqnet::train {
namespace {

using models::OrderedForm;

// What expressions mean here: their values under some assignments.
using Numbers = std::vector<int64_t>;
Numbers numbers_of(const std::string& text) {
  Numbers numbers;
  std::istringstream in(text);
  for (int64_t number = 0; in >> number;) numbers.push_back(number);
  return numbers;
}
std::string text_of_numbers(const Numbers& numbers) {
  std::string text;
  for (const int64_t number : numbers) text += std::to_string(number) + " ";
  return text;
}
OpenAlgebra::Operator at_numbers(const char* name, size_t arity, int64_t (*value)(int64_t, int64_t)) {
  return {name, arity, [value](const std::string& x, const std::string& y) {
            Numbers left = numbers_of(x);
            const Numbers right = y.empty() ? Numbers(left.size()) : numbers_of(y);
            for (size_t i = 0; i < left.size(); ++i) left[i] = value(left[i], right[i]);
            return text_of_numbers(left);
          }};
}
std::pair<std::string, std::string> leaf(const char* name, uint64_t seed, bool negative = true) {
  base::Random random(seed);
  Numbers numbers;
  for (size_t i = 0; i < 200; ++i) {
    const auto size = static_cast<int64_t>(random.below(1000));
    numbers.push_back(negative && random.below(2) == 0 ? -size : size);
  }
  return {name, text_of_numbers(numbers)};
}
const OpenAlgebra::Operator kSum = at_numbers("plus", 2, [](int64_t x, int64_t y) { return x + y; });
const OpenAlgebra::Operator kLarger = at_numbers("larger", 2, [](int64_t x, int64_t y) { return std::max(x, y); });
const OpenAlgebra::Operator kSmaller = at_numbers("smaller", 2, [](int64_t x, int64_t y) { return std::min(x, y); });
const OpenAlgebra::Operator kSize = at_numbers("size", 1, [](int64_t x, int64_t) { return x < 0 ? -x : x; });
const OpenAlgebra::Operator kMinus = at_numbers("without", 2, [](int64_t x, int64_t y) { return x - y; });

std::optional<OrderedAlgebra> ordered_in(const OpenAlgebra& algebra, size_t max_size) {
  const data::Dataset data = data_of(algebra, max_size);
  return find_ordered(Equations(task_of_all(data)), {.points = 20});
}

}  // namespace

TEST(OrderedSearch, FindsMaximumAndSum) {
  const auto found = ordered_in({{leaf("a", 1), leaf("b", 2)}, {kLarger, kSum}}, 9);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->forms, (std::vector{OrderedForm::maximum, OrderedForm::sum}));
  ASSERT_EQ(found->leaves.size(), 20U);
  EXPECT_EQ(found->operators[1], (std::vector<double>{0, 0, 1, 0, 0, 0, 0, 0}));
}

// Operators are in the order of their names: size, without.
TEST(OrderedSearch, FindsAbsoluteValuesAndDifferences) {
  const auto found = ordered_in({{leaf("a", 1), leaf("b", 2)}, {kSize, kMinus}}, 6);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->forms, (std::vector{OrderedForm::absolute, OrderedForm::difference}));
}

// Of numbers that are none below 0: min(a, a + b) is a. A constant that is least of all, and one that adds nothing, are
// 0.
TEST(OrderedSearch, FindsNumbersFromZeroOnAndConstants) {
  OpenAlgebra algebra = {{leaf("a", 1, false), leaf("b", 2, false)}, {kSmaller, kSum}};
  algebra.leaves.emplace_back("zero", text_of_numbers(Numbers(200)));
  const auto found = ordered_in(algebra, 7);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->forms, (std::vector{OrderedForm::sum, OrderedForm::minimum}));
  for (const auto& leaves : found->leaves) {
    EXPECT_GE(leaves[0], 0);
    EXPECT_EQ(leaves[2], 0) << "a, b, zero";
  }
}

TEST(OrderedSearch, FindsNothingWherePointsWouldDoOrThereIsNothing) {
  EXPECT_FALSE(ordered_in({{leaf("a", 1), leaf("b", 2)}, {kMinus, kSum}}, 7));
  EXPECT_FALSE(ordered_in({{leaf("a", 1), leaf("b", 2)}, {kLarger, kSmaller}}, 7)) << "nothing is added";
  EXPECT_FALSE(ordered_in(words(), 7));
}

}  // namespace eqnet::train
