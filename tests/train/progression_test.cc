#include "train/progression.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "models/registry.h"
#include "support/split_dataset.h"

namespace eqnet::train {
namespace {

const Task& progression_task() {
  static const data::Dataset dataset = eqnet::testing::generated("boolean5");
  static const Task made = make_task(dataset);
  return made;
}

Curriculum grouped(size_t group) {
  encode::Settings settings = models::settings("eqnet-mul");
  settings.set("group", std::to_string(group));
  return Curriculum(progression_task(), settings);
}

TEST(SettingsOfRestart, TurnByTurnTheMarginShrinksAndSubexpAeComesLater) {
  const encode::Settings set = models::settings("eqnet");
  const encode::Settings other = settings_of_restart(set, 1);
  EXPECT_DOUBLE_EQ(other.number("margin") * 16, set.number("margin"));
  EXPECT_DOUBLE_EQ(other.number("nu"), set.number("nu") + 0.5);
  for (const size_t restart : {0, 2, 4}) {
    EXPECT_DOUBLE_EQ(settings_of_restart(set, restart).number("margin"), set.number("margin")) << restart;
  }
  EXPECT_DOUBLE_EQ(settings_of_restart(set, 3).number("margin"), other.number("margin"));
}

TEST(SettingsOfRestart, AreAsSetWhereTheyShallNotVaryAndForOtherModels) {
  encode::Settings set = models::settings("eqnet");
  set.set("vary_restarts", "off");
  EXPECT_DOUBLE_EQ(settings_of_restart(set, 1).number("margin"), set.number("margin"));
  const encode::Settings tree = models::settings("treenn1");
  EXPECT_DOUBLE_EQ(settings_of_restart(tree, 1).number("margin"), tree.number("margin"));
}

TEST(SettingsOfRestart, NeverLeaveTheRangeOfNu) {
  encode::Settings set = models::settings("eqnet");
  set.set("nu", "14.8");
  EXPECT_DOUBLE_EQ(settings_of_restart(set, 1).number("nu"), 15);
}

TEST(LearningRate, StaysAsItIsWithoutASchedule) {
  encode::Settings settings = models::settings("eqnet-mul");
  settings.set("schedule", "constant");
  settings.set("learning_rate", "0.25");
  for (const double progress : {0.0, 0.5, 1.0, 2.0}) {
    EXPECT_EQ(learning_rate_at(settings, progress), 0.25);
    EXPECT_EQ(noise_at(settings, progress), 1);
  }
}

TEST(LearningRate, FallsAsACosineAndTheNoiseWithIt) {
  encode::Settings settings = models::settings("eqnet-mul");
  ASSERT_EQ(settings.choice("schedule"), "cosine");
  settings.set("learning_rate", "0.5");
  const std::vector<std::pair<double, double>> expected = {
      {0, 1}, {0.25, 0.5 + std::sqrt(2) / 4}, {1.0 / 3, 0.75}, {0.5, 0.5}, {2.0 / 3, 0.25}, {1, 0}, {1.5, 0}};
  for (const auto& [progress, factor] : expected) {
    EXPECT_NEAR(noise_at(settings, progress), factor, 1e-15) << progress;
    EXPECT_NEAR(learning_rate_at(settings, progress), 0.5 * factor, 1e-15) << progress;
  }
}

TEST(Groups, HaveTheSameExpressionsInAnotherOrder) {
  std::vector<uint32_t> all(progression_task().training.roots.size());
  std::iota(all.begin(), all.end(), 0U);
  for (const size_t group : {0, 1, 2, 4, 7, 1000}) {
    const std::vector<uint32_t> order = grouped(group).order(1, 0);
    EXPECT_NE(order, all);
    std::vector<uint32_t> sorted = order;
    std::ranges::sort(sorted);
    EXPECT_EQ(sorted, all) << group;
  }
}

// Groups of one class may happen to be neighbours, so the length of a run is known only up to multiples of a group; but
// the one run with a class's last group.
TEST(Groups, KeepExpressionsOfAClassTogetherAndLeaveNoneAlone) {
  for (const size_t group : {2, 4, 7}) {
    const std::vector<uint32_t> order = grouped(group).order(3, 5);
    std::map<uint32_t, std::vector<size_t>> runs;  // their lengths, by class
    for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
      const uint32_t label = progression_task().training.labels[order[begin]];
      while (end < order.size() && progression_task().training.labels[order[end]] == label) ++end;
      runs[label].push_back(end - begin);
    }
    size_t several = 0;
    for (const auto& [label, lengths] : runs) {
      const size_t size = progression_task().class_sizes[label];
      EXPECT_TRUE(size == 1 || std::ranges::count(lengths, size_t{1}) == 0) << "one alone of " << size;
      if (size < group) {
        EXPECT_EQ(lengths, std::vector<size_t>{size});
        continue;
      }
      several += lengths.size() > 1 ? 1 : 0;
      const auto whole = [&](size_t length) { return length % group == 0; };
      const auto broken = static_cast<size_t>(std::ranges::count_if(lengths, std::not_fn(whole)));
      EXPECT_EQ(broken, size % group == 0 ? 0U : 1U) << size << " in groups of " << group;
    }
    EXPECT_GT(several, 5U) << "classes that are cut";
  }
}

TEST(Groups, OfAWholeClassComeOneAfterTheOther) {
  const std::vector<uint32_t> order = grouped(100'000).order(1, 0);
  std::vector<uint32_t> labels;
  for (const uint32_t i : order) {
    if (labels.empty() || labels.back() != progression_task().training.labels[i])
      labels.push_back(progression_task().training.labels[i]);
  }
  EXPECT_EQ(labels.size(), progression_task().class_sizes.size());
  EXPECT_FALSE(std::ranges::is_sorted(labels)) << "the groups are shuffled";
}

TEST(Groups, AreAFunctionOfSeedAndEpoch) {
  for (const size_t group : {0, 4}) {
    const Curriculum curriculum = grouped(group);
    const std::vector<uint32_t> order = curriculum.order(1, 2);
    EXPECT_EQ(curriculum.order(1, 2), order);
    EXPECT_EQ(grouped(group).order(1, 2), order);
    EXPECT_NE(curriculum.order(1, 3), order);
    EXPECT_NE(curriculum.order(2, 2), order);
  }
}

}  // namespace
}  // namespace eqnet::train
