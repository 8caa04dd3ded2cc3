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

TEST(ReproduceCells, OfSeveralWorkersAreThoseOfOne) {
  const Workshop shop;
  // Each cell has two workers at once; who comes second is refused or finds it done, and neither does harm.
  for (const std::string& key : lines(run_program(grid(shop, {"--list"})).out)) {
    eqnet::testing::RunningProgram other(grid(shop, {"--cell", key}));
    const Outcome mine = run_program(grid(shop, {"--cell", key}));
    EXPECT_TRUE(mine.exit_code == 0 || contains(mine.err, "being ")) << mine.err;
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
