#include "experiments/search_space.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/registry.h"
#include "support/expect_error.h"

namespace eqnet::experiments {
namespace {

SearchSpace parse_for_eqnet(const std::string& text) {
  return parse_space(text, "space.toml", models::settings("eqnet"));
}

}  // namespace

TEST(SearchSpace, GivesEveryScaleItsValues) {
  const SearchSpace space = parse_for_eqnet(
      "learning_rate = { log = [0.001, 0.1] }\n"
      "dropout = { linear = [0.1, 0.5] }\n"
      "hidden = { integer = [4, 32] }\n"
      "batch = { log = [100, 10000] }\n"
      "mu_schedule = { choice = [\"slow\", \"fast\"] }\n"
      "residual = { choice = [true, false] }\n"
      "restart_steps = 0\n");
  ASSERT_EQ(space.ranges.size(), 6U);
  EXPECT_EQ(space.kept, (std::vector<std::pair<std::string, std::string>>{{"restart_steps", "0"}}));
  std::map<std::string, std::pair<Range, Axis>> found;
  const std::vector<Axis> axes = space.axes();
  for (size_t i = 0; i < axes.size(); ++i) found[space.ranges[i].setting] = {space.ranges[i], axes[i]};
  const auto value = [&](const std::string& setting, double place) { return found.at(setting).first.value(place); };
  EXPECT_EQ(value("learning_rate", 0), "0.001");
  EXPECT_EQ(value("learning_rate", 0.5), "0.01") << "the middle on a scale of logarithms";
  EXPECT_EQ(value("learning_rate", 1), "0.1");
  EXPECT_EQ(value("dropout", 0.25), "0.2");
  EXPECT_EQ(value("batch", 0.5), "1000");
  EXPECT_EQ(value("batch", 0.33), "457") << "whole, because the setting is: 100 * 100^0.33 = 457.1";
  EXPECT_EQ(value("hidden", 17), "17");
  EXPECT_EQ(value("mu_schedule", 1), "fast");
  EXPECT_EQ(value("residual", 1), "off");
  EXPECT_TRUE(found.at("hidden").second.whole);
  EXPECT_EQ(found.at("hidden").second.high, 32);
  EXPECT_EQ(found.at("mu_schedule").second.high, 1);
  EXPECT_FALSE(found.at("batch").second.whole) << "it is rounded afterwards";
}

TEST(SearchSpace, SaysFileAndLineOfWhatIsWrong) {
  EXPECT_ERROR(parse_for_eqnet("\nlearning_rat = { log = [0.1, 1] }"), "space.toml, line 2", "learning_rat",
               "did you mean 'learning_rate'?");
  EXPECT_ERROR(parse_for_eqnet("rho = { linear = [0.9, 0.5] }"), "space.toml, line 1", "'rho' is empty: 0.9 to 0.5");
  EXPECT_ERROR(parse_for_eqnet("rho = { linear = [0.5, 0.5] }"), "line 1", "empty", "rho = 0.5");
  EXPECT_ERROR(parse_for_eqnet("mu_schedule = { choice = [] }"), "line 1", "empty");
  EXPECT_ERROR(parse_for_eqnet("mu_schedule = { choice = [\"slow\"] }"), "one value", "mu_schedule = \"slow\"");
  EXPECT_ERROR(parse_for_eqnet("nu = 2\nhidden = { choice = [8, 9, 8] }"), "line 2", "'hidden' has '8' twice");
  EXPECT_ERROR(parse_for_eqnet("hidden = { choice = [8] }"), "one value", "hidden = 8");
  EXPECT_ERROR(parse_for_eqnet("nu = 2\n\nrho = { linear = [\"low\", 0.5] }"), "line 3", "'low'", "a number should be");
  EXPECT_ERROR(parse_for_eqnet("nu = 2\nrho = { linear = [\n0.5,\ntrue] }"), "line 4", "a number should be");
  EXPECT_ERROR(parse_for_eqnet("rho = { linear = [0.5, 1.5] }"), "line 1", "'rho'", "1.5", "from 0 to 0.99999");
  EXPECT_ERROR(parse_for_eqnet("rho = { linear = [0.5] }"), "line 1", "1 ends");
  EXPECT_ERROR(parse_for_eqnet("rho = { linaer = [0.5, 0.6] }"), "line 1", "did you mean 'linear'?");
  EXPECT_ERROR(parse_for_eqnet("rho = { linear = [0.5, 0.6], log = [0.5, 0.6] }"), "line 1", "one range, not 2");
  EXPECT_ERROR(parse_for_eqnet("rho = { linear = 0.5 }"), "line 1", "no list");
  EXPECT_ERROR(parse_for_eqnet("rho = [0.5, 0.6]"), "line 1", "is a list");
  EXPECT_ERROR(parse_for_eqnet("rho = 1979-05-27"), "line 1", "is a date or time");
  EXPECT_ERROR(parse_for_eqnet("rho = \"\""), "line 1", "'rho': '' is not a number");
  EXPECT_ERROR(parse_for_eqnet("batch = { integer = [1, 9223372036854775807] }"), "line 1",
               "not a whole number from 1");
  EXPECT_ERROR(parse_for_eqnet("dropout = { log = [0, 0.6] }"), "line 1", "begins at 0", "linear");
  EXPECT_ERROR(parse_for_eqnet("hidden = { integer = [1.5, 6] }"), "line 1", "hidden", "1.5");
  EXPECT_ERROR(parse_for_eqnet("mu_schedule = { linear = [0, 1] }"), "line 1", "no number", "choice");
  EXPECT_ERROR(parse_for_eqnet("mu_schedule = { choice = [\"slow\", \"quick\"] }"), "line 1", "quick");
  EXPECT_ERROR(parse_for_eqnet("steps = { integer = [1, 6] }"), "line 1", "steps", "--steps");
  EXPECT_ERROR(parse_for_eqnet("hold_out = 0.1"), "line 1", "hold_out");
  EXPECT_ERROR(parse_for_eqnet("rho = 0.5"), "space.toml", "nothing to search");
  EXPECT_ERROR(parse_for_eqnet("rho = = 0.5"), "space.toml, line 1");
}

// DESIGN: the published values are the centre; here that they lie inside, for the models that the paper has.
TEST(SearchSpace, OfEveryModelHasThePublishedValuesInside) {
  for (const encode::ModelKind* kind : models::kinds()) {
    if (kind->name == "tfidf") continue;
    const encode::Settings paper(*kind, "paper");
    const SearchSpace space = parse_space(default_space(*kind), kind->name, paper);
    EXPECT_FALSE(space.ranges.empty());
    if (kind->name == "eqnet-mul") continue;  // not of the paper
    for (const Range& range : space.ranges) {
      const std::string published = paper.values().at(range.setting);
      if (range.scale == Range::Scale::choice) {
        EXPECT_NE(std::ranges::find(range.choices, published), range.choices.end()) << kind->name << range.setting;
        continue;
      }
      EXPECT_LE(range.low, std::stod(published)) << kind->name << " " << range.setting;
      EXPECT_GE(range.high, std::stod(published)) << kind->name << " " << range.setting;
    }
  }
  EXPECT_ERROR(default_space(models::kind("tfidf")), "tfidf", "no settings to search");
}

}  // namespace eqnet::experiments
