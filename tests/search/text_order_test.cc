#include "search/text_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "base/random.h"

namespace eqnet::search {
namespace {

std::vector<uint32_t> ordered(const std::vector<std::string>& list) {
  std::string texts;
  std::vector<uint64_t> starts = {0};
  for (const std::string& text : list) starts.push_back((texts += text).size());
  return by_text(texts, starts);
}

std::vector<uint32_t> by_comparison(const std::vector<std::string>& list) {
  std::vector<uint32_t> numbers(list.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  std::ranges::stable_sort(numbers, {}, [&](uint32_t number) -> const std::string& { return list[number]; });
  return numbers;
}

TEST(TextOrder, IsThatOfWholeTexts) {
  base::Random random(7);
  for (size_t round = 0; round < 300; ++round) {
    std::vector<std::string> list(random.below(60));
    const uint64_t letters = 1 + random.below(3);  // few: long beginnings are shared
    for (std::string& text : list) {
      text.resize(random.below(40));
      for (char& c : text) c = "\0a\xff"[random.below(letters)];
    }
    EXPECT_EQ(ordered(list), by_comparison(list)) << "round " << round;
  }
}

TEST(TextOrder, OfNothingIsNothing) {
  EXPECT_TRUE(ordered({}).empty());
}

TEST(TextOrder, LongTextsThatDifferAtTheEnd) {
  const std::string same(1 << 20, 'x');
  const std::vector<std::string> list = {same + "b", same, same + "a", same};
  EXPECT_EQ(ordered(list), (std::vector<uint32_t>{1, 3, 2, 0}));
}

}  // namespace
}  // namespace eqnet::search
