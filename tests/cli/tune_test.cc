// eqnet tune as a user runs it; proposals at random, which need no plug-in.
#include "cli/workshop.h"
#include "support/start_program.h"

namespace eqnet::cli {
namespace {

Arguments tune(const Workshop& shop, const std::string& folder, const Arguments& more = {}) {
  return Arguments{"tune",      shop.dataset(),
                   "-m",        "treenn1",
                   "-o",        shop.folder.file(folder),
                   "--method",  "random",
                   "--steps",   "120",
                   "--trials",  "14",
                   "--threads", "2",
                   "--rungs",   "2"} +
         more;
}

// The trials without how long they took.
std::string trials(const Workshop& shop, const std::string& folder) {
  std::string text;
  for (const std::string& line : lines(read_file(shop.folder.file(folder + "/trials.jsonl")))) {
    const size_t seconds = line.find("\"seconds\"");
    text += line.substr(0, seconds) + line.substr(line.find(',', seconds)) + "\n";
  }
  return text;
}

}  // namespace

TEST(TuneVerb, GoesOnAfterAKillAndWritesWhatTrainTakes) {
  const Workshop shop;
  const Outcome whole = run_program(tune(shop, "whole", {"--json"}));
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_EQ(json(whole.out)["trials"].GetInt(), 14);
  const std::string kept = shop.folder.file("killed/trials.jsonl");
  for (const size_t count : {1U, 9U}) {
    eqnet::testing::RunningProgram running(tune(shop, "killed"));
    running.wait_for([&] { return lines(read_file(kept)).size() >= count; });
    running.kill();
    EXPECT_GE(lines(read_file(kept)).size(), count);
  }
  const Outcome resumed = run_program(tune(shop, "killed", {"--json"}));
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_GE(json(resumed.out)["resumed"].GetInt(), 9);
  EXPECT_EQ(trials(shop, "killed"), trials(shop, "whole"));
  const std::string best = shop.folder.file("killed/best.toml");
  EXPECT_EQ(read_file(best), read_file(shop.folder.file("whole/best.toml")));
  // The file says which kind of model it is for.
  const Arguments train = {"train", shop.dataset(), "--config", best, "-o", shop.folder.file("model")};
  expect_refused(train + Arguments{"-m", "eqnet"}, {best, "settings of treenn1, not of eqnet", "say -m treenn1"});
  const Outcome trained = run_program(train + Arguments{"--json"});
  EXPECT_EQ(trained.exit_code, 0) << trained.err;
  EXPECT_EQ(json(trained.out)["kind"].GetString(), std::string("treenn1"));
}

#ifndef EQNET_SANITIZE
// It has nothing to do with the settings that were on trial.
TEST(TuneVerb, WritesDownNoTrialThatTheMachineHadNoMemoryFor) {
  const Workshop shop;
  const Outcome small = eqnet::testing::run_program_at(
      "/bin/sh", Arguments{"-c", "ulimit -v 150000; exec \"$@\"", "sh", EQNET_PROGRAM} + tune(shop, "small"));
  EXPECT_EQ(small.exit_code, 2);
  EXPECT_EQ(small.err.find("eqnet: error: out of memory: matrix products need"), 0U) << small.err;
  EXPECT_FALSE(std::filesystem::exists(shop.folder.file("small/trials.jsonl")));
  ASSERT_EQ(run_program(tune(shop, "small")).exit_code, 0);
  ASSERT_EQ(run_program(tune(shop, "large")).exit_code, 0);
  EXPECT_EQ(trials(shop, "small"), trials(shop, "large"));
}
#endif

TEST(TuneVerb, RefusesWhatMakesNoSense) {
  const Workshop shop;
  const std::string space = shop.folder.write("space.toml", "# mine\nlearning_rat = 1\n");
  expect_refused(tune(shop, "x", {"--space", space}), {"space.toml, line 2", "did you mean 'learning_rate'?"});
  expect_refused({"tune", shop.dataset(), "-m", "tfidf", "-o", shop.folder.file("x")}, {"tfidf", "no settings"});
  expect_refused({"tune", "-o", shop.folder.file("x")}, {"DATASET"});
  expect_refused({"tune", shop.dataset()}, {"-o"});
  const std::string again = shop.folder.path() + "/./boolean5.json.gz";
  expect_refused(tune(shop, "x", {again}), {again, "named twice"});
}

// Its own remedy is another method, which the folder would have refused.
TEST(TuneVerb, ClaimsNoFolderForASearchThatCannotBegin) {
  const Workshop shop;
  Arguments by_dlib = tune(shop, "x");
  std::ranges::replace(by_dlib, std::string("random"), std::string("dlib"));
  const Outcome outcome =
      eqnet::testing::run_program_at("/usr/bin/env", Arguments{"EQNET_DLIB_PLUGIN=/nowhere", EQNET_PROGRAM} + by_dlib);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "--method random needs none")) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(shop.folder.file("x/tune.json")));
  EXPECT_EQ(run_program(tune(shop, "x")).exit_code, 0);
}

TEST(TuneVerb, PrintsASpaceThatItTakes) {
  const Workshop shop;
  const Outcome shown = run_program({"tune", "-m", "treenn1", "--show-space"});
  EXPECT_EQ(shown.exit_code, 0);
  const std::string space = shop.folder.write("space.toml", shown.out);
  EXPECT_EQ(run_program(tune(shop, "own")).exit_code, 0);
  EXPECT_EQ(run_program(tune(shop, "given", {"--space", space})).exit_code, 0);
  EXPECT_EQ(trials(shop, "own"), trials(shop, "given"));
  const Outcome as_json = run_program({"tune", "-m", "eqnet", "--show-space", "--json"});
  EXPECT_EQ(json(as_json.out)["model"].GetString(), std::string("eqnet"));
  EXPECT_GT(json(as_json.out)["ranges"].Size(), 3U);
  EXPECT_TRUE(json(as_json.out)["kept"].IsObject());
}

}  // namespace eqnet::cli
