#include "experiments/tune_folder.h"

#include <gtest/gtest.h>

#include "models/registry.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace eqnet::experiments {
namespace {

SearchSpace some_space() {
  return parse_space(
      "learning_rate = { log = [0.0001, 0.0123456789] }\nhidden = { integer = [4, 32] }\nbatch = { log = [100, 900] }\n"
      "rho = { linear = [0.5, 0.99] }\nmu_schedule = { choice = [\"slow\", \"fast\"] }\n",
      "space", models::settings("eqnet"));
}

}  // namespace

TEST(Range, FindsThePlaceOfWhatItProposed) {
  for (const Range& range : some_space().ranges) {
    const Axis axis = range.axis();
    for (const double share : {0.0, 0.3, 0.5, 0.8, 1.0}) {
      const double place = axis.whole ? std::round(axis.low + share * (axis.high - axis.low)) : share;
      const std::optional<double> found = range.place(range.value(place));
      ASSERT_TRUE(found) << range.setting << " " << range.value(place);
      // A setting that is whole is rounded: batch by at most half of 100, on a scale of logarithms.
      EXPECT_NEAR(*found, place, range.setting == "batch" ? 0.003 : 1e-4) << range.setting;
    }
    for (const char* other : {"", "soon", "-7", "1e9", "0.5x"})
      EXPECT_FALSE(range.place(other)) << range.setting << other;
  }
}

TEST(TuneFolder, IsReadAsItWasWritten) {
  const eqnet::testing::TemporaryFolder folder;
  EXPECT_FALSE(is_tune_folder(folder.path()));
  const SearchSpace space = some_space();
  const SearchIdentity identity = {{"model", "eqnet"}, {"seed", "1"}};
  EXPECT_EQ(claim_folder(folder.path(), identity, space, 3), 3U);
  EXPECT_EQ(claim_folder(folder.path(), identity, space, 8), 3U) << "it keeps its own";
  EXPECT_TRUE(is_tune_folder(folder.path()));
  Trial trial{1, {}, {0.5}, 10, true, 1};
  for (const Range& range : space.ranges) trial.settings.emplace(range.setting, range.value(range.axis().high));
  save_trials(folder.file("trials.jsonl"), {trial});
  const TuneFolder read = load_tune_folder(folder.path());
  EXPECT_EQ(read.identity, identity);
  EXPECT_EQ(read.workers, 3U);
  ASSERT_EQ(read.ranges.size(), space.ranges.size());
  for (size_t i = 0; i < read.ranges.size(); ++i) {
    EXPECT_EQ(read.ranges[i].setting, space.ranges[i].setting);
    EXPECT_EQ(read.ranges[i].scale, space.ranges[i].scale);
    EXPECT_EQ(read.ranges[i].low, space.ranges[i].low) << "to the last bit";
    EXPECT_EQ(read.ranges[i].high, space.ranges[i].high);
    EXPECT_EQ(read.ranges[i].choices, space.ranges[i].choices);
    EXPECT_EQ(read.ranges[i].whole, space.ranges[i].whole);
  }
  EXPECT_EQ(read.trials.size(), 1U);
  EXPECT_EQ(read.best, "");
}

TEST(TuneFolder, NamesWhatCannotBeRead) {
  const eqnet::testing::TemporaryFolder folder;
  const SearchSpace space = some_space();
  claim_folder(folder.path(), {{"model", "eqnet"}}, space, 1);
  const std::string good = eqnet::testing::read_file(folder.file("tune.json"));
  Trial trial{1, {{"rho", "0.6"}}, {0.5}, 10, true, 1};
  save_trials(folder.file("trials.jsonl"), {trial});
  EXPECT_ERROR(load_tune_folder(folder.path()), "trials.jsonl", "trial 1 has no value of", "delete its line");
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"\"log\"", "\"logarithm\""},
                                                        {"\"ranges\"", "\"rangs\""},
                                                        {"\"workers\":1", "\"workers\":0"},
                                                        {"\"workers\":1", "\"workers\":1e99"},
                                                        {"\"workers\":1", "\"workers\":9999999999"},
                                                        {"\"version\"", "\"verse\""},
                                                        {"{", "["},
                                                        {"0.0001", "5"},
                                                        {"\"eqnet\"}", "7}"}}) {
    std::string text = good;
    ASSERT_NE(text.find(from), std::string::npos) << from;
    folder.write("tune.json", text.replace(text.find(from), from.size(), to));
    EXPECT_ERROR(load_tune_folder(folder.path()), "tune.json", "cannot be read");
  }
  std::string later = good;
  folder.write("tune.json", later.replace(later.find("\"version\":1"), 11, "\"version\":2"));
  EXPECT_ERROR(load_tune_folder(folder.path()), "tune.json", "is of version 2 and this program reads 1");
}

}  // namespace eqnet::experiments
