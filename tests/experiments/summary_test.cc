// Every expected number here was worked out by hand.
#include "experiments/summary.h"

#include <gtest/gtest.h>

#include "experiments/markdown.h"
#include "experiments/some_results.h"

namespace eqnet::experiments {
namespace {

// A cell with the same score and ceiling for every k.
CellResult unseen(CellResult r, double score, double ceiling = 1) {
  r.unseen = part_with(score, ceiling);
  return r;
}
CellResult seen(CellResult r, double score, double ceiling = 1) {
  r.seen = part_with(score, ceiling);
  return r;
}
CellResult trained(CellResult r, double seconds) {
  r.seconds = seconds;
  return r;
}

std::vector<TextRow> table_of(const Results& results, const std::string& heading) {
  return table_under(summary(make_tables(results)), heading);
}

}  // namespace

TEST(Summary, PutsMeansOverSeedsBesideThePublishedScores) {
  const Results results = {unseen(result(Group::models, "boolean5", "tfidf"), 0.4, 0.9),
                           unseen(result(Group::models, "boolean5", "eqnet", 1), 0.5, 0.8),
                           unseen(result(Group::models, "boolean5", "eqnet", 2), 0.6, 0.7),
                           unseen(result(Group::models, "poly5", "tfidf"), 0.25, 0.5)};
  const auto table = table_of(results, "score_5 on UnseenEqClass");
  ASSERT_EQ(table.size(), 3U) << "datasets without cells are left out";
  EXPECT_EQ(table[0], (TextRow{"dataset", "ceiling", "tfidf", "(paper)", "eqnet", "(paper)", "(best since)"}));
  EXPECT_EQ(row_of(table, {"Bool5"}), (TextRow{"80.0", "40.0", "(34.9)", "55.0", "(65.8)", "(73.7)"}));
  EXPECT_EQ(row_of(table, {"Poly5"}), (TextRow{"50.0", "25.0", "(37.8)", "–", "(55.3)", "(59.1)"}));
  EXPECT_EQ(table_of(results, "score_5 on SeenEqClass").size(), 1U) << "no cell has the part";
  EXPECT_TRUE(summary(make_tables(results))
                  .starts_with("Made by revision  (4 cells). Means over seeds: eqnet 2, tfidf "
                               "1. In percent; a dash: not run.\n"))
      << summary(make_tables(results)).substr(0, 200);
}

TEST(Summary, SaysOfAModelThatItKnowsTheSemantics) {
  const Results results = {unseen(result(Group::models, "boolean5", "tfidf"), 0.4, 0.9),
                           unseen(result(Group::models, "boolean5", "values"), 0.9, 0.9),
                           unseen(result(Group::depth, "poly8", "values", 1, "", 51), 0.5, 0.5),
                           unseen(result(Group::transfer, "boolean5", "values", 1, "boolean8"), 0.8, 0.8)};
  const std::string shown = "values (knows the semantics)";
  const auto table = table_of(results, "score_5 on UnseenEqClass");
  EXPECT_EQ(table[0], (TextRow{"dataset", "ceiling", "tfidf", "(paper)", shown, "(best since)"}));
  EXPECT_EQ(row_of(table, {"Bool5"}), (TextRow{"90.0", "40.0", "(34.9)", "90.0", "(73.7)"}));
  EXPECT_EQ(row_of(table_of(results, "Areas"), {shown}).size(), 6U);
  EXPECT_EQ(table_of(results, "Depth").at(0), (TextRow{"dataset", "ceiling", shown, "of the ceiling"}));
  EXPECT_EQ(table_of(results, "Transfer").at(0).at(3), shown);
  const Results before = {results[0]};
  EXPECT_EQ(summary(make_tables(before)).find("values"), std::string::npos) << "results from before there were any";
}

TEST(Summary, AveragesAreasOverDatasetsEachOnce) {
  Results results = {seen(result(Group::models, "boolean5", "eqnet", 1), 0.1),
                     seen(result(Group::models, "boolean5", "eqnet", 2), 0.3),
                     seen(result(Group::models, "poly5", "eqnet"), 0.6)};
  results[2].seen->roc = {{0, 0}, {1, 1}};
  results[2].seen->pr_auc = 0.125;
  results[2].seen->roc_auc = 0.75;
  const auto table = table_of(results, "Areas");
  EXPECT_EQ(row_of(table, {"eqnet"}), (TextRow{"40.0", "–", "12.5", "–", "75.0", "–"}));
}

// Over the cells the mean would be 35.0, and the share 62.5.
TEST(Summary, CountsAPairOfTransferOnceHoweverManySeedsItHas) {
  Results results;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    results.push_back(unseen(result(Group::transfer, "boolean5", "eqnet-mul", seed, "boolean8"), 0.2, 0.4));
  }
  results.push_back(unseen(result(Group::transfer, "poly5", "eqnet-mul", 1, "poly8"), 0.8, 0.8));
  const auto table = table_of(results, "Transfer");
  ASSERT_EQ(table.size(), 1U + 11 + 1);
  EXPECT_EQ(row_of(table, {"boolean5", "boolean8"}), (TextRow{"20.0", "(32.5)", "50.0"}));
  EXPECT_EQ(row_of(table, {"poly5", "poly8"}), (TextRow{"80.0", "(32.9)", "100.0"}));
  EXPECT_EQ(row_of(table, {"poly8", "simplepoly8"}), (TextRow{"–", "(98.9)", "–"}));
  EXPECT_EQ(row_of(table, {"mean", ""}), (TextRow{"50.0", "(43.7)", "75.0"}));
}

// Over the cells they would be 30.0 and 30.0.
TEST(Summary, CountsADatasetOnceAmongThoseLikeIt) {
  Results results;
  for (const auto& [seed, score] : {std::pair<uint64_t, double>(1, 0.1), {2, 0.2}, {3, 0.3}}) {
    results.push_back(unseen(seen(result(Group::models, "boolean5", "eqnet", seed), score), score));
  }
  results.push_back(unseen(seen(result(Group::models, "boolean8", "eqnet"), 0.6), 0.6));
  results.push_back(seen(result(Group::models, "largeBoolean5", "eqnet"), 0.8));
  results.push_back(seen(result(Group::models, "boolean5", "tfidf"), 0.9));
  const auto variables = table_of(results, "EqNet by number of variables");
  ASSERT_EQ(variables.size(), 3U);
  EXPECT_EQ(row_of(variables, {"3"}), (TextRow{"2", "40.0", "40.0", "40.0"}));
  EXPECT_EQ(row_of(variables, {"10"}), (TextRow{"1", "80.0", "–", "80.0"}));
}

// Over the cells the last column would be 35.0.
TEST(Summary, ComparesAblationsWithTheWholeModelWhereBothWereRun) {
  Results results;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    results.push_back(unseen(result(Group::ablations, "boolean5", "eqnet-no-residual", seed), 0.2));
  }
  results.push_back(unseen(result(Group::ablations, "poly5", "eqnet-no-residual"), 0.8));
  results.push_back(unseen(result(Group::models, "boolean5", "eqnet"), 0.25));
  results.push_back(unseen(result(Group::models, "boolean8", "eqnet"), 0.75));
  const auto table = table_of(results, "Ablation: area");
  ASSERT_EQ(table.size(), 3U);
  EXPECT_EQ(row_of(table, {"eqnet"}), (TextRow{"–", "–", "50.0", "0.0%", "50.0"}));
  EXPECT_EQ(row_of(table, {"eqnet-no-residual"}), (TextRow{"–", "–", "20.0", "20.0%", "50.0"}));
}

TEST(Summary, ShowsAblationsOfEqNetMulAsSharesOfTheCeiling) {
  const Results results = {unseen(result(Group::models, "boolean5", "eqnet-mul"), 0.4, 0.8),
                           unseen(result(Group::models, "boolean8", "eqnet-mul"), 0.8, 0.8),
                           unseen(result(Group::ablations, "boolean5", "eqnet-mul-D8", 1), 0.2, 0.8),
                           unseen(result(Group::ablations, "boolean5", "eqnet-mul-D8", 2), 0.4, 0.8),
                           unseen(result(Group::ablations, "poly5", "eqnet-mul-D8"), 0.5, 0.8),
                           unseen(result(Group::ablations, "poly5", "eqnet-mul-warm"), 0.8, 0.8)};
  const auto table = table_of(results, "Ablation of eqnet-mul");
  ASSERT_EQ(table.size(), 4U);
  EXPECT_EQ(table[0], (TextRow{"variant", "Bool5", "Poly5", "mean"})) << "datasets of the variants only";
  EXPECT_EQ(row_of(table, {"eqnet-mul"}), (TextRow{"50.0", "–", "50.0"}));
  EXPECT_EQ(row_of(table, {"eqnet-mul-D8"}), (TextRow{"37.5", "62.5", "50.0"}));
  EXPECT_EQ(row_of(table, {"eqnet-mul-warm"}), (TextRow{"–", "100.0", "100.0"}));
}

// A share is a number of a cell: the mean of 50 and 100, not 0.55 of 0.65.
TEST(Summary, AveragesSharesOfTheCeilingOverSeeds) {
  const Results depth = {unseen(result(Group::depth, "poly8", "eqnet", 1, "", 21), 0.2, 0.4),
                         unseen(result(Group::depth, "poly8", "eqnet", 2, "", 21), 0.9, 0.9),
                         unseen(result(Group::depth, "poly8", "tfidf", 1, "", 51), 0.25, 0.5)};
  auto table = table_of(depth, "Depth");
  EXPECT_EQ(table.at(0), (TextRow{"dataset", "ceiling", "tfidf", "of the ceiling", "eqnet", "of the ceiling"}));
  EXPECT_EQ(row_of(table, {"poly8, random trees of 21"}), (TextRow{"65.0", "–", "–", "55.0", "75.0"}));
  EXPECT_EQ(row_of(table, {"poly8, random trees of 51"}), (TextRow{"50.0", "25.0", "50.0", "–", "–"}));

  const Results frontier = {trained(unseen(result(Group::frontier, "frontierPoly3", "eqnet-mul", 1), 0.5, 0.5), 10),
                            trained(unseen(result(Group::frontier, "frontierPoly3", "eqnet-mul", 2), 0.25, 0.5), 20)};
  table = table_of(frontier, "Frontier");
  EXPECT_EQ(row_of(table, {"frontierPoly3"}), (TextRow{"50.0", "37.5", "75.0", "15"}));

  const Results models = {
      trained(seen(unseen(result(Group::models, "poly8", "eqnet-mul", 1), 0.2, 0.4), 0.6, 0.8), 1.5),
      trained(unseen(result(Group::models, "poly8", "eqnet-mul", 2), 0.9, 0.9), 2.5)};
  table = table_of(models, "eqnet-mul: share of the ceiling");
  EXPECT_EQ(row_of(table, {"Poly8"}), (TextRow{"75.0", "75.0", "75.0", "75.0", "50.0", "2.0"}));
}

TEST(Summary, SetsModelsBesideEachOtherOnOtherAlgebras) {
  const Results results = {trained(unseen(result(Group::algebras, "ring", "eqnet-mul", 1), 0.4, 0.8), 10),
                           trained(unseen(result(Group::algebras, "ring", "eqnet-mul", 2), 0.8, 0.8), 30),
                           unseen(result(Group::algebras, "ring", "eqnet-mul", 1, "", 21), 0.3, 0.5),
                           unseen(result(Group::algebras, "ring", "values"), 0.8, 0.8),
                           trained(unseen(result(Group::algebras, "words", "gru", 1), 0.1, 0.4), 60),
                           unseen(result(Group::algebras, "words", "gru", 1, "words-random21", 21), 0.2, 0.4)};
  const std::string shown = "values (knows the semantics)";
  const auto table = table_of(results, "Algebras: share of the ceiling");
  EXPECT_EQ(table.at(0), (TextRow{"algebra", "gru", "21 nodes", "training, s", "eqnet-mul", "21 nodes", "training, s",
                                  shown, "21 nodes"}))
      << "in the order of the models; of what learns nothing no seconds";
  EXPECT_EQ(row_of(table, {"ring"}), (TextRow{"–", "–", "–", "75.0", "60.0", "20", "100.0", "–"}));
  EXPECT_EQ(row_of(table, {"words"}), (TextRow{"25.0", "50.0", "60", "–", "–", "–", "–", "–"}));
  const auto scores = table_of(results, "Algebras: scores and ceilings");
  EXPECT_EQ(row_of(scores, {"ring"}), (TextRow{"80.0", "–", "–", "60.0", "75.0", "80.0", "100.0"}));
  EXPECT_EQ(row_of(scores, {"words, random trees of 21"}), (TextRow{"40.0", "20.0", "50.0", "–", "–", "–", "–"}));
  EXPECT_TRUE(table_of(results, "score_5 on").empty()) << "nothing of the paper's was run";
  EXPECT_TRUE(table_of(results, "Areas").empty());
}

TEST(Summary, ShowsEverySeedOfEqNetWhereThereAreSeveral) {
  Results results = {trained(unseen(result(Group::models, "poly8", "eqnet", 1), 0.2), 3),
                     trained(unseen(result(Group::models, "poly8", "eqnet", 4), 0.4), 5)};
  const auto table = table_of(results, "EqNet by seed");
  EXPECT_EQ(table.at(0), (TextRow{"dataset", "seed 1", "seed 4", "mean", "training, s"}));
  EXPECT_EQ(row_of(table, {"Poly8"}), (TextRow{"20.0", "40.0", "30.0", "4"}));
  results.pop_back();
  EXPECT_TRUE(table_of(results, "EqNet by seed").empty());
}

TEST(Summary, ShowsNeighboursOfTheFirstSeed) {
  Results results = {unseen(result(Group::models, "boolean8", "eqnet", 1), 0.5),
                     unseen(result(Group::models, "boolean8", "eqnet", 2), 0.5),
                     unseen(result(Group::models, "boolean8", "tfidf", 1), 0.5)};
  results[0].examples = {{"a | b", "b | a", true}, {"a", "b | c", false}};
  results[1].examples = {{"a | b", "c", false}};
  results[0].confusions = {{"a", "b", false}, {"a | b", "c", false}, {"third", "c", false}};
  results[1].confusions = {{"b", "c", false}};
  auto table = table_of(results, "Nearest neighbours");
  ASSERT_EQ(table.size(), 3U);
  EXPECT_EQ(row_of(table, {"`a \\| b`"}), (TextRow{"–", "✓"})) << "a bar would end a cell";
  EXPECT_EQ(row_of(table, {"`a`"}), (TextRow{"–", "`b \\| c`"}));
  table = table_of(results, "EqNet's most confident");
  ASSERT_EQ(table.size(), 3U) << "two";
  EXPECT_EQ(table[1], (TextRow{"Bool8", "`a`", "`b`"}));
  EXPECT_EQ(table[2], (TextRow{"Bool8", "`a \\| b`", "`c`"}));
}

TEST(Summary, LeavesOutWhatWasNotRun) {
  const std::string text = summary(make_tables({unseen(result(Group::models, "poly8", "tfidf"), 0.5)}));
  for (const char* heading :
       {"Transfer", "Depth", "Frontier", "Algebras", "Ablation", "eqnet-mul", "EqNet by", "Nearest"}) {
    EXPECT_TRUE(table_under(text, heading).empty()) << heading;
  }
  EXPECT_EQ(table_under(text, "score_5 on UnseenEqClass").size(), 2U);
}

}  // namespace eqnet::experiments
