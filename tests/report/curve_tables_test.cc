// The tables of experiments/curve_tables.cc, in the JSON that has them.
#include <gtest/gtest.h>

#include "eqnet/data/generate.h"
#include "report/page_tables.h"

namespace eqnet::report {
namespace {

// What a curve is of: rows with these texts, over these parts a dataset or pair.
struct Expected {
  Texts texts;
  std::vector<std::vector<CellResult::Part>> members;
};

// The rows are the expected curves, each averaged over its members that have anything, and no others.
void expect_curves(const std::vector<Row>& rows, const std::vector<Expected>& curves, const char* count) {
  size_t found = 0;
  for (const Expected& curve : curves) {
    std::map<double, Row> by_k;
    for (const Row& row : where(rows, curve.texts)) {
      EXPECT_TRUE(by_k.emplace(number_of(row, "k"), row).second) << "k twice";
    }
    found += by_k.size();
    for (size_t k = 1; k <= data::kMostNeighbours; ++k) {
      Numbers scores;
      Numbers ceilings;
      for (const auto& member : curve.members) {
        add_mean(scores, member, score_at(k));
        add_mean(ceilings, member, ceiling_at(k));
      }
      const auto row = by_k.find(static_cast<double>(k));
      ASSERT_EQ(row != by_k.end(), !scores.empty()) << "a row where there is anything";
      if (scores.empty()) continue;
      EXPECT_NEAR(number_of(row->second, "score"), mean_of(scores), kNear);
      EXPECT_NEAR(number_of(row->second, "ceiling"), mean_of(ceilings), kNear);
      EXPECT_EQ(number_of(row->second, count), static_cast<double>(scores.size()));
    }
  }
  EXPECT_EQ(rows.size(), found) << "and there are no other rows";
  EXPECT_GT(found, 100U);
}

// visit(model, part) for all.
void for_each_model_and_part(const std::function<void(const std::string&, const std::string&)>& visit) {
  for (const char* model : {"tfidf", "eqnet", "eqnet-mul"}) {
    for (const char* part : {"seen", "unseen"}) visit(model, part);
  }
}

}  // namespace

TEST(CurveTables, AverageScoresOverDatasets) {
  for (uint64_t seed = 2; seed <= 4; ++seed) {
    const Results results = random_results(seed);
    std::vector<Expected> expected;
    for_each_model_and_part([&](const std::string& model, const std::string& part) {
      Expected mean{{{"dataset", "mean"}, {"model", model}, {"part", part}}, {}};
      for (const std::string& dataset : kDatasets) {
        mean.members.push_back(parts(results, Group::models, dataset, dataset, model, part));
        expected.push_back({{{"dataset", dataset}, {"model", model}, {"part", part}}, {mean.members.back()}});
      }
      expected.push_back(mean);
    });
    rapidjson::Document keep;
    expect_curves(tables(results, keep).at("score_k"), expected, "datasets");
  }
}

TEST(CurveTables, AverageTransferOverPairs) {
  for (uint64_t seed = 2; seed <= 4; ++seed) {
    const Results results = random_results(seed);
    std::vector<Expected> expected;
    for_each_model_and_part([&](const std::string& model, const std::string& part) {
      Expected mean{{{"train", "mean"}, {"test", ""}, {"model", model}, {"part", part}}, {}};
      for (const TransferPair& pair : transfer_pairs()) {
        const std::string train(pair.train);
        const std::string test(pair.test);
        mean.members.push_back(parts(results, Group::transfer, train, test, model, part));
        expected.push_back(
            {{{"train", train}, {"test", test}, {"model", model}, {"part", part}}, {mean.members.back()}});
      }
      expected.push_back(mean);
    });
    rapidjson::Document keep;
    const auto all = tables(results, keep);
    expect_curves(all.at("transfer"), expected, "pairs");
    EXPECT_EQ(all.at("transfer_published").size(), 11U);
    const Row row = one(all.at("transfer_published"), {{"train", "boolean5"}, {"test", "boolean10"}});
    EXPECT_NEAR(number_of(row, "transformer"), 0.125, kNear);
  }
}

TEST(CurveTables, GroupDatasetsByTheirVariablesAndOperators) {
  const Results results = random_results(2);
  std::vector<Expected> expected;
  for_each_model_and_part([&](const std::string& model, const std::string& part) {
    std::map<std::pair<std::string, std::string>, Expected> groups;
    for (const std::string& dataset : kDatasets) {
      const data::Space& space = data::preset(dataset);
      std::string operators;
      for (const std::string& op : space.operators) operators += (operators.empty() ? "" : " ") + op;
      for (const auto& [by, group] :
           {std::pair("variables", std::to_string(space.variables)), std::pair("operators", operators)}) {
        Expected& one = groups[{by, group}];
        one.texts = {{"by", by}, {"group", group}, {"model", model}, {"part", part}};
        one.members.push_back(parts(results, Group::models, dataset, dataset, model, part));
      }
    }
    for (const auto& [key, one] : groups) expected.push_back(one);
  });
  rapidjson::Document keep;
  expect_curves(tables(results, keep).at("characteristics"), expected, "datasets");
}

TEST(CurveTables, CountADatasetOnceHoweverManySeedsItHas) {
  Results results;
  for (uint64_t seed = 1; seed <= 9; ++seed) {
    results.push_back(result(Group::models, "boolean5", "eqnet", seed));
    results.back().unseen = part_with(0.1);
    results.back().unseen->pr_auc = results.back().unseen->roc_auc = 0.1;
    results.back().unseen->roc = results.back().unseen->precision_recall = {{0, 0.1}, {1, 0.1}};
  }
  results.push_back(result(Group::models, "boolean8", "eqnet"));
  results.back().unseen = part_with(0.9);
  results.back().unseen->pr_auc = results.back().unseen->roc_auc = 0.9;
  results.back().unseen->roc = results.back().unseen->precision_recall = {{0, 0.9}, {1, 0.9}};
  rapidjson::Document keep;
  const auto all = tables(results, keep);
  for (const Row& row : where(all.at("score_k"), {{"dataset", "mean"}})) {
    EXPECT_NEAR(number_of(row, "score"), 0.5, kNear);
    EXPECT_EQ(number_of(row, "datasets"), 2);
  }
  for (const Row& row : where(all.at("characteristics"), {{"by", "operators"}})) {
    EXPECT_NEAR(number_of(row, "score"), 0.5, kNear);
  }
  for (const Row& row : all.at("roc")) EXPECT_NEAR(number_of(row, "true_positives"), 0.5, kNear);
  for (const Row& row : all.at("precision_recall")) EXPECT_NEAR(number_of(row, "precision"), 0.5, kNear);
  const Row areas = one(all.at("areas"), {{"model", "eqnet"}, {"part", "unseen"}});
  for (const char* column : {"score_k", "precision_recall", "roc"}) {
    EXPECT_NEAR(number_of(areas, column), 0.5, kNear) << column;
  }
  EXPECT_TRUE(is_null(one(all.at("areas"), {{"model", "eqnet"}, {"part", "seen"}}), "roc"));
}

TEST(CurveTables, AveragePairCurvesPlaceByPlace) {
  const Results results = random_results(5);
  rapidjson::Document keep;
  const auto all = tables(results, keep);
  for (const bool roc : {false, true}) {
    const std::vector<Row>& rows = all.at(roc ? "roc" : "precision_recall");
    ASSERT_GT(rows.size(), 100U);
    for (const Row& row : rows) {
      const double x = number_of(row, roc ? "false_positives" : "recall");
      Numbers expected;
      for (const std::string& dataset : kDatasets) {
        const auto own = parts(results, Group::models, dataset, dataset, text_of(row, "model"), text_of(row, "part"));
        add_mean(expected, own, [&](const CellResult::Part& p) -> std::optional<double> {
          const auto& curve = roc ? p.roc : p.precision_recall;
          return curve.empty() ? std::nullopt : std::optional(by_scanning(curve, x));
        });
      }
      EXPECT_NEAR(number_of(row, roc ? "true_positives" : "precision"), mean_of(expected), 2 * kNear) << x;
      EXPECT_EQ(number_of(row, "datasets"), static_cast<double>(expected.size()));
    }
  }
}

}  // namespace eqnet::report
