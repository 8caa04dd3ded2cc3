// The tables of experiments/score_tables.cc, in the JSON that has them.
#include <gtest/gtest.h>

#include <set>

#include "report/page_tables.h"
#include "support/official.h"

namespace eqnet::report {

TEST(ScoreTables, DescribeTheFourteenDatasets) {
  Results results = {result(Group::models, "boolean5", "tfidf"), result(Group::models, "boolean5", "eqnet")};
  results[0].unseen = part_with(0.5, 0.9);
  results[1].unseen = part_with(0.5, 0.8);
  rapidjson::Document keep;
  const auto all = tables(results, keep);
  const std::vector<Row>& rows = all.at("datasets");
  ASSERT_EQ(rows.size(), 14U);
  for (const eqnet::testing::Official& official : eqnet::testing::kOfficial) {
    const Row row = one(rows, {{"preset", official.name}});
    EXPECT_EQ(number_of(row, "expressions"), static_cast<double>(official.expressions)) << official.name;
    EXPECT_EQ(number_of(row, "classes"), static_cast<double>(official.classes)) << official.name;
  }
  const Row row = one(rows, {{"preset", "boolean5"}});
  EXPECT_EQ(text_of(row, "name"), "Bool5");
  EXPECT_EQ(text_of(row, "domain"), "boolean");
  EXPECT_EQ(number_of(row, "variables"), 3);
  EXPECT_EQ(number_of(row, "max_size"), 5);
  EXPECT_NEAR(number_of(row, "ceiling_5_unseen"), 0.85, kNear);
  EXPECT_TRUE(is_null(row, "ceiling_5_seen"));
  EXPECT_NEAR(number_of(row, "best_since"), 0.737, kNear);
  EXPECT_TRUE(is_null(one(rows, {{"preset", "poly8"}}), "ceiling_5_unseen"));
}

TEST(ScoreTables, HaveAScoreRowForEveryDatasetModelAndPart) {
  const Results results = random_results(1);
  rapidjson::Document keep;
  const auto all = tables(results, keep);
  const std::vector<Row>& rows = all.at("scores");
  EXPECT_EQ(rows.size(), 14U * 3 * 2);
  size_t without = 0;
  for (const std::string& dataset : kDatasets) {
    for (const std::string model : {"tfidf", "eqnet", "eqnet-mul"}) {
      for (const std::string part : {"seen", "unseen"}) {
        const Row row = one(rows, {{"dataset", dataset}, {"model", model}, {"part", part}});
        std::set<uint64_t> seeds;
        Numbers seconds;
        for (const CellResult& r : results) {
          if (r.cell.group != Group::models || r.cell.dataset != dataset || r.cell.variant.name != model) continue;
          seeds.insert(r.cell.seed);
          seconds.push_back(r.seconds);
        }
        EXPECT_EQ(number_of(row, "seeds"), static_cast<double>(seeds.size()));
        const double* paper = part == "seen" ? nullptr : published_score(dataset, model);
        ASSERT_EQ(is_null(row, "paper"), paper == nullptr);
        if (paper != nullptr) {
          EXPECT_NEAR(number_of(row, "paper"), *paper / 100, kNear);
        }
        ASSERT_EQ(is_null(row, "seconds"), seconds.empty());
        if (!seconds.empty()) {
          EXPECT_NEAR(number_of(row, "seconds"), mean_of(seconds), kNear);
        }
        const auto own = parts(results, Group::models, dataset, dataset, model, part);
        if (own.empty()) {
          for (const char* column :
               {"score_5", "lowest", "highest", "ceiling_5", "score_15", "ceiling_15", "queries"}) {
            EXPECT_TRUE(is_null(row, column)) << column;
          }
          without += seeds.empty() ? 1 : 0;
          continue;
        }
        Numbers fives;
        Numbers queries;
        for (const CellResult::Part& p : own) {
          fives.push_back(p.score[4]);
          queries.push_back(static_cast<double>(p.queries));
        }
        EXPECT_NEAR(number_of(row, "score_5"), mean_of(fives), kNear);
        EXPECT_NEAR(number_of(row, "lowest"), std::ranges::min(fives), kNear);
        EXPECT_NEAR(number_of(row, "highest"), std::ranges::max(fives), kNear);
        EXPECT_NEAR(number_of(row, "queries"), mean_of(queries), kNear);
        for (const auto& [column, get] : {std::pair("ceiling_5", ceiling_at(5)), std::pair("score_15", score_at(15)),
                                          std::pair("ceiling_15", ceiling_at(15))}) {
          Numbers expected;
          add_mean(expected, own, get);
          EXPECT_NEAR(number_of(row, column), expected.at(0), kNear) << column;
        }
      }
    }
  }
  EXPECT_GE(without, 14U * 3 * 2 / 2) << "also where nothing was run";
}

TEST(ScoreTables, LeaveCellsWithoutCurvesOutOfTheirAreas) {
  const Results results = random_results(6);
  rapidjson::Document keep;
  const auto all = tables(results, keep);
  ASSERT_EQ(all.at("areas").size(), 6U);
  for (const Row& row : all.at("areas")) {
    Numbers score;
    Numbers precision_recall;
    Numbers roc;
    for (const std::string& dataset : kDatasets) {
      const auto own = parts(results, Group::models, dataset, dataset, text_of(row, "model"), text_of(row, "part"));
      const auto with_curves = [&](double CellResult::Part::*area) -> Get {
        return [=](const CellResult::Part& p) { return p.roc.empty() ? std::nullopt : std::optional(p.*area); };
      };
      add_mean(score, own, [](const CellResult::Part& p) { return std::optional(p.score_auc); });
      add_mean(precision_recall, own, with_curves(&CellResult::Part::pr_auc));
      add_mean(roc, own, with_curves(&CellResult::Part::roc_auc));
    }
    EXPECT_NEAR(number_of(row, "score_k"), mean_of(score), kNear);
    EXPECT_NEAR(number_of(row, "precision_recall"), mean_of(precision_recall), kNear);
    EXPECT_NEAR(number_of(row, "roc"), mean_of(roc), kNear);
  }
}

TEST(ScoreTables, PutAblationsBesideTheWholeModel) {
  Results results = {result(Group::ablations, "boolean5", "eqnet-no-residual", 1),
                     result(Group::ablations, "boolean5", "eqnet-no-residual", 2),
                     result(Group::ablations, "poly5", "eqnet-mul-D8"), result(Group::models, "boolean5", "eqnet"),
                     result(Group::models, "boolean5", "tfidf")};
  results[0].unseen = part_with(0.2);
  results[1].unseen = part_with(0.4);
  results[2].seen = part_with(0.6);
  results[3].unseen = part_with(0.8, 0.9);
  results[4].unseen = part_with(0.1, 0.9);
  rapidjson::Document keep;
  const auto all = tables(results, keep);
  ASSERT_EQ(all.at("ablations").size(), 2U);
  const Row first = one(all.at("ablations"), {{"variant", "eqnet-no-residual"}});
  EXPECT_EQ(text_of(first, "kind"), "eqnet");
  EXPECT_EQ(text_of(first, "dataset"), "boolean5");
  EXPECT_EQ(text_of(first, "part"), "unseen");
  EXPECT_NEAR(number_of(first, "score_auc"), 0.3, kNear);
  EXPECT_NEAR(number_of(first, "score_5"), 0.3, kNear);
  EXPECT_NEAR(number_of(first, "whole_auc"), 0.8, kNear);
  EXPECT_NEAR(number_of(first, "whole_score_5"), 0.8, kNear);
  EXPECT_NEAR(number_of(first, "ceiling_5"), 0.9, kNear);
  const Row second = one(all.at("ablations"), {{"variant", "eqnet-mul-D8"}});
  EXPECT_EQ(text_of(second, "part"), "seen");
  EXPECT_TRUE(is_null(second, "whole_auc")) << "nobody ran eqnet-mul";
}

TEST(ScoreTables, HaveWhatLiesBeyondThePaper) {
  Results results = {
      result(Group::depth, "poly8", "eqnet", 1, "", 21), result(Group::depth, "poly8", "eqnet", 2, "", 21),
      result(Group::depth, "poly8", "eqnet", 1, "", 51), result(Group::frontier, "boolean13", "eqnet-mul")};
  for (size_t i = 0; i < results.size(); ++i) {
    results[i].unseen = part_with(0.1 * static_cast<double>(i + 1), 0.9);
    results[i].seconds = static_cast<double>(i);
  }
  rapidjson::Document keep;
  const auto all = tables(results, keep);
  const std::vector<Row>& rows = all.at("beyond");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(text_of(rows[0], "group"), "depth");
  EXPECT_EQ(number_of(rows[0], "random_size"), 21);
  EXPECT_NEAR(number_of(rows[0], "score_5"), 0.15, kNear);
  EXPECT_NEAR(number_of(rows[0], "seconds"), 0.5, kNear);
  EXPECT_EQ(number_of(rows[1], "random_size"), 51);
  EXPECT_NEAR(number_of(rows[1], "score_5"), 0.3, kNear);
  EXPECT_EQ(text_of(rows[2], "group"), "frontier");
  EXPECT_EQ(text_of(rows[2], "model"), "eqnet-mul");
  EXPECT_NEAR(number_of(rows[2], "ceiling_5"), 0.9, kNear);
}

// Means over the seeds by plain loops.
TEST(ScoreTables, HaveEveryAlgebraAndModelWithItsRandomTrees) {
  const Results results = random_results(3);
  rapidjson::Document keep;
  const auto rows = where(tables(results, keep).at("beyond"), {{"group", "algebras"}});
  std::set<std::string> keys;
  for (const CellResult& r : results) {
    if (r.cell.group != Group::algebras || !r.unseen) continue;
    keys.insert(r.cell.dataset + " " + r.cell.variant.name + " " + std::to_string(r.cell.random_size));
  }
  EXPECT_GT(keys.size(), 5U);
  ASSERT_EQ(rows.size(), keys.size());
  for (const Row& row : rows) {
    Numbers score;
    Numbers share;
    Numbers seconds;
    Numbers ceilings;  // of all models
    for (const CellResult& r : results) {
      if (r.cell.group != Group::algebras || r.cell.dataset != text_of(row, "dataset")) continue;
      if (static_cast<double>(r.cell.random_size) != number_of(row, "random_size")) continue;
      if (r.unseen) ceilings.push_back(r.unseen->ceiling[4]);
      if (r.cell.variant.name != text_of(row, "model")) continue;
      seconds.push_back(r.seconds);
      if (!r.unseen) continue;
      score.push_back(r.unseen->score[4]);
      share.push_back(r.unseen->score[4] / r.unseen->ceiling[4]);
    }
    EXPECT_NEAR(number_of(row, "score_5"), mean_of(score), kNear);
    EXPECT_NEAR(number_of(row, "share_5"), mean_of(share), kNear);
    EXPECT_NEAR(number_of(row, "seconds"), mean_of(seconds), kNear);
    EXPECT_NEAR(number_of(row, "row_ceiling_5"), mean_of(ceilings), kNear);
  }
}

TEST(ScoreTables, ListConfusionsOfEverySeedAndExamplesOfTheFirst) {
  Results results = {result(Group::models, "boolean8", "eqnet", 1), result(Group::models, "boolean8", "eqnet", 2)};
  results[0].confusions = {{"a", "b", false}, {"c", "a & b", false}};
  results[1].confusions = {{"b", "</script>", false}};
  results[0].examples = {{"a", "a & a", true}};
  results[1].examples = {{"a", "b", false}};
  rapidjson::Document keep;
  const auto all = tables(results, keep);
  const std::vector<Row>& confusions = all.at("confusions");
  ASSERT_EQ(confusions.size(), 3U);
  EXPECT_EQ(number_of(confusions[1], "rank"), 2);
  EXPECT_EQ(text_of(confusions[1], "neighbour"), "a & b");
  EXPECT_EQ(number_of(confusions[2], "seed"), 2);
  EXPECT_EQ(text_of(confusions[2], "neighbour"), "</script>");
  const auto here = where(all.at("examples"), {{"source", "here"}});
  ASSERT_EQ(here.size(), 1U);
  EXPECT_EQ(text_of(here[0], "neighbour"), "a & a");
  EXPECT_TRUE(here[0].at("same")->GetBool());
  const auto paper = where(all.at("examples"), {{"source", "paper"}});
  EXPECT_EQ(paper.size(), 4 * confusion_examples().size());
  for (const Row& row : paper) EXPECT_EQ(row.at("same")->GetBool(), text_of(row, "neighbour").empty());
}

}  // namespace eqnet::report
