// The grid in the hands of several workers: --list and --cell.
#include <regex>

#include "cli/workshop.h"
#include "support/start_program.h"

namespace eqnet::cli {
namespace {

Arguments grid(const Workshop& shop, const Arguments& more) {
  return Arguments{"reproduce", shop.folder.path(),
                   "-o",        shop.folder.file("results"),
                   "--models",  "tfidf,values",
                   "--only",    "models",
                   "--seeds",   "2",
                   "-q",        "--datasets",
                   "boolean5"} +
         more;
}

}  // namespace

TEST(ReproduceCells, AreListedUntilTheyAreDone) {
  const Workshop shop;
  const Outcome all = run_program(grid(shop, {"--list"}));
  EXPECT_EQ(lines(all.out), (Arguments{"boolean5.tfidf.seed1", "boolean5.values.seed1", "boolean5.tfidf.seed2",
                                       "boolean5.values.seed2"}));
  EXPECT_FALSE(std::filesystem::exists(shop.folder.file("results"))) << "nothing is run";
  const Outcome two = run_program(grid(shop, {"--cell", "boolean5.values.seed2", "boolean5.tfidf.seed1"}));
  EXPECT_EQ(two.exit_code, 0) << two.err;
  EXPECT_EQ(two.out, "") << "the tables are for who has all cells";
  EXPECT_EQ(lines(run_program(grid(shop, {"--list"})).out),
            (Arguments{"boolean5.values.seed1", "boolean5.tfidf.seed2"}));
  EXPECT_EQ(run_program(grid(shop, {})).exit_code, 0);
  EXPECT_EQ(run_program(grid(shop, {"--list"})).out, "");
  expect_refused(grid(shop, {"--cell", "boolean5.tfidf.seed3"}), {"boolean5.tfidf.seed3", "did you mean"});
}

// The figures that it printed were those of before.
TEST(ReproduceCells, OfOtherOptionsOrDataAreToDo) {
  const Workshop shop;
  const auto run = [&](const Arguments& more) {
    return run_program(Arguments{"reproduce", shop.folder.path(), "-o", shop.folder.file("results"), "--models",
                                 "tfidf", "--datasets", "boolean5", "--only", "models"} +
                       more);
  };
  ASSERT_EQ(run({"--time", "2"}).exit_code, 0);
  EXPECT_EQ(run({"--time", "2", "--list"}).out, "");
  const Arguments other = {"--time", "3", "--recipe", "paper", "--queries", "20"};
  const std::string what =
      "eqnet: 1 of 1 cells were made with other options: --recipe (tuned, now paper), --time (2, now 3), --queries "
      "(all, now 20); they ";
  const Outcome list = run(other + Arguments{"--list"});
  EXPECT_EQ(list.out, "boolean5.tfidf.seed1\n");
  EXPECT_EQ(list.err, what + "are to do again, unless --any-options is said\n");
  const Outcome tables = run(other + Arguments{"--no-run"});
  EXPECT_EQ(tables.exit_code, 0);
  EXPECT_TRUE(contains(tables.out, "Bool5"));
  EXPECT_EQ(tables.err, what + "are in the tables as they are\n");
  EXPECT_EQ(run(other + Arguments{"--list", "--any-options"}).out, "");
  const Outcome again = run(other);
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_TRUE(contains(again.err, what + "are run anew")) << again.err;
  EXPECT_EQ(run(other + Arguments{"--list", "-q"}).out, "");

  ASSERT_EQ(run_program({"generate", "boolean5", "-o", shop.folder.path(), "--seed", "7"}).exit_code, 0);
  const Outcome data = run(other + Arguments{"--list", "--json"});
  EXPECT_EQ(json(data.out)["open"][0].GetString(), std::string("boolean5.tfidf.seed1"));
  EXPECT_EQ(json(data.out)["other_options"].GetInt(), 1);
  EXPECT_TRUE(contains(data.err, ": the data of boolean5; they")) << data.err;
}

TEST(ReproduceCells, SayWhatCameOfThemAsJson) {
  const Workshop shop;
  const Outcome one = run_program(grid(shop, {"--json", "--cell", "boolean5.tfidf.seed1"}));
  EXPECT_EQ(one.exit_code, 0) << one.err;
  ASSERT_EQ(json(one.out)["cells"].Size(), 1U);
  EXPECT_EQ(json(one.out)["cells"][0]["key"].GetString(), std::string("boolean5.tfidf.seed1"));
  EXPECT_TRUE(json(one.out)["failures"].Empty());
  const Outcome list = run_program(grid(shop, {"--json", "--list"}));
  EXPECT_EQ(json(list.out)["cells"].GetInt(), 4);
  EXPECT_EQ(json(list.out)["open"].Size(), 3U);
}

TEST(ReproduceCells, BelongIntoFolders) {
  const Workshop shop;
  const std::string file = shop.folder.write("file", "");
  expect_refused({"reproduce", file, "-o", shop.folder.file("results"), "--list"},
                 {file, "is a file", "name a folder"});
  expect_refused({"reproduce", shop.folder.path(), "-o", file, "--list"}, {file, "is a file", "name a folder"});
}

TEST(ReproduceCells, OfSeveralWorkersAreThoseOfOne) {
  const Workshop shop;
  // Each cell has two workers at once; who comes second waits and finds it done, and neither does harm.
  for (const std::string& key : lines(run_program(grid(shop, {"--list"})).out)) {
    eqnet::testing::RunningProgram other(grid(shop, {"--cell", key}));
    const Outcome mine = run_program(grid(shop, {"--cell", key}));
    EXPECT_EQ(mine.exit_code, 0) << mine.err;
    other.wait_for([] { return false; });
  }
  const Outcome together = run_program(grid(shop, {"--json", "--no-run"}));
  EXPECT_EQ(run_program(grid(shop, {"--list"})).out, "");
  std::filesystem::remove_all(shop.folder.file("results"));
  const Outcome alone = run_program(grid(shop, {"--json"}));
  const auto without_seconds = [](const std::string& text) {
    return std::regex_replace(text, std::regex("\"seconds\":[^,]*,"), "");
  };
  EXPECT_EQ(without_seconds(together.out), without_seconds(alone.out));
}

// As a scheduler deals them out: the cell of a transfer needs the model that another worker trains.
TEST(ReproduceCells, WaitForTheModelOfAnotherWorker) {
  const Workshop shop({"boolean5", "boolean8"});
  const auto cell = [&](const std::string& key) {
    return Arguments{"reproduce", shop.folder.path(),
                     "-o",        shop.folder.file("results"),
                     "--models",  "treenn1",
                     "--only",    "models,transfer",
                     "--time",    "0.5",
                     "--queries", "50",
                     "--threads", "1",
                     "-q",        "--cell",
                     key};
  };
  eqnet::testing::RunningProgram trains(cell("boolean5.treenn1.seed1"));
  trains.wait_for(
      [&] { return std::filesystem::exists(shop.folder.file("results/models/boolean5.treenn1.seed1.eqnet.lock")); });
  const Outcome waits = run_program(cell("boolean5-to-boolean8.treenn1.seed1"));
  EXPECT_EQ(waits.exit_code, 0) << waits.err;
  trains.wait_for([] { return false; });
  for (const std::string key : {"boolean5.treenn1.seed1", "boolean5-to-boolean8.treenn1.seed1"}) {
    EXPECT_TRUE(std::filesystem::exists(shop.folder.file("results/cells/" + key + ".json"))) << key;
  }
}

}  // namespace eqnet::cli
