// Trainings that look for algebras in the equations of the data: block = 0.
#include "train/block_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "models/encoder.h"
#include "models/registry.h"
#include "support/temporary_folder.h"
#include "train/interrupt.h"
#include "train/languages.h"
#include "train/table_search.h"
#include "train/tabulate.h"

namespace eqnet::train {
namespace {

using eqnet::testing::read_file;
using eqnet::testing::TemporaryFolder;

struct BlockExample {
  data::Dataset dataset;
  TrainParams params;
  Task task;

  BlockExample(const SomeAlgebra& algebra, size_t max_size, const std::vector<std::string>& changes = {})
      : BlockExample(data_of(algebra, 2, max_size, 20), changes) {}
  explicit BlockExample(data::Dataset data, const std::vector<std::string>& changes = {}) : dataset(std::move(data)) {
    params.settings = models::settings("eqnet-mul", "tuned");
    for (const char* small : {"dimension=32", "batch=200", "validate_steps=0", "steps=40"}) set(small);
    for (const std::string& change : changes) set(change);
    task = make_task(dataset, task_params(params));
  }
  BlockExample(const BlockExample&) = delete;  // the task knows the dataset by its address
  BlockExample& operator=(const BlockExample&) = delete;

  void set(const std::string& assignment) { params.settings.set_assignment(assignment); }
  [[nodiscard]] TrainResult run() const { return train(task, params); }
  [[nodiscard]] std::optional<TrainResult> tabulated() const {
    return tabulate(task, Equations(task), params, find_tables(Equations(task), {}));
  }
};

// That vectors are the same for equivalent expressions and not nearly so for others.
void expect_classes(const models::Encoder& encoder, const data::Dataset& dataset) {
  std::vector<expr::NodeId> members;
  std::vector<size_t> classes;
  for (size_t c = 0; c < std::min<size_t>(60, dataset.classes.size()); ++c) {
    for (size_t i = 0; i < std::min<size_t>(4, dataset.classes[c].members.size()); ++i) {
      members.push_back(dataset.classes[c].members[i]);
      classes.push_back(c);
    }
  }
  const std::vector<float> vectors = encoder.embed(dataset.pool, members, "test");
  const size_t d = encoder.dimension();
  for (size_t i = 0; i < members.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      double cosine = 0;
      for (size_t k = 0; k < d; ++k) cosine += vectors[i * d + k] * vectors[j * d + k];
      if (classes[i] == classes[j]) {
        EXPECT_GT(cosine, 0.9999);
      } else {
        EXPECT_LT(cosine, 0.99);
      }
    }
  }
}

}  // namespace

TEST(Tabulate, MakesAnExactNetworkWithoutSteps) {
  const BlockExample example(modulo(3), 7);
  const auto result = example.tabulated();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->ended, Ended::exact);
  EXPECT_GT(result->best_retrieval, kNothingLeft);
  EXPECT_EQ(result->best_accuracy, 1);
  EXPECT_EQ(result->blocks, "an algebra of 3 values in the equations");
  EXPECT_EQ(result->model.settings.integer("block"), 2U);
  EXPECT_EQ(result->model.settings.integer("algebras"), 0U);
  EXPECT_EQ(result->model.notes.at("agrees"), "exactly");
  EXPECT_EQ(result->model.notes.at("epochs"), "0");
  expect_classes(models::Encoder(result->model, "model"), example.dataset);
}

TEST(Tabulate, NeedsNoClassVectorsToKnowClasses) {
  for (const char* objective : {"objective=margin", "softmax=1"}) {
    const auto result = BlockExample(modulo(3), 7, {objective}).tabulated();
    ASSERT_TRUE(result);
    EXPECT_EQ(result->best_accuracy, 1) << objective;
    EXPECT_EQ(result->model.notes.at("validation_accuracy"), "1.000000");
  }
}

TEST(Tabulate, SaysWhereVectorsAreTooSmallForAll) {
  const BlockExample example(modulo(4), 7, {"dimension=5", "widest=0"});
  const auto result = example.tabulated();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->ended, Ended::fitted);
  EXPECT_LT(result->best_retrieval, kNearlyAll);
}

TEST(Tabulate, MakesVectorsLongerWhereTheyAreTooSmallForAll) {
  const BlockExample example(modulo(4), 7, {"dimension=5"});
  const auto result = example.tabulated();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->ended, Ended::exact);
  EXPECT_EQ(result->blocks, "an algebra of 4 values in the equations, vectors of 64 numbers");
  EXPECT_EQ(result->model.settings.integer("dimension"), 64U);
  const models::Encoder encoder(result->model, "model");
  EXPECT_EQ(encoder.dimension(), 64U);
  expect_classes(encoder, example.dataset);
}

TEST(Tabulate, IsNothingWhereNoValueFitsOrNoAlgebraIsThere) {
  EXPECT_FALSE(BlockExample(modulo(3), 5, {"dimension=2", "widest=0"}).tabulated());
  const BlockExample example(modulo(5), 5);
  TableSearchParams search;
  search.most_values = 2;
  search.several = false;
  EXPECT_FALSE(
      tabulate(example.task, Equations(example.task), example.params, find_tables(Equations(example.task), search)));
}

TEST(BlockSearch, FindsSmallAlgebrasAtOnce) {
  for (const SomeAlgebra& algebra : {modulo(3), kleene()}) {
    BlockExample example(algebra, 7);
    size_t validations = 0;
    example.params.on_validation = [&](const Validation& validation) {
      ++validations;
      EXPECT_EQ(validation.epoch, 0U);
      EXPECT_TRUE(validation.best);
    };
    const TrainResult result = example.run();
    EXPECT_EQ(result.ended, Ended::exact);
    EXPECT_EQ(result.epochs, 0U);
    EXPECT_EQ(validations, 1U);
    EXPECT_EQ(result.blocks.find("an algebra of 3 values in the equations: exact, 100.0%"), 0U) << result.blocks;
    expect_classes(models::Encoder(result.model, "model"), example.dataset);
  }
}

TEST(BlockSearch, FindsLargerAlgebrasWherePointsFail) {
  const BlockExample example(unheard_of(), 7);
  const TrainResult result = example.run();
  EXPECT_EQ(result.ended, Ended::exact);
  EXPECT_EQ(result.blocks.find("an algebra of 4 values in the equations, vectors of 64 numbers: exact"), 0U)
      << result.blocks;
  EXPECT_NE(result.blocks.find("; points: "), std::string::npos) << result.blocks;
  expect_classes(models::Encoder(result.model, "model"), example.dataset);
}

TEST(BlockSearch, KnowsSumsAndProductsModuloANumber) {
  const BlockExample example(modulo(4), 7);
  const TrainResult result = example.run();
  EXPECT_EQ(result.ended, Ended::exact);
  EXPECT_EQ(result.blocks.find("an algebra of 4 values in the equations (Add is a + b mod 4, Multiply is a b mod 4, "),
            0U)
      << result.blocks;
  expect_classes(models::Encoder(result.model, "model"), example.dataset);
}

TEST(BlockSearch, FindsWordsAsQuaternions) {
  data::Dataset dataset = data_of(words(), 7);
  data::make_split(dataset, 1);
  const BlockExample example(std::move(dataset));
  const TrainResult result = example.run();
  EXPECT_EQ(result.ended, Ended::exact);
  EXPECT_EQ(result.blocks.find("quaternions that agree with the equations: exact"), 0U) << result.blocks;
  expect_classes(models::Encoder(result.model, "model"), example.dataset);
}

TEST(BlockSearch, FindsRegularExpressionsAsRelations) {
  data::Dataset dataset = data_of(regular_expressions(), 6);
  data::make_split(dataset, 1);
  const BlockExample example(std::move(dataset), {"dimension=64"});
  const TrainResult result = example.run();
  EXPECT_EQ(result.ended, Ended::exact);
  EXPECT_NE(result.blocks.find(" points that agree with the equations"), std::string::npos) << result.blocks;
  EXPECT_NE(result.model.notes.at("learned").find("star is reflexive transitive closure"), std::string::npos);
  const models::Encoder encoder(result.model, "model");
  EXPECT_EQ(encoder.dimension(), result.model.settings.integer("dimension"));
  expect_classes(encoder, example.dataset);
}

// Sums and products are those of fractions, but the conjugate is no function of a fraction.
TEST(BlockSearch, GoesOnWhereFunctionsOfFractionsAreNotLearned) {
  data::Dataset dataset = data_of(complex_numbers(), 6);
  data::make_split(dataset, 1);
  const BlockExample example(std::move(dataset), {"steps=200"});
  const TrainResult result = example.run();
  EXPECT_EQ(result.model.settings.integer("fractions"), 0U) << result.blocks;
  EXPECT_NE(result.blocks.find("; fractions, with functions that were learned: "), std::string::npos) << result.blocks;
  EXPECT_GT(result.best_retrieval, kNearlyAll);
}

TEST(BlockSearch, SaysWhatItIsDoing) {
  BlockExample example(unheard_of(), 7);
  std::vector<std::string> told;
  double last = 0;
  example.params.on_status = [&](const TrainStatus& status) {
    if (told.empty() || told.back() != status.doing) told.push_back(status.doing);
    EXPECT_GE(status.seconds, last);
    last = status.seconds;
  };
  (void)example.run();
  const auto has = [&](const char* doing) { return std::ranges::find(told, doing) != told.end(); };
  EXPECT_TRUE(has("looking for algebras of up to 3 values"));
  EXPECT_TRUE(has("looking for algebras of quaternions and matrices"));
  EXPECT_TRUE(has("looking for algebras of up to 9 values"));
}

// What is killed then can be run again with the same command.
TEST(BlockSearch, WritesNoModelBeforeItIsDone) {
  const TemporaryFolder folder;
  BlockExample example(unheard_of(), 7);
  example.params.path = folder.file("m.eqnet");
  size_t asked = 0;
  example.params.on_status = [&](const TrainStatus& status) {
    if (status.doing != "looking for algebras of up to 9 values") return;
    ++asked;
    EXPECT_FALSE(std::filesystem::exists(example.params.path));
  };
  (void)example.run();
  EXPECT_GE(asked, 1U);
  EXPECT_TRUE(std::filesystem::exists(example.params.path));
}

TEST(BlockSearch, WritesTheModelThatItFound) {
  const TemporaryFolder folder;
  for (const SomeAlgebra& algebra : {modulo(3), unheard_of()}) {
    BlockExample example(algebra, 7);
    example.params.path = folder.file("m" + std::to_string(algebra.count));
    const TrainResult result = example.run();
    const models::Encoder loaded = models::Encoder::load(example.params.path);
    EXPECT_EQ(loaded.model().parameters, result.model.parameters);
    const models::Encoder made(result.model, "model");
    EXPECT_EQ(loaded.embed(example.dataset.pool, example.task.validation.roots, "test"),
              made.embed(example.dataset.pool, example.task.validation.roots, "test"));
    EXPECT_FALSE(std::filesystem::exists(example.params.path + ".checkpoint"));
    EXPECT_EQ(std::ranges::count(read_file(example.params.path + ".log.jsonl"), '\n'), 1) << "of the tables alone";
  }
}

TEST(BlockSearch, GivesTheSameFileForEveryNumberOfThreads) {
  const TemporaryFolder folder;
  for (const SomeAlgebra& algebra : {modulo(3), unheard_of()}) {
    BlockExample example(algebra, 7);
    std::string one;
    for (const size_t threads : {1, 2}) {
      example.params.threads = threads;
      example.params.path = folder.file("m");
      (void)example.run();
      const std::string bytes = read_file(folder.file("m"));
      if (one.empty()) one = bytes;
      EXPECT_TRUE(bytes == one) << threads << " threads";
    }
    EXPECT_GT(one.size(), 500U);
  }
}

TEST(BlockSearch, IsNotForThoseWhoAskForBlocks) {
  for (const char* block : {"block=1", "block=2"}) {
    const BlockExample example(modulo(3), 7, {block});
    const TrainResult result = example.run();
    EXPECT_EQ(result.blocks, "");
    EXPECT_GT(result.epochs, 0U);
  }
}

// Numbers of another form than the one asked for have no place in its network.
TEST(BlockSearch, IsNotForThoseWhoAskForAForm) {
  for (const char* form : {"fractions=2", "relations=2", "ordered=1"}) {
    data::Dataset dataset = data_of(words(), 5);
    data::make_split(dataset, 1);
    const BlockExample example(std::move(dataset), {form});
    const TrainResult result = example.run();
    EXPECT_EQ(result.blocks, "") << form;
    EXPECT_GT(result.epochs, 0U) << form;
    for (const float value : result.model.parameters) ASSERT_TRUE(std::isfinite(value)) << form;
    EXPECT_EQ(models::Encoder(result.model, "model").dimension(), 32U);
  }
}

TEST(BlockSearch, GoesOnWhereItWasKilled) {
  const TemporaryFolder folder;
  BlockExample example(unheard_of(), 7);
  example.params.path = folder.file("whole");
  const TrainResult whole = example.run();
  example.params.path = folder.file("parts");
  interrupt(example, 2);
  ASSERT_TRUE(std::filesystem::exists(folder.file("parts.checkpoint")));
  const TrainResult parts = example.run();
  EXPECT_TRUE(parts.resumed);
  EXPECT_EQ(parts.blocks, whole.blocks);
  EXPECT_TRUE(read_file(folder.file("parts")) == read_file(folder.file("whole")));
}

// There are three trainings of functions and one of points. Only the first has checkpoints.
TEST(BlockSearch, GoesOnWhereItWasKilledBesideFunctions) {
  const TemporaryFolder folder;
  data::Dataset dataset = data_of(complex_numbers(), 5);
  data::make_split(dataset, 1);
  BlockExample example(std::move(dataset), {"steps=12", "dimension=4"});
  std::vector<size_t> before;  // validations before each training: epochs begin anew
  size_t validations = 0, last = 0;
  example.params.on_validation = [&](const Validation& validation) {
    if (validation.epoch <= last) before.push_back(validations);
    last = validation.epoch;
    ++validations;
  };
  example.params.path = folder.file("whole");
  const TrainResult whole = example.run();
  ASSERT_NE(whole.blocks.find("fractions, with functions"), std::string::npos) << whole.blocks;
  ASSERT_GE(before.size(), 3U);
  const auto lines = [&](const char* name) {
    return std::ranges::count(read_file(folder.file(name) + ".log.jsonl"), '\n');
  };
  for (const size_t training : {0, 1, 3}) {
    example.params.path = folder.file("parts");
    interrupt(example, (training == 0 ? 0 : before[training - 1]) + 3);
    EXPECT_FALSE(std::filesystem::exists(folder.file("parts"))) << training;
    const TrainResult parts = example.run();
    EXPECT_EQ(parts.resumed, training == 0);
    EXPECT_EQ(parts.blocks, whole.blocks) << training;
    EXPECT_TRUE(read_file(folder.file("parts")) == read_file(folder.file("whole"))) << training;
    EXPECT_EQ(lines("parts"), lines("whole")) << training;
    std::filesystem::remove(folder.file("parts"));
  }
}

// Whatever comes out is a model that can be used.
TEST(BlockSearch, EndsWithItsTime) {
  for (const double seconds : {0.05, 0.5}) {
    BlockExample example(modulo(6), 7, {"steps=1000000000"});
    example.params.most_seconds = seconds;
    const TrainResult result = example.run();
    EXPECT_LT(result.seconds, seconds + 5);
    EXPECT_FALSE(result.model.parameters.empty());
    for (const float value : result.model.parameters) ASSERT_TRUE(std::isfinite(value));
    (void)models::Encoder(result.model, "model").embed(example.dataset.pool, example.task.validation.roots, "test");
  }
}

}  // namespace eqnet::train
