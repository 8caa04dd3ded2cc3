// The grid on the smallest dataset and tf-idf, where a cell takes milliseconds.
#include "experiments/grid.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/temporary_folder.h"

namespace eqnet::experiments {
namespace {

struct Ground {
  eqnet::testing::TemporaryFolder folder;
  Plan cells;
  RunParams params;
  // What the callbacks heard.
  size_t datasets = 0, open = 0;
  std::vector<GridState> states;

  Ground() {
    GridParams grid;
    grid.models = {"tfidf"};
    grid.datasets = {"simplepoly5"};
    grid.groups = {"models"};
    grid.seeds = 2;
    cells = plan(grid);
    params.data = folder.file("data");
    params.results = folder.file("results");
    params.revision = "r1";
    params.threads = 2;
  }
  std::vector<Failure> run() {
    datasets = 0;
    states.clear();
    GridCallbacks callbacks;
    callbacks.on_datasets = [&] { ++datasets; };
    callbacks.on_run = [&](size_t count, size_t to_run) {
      EXPECT_EQ(count, cells.size());
      EXPECT_EQ(datasets, cells.size()) << "first the datasets";
      open = to_run;
    };
    callbacks.on_cell = [&](const GridState& state) { states.push_back(state); };
    return experiments::run(cells, params, callbacks);
  }
};

}  // namespace

TEST(Grid, TellsOfEveryCellThatBeginsAndEnds) {
  Ground ground;
  EXPECT_TRUE(ground.run().empty());
  EXPECT_EQ(ground.open, 2U);
  ASSERT_EQ(ground.states.size(), 4U);
  EXPECT_EQ(ground.states.front().finished, 0U);
  EXPECT_FALSE(ground.states.front().seconds_left) << "nobody knows yet";
  EXPECT_EQ(ground.states.back().finished, 2U);
  EXPECT_EQ(ground.states.back().cells, 2U);
  EXPECT_NEAR(ground.states.back().seconds_left.value(), 0, 1e-9);
  const auto results = load_cells(ground.params.results, ground.cells);
  ASSERT_EQ(results.size(), 2U);
  for (const CellResult& result : results) {
    EXPECT_EQ(result.revision, "r1");
    EXPECT_TRUE(result.seen && result.unseen && !result.ended.empty());
  }
}

TEST(Grid, RunsCellsOfAnotherRevisionAgainUnlessAnyWillDo) {
  Ground ground;
  ground.run();
  ground.run();
  EXPECT_EQ(ground.open, 0U);
  ground.params.revision = "r2";
  ground.params.any_revision = true;
  ground.run();
  EXPECT_EQ(ground.open, 0U);
  ground.params.any_revision = false;
  ground.run();
  EXPECT_EQ(ground.open, 2U);
  EXPECT_EQ(load_cells(ground.params.results, ground.cells).at(0).revision, "r2");
}

TEST(Grid, GivesBackWhatFailedAndNeedsNoCallbacks) {
  Ground ground;
  ground.run();
  ground.params.official = ground.folder.file("official");
  std::filesystem::create_directory(ground.params.official);
  std::filesystem::copy(ground.params.data + "/simplepoly5.json.gz", ground.params.official);  // without its split
  ground.params.revision = "r2";
  const std::vector<Failure> failures = run(ground.cells, ground.params, {});
  ASSERT_EQ(failures.size(), 2U);
  EXPECT_TRUE(failures[0].key.starts_with("simplepoly5.tfidf.seed")) << failures[0].key;
  EXPECT_NE(failures[0].error.find("has no split"), std::string::npos) << failures[0].error;
}

}  // namespace eqnet::experiments
