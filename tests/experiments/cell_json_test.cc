#include "experiments/cell_json.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "support/temporary_folder.h"

namespace eqnet::experiments {
namespace {

CellResult full_result() {
  CellResult r;
  r.cell = {Cell::Group::models, "boolean5", "boolean5", 0, {"eqnet-mul", "eqnet-mul", {}}, 3};
  r.revision = "abc1234-dirty";
  r.data = "/data/boolean5.json.gz";
  r.seconds = 12.5;
  r.epochs = 77;
  r.ended = "patience";
  r.validation_accuracy = 0.875;
  r.time_limit = 240;
  r.most_queries = 500;
  r.unseen = CellResult::Part{};
  r.unseen->queries = 40;
  for (size_t k = 0; k < data::kMostNeighbours; ++k) {
    r.unseen->score[k] = 0.25 + static_cast<double>(k) / 64;
    r.unseen->ceiling[k] = 1 - static_cast<double>(k) / 64;
  }
  r.unseen->score_auc = 0.625;
  r.unseen->pr_auc = 0.25;
  r.unseen->roc_auc = 0.75;
  r.unseen->precision_recall = {{0, 1}, {0.5, 0.75}, {1, 0.125}};
  r.unseen->roc = {{0, 0}, {0.25, 1}, {1, 1}};
  r.confusions = {{"a & b", "a | b", false, 0.5}, {"a", "\"b\"", false, 0.25}};
  r.examples = {{"a", "a & a", true}, {"b", "c", false}};
  r.dataset_hash = "a-1";
  r.test_hash = "b-2";
  r.recipe = "tuned";
  r.budget_minutes = 2.5;
  return r;
}

void expect_same(const std::optional<CellResult::Part>& a, const std::optional<CellResult::Part>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  EXPECT_EQ(a->queries, b->queries);
  EXPECT_EQ(a->score, b->score);
  EXPECT_EQ(a->ceiling, b->ceiling);
  EXPECT_EQ(a->score_auc, b->score_auc);
  EXPECT_EQ(a->pr_auc, b->pr_auc);
  EXPECT_EQ(a->roc_auc, b->roc_auc);
  EXPECT_EQ(a->precision_recall, b->precision_recall);
  EXPECT_EQ(a->roc, b->roc);
}

void expect_same(const std::vector<CellResult::Confusion>& a, const std::vector<CellResult::Confusion>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].query, b[i].query);
    EXPECT_EQ(a[i].neighbour, b[i].neighbour);
    EXPECT_EQ(a[i].same, b[i].same);
  }
}

void expect_same(const CellResult& a, const CellResult& b) {
  EXPECT_EQ(a.cell.key(), b.cell.key());
  EXPECT_EQ(a.cell.group, b.cell.group);
  EXPECT_EQ(a.cell.test, b.cell.test);
  EXPECT_EQ(a.cell.random_size, b.cell.random_size);
  EXPECT_EQ(a.cell.variant.name, b.cell.variant.name);
  EXPECT_EQ(a.revision, b.revision);
  EXPECT_EQ(a.data, b.data);
  EXPECT_EQ(a.seconds, b.seconds);
  EXPECT_EQ(a.epochs, b.epochs);
  EXPECT_EQ(a.ended, b.ended);
  EXPECT_EQ(a.validation_accuracy, b.validation_accuracy);
  EXPECT_EQ(a.time_limit, b.time_limit);
  EXPECT_EQ(a.dataset_hash, b.dataset_hash);
  EXPECT_EQ(a.test_hash, b.test_hash);
  EXPECT_EQ(a.recipe, b.recipe);
  EXPECT_EQ(a.budget_minutes, b.budget_minutes);
  EXPECT_EQ(a.most_queries, b.most_queries);
  expect_same(a.seen, b.seen);
  expect_same(a.unseen, b.unseen);
  expect_same(a.confusions, b.confusions);
  expect_same(a.examples, b.examples);
}

std::string text_of(void (*add)(base::Json&, const CellResult&), const CellResult& result) {
  base::Json json;
  add(json, result);
  return json.text();
}

}  // namespace

TEST(WriteCell, WritesWhatLoadCellReads) {
  const eqnet::testing::TemporaryFolder folder;
  base::make_directories(folder.file("cells"));
  CellResult without_curves = full_result();
  without_curves.cell.dataset = without_curves.cell.test = "poly5";
  without_curves.unseen->roc.clear();
  without_curves.unseen->precision_recall.clear();
  without_curves.unseen->pr_auc = without_curves.unseen->roc_auc = 0;
  CellResult of_depth = full_result();
  of_depth.cell = {Cell::Group::depth, "boolean8", "boolean8", 51, {"tfidf", "tfidf", {}}, 1};
  of_depth.seconds = of_depth.validation_accuracy = 0;
  of_depth.epochs = 0;
  of_depth.ended = "";  // the model of another cell
  of_depth.confusions.clear();
  of_depth.examples.clear();
  CellResult of_nothing = full_result();
  of_nothing.cell.dataset = of_nothing.cell.test = "poly8";
  of_nothing.unseen.reset();
  of_nothing.confusions.clear();
  for (const CellResult& result : {full_result(), without_curves, of_depth, of_nothing}) {
    write_cell(cell_path(folder.path(), result.cell), result);
    const auto read = load_cell(folder.path(), result.cell);
    ASSERT_TRUE(read) << result.cell.key();
    expect_same(*read, result);
  }
}

TEST(WriteCell, SaysWhatOnlyPeopleRead) {
  CellResult result = full_result();
  result.cell.variant.settings = {"dimension=8"};
  result.budget_minutes = 10;
  result.best_epoch = 60;
  result.parameters = 1234;
  const std::string text = text_of(add_cell, result);
  for (const char* part : {R"("settings":["dimension=8"],"recipe":"tuned","time_limit":240.0,"budget_minutes":10.0)",
                           R"("best_epoch":60)", R"("parameters":1234)", R"("similarity":0.5)"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(CellScores, LeaveOutThePointsOfCurvesAndSayWhereNothingWasTrained) {
  CellResult result = full_result();
  std::string text = text_of(add_cell_scores, result);
  EXPECT_NE(text.find(R"("roc_auc":0.75)"), std::string::npos) << text;
  EXPECT_EQ(text.find(R"("roc":)"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("training":{"seconds":12.5)"), std::string::npos) << text;
  result.ended = "";
  text = text_of(add_cell_scores, result);
  EXPECT_NE(text.find(R"("training":null)"), std::string::npos) << text;
}

}  // namespace eqnet::experiments
