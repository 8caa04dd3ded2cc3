#include "experiments/plan.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <set>

#include "support/expect_error.h"

namespace eqnet::experiments {
namespace {

std::vector<std::string> keys(const Plan& plan) {
  std::vector<std::string> all;
  for (const Cell& cell : plan) all.push_back(cell.key());
  return all;
}

// How many cells of each group there are.
std::map<std::string, size_t> counts(const Plan& plan) {
  std::map<std::string, size_t> counts;
  for (const Cell& cell : plan) ++counts[std::string(name(cell.group))];
  return counts;
}

}  // namespace

// Fourteen datasets, eleven pairs, eight models, seven ablations of EqNet; five kinds of random trees for EqNet,
// eqnet-mul and values.
TEST(Plan, IsThePapersGridWhereNothingIsNamed) {
  const Plan all = plan({});
  EXPECT_EQ(counts(all), (std::map<std::string, size_t>{
                             {"models", 14 * 8}, {"ablations", 14 * 7}, {"transfer", 11 * 8}, {"depth", 5 * 3}}));
  const auto names = keys(all);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), all.size()) << "each once";
}

TEST(Plan, CountsSeedsFromTheLargest) {
  GridParams params;
  params.models = {"tfidf"};
  params.datasets = {"boolean5"};
  params.groups = {"models"};
  params.seed = std::numeric_limits<uint64_t>::max();
  params.seeds = 2;
  const Plan cells = plan(params);
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].seed, params.seed);
  EXPECT_EQ(cells[1].seed, 0U);
}

TEST(Plan, HasTheCellsThatAreNamed) {
  GridParams params;
  params.models = {"eqnet-siamese", "tfidf"};
  params.datasets = {"Bool5", "boolean8"};  // the paper's name and ours
  EXPECT_EQ(keys(plan(params)),
            (std::vector<std::string>{"boolean5.tfidf.seed1", "boolean5.eqnet-siamese.seed1", "boolean8.tfidf.seed1",
                                      "boolean8.eqnet-siamese.seed1", "boolean5-to-boolean8.tfidf.seed1",
                                      "boolean8-to-random51.tfidf.seed1"}));
  params.groups = {"frontier"};
  EXPECT_TRUE(plan(params).empty()) << "none of these datasets is of the frontier";
}

TEST(Plan, GoesSeedBySeed) {
  GridParams params;
  params.models = {"eqnet"};
  params.datasets = {"boolean5", "poly5"};
  params.groups = {"models"};
  params.seed = 7;
  params.seeds = 2;
  EXPECT_EQ(keys(plan(params)), (std::vector<std::string>{"boolean5.eqnet.seed7", "poly5.eqnet.seed7",
                                                          "boolean5.eqnet.seed8", "poly5.eqnet.seed8"}));
}

TEST(Plan, TakesTheAblationsOfEqNetMulWhereItIsNamed) {
  GridParams params;
  params.datasets = {"boolean5"};
  params.groups = {"ablations"};
  for (const Cell& cell : plan(params)) EXPECT_EQ(cell.variant.kind, "eqnet") << cell.key();
  params.models = {"eqnet-mul"};
  EXPECT_GT(plan(params).size(), 10U);
  for (const Cell& cell : plan(params)) EXPECT_EQ(cell.variant.kind, "eqnet-mul") << cell.key();
}

TEST(Plan, RefusesNamesThatItDoesNotKnow) {
  GridParams params;
  params.models = {"eqqnet"};
  EXPECT_ERROR(plan(params), "'eqqnet'");
  params = {};
  params.datasets = {"boolean3"};
  EXPECT_ERROR(plan(params), "boolean3");
}

}  // namespace eqnet::experiments
