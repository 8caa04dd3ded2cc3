#include "train/course.h"

#include <gtest/gtest.h>

namespace eqnet::train {
namespace {

TEST(SettingsOfRestart, TurnByTurnTheMarginShrinksAndSubexpAeComesLater) {
  const encode::Settings set("eqnet");
  const encode::Settings other = settings_of_restart(set, 1);
  EXPECT_DOUBLE_EQ(other.number("margin") * 16, set.number("margin"));
  EXPECT_DOUBLE_EQ(other.number("nu"), set.number("nu") + 0.5);
  for (const size_t restart : {0, 2, 4}) {
    EXPECT_DOUBLE_EQ(settings_of_restart(set, restart).number("margin"), set.number("margin")) << restart;
  }
  EXPECT_DOUBLE_EQ(settings_of_restart(set, 3).number("margin"), other.number("margin"));
}

TEST(SettingsOfRestart, AreAsSetWhereTheyShallNotVaryAndForOtherModels) {
  encode::Settings set("eqnet");
  set.set("vary_restarts", "off");
  EXPECT_DOUBLE_EQ(settings_of_restart(set, 1).number("margin"), set.number("margin"));
  const encode::Settings tree("treenn1");
  EXPECT_DOUBLE_EQ(settings_of_restart(tree, 1).number("margin"), tree.number("margin"));
}

TEST(SettingsOfRestart, NeverLeaveTheRangeOfNu) {
  encode::Settings set("eqnet");
  set.set("nu", "14.8");
  EXPECT_DOUBLE_EQ(settings_of_restart(set, 1).number("nu"), 15);
}

}  // namespace
}  // namespace eqnet::train
