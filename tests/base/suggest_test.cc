#include "base/suggest.h"

#include <gtest/gtest.h>

#include <vector>

namespace eqnet::base {

TEST(Suggest, FindsTheWordThatWasMeant) {
  const std::vector<std::string> words = {"generate", "stats", "equiv", "train", "evaluate", "embed"};
  EXPECT_EQ(nearest_word("genrate", words), "generate") << "a letter is missing";
  EXPECT_EQ(nearest_word("euqiv", words), "equiv") << "two are exchanged";
  EXPECT_EQ(nearest_word("trainn", words), "train") << "one is too many";
  EXPECT_EQ(nearest_word("ENBED", words), "embed") << "one is another, and case does not count";
}

TEST(Suggest, FindsNothingWhereNothingIsNear) {
  const std::vector<std::string> words = {"generate", "stats"};
  EXPECT_EQ(nearest_word("frobnicate", words), "");
  EXPECT_EQ(nearest_word("", words), "");
  EXPECT_EQ(nearest_word(std::string(100000, 'x'), words), "") << "nor takes long";
  EXPECT_EQ(nearest_word("x", std::vector<std::string>{"a"}), "") << "all letters would change";
  EXPECT_EQ(did_you_mean("frobnicate", words, "see --help"), "see --help");
  EXPECT_EQ(did_you_mean("stat", words, ""), "did you mean 'stats'?");
}

}  // namespace eqnet::base
