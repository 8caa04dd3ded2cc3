// The scripts of examples/grid as a user runs them, and a worker of each that is killed in between.
#include "cli/workshop.h"

namespace eqnet::cli {
namespace {

// tfidf is done in milliseconds; treenn1 trains for its half second, long enough to be killed in.
const std::string kLong = "boolean5.treenn1.seed1";
const Arguments kKeys = {"boolean5.tfidf.seed1", kLong, "boolean5.tfidf.seed2", "boolean5.treenn1.seed2"};

// A shell command in the folder of the datasets, with what the scripts ask for.
Outcome shell(const Workshop& shop, const std::string& command) {
  const std::string head =
      std::string("set -u; export EQNET='") + EQNET_PROGRAM + "' GRID='" + shop.folder.path() +
      " -o results --datasets boolean5 --models treenn1,tfidf --only models --seeds 2 --time 0.5' HOME=\"$PWD\" "
      "SCRIPTS='" EQNET_SOURCE "/examples/grid'; ";
  return eqnet::testing::run_program_at("/bin/bash", {"-c", head + command}, "", shop.folder.path());
}

std::string cell(const Workshop& shop, const std::string& key) {
  return read_file(shop.folder.file("results/cells/" + key + ".json"));
}

}  // namespace

TEST(GridScripts, OfSlurmLoseTheCellOfATaskThatIsKilledAndNoOther) {
  const Workshop shop;
  const std::string killed =
      shell(shop,
            "$EQNET reproduce $GRID --list > cells.txt;"
            "for i in 1 2 3 4; do SLURM_ARRAY_TASK_ID=$i bash $SCRIPTS/slurm.sh & tasks[$i]=$!; done;"
            "until [ -s results/cells/" +
                kLong +
                ".json.lock ]; do sleep 0.01; done;"
                "kill -9 ${tasks[2]}; wait;"
                "cat cells.txt; echo left:; $EQNET reproduce $GRID --list")
          .out;
  std::string all;
  for (const std::string& key : kKeys) all += key + "\n";
  EXPECT_EQ(killed, all + "left:\n" + kLong + "\n");
  EXPECT_TRUE(cell(shop, kLong).empty());
  std::vector<std::string> before;
  for (const std::string& key : kKeys) before.push_back(cell(shop, key));
  // Slurm puts the task back into its queue; two that run it at once do no harm.
  const Outcome again =
      shell(shop, "export SLURM_ARRAY_TASK_ID=2; bash $SCRIPTS/slurm.sh & bash $SCRIPTS/slurm.sh; wait");
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(again.err, "") << "the second waits for the first";
  EXPECT_EQ(shell(shop, "$EQNET reproduce $GRID --list").out, "");
  EXPECT_FALSE(cell(shop, kLong).empty());
  for (size_t i = 0; i < kKeys.size(); ++i) {
    EXPECT_EQ(before[i].empty(), kKeys[i] == kLong) << kKeys[i];
    EXPECT_EQ(cell(shop, kKeys[i]) == before[i], kKeys[i] != kLong) << kKeys[i] << " was done again";
  }
  EXPECT_TRUE(contains(shell(shop, "$EQNET reproduce $GRID --no-run").out, "Bool5"));
}

TEST(GridScripts, OfParallelTryACellAgainWhoseWorkerWasKilled) {
  const Workshop shop;
  if (shell(shop, "command -v parallel").exit_code != 0) GTEST_SKIP() << "GNU parallel is not installed";
  // A program that says what it was called for, and is killed in the middle of one cell the first time.
  const std::string flaky = shop.folder.write("flaky",
                                              "#!/bin/bash\n"
                                              "echo \"$*\" | grep -o 'cell .*' >> calls.txt\n"
                                              "if [[ \"$*\" == *'--cell " +
                                                  kLong +
                                                  "' ]] && mkdir killed 2> /dev/null; then\n"
                                                  "  '" +
                                                  std::string(EQNET_PROGRAM) +
                                                  "' \"$@\" & worker=$!\n"
                                                  "  until [ -s results/cells/" +
                                                  kLong +
                                                  ".json.lock ]; do sleep 0.01; done\n"
                                                  "  kill -9 $worker; kill -9 $$\n"
                                                  "fi\n"
                                                  "exec '" +
                                                  std::string(EQNET_PROGRAM) + "' \"$@\"\n");
  std::filesystem::permissions(flaky, std::filesystem::perms::owner_all);
  const Outcome outcome = shell(shop, "EQNET=./flaky bash $SCRIPTS/parallel.sh --jobs 2");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "Bool5")) << "the tables come at the end: " << outcome.out << outcome.err;
  EXPECT_EQ(shell(shop, "$EQNET reproduce $GRID --list").out, "");
  std::map<std::string, size_t> calls;
  for (const std::string& line : lines(read_file(shop.folder.file("calls.txt")))) ++calls[line];
  EXPECT_EQ(calls.size(), 4U);
  for (const std::string& key : kKeys) EXPECT_EQ(calls["cell " + key], key == kLong ? 2U : 1U) << key;
  EXPECT_EQ(shell(shop, "EQNET=./flaky bash $SCRIPTS/parallel.sh --jobs 2").exit_code, 0);
  EXPECT_EQ(lines(read_file(shop.folder.file("calls.txt"))).size(), 5U) << "given again, it runs nothing";
}

// A list of before, empty or of another grid, and its log would have kept it from the cells of now for ever.
TEST(GridScripts, OfParallelRunWhatIsToDoNowWhateverWasBefore) {
  const Workshop shop;
  if (shell(shop, "command -v parallel").exit_code != 0) GTEST_SKIP() << "GNU parallel is not installed";
  const Outcome without = shell(shop, "EQNET=./nowhere bash $SCRIPTS/parallel.sh");
  EXPECT_NE(without.exit_code, 0) << without.out;
  const std::string values = "GRID=\"${GRID/treenn1,tfidf/values}\"; ";
  for (const std::string& grid : {values, values + "GRID=\"${GRID/seeds 2/seeds 3}\"; "}) {
    const Outcome outcome = shell(shop, grid + "bash $SCRIPTS/parallel.sh --jobs 2");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "Bool5")) << outcome.out;
    EXPECT_EQ(shell(shop, grid + "$EQNET reproduce $GRID --list").out, "");
  }
}

}  // namespace eqnet::cli
