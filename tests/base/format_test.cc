#include "base/format.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdio>
#include <limits>

#include "base/random.h"

namespace eqnet::base {

// Files, checkpoints among them, were written by printf before and have to read the same.
TEST(Format, WritesNumbersAsPrintfDoes) {
  Random random(1);
  std::vector<double> numbers = {0.0, -0.0, 1, -1, 0.5, 0.05, 0.15, 2.5, 1e6, 999999.5, 1e-5, 1e21, 1e300};
  for (const double end : {std::numeric_limits<double>::min(), std::numeric_limits<double>::denorm_min(),
                           std::numeric_limits<double>::max(), std::numeric_limits<double>::infinity()}) {
    numbers.push_back(end);
    numbers.push_back(-end);
  }
  for (int i = 0; i < 2000; ++i) {
    numbers.push_back(random.gaussian());
    numbers.push_back(1000 * random.uniform());
    const auto bits = std::bit_cast<double>(random.next());
    if (bits == bits) numbers.push_back(bits);
  }
  char text[512];
  for (const double number : numbers) {
    const auto as_printf = [&](const char* how) {
      std::snprintf(text, sizeof text, how, number);
      return std::string(text);
    };
    ASSERT_EQ(format("{:a}", number), as_printf("%a"));
    ASSERT_EQ(format("{:g}", number), as_printf("%g"));
    ASSERT_EQ(format("{:.6g}", number), as_printf("%.6g"));
    ASSERT_EQ(format("{:.6f}", number), as_printf("%.6f"));
    ASSERT_EQ(format("{:.1f}", number), as_printf("%.1f"));
    ASSERT_EQ(format("{:3.0f}", number), as_printf("%3.0f"));
  }
}

TEST(Format, WritesWordsAndBytes) {
  EXPECT_EQ(format("{} and {}", "a", std::string("b")), "a and b");
  EXPECT_EQ(format("\\x{:02x} {:08x}", static_cast<unsigned char>(7), 0xABCU), "\\x07 00000abc");
}

}  // namespace eqnet::base
