#include "experiments/averages.h"

#include <gtest/gtest.h>

namespace eqnet::experiments {
namespace {

CellResult result(const std::string& dataset, const std::string& model, double score, double ceiling) {
  CellResult r;
  r.cell.dataset = r.cell.test = dataset;
  r.cell.variant = {model, model, {}};
  r.unseen = decltype(r.unseen)::value_type{};
  r.unseen->score.fill(score);
  r.unseen->ceiling.fill(ceiling);
  r.unseen->score_auc = score;
  return r;
}

}  // namespace

TEST(Averages, AreOverTheCellsThatPassAndHaveTheNumber) {
  Results results = {result("boolean5", "eqnet", 0.5, 1), result("boolean5", "eqnet", 0.7, 1),
                     result("poly5", "eqnet", 0.2, 0.4), result("boolean5", "gru", 0.1, 1)};
  const auto models = Cell::Group::models;
  EXPECT_DOUBLE_EQ(*mean(results, of(models, "boolean5", "eqnet"), unseen_5), 0.6);
  EXPECT_DOUBLE_EQ(*mean(results, of(models, "", "eqnet"), unseen_auc), 1.4 / 3);
  EXPECT_DOUBLE_EQ(*mean(results, of(models, "poly5", "eqnet"), share_of_ceiling(false, kFive)), 0.5);
  EXPECT_FALSE(mean(results, of(models, "boolean5", "eqnet"), seen_5)) << "no cell has a SeenEqClass";
  EXPECT_FALSE(mean(results, of(models, "poly8", "eqnet"), unseen_5));
  EXPECT_FALSE(mean(results, of(Cell::Group::transfer, "", "eqnet"), unseen_5));
  results[2].unseen->ceiling.fill(0);
  EXPECT_FALSE(mean(results, of(models, "poly5", "eqnet"), share_of_ceiling(false, kFive)));
}

TEST(Averages, CountADatasetOnceHoweverManySeedsItHas) {
  const Results results = {result("boolean5", "eqnet", 0.5, 1), result("boolean5", "eqnet", 0.7, 1),
                           result("poly5", "eqnet", 0.2, 0.4)};
  const auto models = Cell::Group::models;
  EXPECT_DOUBLE_EQ(*mean_over_datasets(results, models, "eqnet", unseen_5), 0.4);
  EXPECT_DOUBLE_EQ(*mean_over_datasets(results, models, "eqnet", share_of_ceiling(false, kFive)), 0.55);
  EXPECT_FALSE(mean_over_datasets(results, models, "gru", unseen_5));
  EXPECT_FALSE(mean_over_datasets(results, Cell::Group::ablations, "eqnet", unseen_5));
}

TEST(Averages, AreOfTheNumbersThatAreThere) {
  EXPECT_DOUBLE_EQ(*mean_of({0.25, std::nullopt, 0.75}), 0.5);
  EXPECT_FALSE(mean_of({}));
  EXPECT_FALSE(mean_of({std::nullopt}));
}

TEST(Averages, NameTheModelsInThePapersOrder) {
  const Results results = {result("boolean5", "values", 1, 1), result("boolean5", "eqnet-mul", 1, 1),
                           result("boolean5", "eqnet", 1, 1), result("boolean5", "tfidf", 1, 1),
                           result("boolean5", "mine", 1, 1)};
  EXPECT_EQ(model_names(results), (std::vector<std::string>{"tfidf", "eqnet", "eqnet-mul", "values"}));
}

}  // namespace eqnet::experiments
