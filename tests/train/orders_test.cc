// Training by several ranks, which are threads here: to the last bit what one process does.
#include "train/orders.h"

#include <gtest/gtest.h>

#include "models/registry.h"
#include "support/split_dataset.h"
#include "support/temporary_folder.h"
#include "support/thread_ranks.h"
#include "train/interrupt.h"
#include "train/trainer.h"

namespace eqnet::train {
namespace {

struct SharedTraining {
  data::Dataset dataset;
  TrainParams params;

  SharedTraining(const std::string& kind, const std::vector<std::string>& assignments,
                 const std::string& preset = "boolean5")
      : dataset(eqnet::testing::generated(preset)) {
    params.settings = models::settings(kind);
    for (const std::string& assignment : assignments) params.settings.set_assignment(assignment);
    params.most_epochs = 8;
  }
  [[nodiscard]] Task task() const { return make_task(dataset, task_params(params)); }
  [[nodiscard]] TrainResult alone() const {
    const Task own = task();
    return train(own, params);
  }
  // threads: of each rank.
  [[nodiscard]] TrainResult over(size_t count, size_t threads = 1) const {
    TrainResult result;
    eqnet::testing::on_ranks(count, [&](base::Ranks& ranks) {
      const Task own = task();
      if (ranks.rank() > 0) {
        follow(own, threads, ranks);
        return;
      }
      TrainParams shared = params;
      shared.ranks = &ranks;
      shared.threads = threads;
      result = train(own, shared);
    });
    return result;
  }
};

// Both are the best that was found to the end of training, so that one wrong bit anywhere shows.
void expect_same(const TrainResult& one, const TrainResult& other, const std::string& what) {
  EXPECT_EQ(one.model.parameters, other.model.parameters) << what;
  EXPECT_EQ(one.model.notes, other.model.notes) << what;
  EXPECT_EQ(one.ended, other.ended) << what;
  EXPECT_EQ(one.best_retrieval, other.best_retrieval) << what;
  EXPECT_EQ(one.blocks, other.blocks) << what;
}

}  // namespace

TEST(Orders, TrainTheSameModelForAnyNumberOfRanks) {
  // With restarts and dropped weights; blocks; class vectors only.
  const std::vector<std::string> often = {"validate_every=1", "validate_steps=1", "patience=1", "patience_steps=1"};
  const std::vector<std::pair<std::string, std::vector<std::string>>> kinds = {
      {"eqnet", {"dimension=8", "batch=200", "parts=5", "dropout=0.2", "average=0.9", "restart_steps=1000"}},
      {"eqnet-mul", {"dimension=17", "batch=150", "parts=4", "block=2"}},
      {"treenn1", {"dimension=8", "parts=1"}}};
  for (const auto& [kind, assignments] : kinds) {
    SharedTraining training(kind, assignments);
    for (const std::string& assignment : often) training.params.settings.set_assignment(assignment);
    const TrainResult alone = training.alone();
    for (const size_t count : {1, 2, 3, 7}) {
      expect_same(training.over(count, 1 + count % 2), alone, kind + " on " + std::to_string(count) + " ranks");
    }
  }
}

// What changes weights beside steps: renewal of points, and settling.
TEST(Orders, TellOfWeightsThatOthersThanStepsHaveChanged) {
  SharedTraining training("eqnet-mul", {"dimension=17", "batch=100", "parts=2", "block=1", "steps=80", "renew=4"},
                          "simplepoly8");
  training.params.most_epochs = 0;
  const TrainResult alone = training.alone();
  expect_same(training.over(2), alone, "with settling");
  training.params.settings.set("settle", "off");
  expect_same(training.over(2), training.alone(), "with renewal");
}

// Batches whose orders take a second message, and epochs of more than one batch.
TEST(Orders, OfAnyLengthArrive) {
  const SharedTraining training("treenn2", {"dimension=8", "batch=2000", "parts=3"});
  expect_same(training.over(2), training.alone(), "a batch of all");
}

// The searches before training are rank 0's, and so is what has no gradients.
TEST(Orders, FollowASearchForBlocksAndAFit) {
  const SharedTraining search("eqnet-mul", {"dimension=17", "steps=60"});
  const TrainResult alone = search.alone();
  EXPECT_NE(alone.blocks, "");
  expect_same(search.over(2), alone, "block = 0");
  const SharedTraining fitted("tfidf", {});
  expect_same(fitted.over(2), fitted.alone(), "tfidf");
}

TEST(Orders, GoOnFromTheCheckpointOfAnyNumberOfRanks) {
  SharedTraining training("eqnet", {"dimension=8", "batch=200", "parts=4", "validate_every=1", "validate_steps=1"});
  const TrainResult whole = training.alone();
  const eqnet::testing::TemporaryFolder folder;
  training.params.path = folder.file("model");
  // Ends rank 0 in the middle as an error does; nothing of it is left but the checkpoint.
  const auto end_after = [&](size_t validations, base::Ranks* ranks) {
    TrainParams params = training.params;
    params.ranks = ranks;
    size_t seen = 0;
    params.on_validation = [&](const Validation&) {
      if (++seen > validations) throw Interrupted();
    };
    const Task own = training.task();
    EXPECT_THROW(train(own, params), Interrupted);
  };
  eqnet::testing::on_ranks(3, [&](base::Ranks& ranks) {
    if (ranks.rank() == 0) {
      end_after(1, &ranks);
      order_end(ranks);
    } else {
      follow(training.task(), 1, ranks);
    }
  });
  end_after(1, nullptr);
  const TrainResult resumed = training.over(2);
  EXPECT_TRUE(resumed.resumed);
  EXPECT_EQ(resumed.model.parameters, whole.model.parameters);
}

}  // namespace eqnet::train
