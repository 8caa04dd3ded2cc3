// The verbs that ranks do together, under mpirun with two of them, beside the same without it.
#include "cli/workshop.h"

namespace eqnet::cli {
namespace {

using eqnet::testing::run_program_at;

// What keeps the tests from running here; empty: nothing.
std::string lacking() {
  if (run_program_at("/bin/sh", {"-c", "command -v mpirun"}).exit_code != 0) return "mpirun is not here";
  const std::filesystem::path beside = std::filesystem::path(EQNET_PROGRAM).parent_path() / "libeqnet-mpi.so";
  return std::filesystem::exists(beside) ? "" : "libeqnet-mpi is not built";
}

const Arguments kMpirun = {"mpirun", "--oversubscribe", "--allow-run-as-root", "--bind-to",
                           "none",   "--mca",           "mpi_yield_when_idle", "1"};

Outcome run_ranks(const std::string& count, const Arguments& arguments) {
  return run_program_at("/usr/bin/env", kMpirun + Arguments{"-n", count, EQNET_PROGRAM} + arguments);
}

class OverRanks : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = lacking(); !why.empty()) GTEST_SKIP() << why;
  }
};

}  // namespace

TEST_F(OverRanks, TrainsTheSameModel) {
  const Workshop shop;
  const auto train = [&](const std::string& name) {
    return Arguments{"train",    shop.dataset(), "-m",    "eqnet",   "-o",    shop.folder.file(name),
                     "--epochs", "10",           "--set", "parts=4", "--set", "dimension=16"};
  };
  ASSERT_EQ(run_program(train("alone")).exit_code, 0);
  const Outcome shared = run_ranks("2", train("shared"));
  EXPECT_EQ(shared.exit_code, 0) << shared.err;
  EXPECT_EQ(lines(shared.out).size(), 1U) << "rank 0 alone prints: " << shared.out;
  EXPECT_EQ(read_file(shop.folder.file("shared")), read_file(shop.folder.file("alone")));
}

TEST_F(OverRanks, EvaluatesToTheSameFigures) {
  const Workshop shop({"boolean5"});
  const Arguments evaluate = {"evaluate", "boolean", shop.dataset(), "--json"};
  const Outcome alone = run_program(evaluate);
  const Outcome shared = run_ranks("2", evaluate);
  EXPECT_EQ(shared.exit_code, 0) << shared.err;
  EXPECT_EQ(shared.out, alone.out);
  EXPECT_NE(alone.out, "");
}

TEST_F(OverRanks, WritesTheSameIndex) {
  const Workshop shop({"boolean5"});
  const auto index = [&](const std::string& name) {
    return Arguments{"index", "boolean", shop.dataset(), "-o", shop.folder.file(name)};
  };
  ASSERT_EQ(run_program(index("alone")).exit_code, 0);
  const Outcome shared = run_ranks("2", index("shared"));
  EXPECT_EQ(shared.exit_code, 0) << shared.err;
  EXPECT_EQ(read_file(shop.folder.file("shared")), read_file(shop.folder.file("alone")));
}

TEST_F(OverRanks, FindsTheSameSettings) {
  const Workshop shop;
  const auto tune = [&](const std::string& name) {
    return Arguments{
        "tune", shop.dataset(), "-m", "treenn1",   "-o", shop.folder.file(name), "--method", "random", "--steps",
        "60",   "--trials",     "4",  "--threads", "2"};
  };
  ASSERT_EQ(run_program(tune("alone")).exit_code, 0);
  const Outcome shared = run_ranks("2", tune("shared"));
  EXPECT_EQ(shared.exit_code, 0) << shared.err;
  EXPECT_EQ(read_file(shop.folder.file("shared/best.toml")), read_file(shop.folder.file("alone/best.toml")));
  EXPECT_EQ(lines(read_file(shop.folder.file("shared/trials.jsonl"))).size(), 4U);
}

// As on two machines with unlike files.
TEST_F(OverRanks, RefuseToSearchUnlikeSpaces) {
  const Workshop shop;
  const auto tune = [&](const std::string& margin) {
    const std::string space = shop.folder.write("space" + margin, "rho = { linear = [0.5, 0.9] }\nmargin = " + margin);
    return Arguments{EQNET_PROGRAM, "tune",   shop.dataset(), "-m", "treenn1",  "-o", shop.folder.file("tuned"),
                     "--method",    "random", "--steps",      "30", "--trials", "2",  "--space",
                     space};
  };
  const Outcome outcome = run_program_at(
      "/usr/bin/env", kMpirun + Arguments{"-n", "1"} + tune("3") + Arguments{":", "-n", "1"} + tune("7"));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "what is searched: space: is margin = 3")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "margin = 7")) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(shop.folder.file("tuned/tune.json")));
}

// Those of rank 0 won in silence.
TEST_F(OverRanks, RefuseToTrainWithUnlikeOptions) {
  const Workshop shop;
  const Arguments train = {EQNET_PROGRAM, "train", shop.dataset(), "-m", "treenn1", "-o", shop.folder.file("model"),
                           "--epochs",    "2"};
  const auto refuse = [&](const Arguments& first, const Arguments& second, const std::vector<std::string>& parts) {
    const Outcome outcome = run_program_at(
        "/usr/bin/env", kMpirun + Arguments{"-n", "1"} + train + first + Arguments{":", "-n", "1"} + train + second);
    EXPECT_EQ(outcome.exit_code, 2);
    for (const std::string& part : parts) EXPECT_TRUE(contains(outcome.err, part)) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(shop.folder.file("model")));
  };
  refuse({"--set", "dimension=8"}, {"--set", "dimension=16"},
         {"what is trained: setting dimension: is 8 on rank 0", "16 on rank 1"});
  refuse({}, {"--seed", "2"}, {"what is trained: seed: is 1 on rank 0", "2 on rank 1"});
  refuse({"--time", "9"}, {}, {"--time 9 on rank 0", "--time 0 on rank 1"});
}

// The main file is the same, the split beside it is not; and options that say how many queries there are.
TEST_F(OverRanks, RefuseToEvaluateUnlikeQueries) {
  const Workshop shop({"boolean5"});
  ASSERT_EQ(run_program({"split", shop.dataset(), "-o", shop.folder.file("other"), "--seed", "9"}).exit_code, 0);
  const auto outcome_of = [](const Arguments& first, const Arguments& second) {
    const Arguments evaluate = {EQNET_PROGRAM, "evaluate", "boolean"};
    return run_program_at("/usr/bin/env", kMpirun + Arguments{"-n", "1"} + evaluate + first +
                                              Arguments{":", "-n", "1"} + evaluate + second);
  };
  const Outcome split = outcome_of({shop.dataset()}, {shop.folder.file("other/boolean5.json.gz")});
  EXPECT_EQ(split.exit_code, 2);
  EXPECT_TRUE(contains(split.err, "eqnet: error: dataset boolean5: is ")) << split.err;
  const Outcome options = outcome_of({shop.dataset()}, {shop.dataset(), "--queries", "5"});
  EXPECT_EQ(options.exit_code, 2);
  EXPECT_TRUE(contains(options.err, "what is asked: is --queries 0 on rank 0")) << options.err;
}

// Rank 1 is killed when there is a checkpoint; another number of ranks goes on with it.
TEST_F(OverRanks, GoOnAfterOneWasKilled) {
  const Workshop shop;
  const auto train = [&](const std::string& name) {
    return Arguments{"train",    shop.dataset(), "-m",    "eqnet",   "-o",    shop.folder.file(name),
                     "--epochs", "60",           "--set", "parts=4", "--set", "dimension=16"};
  };
  ASSERT_EQ(run_program(train("whole")).exit_code, 0);
  const std::string checkpoint = shop.folder.file("killed.checkpoint");
  const std::string victim = "\"$@\" & until [ -e '" + checkpoint + "' ]; do sleep 0.01; done; kill -9 $!; wait $!";
  const Arguments program = Arguments{EQNET_PROGRAM} + train("killed");
  const Outcome killed =
      run_program_at("/usr/bin/env", kMpirun + Arguments{"-n", "1"} + program +
                                         Arguments{":", "-n", "1", "sh", "-c", victim, "sh"} + program);
  EXPECT_NE(killed.exit_code, 0);
  EXPECT_TRUE(contains(killed.err, "mpirun")) << killed.err;
  EXPECT_FALSE(std::filesystem::exists(shop.folder.file("killed")));
  const Outcome resumed = run_ranks("3", train("killed"));
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_TRUE(contains(resumed.out, "resumed")) << resumed.out;
  EXPECT_EQ(read_file(shop.folder.file("killed")), read_file(shop.folder.file("whole")));
}

// mpirun adds words of its own. It kills rank 0 when another rank ends with an error first, so four ranks try thrice.
TEST_F(OverRanks, SayOnceWhatIsWrong) {
  const Workshop shop;
  const auto expect_once = [](const Outcome& outcome, const std::string& what) {
    EXPECT_EQ(outcome.exit_code, 2);
    const size_t first = outcome.err.find("eqnet: error: ");
    ASSERT_NE(first, std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(what), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("eqnet: error: ", first + 1), std::string::npos) << outcome.err;
  };
  for (size_t i = 0; i < 3; ++i) {
    expect_once(run_ranks("4", {"train", shop.folder.file("none.json.gz"), "-o", shop.folder.file("m")}),
                "none.json.gz: cannot be opened");
  }
  expect_once(run_ranks("4", {"train", shop.dataset()}), "--output is required");
  expect_once(run_program_at("/usr/bin/env", Arguments{"EQNET_MPI_PLUGIN=/nowhere/libeqnet-mpi.so"} + kMpirun +
                                                 Arguments{"-n", "4", EQNET_PROGRAM, "train", shop.dataset(), "-o",
                                                           shop.folder.file("m")}),
              "`make mpi` builds it");
}

TEST_F(OverRanks, SayWhichOfThemHasNoPlugIn) {
  const Workshop shop;
  const Arguments train = {EQNET_PROGRAM, "train", shop.dataset(), "-o", shop.folder.file("m")};
  const Outcome one =
      run_program_at("/usr/bin/env", kMpirun + Arguments{"-n", "1"} + train +
                                         Arguments{":", "-n", "1", "-x", "EQNET_MPI_PLUGIN=/nowhere.so"} + train);
  EXPECT_EQ(one.exit_code, 2);
  EXPECT_TRUE(contains(one.err, "eqnet: error: rank 1 on ")) << one.err;
  EXPECT_TRUE(contains(one.err, ": /nowhere.so: the ranks of mpirun")) << one.err;
}

TEST(OverNoRanks, SaysWhereThePlugInIsMissing) {
  const Workshop shop;
  Outcome outcome = run_program_at("/usr/bin/env", {"EQNET_MPI_PLUGIN=/nowhere/libeqnet-mpi.so", EQNET_PROGRAM, "train",
                                                    shop.dataset(), "-o", shop.folder.file("m"), "--mpi"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err.find("eqnet: error: /nowhere/libeqnet-mpi.so: the ranks of mpirun and srun cannot be loaded"),
            0U)
      << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "`make mpi` builds it")) << outcome.err;
  EXPECT_EQ(lines(outcome.err).size(), 1U);
}

}  // namespace eqnet::cli
