#include "eqnet/data/stats.h"

#include <gtest/gtest.h>

#include "eqnet/data/generate.h"
#include "support/expect_error.h"

namespace eqnet::data {
namespace {

Dataset of_text(std::string_view text) {
  return load_memory(text, "FILE");
}

}  // namespace

TEST(Statistics, CountsWhatIsThere) {
  const Stats stats = statistics(of_text("c\ta & b\nc\tb & a\nd\ta\nd\t~~a\n"));
  EXPECT_EQ(stats.expressions, 4U);
  EXPECT_EQ(stats.classes, 2U);
  EXPECT_DOUBLE_EQ(stats.entropy_bits, 1.0);
  EXPECT_EQ(stats.max_size, 3U);
  EXPECT_EQ(stats.by_size, (std::vector<size_t>{0, 1, 0, 3}));
  EXPECT_FALSE(stats.splits);
}

TEST(Ceiling, IsWhatAPerfectEncoderScores) {
  Dataset dataset = of_text("c\ta & b\nc\tb & a\nc\ta & b & b\nd\ta\n");
  dataset.split.emplace();
  (*dataset.split)[static_cast<size_t>(Part::unseen)] = dataset.classes;
  const Curve curve = *ceiling(dataset, Part::unseen);
  // Only the class of three counts: at most 2 neighbours can be right, out of min(k, 3).
  EXPECT_DOUBLE_EQ(curve[0], 1.0);
  EXPECT_DOUBLE_EQ(curve[1], 1.0);
  for (size_t k = 3; k <= kMostNeighbours; ++k) EXPECT_DOUBLE_EQ(curve[k - 1], 2.0 / 3);
  EXPECT_FALSE(ceiling(dataset, Part::seen)) << "no query, no ceiling";
}

TEST(Verify, FindsNothingWrongInWhatGenerateMakes) {
  for (const char* name : {"boolean5", "poly5", "oneVarPoly10"}) EXPECT_TRUE(verify(generate(preset(name), 1)).clean());
}

TEST(Verify, NamesMixedClassesAndSplitFunctions) {
  const Verification result = verify(of_text("c\ta & b\nc\ta | b\nd\tb & a\ne\ta\n"));
  ASSERT_EQ(result.mixed_classes.size(), 1U);
  EXPECT_EQ(result.mixed_classes[0].name, "c");
  EXPECT_EQ(result.mixed_classes[0].functions, 2U);
  EXPECT_EQ(result.mixed_classes[0].first, "a & b");
  EXPECT_EQ(result.mixed_classes[0].other, "a | b");
  ASSERT_EQ(result.split_functions.size(), 1U);
  EXPECT_EQ(result.split_functions[0], (std::vector<std::string>{"c", "d"}));
}

TEST(Verify, DecidesClassesOfMoreVariablesThanATableHolds) {
  std::string all = "v0", reversed = "v19";
  for (int i = 1; i < 20; ++i) all += " & v" + std::to_string(i);
  for (int i = 18; i >= 0; --i) reversed += " & v" + std::to_string(i);
  EXPECT_TRUE(verify(of_text("c\t" + all + "\nc\t" + reversed + "\n")).clean());
  EXPECT_EQ(verify(of_text("c\t" + all + "\nd\t" + reversed + "\n")).split_functions.size(), 1U);
  EXPECT_EQ(verify(of_text("c\t" + all + "\nc\tv0\n")).mixed_classes.size(), 1U);
}

TEST(Verify, CannotJudgeTheOpenDomain) {
  EXPECT_ERROR(verify(load_memory("c\t(f x)\n", "FILE", {&domain::open()})), "open domain");
}

}  // namespace eqnet::data
