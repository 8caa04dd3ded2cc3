// The grid on the smallest dataset and tf-idf, where a cell takes milliseconds.
#include "experiments/grid.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "support/temporary_folder.h"

namespace eqnet::experiments {
namespace {

struct Ground {
  eqnet::testing::TemporaryFolder folder;
  Plan cells;
  RunParams params;
  // What the callbacks heard.
  size_t datasets = 0, open = 0;
  std::string others;
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
    callbacks.on_run = [&](const Standing& standing) {
      EXPECT_EQ(standing.cells.size(), cells.size());
      EXPECT_EQ(datasets, cells.size()) << "first the datasets";
      open = standing.open.size();
      others.clear();
      for (const OtherOption& option : standing.options) others += option.name + " " + option.before + " ";
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

TEST(Grid, RunsCellsOfOtherOptionsAgainUnlessAnyWillDo) {
  Ground ground;
  ground.params.time = 0.3;
  ground.params.budget = 0;
  ground.run();
  const auto change = [&](const std::function<void()>& to_other, const std::string& name) {
    to_other();
    ground.params.any_options = true;
    EXPECT_EQ(standing(ground.cells, ground.params).open.size(), 0U) << name;
    ground.params.any_options = false;
    EXPECT_EQ(standing(ground.cells, ground.params).open.size(), 2U) << name;
    EXPECT_EQ(standing(ground.cells, ground.params).other, 2U) << name;
    ground.run();
    EXPECT_EQ(ground.open, 2U) << name;
    EXPECT_EQ(ground.others, name + " ");
    ground.run();
    EXPECT_EQ(ground.open, 0U) << name;
  };
  change([&] { ground.params.recipe = "paper"; }, "--recipe tuned");
  change([&] { ground.params.time = 7.7; }, "--time 0.3");
  change([&] { ground.params.queries = 20; }, "--queries all");
  change([&] { ground.params.budget = 2.5; }, "--budget none");
  EXPECT_EQ(load_cells(ground.params.results, ground.cells).at(0).recipe, "paper");
  ground.params.threads = 1;  // under a budget they say how long a training takes
  ground.run();
  EXPECT_EQ(ground.open, 0U);
}

// The split too: it says what the queries are.
TEST(Grid, RunsCellsOfOtherDataAgain) {
  Ground ground;
  ground.run();
  for (const std::string file : {"simplepoly5.json.gz", "split/simplepoly5-neweqtestset.json.gz"}) {
    std::filesystem::copy(ground.params.data, ground.folder.file("other"),
                          std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
    base::AtomicFile changed(ground.folder.file("other/" + file));  // the same expressions, other bytes
    changed.write(base::read_bytes(ground.params.data + "/" + file) + " ");
    changed.commit();
    RunParams elsewhere = ground.params;
    elsewhere.data = ground.folder.file("other");
    const Standing now = standing(ground.cells, elsewhere);
    EXPECT_EQ(now.open.size(), 2U) << file;
    ASSERT_EQ(now.options.size(), 1U);
    EXPECT_EQ(now.options[0].name, "the data of simplepoly5");
    std::filesystem::remove_all(elsewhere.data);
  }
  std::filesystem::rename(ground.params.data, ground.folder.file("moved"));
  EXPECT_TRUE(standing(ground.cells, ground.params).open.empty()) << "no data says nothing else";
  ground.params.data = ground.folder.file("moved");
  EXPECT_TRUE(standing(ground.cells, ground.params).open.empty()) << "the same data at another place";
}

// A cell of depth takes the model of another cell, which may be of other options.
TEST(Grid, TakesNoModelThatWasTrainedWithOtherOptions) {
  Ground ground;
  GridParams grid;
  grid.models = {"treenn1"};
  grid.datasets = {"simpleBoolean8"};
  grid.groups = {"depth"};
  ground.cells = plan(grid);
  ground.params.queries = 20;
  ground.params.time = 0.3;
  const auto trained = [&] {
    EXPECT_TRUE(ground.run().empty());
    EXPECT_EQ(ground.open, 1U);
    return !load_cells(ground.params.results, ground.cells).at(0).ended.empty();
  };
  EXPECT_TRUE(trained());
  ground.params.queries = 30;
  EXPECT_FALSE(trained()) << "the model is there";
  ground.params.time = 0.4;
  EXPECT_TRUE(trained());
  ground.params.recipe = "paper";
  EXPECT_TRUE(trained());
  ground.params.revision = "r2";
  EXPECT_FALSE(trained());
  // A damaged record says nothing. A checkpoint of other options, as a kill leaves it, is not in the way.
  const std::string model = ground.params.results + "/models/simpleBoolean8.treenn1.seed1.eqnet";
  ASSERT_TRUE(std::filesystem::exists(model));
  for (const std::string& file : {model + ".json", model + ".checkpoint"}) {
    base::AtomicFile damaged(file);
    damaged.write("{");
    damaged.commit();
  }
  ground.params.revision = "r3";
  EXPECT_TRUE(trained());
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
