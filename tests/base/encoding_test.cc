#include "base/encoding.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/random.h"

namespace eqnet::base {
namespace {

std::string ungzip(const std::string& bytes) {
  return ByteSource::memory(bytes, "BYTES").rest();
}

std::string random_bytes(Random& random, size_t count, uint32_t kinds) {
  std::string bytes(count, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.below(kinds));
  return bytes;
}

// By the definition: bits in groups of six, a table by ranges, "=" for what is missing.
std::string by_bits(const std::string& bytes) {
  std::vector<bool> bits;
  for (const char c : bytes) {
    for (int bit = 7; bit >= 0; --bit) bits.push_back((static_cast<unsigned char>(c) >> bit & 1) != 0);
  }
  bits.resize((bits.size() + 5) / 6 * 6);
  std::string text;
  for (size_t i = 0; i < bits.size(); i += 6) {
    int digit = 0;
    for (size_t j = 0; j < 6; ++j) digit = 2 * digit + (bits[i + j] ? 1 : 0);
    text += static_cast<char>(digit < 26    ? 'A' + digit
                              : digit < 52  ? 'a' + (digit - 26)
                              : digit < 62  ? '0' + (digit - 52)
                              : digit == 62 ? '+'
                                            : '/');
  }
  while (text.size() % 4 != 0) text += '=';
  return text;
}

}  // namespace

TEST(Gzip, IsUndoneByReading) {
  Random random(1);
  for (const size_t size : {1U, 2U, 100U, 70000U, 300000U}) {
    for (const uint32_t kinds : {1U, 3U, 256U}) {
      const std::string bytes = random_bytes(random, size, kinds);
      const std::string packed = gzip(bytes);
      EXPECT_EQ(packed.substr(0, 2), "\x1f\x8b");
      EXPECT_EQ(ungzip(packed), bytes) << size << " bytes of " << kinds << " kinds";
    }
  }
}

TEST(Gzip, OfNothingIsAStreamOfNothing) {
  const std::string packed = gzip("");
  EXPECT_GE(packed.size(), 18U) << "header and trailer";
  EXPECT_EQ(ungzip(packed), "");
}

TEST(Gzip, MakesLargeInputSmallAndTheSameEveryTime) {
  Random random(2);
  std::string bytes;
  const std::string line = random_bytes(random, 1000, 256);
  while (bytes.size() < (size_t{20} << 20)) bytes += line;
  const std::string packed = gzip(bytes);
  EXPECT_LT(packed.size(), bytes.size() / 100);
  EXPECT_TRUE(ungzip(packed) == bytes);
  EXPECT_TRUE(gzip(bytes) == packed);
}

TEST(Base64, HasTheVectorsOfRfc4648) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(from_base64("Zm9vYg=="), "foob");
  for (const char* bad : {"", "Z", "Zm9", "Z===", "====", "Zm9*", "Zm=v", " Zm9"})
    EXPECT_EQ(from_base64(bad), "") << bad;
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    bytes += static_cast<char>(i);
    EXPECT_EQ(from_base64(base64(bytes)), bytes);
  }
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, KeepsEveryByte) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_EQ(base64(all), by_bits(all));
  Random random(3);
  for (size_t size = 0; size < 50; ++size) {
    const std::string bytes = random_bytes(random, size, 256);
    EXPECT_EQ(base64(bytes), by_bits(bytes)) << size;
  }
}

}  // namespace eqnet::base
