#include "train/paraphrases.h"

#include <gtest/gtest.h>

#include <map>

#include "models/registry.h"
#include "train/algebra_data.h"
#include "train/table_search.h"
#include "train/tabulate.h"

namespace eqnet::train {
namespace {

class ParaphrasesOfModulo3 : public ::testing::Test {
 protected:
  data::Dataset dataset = data_of(modulo(3), 2, 5);
  Task task = task_of_all(dataset);
  Paraphrases paraphrases{task};
};

}  // namespace

TEST_F(ParaphrasesOfModulo3, MeanWhatTheirClassMeans) {
  std::map<uint32_t, expr::NodeId> member;  // by label, in a pool with the paraphrases
  expr::Pool pool = paraphrases.pool();
  std::vector<expr::NodeId> roots = paraphrases.roots();
  std::vector<uint32_t> labels = paraphrases.labels();
  ASSERT_GT(roots.size(), 100U);
  for (size_t i = 0; i < task.training.roots.size(); ++i) {
    roots.push_back(expr::copy(dataset.pool, task.training.roots[i], pool));
    labels.push_back(task.training.labels[i]);
  }
  const std::vector<uint32_t> meanings = dataset.domain->classify(pool, roots);
  std::map<uint32_t, uint32_t> meaning_of;  // by label
  for (size_t i = 0; i < roots.size(); ++i) {
    EXPECT_EQ(meaning_of.emplace(labels[i], meanings[i]).first->second, meanings[i]) << i;
  }
}

TEST_F(ParaphrasesOfModulo3, AreLargerThanWhatTheyAreMadeOf) {
  double sum = 0;
  for (const expr::NodeId root : paraphrases.roots()) {
    EXPECT_LE(paraphrases.pool().tree_size(root), 25U);
    sum += paraphrases.pool().tree_size(root);
  }
  EXPECT_GT(sum / static_cast<double>(paraphrases.roots().size()), 12);
}

TEST_F(ParaphrasesOfModulo3, AreTheSameEachTimeAndNoneTwiceInAClass) {
  const Paraphrases again(task);
  EXPECT_EQ(again.roots(), paraphrases.roots());
  EXPECT_EQ(again.labels(), paraphrases.labels());
  for (size_t i = 1; i < again.roots().size(); ++i) EXPECT_NE(again.roots()[i], again.roots()[i - 1]);
}

TEST_F(ParaphrasesOfModulo3, AreAllFoundByAnExactNetworkOnly) {
  data::Dataset split = data_of(modulo(3), 2, 5);
  TrainParams params;
  params.settings = models::settings("eqnet-mul", "tuned");
  const Task own = make_task(split, task_params(params));
  const auto exact = tabulate(own, Equations(own), params, find_tables(Equations(own), {}));
  ASSERT_TRUE(exact.has_value());
  const auto network = models::make_network(exact->model.settings, own.vocabulary, split.domain);
  const Paraphrases asked(own);
  EXPECT_EQ(asked.retrieval(*network, exact->model.parameters, 1), 1);
  EXPECT_EQ(asked.retrieval(*network, exact->model.parameters, 2), 1);
  std::vector<float> spoiled = exact->model.parameters;
  base::Random random(1);
  for (float& number : spoiled) number += static_cast<float>(0.3 * random.gaussian());
  EXPECT_LT(asked.retrieval(*network, spoiled, 1), 0.9);
}

TEST(Paraphrases, OfNothingAskNothing) {
  const data::Dataset dataset = data_of("=a\ta\n=b\tb\n");
  const Task task = task_of_all(dataset);
  const Paraphrases paraphrases(task);
  EXPECT_TRUE(paraphrases.roots().empty());
  const auto network = models::make_network(models::settings("eqnet-mul", "tuned"), task.vocabulary, dataset.domain);
  EXPECT_EQ(paraphrases.retrieval(*network, std::vector<float>(network->layout().size()), 1), 1);
}

}  // namespace eqnet::train
