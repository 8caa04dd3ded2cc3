#include "eqnet/base/error.h"

#include <gtest/gtest.h>

namespace eqnet::base {

TEST(Error, SaysWhereWhatAndRemedy) {
  EXPECT_STREQ(Error("a.gz", "is truncated", "copy it again").what(), "a.gz: is truncated; copy it again");
  EXPECT_STREQ(Error("a.gz", "is truncated").what(), "a.gz: is truncated");
}

TEST(Quoted, ShowsControlCharactersAsEscapes) {
  EXPECT_EQ(quoted("a\n\x7f"), "'a\\x0a\\x7f'");
}

TEST(Quoted, ShortensLongTextInTheMiddleWithoutCuttingCharacters) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "é";
  const std::string shown = base::quoted(text);
  EXPECT_LT(shown.size(), 100U);
  EXPECT_NE(shown.find("…"), std::string::npos);
  for (size_t i = 1; i + 1 < shown.size(); ++i) {
    if (shown.compare(i, 2, "é") == 0 || shown.compare(i, 3, "…") == 0) continue;
    EXPECT_EQ(static_cast<unsigned char>(shown[i]) & 0xC0, 0x80) << "a cut character at " << i;
  }
}

}  // namespace eqnet::base
