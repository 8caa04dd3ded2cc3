// The data of a search's page, worked out by hand from a few trials.
#include "report/tune_page.h"

#include <gtest/gtest.h>

#include "experiments/importance.h"
#include "report/parsed.h"

namespace eqnet::report {
namespace {

using experiments::Range;

experiments::TuneFolder some_search() {
  experiments::TuneFolder folder;
  folder.identity = {{"model", "eqnet"}, {"datasets", "</script>"}};
  folder.workers = 2;
  folder.ranges = {{"rho", Range::Scale::linear, 0.5, 0.9},
                   {"mu_schedule", Range::Scale::choice, 0, 0, {"slow", "fast"}}};
  const auto settings = [](const char* rho, const char* mu) {
    return std::map<std::string, std::string>{{"rho", rho}, {"mu_schedule", mu}};
  };
  folder.trials = {{1, settings("0.5", "slow"), {0.1, 0.3}, 30, true, 1},
                   {2, settings("0.6", "fast"), {0.2}, 10, false, 1},
                   {3, settings("0.7", "fast"), {0.25, 0.6}, 30, true, 1},
                   {4, settings("0.8", "slow"), {0.0}, 10, false, 1, "it diverged"},
                   {5, settings("0.9", "fast"), {0.24, 0.5}, 30, true, 1}};
  folder.best = "rho = 0.7\n";
  return folder;
}

}  // namespace

TEST(TunePage, HasTheBestSoFarOfThoseThatCameToTheirEnd) {
  const rapidjson::Document json = parsed(tune_page_data(some_search(), "eqnet 1", "abc"));
  EXPECT_EQ(json["best"].GetUint(), 3U);
  EXPECT_EQ(json["config"], "rho = 0.7\n");
  EXPECT_EQ(json["search"]["model"], "eqnet");
  const std::vector<Row> trials = rows_of_frame(json["tables"]["trials"]);
  ASSERT_EQ(trials.size(), 5U);
  const double best[] = {0.3, 0.3, 0.6, 0.6, 0.6};
  const double score[] = {0.3, 0.2, 0.6, 0.0, 0.5};
  for (size_t i = 0; i < trials.size(); ++i) {
    EXPECT_EQ(number_of(trials[i], "best"), best[i]);
    EXPECT_EQ(number_of(trials[i], "score"), score[i]);
  }
  EXPECT_EQ(text_of(trials[3], "failed"), "it diverged");
}

TEST(TunePage, HasSettingsByImportance) {
  const experiments::TuneFolder folder = some_search();
  const rapidjson::Document json = parsed(tune_page_data(folder, "eqnet 1", "abc"));
  const std::vector<Row> settings = rows_of_frame(json["tables"]["settings"]);
  ASSERT_EQ(settings.size(), 2U);
  for (const Range& range : folder.ranges) {
    const Row row = one(settings, {{"setting", range.setting}});
    EXPECT_EQ(number_of(row, "importance"), experiments::importance(range, folder.trials).value());
  }
  EXPECT_GE(number_of(settings[0], "importance"), number_of(settings[1], "importance"));
  const Row choice = one(settings, {{"setting", "mu_schedule"}});
  EXPECT_TRUE(is_null(choice, "low")) << "a choice goes from nowhere to nowhere";
  EXPECT_EQ(text_of(choice, "best"), "fast");
  EXPECT_EQ(rows_of_frame(json["tables"]["values"]).size(), 10U);
  EXPECT_EQ(json["choices"]["mu_schedule"].Size(), 2U);
}

TEST(TunePage, OfASearchThatHasJustBegunIsEmpty) {
  experiments::TuneFolder folder = some_search();
  folder.trials.clear();
  folder.best.clear();
  const rapidjson::Document json = parsed(tune_page_data(folder, "eqnet 1", "abc"));
  EXPECT_TRUE(json["best"].IsNull());
  for (const Row& row : rows_of_frame(json["tables"]["settings"])) EXPECT_TRUE(is_null(row, "importance"));
}

}  // namespace eqnet::report
