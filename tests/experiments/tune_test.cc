// The search on the smallest datasets with few steps, proposed at random: no plug-in is needed.
#include "experiments/tune.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/files.h"
#include "experiments/validation_retrieval.h"
#include "models/registry.h"
#include "support/expect_error.h"
#include "support/split_dataset.h"
#include "support/temporary_folder.h"
#include "support/thread_ranks.h"
#include "train/trainer.h"

namespace eqnet::experiments {
namespace {

struct Bench {
  eqnet::testing::TemporaryFolder folder;
  data::Dataset dataset = eqnet::testing::generated("boolean5");
  TuneParams params;

  explicit Bench(
      const std::string& space = "learning_rate = { log = [0.0001, 0.01] }\nrho = { linear = [0.5, 0.99] }\n") {
    params.settings = models::settings("treenn1");
    params.settings.set("dimension", "8");
    params.space = parse_space(space, "space", params.settings);
    params.folder = folder.file("tuned");
    params.method = "random";
    params.trials = 8;
    params.steps = 18;
    params.workers = params.threads = 2;
  }
  TuneResult run(const std::function<void(const TuneState&)>& on_trial = {}) {
    return tune({&dataset}, params, on_trial);
  }
  [[nodiscard]] std::string trials() const { return eqnet::testing::read_file(params.folder + "/trials.jsonl"); }
};

// What a search found, without how long it took.
std::string found_by(const TuneResult& result) {
  std::string text;
  for (Trial trial : result.trials) {
    trial.seconds = 0;
    text += trial_line(trial) + "\n";
  }
  return text;
}

}  // namespace

TEST(Tune, DependsOnSeedAndWorkersNotOnThreads) {
  const std::string with_two = found_by(Bench().run());
  Bench one_thread;
  one_thread.params.threads = 1;
  EXPECT_EQ(found_by(one_thread.run()), with_two);
  Bench other;
  other.params.seed = 2;
  EXPECT_NE(found_by(other.run()), with_two);
}

TEST(Tune, GoesOnWhereItWasKilled) {
  Bench bench;
  const std::string whole = found_by(bench.run());
  std::istringstream lines(bench.trials());
  std::vector<std::string> kept;
  for (std::string line; std::getline(lines, line);) kept.push_back(line);
  ASSERT_EQ(kept.size(), 8U);
  // As a kill in the third round leaves it: its second trial was ready first.
  bench.folder.write("tuned/trials.jsonl",
                     kept[0] + "\n" + kept[1] + "\n" + kept[2] + "\n" + kept[3] + "\n" + kept[5] + "\n");
  std::filesystem::remove(bench.params.folder + "/best.toml");
  bench.params.workers = 5;  // another machine: the search keeps its own
  const TuneResult result = bench.run();
  EXPECT_EQ(result.resumed, 5U);
  EXPECT_EQ(found_by(result), whole);
  EXPECT_TRUE(base::file_exists(bench.params.folder + "/best.toml"));
  bench.params.trials = 9;
  const std::string longer = found_by(bench.run());
  EXPECT_EQ(longer.substr(0, whole.size()), whole) << "more trials come after those that were there";
}

TEST(Tune, RefusesTheFolderOfAnotherSearch) {
  Bench bench;
  bench.params.trials = 2;
  bench.run();
  bench.params.steps = 27;
  EXPECT_ERROR(bench.run(), "tune.json", "steps was '18', now '27'", "another folder");
  bench.params.steps = 18;
  bench.params.seed = 5;
  EXPECT_ERROR(bench.run(), "seed was '1', now '5'");
  bench.params.seed = 1;
  bench.dataset = eqnet::testing::generated("simplepoly8");
  EXPECT_ERROR(bench.run(), "datasets was 'boolean5");
  std::filesystem::remove(bench.params.folder + "/tune.json");
  EXPECT_ERROR(bench.run(), "trials.jsonl, but not tune.json");
}

// Before anything is written: best.toml would have had them.
TEST(Tune, RefusesTrialsOfAnotherSpace) {
  Bench bench;
  bench.params.trials = 2;
  bench.run();
  const std::string good = bench.trials();
  const std::string best = eqnet::testing::read_file(bench.params.folder + "/best.toml");
  const size_t rho = good.find("\"rho\":\"") + 7;
  for (const auto& [with, what] : std::vector<std::pair<std::string, std::string>>{
           {"0.1", "no value of rho that lies in the range"},
           {"high", "no value of rho that lies in the range"},
           {"0.6\",\"momentum\":\"0.5", "a value of 'momentum', which is not searched"}}) {
    std::string other = good;
    bench.folder.write("tuned/trials.jsonl", other.replace(rho, good.find('"', rho) - rho, with));
    EXPECT_ERROR(bench.run(), "trials.jsonl", "trial 1 has " + what, "delete its line");
    EXPECT_EQ(eqnet::testing::read_file(bench.params.folder + "/best.toml"), best);
  }
}

TEST(Tune, CountsSeedsFromTheLargest) {
  Bench bench;
  bench.params.trials = 1;
  bench.params.seed = std::numeric_limits<uint64_t>::max();
  bench.params.seeds = 2;
  EXPECT_GT(bench.run().best.score(), 0);
}

TEST(Tune, NeverLooksAtATestPart) {
  Bench bench;
  const std::string before = found_by(bench.run());
  Bench without;
  for (const data::Part part : {data::Part::seen, data::Part::unseen}) {
    (*without.dataset.split)[static_cast<size_t>(part)].clear();
  }
  EXPECT_EQ(found_by(without.run()), before);
  // Nor at what its expressions mean: the classes of the test parts are told each other's expressions, all of one
  // class.
  Bench garbage;
  for (const data::Part part : {data::Part::seen, data::Part::unseen}) {
    auto& classes = (*garbage.dataset.split)[static_cast<size_t>(part)];
    ASSERT_GT(classes.size(), 3U);
    for (size_t i = 1; i < classes.size(); ++i) {
      auto& all = classes.front().members;
      all.insert(all.begin(), classes[i].members.begin(), classes[i].members.end());
    }
    classes.resize(1);
    classes.front().name = garbage.dataset.part(data::Part::train).front().name;
  }
  EXPECT_EQ(found_by(garbage.run()), before);
}

TEST(Tune, StopsTrialsThatAreBehindAtTheSameSteps) {
  Bench bench;
  bench.params.trials = 12;
  const TuneResult result = bench.run();
  // By hand: a trial goes on from a rung where fewer than a third of those of earlier rounds and itself are better.
  for (const Trial& trial : result.trials) {
    const size_t first_of_round = (trial.number - 1) / 2 * 2 + 1;
    for (size_t rung = 0; rung < trial.scores.size(); ++rung) {
      std::vector<double> peers = {trial.scores[rung]};
      for (const Trial& other : result.trials) {
        if (other.number < first_of_round && other.scores.size() > rung) peers.push_back(other.scores[rung]);
      }
      std::ranges::sort(peers, std::greater());
      const size_t kept = (peers.size() + 2) / 3;
      const bool among_the_best = trial.scores[rung] >= peers[kept - 1];
      EXPECT_EQ(among_the_best, rung + 1 < trial.scores.size() || trial.whole) << trial_line(trial);
    }
    EXPECT_EQ(trial.steps, (std::array<size_t, 3>{2, 6, 18}.at(trial.scores.size() - 1)));
  }
  const auto stopped = std::ranges::count(result.trials, false, &Trial::whole);
  EXPECT_GT(stopped, 2);
  EXPECT_LT(stopped, 11);
}

TEST(Tune, WritesSettingsThatTrainToTheSameScore) {
  Bench bench("learning_rate = { log = [0.0001, 0.01] }\nrho = { linear = [0.5, 0.99] }\nmargin = 1.5\n");
  const TuneResult result = bench.run();
  train::TrainParams training;
  training.settings = models::settings("treenn1");
  training.settings.set("dimension", "8");
  training.settings.set_from_toml(bench.params.folder + "/best.toml");
  EXPECT_EQ(training.settings.number("margin"), 1.5);
  EXPECT_EQ(training.settings.integer("steps"), 18U);
  const train::Task task = train::make_task(bench.dataset, {kTuneHoldOut, 1});
  const double score = ValidationRetrieval(task).score(train::train(task, training).model);
  EXPECT_EQ(score, result.best.score());
}

TEST(Tune, IsTheMeanOverDatasetsAndSeeds) {
  Bench bench("rho = { linear = [0.5, 0.99] }");
  const data::Dataset second = eqnet::testing::generated("simplepoly8");
  bench.params.trials = bench.params.workers = 1;
  bench.params.rungs = 1;
  const auto score_of = [&](const std::vector<const data::Dataset*>& datasets, uint64_t seed, size_t seeds) {
    static int number = 0;
    bench.params.folder = bench.folder.file("mean" + std::to_string(number++));
    bench.params.seeds = seeds;
    bench.params.space.ranges[0] = {"rho", Range::Scale::choice, 0, 0, {"0.7"}};  // whatever the seed proposes
    bench.params.seed = seed;
    return tune(datasets, bench.params).best.score();
  };
  const double both = score_of({&bench.dataset, &second}, 1, 1);
  EXPECT_NEAR(both, (score_of({&bench.dataset}, 1, 1) + score_of({&second}, 1, 1)) / 2, 1e-12);
  const double seeds = score_of({&second}, 1, 2);
  EXPECT_NEAR(seeds, (score_of({&second}, 1, 1) + score_of({&second}, 2, 1)) / 2, 1e-12);
}

TEST(Tune, StartsEveryTrainingOnce) {
  Bench bench;
  bench.params.settings = models::settings("eqnet");
  ASSERT_GT(bench.params.settings.integer("restart_steps"), 18U);
  bench.params.settings.set("dimension", "8");
  bench.params.trials = 1;
  const std::vector<std::string> set = bench.run().assignments;
  EXPECT_NE(std::ranges::find(set, "restart_steps=0"), set.end());
}

TEST(Tune, TellsTheBestSoFar) {
  Bench bench;
  std::vector<TuneState> states;
  const TuneResult result = bench.run([&](const TuneState& state) { states.push_back(state); });
  ASSERT_EQ(states.size(), 9U) << "at the start and after every trial";
  EXPECT_FALSE(states.front().best);
  EXPECT_FALSE(states.front().left);
  EXPECT_EQ(states.back().finished, 8U);
  EXPECT_EQ(states.back().best.value(), result.best.score());
  EXPECT_EQ(states.back().left.value(), 0);
  for (size_t i = 2; i < states.size(); ++i) EXPECT_GE(states[i].best.value_or(0), states[i - 1].best.value_or(0));
}

TEST(Tune, SearchesModelsThatAreFittedInOneGo) {
  Bench bench;
  bench.params.settings = models::settings("values");
  bench.params.space = parse_space("dimension = { choice = [4, 64] }", "space", bench.params.settings);
  const TuneResult result = bench.run();
  EXPECT_EQ(result.best.settings.at("dimension"), "64") << "more points tell more classes apart";
  EXPECT_EQ(result.best.steps, 0U);
}

TEST(Tune, FindsTheSameOverAnyNumberOfRanks) {
  const std::string alone = found_by(Bench().run());
  for (const size_t count : {1, 2, 4}) {
    Bench shared;
    eqnet::testing::on_ranks(count, [&](base::Ranks& ranks) {
      TuneParams params = shared.params;
      params.ranks = &ranks;
      if (ranks.rank() == 0) {
        EXPECT_EQ(found_by(tune({&shared.dataset}, params)), alone) << count << " ranks";
      } else {
        help_tune({&shared.dataset}, params);
      }
    });
  }
}

}  // namespace eqnet::experiments
