// Training of eqnet-mul: Adam, a schedule with an end, held out classes, class vectors in the place of children.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "models/registry.h"
#include "support/expect_error.h"
#include "support/on_isa.h"
#include "support/split_dataset.h"
#include "support/temporary_folder.h"
#include "train/interrupt.h"

namespace eqnet::train {
namespace {

using encode::Settings;
using eqnet::testing::read_file;
using eqnet::testing::TemporaryFolder;

const data::Dataset& dataset(const std::string& preset) {
  static std::map<std::string, data::Dataset> all;
  if (!all.contains(preset)) all.emplace(preset, eqnet::testing::generated(preset));
  return all.at(preset);
}

struct MulExample {
  TrainParams params;
  Task task;

  MulExample(const std::string& recipe, const std::vector<std::string>& changes,
             const std::string& preset = "boolean5") {
    params.settings = models::settings("eqnet-mul", recipe);
    for (const char* small : {"dimension=8", "batch=200", "validate_steps=0", "steps=60", "block=1"}) set(small);
    if (recipe == "paper") {
      for (const char* small : {"hidden=4", "product=5"}) set(small);
    }
    for (const std::string& change : changes) set(change);
    task = make_task(dataset(preset), task_params(params));
  }
  void set(const std::string& assignment) { params.settings.set_assignment(assignment); }
  [[nodiscard]] TrainResult run() const { return train(task, params); }
};

std::vector<MulExample> examples() {
  return {MulExample("tuned", {}), MulExample("paper", {}),
          MulExample("tuned", {"permute=0.5", "average=0.9", "dropout=0.1"}),
          MulExample("paper", {"autoencoder=on", "leaf_noise=1", "objective=margin"}),
          MulExample("tuned", {"hold_out=0.2", "batch=900", "steps=80"}, "poly8")};
}

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  }
  return largest;
}

constexpr double kRounding = 1e-5;  // of 60 steps

}  // namespace

TEST(MulTraining, GivesTheSameFileForEveryNumberOfThreads) {
  const TemporaryFolder folder;
  for (MulExample& example : examples()) {
    std::string one;
    for (const size_t threads : {1, 2, 5}) {
      example.params.threads = threads;
      example.params.path = folder.file("m");
      (void)example.run();
      const std::string bytes = read_file(folder.file("m"));
      if (one.empty()) one = bytes;
      EXPECT_EQ(bytes, one) << threads << " threads";
    }
    EXPECT_GT(one.size(), 500U);
  }
}

// A file from before there were blocks and settling (tests/fixtures/models/v1/README.md). The objective adds up in
// another order since, and the sanitizers' compiler rounds otherwise. Plain x86-64 is the instruction set that every
// machine has.
TEST(MulTraining, OfPointsWithoutSettlingGivesWhatItGave) {
  const eqnet::testing::OnIsa on(kernels::Isa::base);
  const std::string path = std::string(EQNET_SOURCE) + "/tests/fixtures/models/v1/eqnet-mul-points.eqnet";
  encode::Model before = encode::load_model(path, models::kind);
  encode::arrange_parameters(before, models::make_network(before.settings, before.vocabulary)->layout(), path);
  const encode::Model after = MulExample("tuned", {"block=1", "settle=0", "renew=1"}).run().model;
  EXPECT_LT(largest_difference(after.parameters, before.parameters), kRounding);
  EXPECT_EQ(after.notes.at("best_epoch"), before.notes.at("best_epoch"));
  const encode::Model longer = MulExample("tuned", {"block=1", "settle=0", "renew=1", "steps=61"}).run().model;
  EXPECT_GT(largest_difference(longer.parameters, before.parameters), 100 * kRounding);
}

TEST(MulTraining, ResumesToTheModelOfARunInOneGo) {
  for (MulExample& example : examples()) {
    const TemporaryFolder folder;
    example.params.path = folder.file("whole");
    const TrainResult whole = example.run();
    EXPECT_EQ(whole.ended, Ended::schedule);
    example.params.path = folder.file("parts");
    for (const size_t at : {2, 1, 4}) interrupt(example, at);
    ASSERT_TRUE(std::filesystem::exists(folder.file("parts.checkpoint")));
    example.params.threads = 2;
    const TrainResult parts = example.run();
    EXPECT_TRUE(parts.resumed);
    EXPECT_EQ(parts.ended, Ended::schedule);
    EXPECT_EQ(parts.epochs, whole.epochs);
    EXPECT_EQ(read_file(folder.file("parts")), read_file(folder.file("whole")));
  }
}

// Adam counts the steps since a restart. The best weights may be those of an earlier start, so the losses are compared.
TEST(MulTraining, ResumesAfterARestartToo) {
  const TemporaryFolder folder;
  MulExample example("tuned", {"restart_steps=50", "patience=1", "learning_rate=1e-4", "steps=1000"});
  example.params.path = folder.file("whole");
  std::vector<double> whole;
  example.params.on_validation = [&](const Validation& validation) { whole.push_back(validation.loss); };
  EXPECT_EQ(example.run().ended, Ended::patience);
  ASSERT_GT(whole.size(), 8U);
  example.params.path = folder.file("parts");
  interrupt(example, whole.size() - 3);
  std::vector<double> rest;
  example.params.on_validation = [&](const Validation& validation) { rest.push_back(validation.loss); };
  EXPECT_TRUE(example.run().resumed);
  ASSERT_LT(rest.size(), whole.size());
  EXPECT_EQ(rest, std::vector<double>(whole.end() - static_cast<std::ptrdiff_t>(rest.size()), whole.end()));
  EXPECT_EQ(read_file(folder.file("parts")), read_file(folder.file("whole")));
}

TEST(MulTraining, EndsWithItsSchedule) {
  MulExample example("tuned", {"steps=10"});
  const size_t batches = (example.task.training.roots.size() + 199) / 200;
  const TrainResult result = example.run();
  EXPECT_EQ(result.ended, Ended::schedule);
  EXPECT_EQ(name(result.ended), "schedule");
  EXPECT_EQ(result.epochs, (10 - 1) / batches) << "epochs that were finished before the last step";
}

// The schedule is as long as the time: at its end the learning rate is 0, however many steps were to come.
TEST(MulTraining, EndsItsScheduleWithTheTime) {
  MulExample example("tuned", {"steps=1000000000"});
  example.params.most_seconds = 0.5;
  double first = 0;
  double last = 0;
  example.params.on_validation = [&](const Validation& validation) {
    if (first == 0) first = validation.loss;
    last = validation.loss;
  };
  const TrainResult result = example.run();
  EXPECT_EQ(result.ended, Ended::time);
  EXPECT_LT(result.seconds, 10);
  EXPECT_LT(last, first);
  for (const float value : result.model.parameters) ASSERT_TRUE(std::isfinite(value));
}

TEST(MulTraining, SaysWhatCannotBe) {
  EXPECT_ERROR(MulExample("tuned", {"steps=0"}).run(), "schedule", "no end", "--time");
  EXPECT_ERROR(MulExample("tuned", {"points=off"}).run(), "leave Combine nothing", "--recipe paper");
  MulExample alone("tuned", {});
  alone.task.class_sizes.assign(alone.task.class_sizes.size(), 1);
  EXPECT_ERROR(alone.run(), "no class has two", "softmax=1");
}

TEST(MulTraining, IsNotChangedByALimitThatItDoesNotNeed) {
  MulExample example("tuned", {});
  const TrainResult free = example.run();
  example.params.most_seconds = 1000;
  const TrainResult limited = example.run();
  EXPECT_EQ(limited.ended, Ended::schedule);
  EXPECT_EQ(limited.model.parameters, free.model.parameters);
}

TEST(MulTraining, Learns) {
  for (MulExample& example : examples()) {
    example.set("steps=300");
    double first = -1;
    double best = 0;
    example.params.on_validation = [&](const Validation& validation) {
      if (first < 0) first = validation.retrieval;
      best = std::max(best, validation.retrieval);
    };
    (void)example.run();
    EXPECT_GT(best, 1.3 * first);
  }
}

TEST(MulTraining, IsOfAllClassesButThoseHeldOut) {
  const MulExample example("tuned", {"hold_out=0.2", "steps=5"}, "poly8");
  ASSERT_FALSE(example.task.held_out.roots.empty());
  const encode::Model model = example.run().model;
  EXPECT_EQ(model.notes.at("training_classes"), std::to_string(example.task.class_sizes.size()));
  EXPECT_EQ(model.notes.at("training_expressions"), std::to_string(example.task.training.roots.size()));
}

}  // namespace eqnet::train
