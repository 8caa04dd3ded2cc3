#include "experiments/tables.h"

#include <gtest/gtest.h>

#include <set>

#include "experiments/some_results.h"

namespace eqnet::experiments {

TEST(AtPlaces, TakesStraightLinesBetweenPoints) {
  EXPECT_EQ(at_places({{0, 0}, {1, 2}}, {0, 0.25, 0.5, 1}), (Numbers{0, 0.5, 1, 2}));
  EXPECT_EQ(at_places({{0, 1}, {0.5, 0.5}, {1, 0}}, {0.25, 0.5, 0.75}), (Numbers{0.75, 0.5, 0.25}));
}

TEST(AtPlaces, HoldsTheEndsBeforeTheFirstAndAfterTheLastPoint) {
  EXPECT_EQ(at_places({{0.25, 0.75}, {0.5, 0.125}}, {0, 0.2, 0.6, 1}), (Numbers{0.75, 0.75, 0.125, 0.125}));
  EXPECT_EQ(at_places({{0.5, 0.25}}, {0, 0.5, 1}), (Numbers{0.25, 0.25, 0.25})) << "a single point";
}

TEST(AtPlaces, TakesTheTopOfVerticalSteps) {
  const CellResult::Part::Curve up = {{0, 0}, {0, 0.5}, {0.5, 0.5}, {0.5, 1}, {1, 1}};
  EXPECT_EQ(at_places(up, {0, 0.25, 0.5, 0.75, 1}), (Numbers{0.5, 0.5, 1, 1, 1}));
  const CellResult::Part::Curve down = {{0, 1}, {0.5, 1}, {0.5, 0.25}, {1, 0.25}, {1, 0}};
  EXPECT_EQ(at_places(down, {0, 0.5, 0.75, 1}), (Numbers{1, 1, 0.25, 0.25}));
  EXPECT_EQ(at_places({{0, 1}, {0.5, 0.1}, {0.5, 0.9}, {0.5, 0.2}, {1, 0.4}}, {0.5, 0.75})[0], 0.9);
  EXPECT_NEAR(at_places({{0, 1}, {0.5, 0.1}, {0.5, 0.9}, {0.5, 0.2}, {1, 0.4}}, {0.75})[0], 0.3, 1e-12)
      << "after a step, from its last point";
}

TEST(AtPlaces, OfNothingIsNothing) {
  EXPECT_EQ(at_places({}, {0, 1}), Numbers());
  EXPECT_EQ(at_places({{0, 1}}, {}), Numbers());
}

TEST(AtPlaces, IsWhatScanningFinds) {
  base::Random random(5);
  for (int round = 0; round < 300; ++round) {
    const CellResult::Part part = random_part(random, true);
    Numbers places;
    for (int i = 0; i < 20; ++i) places.push_back(0.01 * static_cast<double>(random.below(101)));
    for (int i = 0; i < 20; ++i) places.push_back(random.uniform());
    const Numbers values = at_places(part.roc, places);
    ASSERT_EQ(values.size(), places.size());
    for (size_t i = 0; i < places.size(); ++i) EXPECT_NEAR(values[i], by_scanning(part.roc, places[i]), 1e-9);
  }
}

TEST(MissingCells, AreThoseOfModelsThatWereRunAnywhere) {
  const Results results = {
      result(Group::models, "boolean5", "tfidf"),
      result(Group::models, "boolean5", "eqnet"),
      result(Group::models, "poly5", "eqnet"),
      result(Group::transfer, "boolean5", "eqnet", 1, "boolean8"),
      result(Group::ablations, "boolean5", "eqnet-no-residual"),
      result(Group::ablations, "poly5", "eqnet-no-autoencoder"),
  };
  std::set<std::string> expected;
  for (const std::string& dataset : kDatasets) {
    if (dataset != "boolean5") expected.insert(dataset + ".tfidf");
    if (dataset != "boolean5" && dataset != "poly5") expected.insert(dataset + ".eqnet");
  }
  for (const TransferPair& pair : transfer_pairs()) {
    const std::string key = std::string(pair.train) + "-to-" + std::string(pair.test);
    if (key != "boolean5-to-boolean8") expected.insert(key + ".eqnet");
  }
  for (const std::string& dataset : kDatasets) {  // the one ablation that the paper has of all datasets
    if (dataset != "poly5") expected.insert(dataset + ".eqnet-no-autoencoder");
  }
  const std::vector<std::string> missing = missing_cells(results);
  EXPECT_EQ(std::set<std::string>(missing.begin(), missing.end()), expected);
  EXPECT_EQ(missing.size(), expected.size()) << "each once";
  EXPECT_TRUE(missing_cells({}).empty());
}

TEST(MissingCells, AreNoneOfAWholeGrid) {
  Results results;
  for (const std::string& dataset : kDatasets) results.push_back(result(Group::models, dataset, "gru", 7));
  EXPECT_TRUE(missing_cells(results).empty()) << "any seed will do";
}

}  // namespace eqnet::experiments
