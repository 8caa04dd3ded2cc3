#include "experiments/trial.h"

#include <gtest/gtest.h>

#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace eqnet::experiments {

TEST(Trials, AreReadAsTheyWereWritten) {
  const eqnet::testing::TemporaryFolder folder;
  const std::string path = folder.file("trials.jsonl");
  EXPECT_TRUE(load_trials(path).empty()) << "no file, no trials";
  std::vector<Trial> trials(2);
  trials[0] = {2, {{"rho", "0.5"}, {"mu_schedule", "slow"}}, {0.1, 0.7}, 300, true, 1.5};
  trials[1] = {1, {{"rho", "0.25"}}, {0}, 100, false, 0.5, "diverged \"here\""};
  save_trials(path, trials);
  const std::vector<Trial> read = load_trials(path);
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].number, 1U) << "in order";
  EXPECT_EQ(read[0].failed, "diverged \"here\"");
  EXPECT_EQ(read[1].settings.at("mu_schedule"), "slow");
  EXPECT_EQ(read[1].scores, trials[0].scores);
  EXPECT_TRUE(read[1].whole);
  EXPECT_EQ(trial_line(read[1]), trial_line(trials[0]));
}

TEST(Trials, NameTheLineThatIsNone) {
  const eqnet::testing::TemporaryFolder folder;
  const std::string line = trial_line({1, {{"rho", "0.5"}}, {0.5}, 10, true, 1});
  const auto read = [&](const std::string& second) {
    return load_trials(folder.write("trials.jsonl", line + "\n" + second + "\n"));
  };
  EXPECT_ERROR(read(line.substr(0, 30)), "trials.jsonl, line 2", "no trial", "delete the line");
  EXPECT_ERROR(read("{}"), "line 2");
  EXPECT_ERROR(read(line), "line 2", "trial 1 once more");
  EXPECT_ERROR(read(trial_line({2, {}, {1.5}, 10, true, 1})), "line 2");
}

TEST(Trials, BestIsTheFirstOfThoseThatCameToTheEnd) {
  std::vector<Trial> trials = {{1, {}, {0.9}, 10, false}, {2, {}, {0.2, 0.5}, 30, true}, {3, {}, {0.2, 0.5}, 30, true}};
  EXPECT_EQ(best_of(trials)->number, 2U);
  trials.resize(1);
  EXPECT_EQ(best_of(trials), nullptr);
}

}  // namespace eqnet::experiments
