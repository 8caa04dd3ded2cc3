#include "train/trainer.h"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "models/registry.h"
#include "support/expect_error.h"
#include "support/split_dataset.h"
#include "support/temporary_folder.h"
#include "train/interrupt.h"

namespace eqnet::train {
namespace {

using encode::Settings;
using eqnet::testing::generated;
using eqnet::testing::read_file;
using eqnet::testing::split_dataset;
using eqnet::testing::TemporaryFolder;

Settings with(const std::string& kind, const std::vector<std::string>& assignments) {
  Settings settings = models::settings(kind, "paper");
  for (const std::string& assignment : assignments) settings.set_assignment(assignment);
  return settings;
}

// A few hundred expressions, small vectors, several batches an epoch: an epoch takes a millisecond.
struct TrainerExample {
  data::Dataset dataset = generated("boolean5");
  Task task = make_task(dataset);
  TrainParams params;

  explicit TrainerExample(const std::string& kind = "eqnet") {
    params.settings = with(kind, {"dimension=8", "batch=200", "learning_rate=0.005"});
    params.most_epochs = 6;
  }
  void set(const std::string& assignment) { params.settings.set_assignment(assignment); }
  [[nodiscard]] TrainResult run() const { return train(task, params); }
};

// The part of a model's parameters that a tensor has.
std::vector<float> tensor(const encode::Model& model, const std::string& name) {
  const auto network = models::make_network(model.settings, model.vocabulary);
  for (const encode::Tensor& tensor : network->layout().tensors()) {
    const auto begin = model.parameters.begin() + static_cast<std::ptrdiff_t>(tensor.offset);
    if (tensor.name == name) return {begin, begin + static_cast<std::ptrdiff_t>(tensor.size())};
  }
  ADD_FAILURE() << "no tensor " << name;
  return {};
}

std::vector<rapidjson::Document> log_lines(const std::string& path) {
  std::vector<rapidjson::Document> lines;
  std::istringstream stream(read_file(path));
  for (std::string line; std::getline(stream, line);) {
    lines.emplace_back().Parse(line.c_str());
    EXPECT_FALSE(lines.back().HasParseError()) << line;
  }
  return lines;
}

}  // namespace

TEST(Train, GivesTheSameModelForEveryNumberOfThreads) {
  for (const char* kind : {"eqnet", "treenn1", "treenn2"}) {
    for (const char* parts : {"1", "2", "3"}) {
      TrainerExample example(kind);
      example.set(std::string("parts=") + parts);
      const TrainResult one = example.run();
      for (const size_t threads : {2, 5}) {
        example.params.threads = threads;
        const TrainResult more = example.run();
        EXPECT_EQ(more.model.parameters, one.model.parameters) << kind << ", " << parts << " parts";
        EXPECT_EQ(more.model.notes, one.model.notes);
      }
    }
  }
}

TEST(Train, DependsOnTheSeed) {
  TrainerExample example;
  const auto first = example.run().model.parameters;
  EXPECT_EQ(example.run().model.parameters, first);
  example.params.seed = 2;
  EXPECT_NE(example.run().model.parameters, first);
}

TEST(Train, LearnsWithEveryObjectiveAndAblation) {
  for (const char* change : {"objective=siamese", "autoencoder=off", "normalise=off", "residual=off", "dropout=0",
                             "leaf_noise=0", "mu_schedule=fast", "curriculum_start=0"}) {
    TrainerExample example;
    example.set(change);
    example.set("validate_every=1");
    example.params.most_epochs = 30;
    std::vector<double> losses;
    example.params.on_validation = [&](const Validation& validation) { losses.push_back(validation.loss); };
    (void)example.run();
    ASSERT_EQ(losses.size(), 30U);
    EXPECT_LT(losses.back(), losses[5]) << change << ": the loss falls once all trees are in";
  }
}

TEST(Train, TellsItsStatusAtMostTenTimesASecond) {
  TrainerExample example;
  example.set("patience=1000000");
  example.params.most_epochs = 0;
  example.params.most_seconds = 0.5;
  std::vector<TrainStatus> told;
  example.params.on_status = [&](const TrainStatus& status) { told.push_back(status); };
  const TrainResult result = example.run();
  ASSERT_FALSE(told.empty());
  EXPECT_LE(told.size(), 5U);
  double before = 0;
  for (const TrainStatus& status : told) {
    EXPECT_GE(status.seconds - before, 0.09);
    before = status.seconds;
    EXPECT_GE(status.epoch, 1U);
    EXPECT_LE(status.epoch, result.epochs + 1);
    EXPECT_GT(status.expressions_per_s, 0);
    ASSERT_TRUE(status.left.has_value());
    EXPECT_LE(*status.left, 0.5 - status.seconds + 1e-9);
    EXPECT_LE(status.accuracy, status.best);
  }
}

TEST(Train, SaysHowItEndedAndKeepsTheBestWeights) {
  TrainerExample example;
  example.set("validate_every=1");
  example.params.most_epochs = 25;
  std::vector<Validation> validations;
  example.params.on_validation = [&](const Validation& validation) { validations.push_back(validation); };
  const TrainResult result = example.run();
  EXPECT_EQ(result.ended, Ended::epochs);
  EXPECT_EQ(result.epochs, 25U);
  EXPECT_FALSE(result.resumed);
  ASSERT_EQ(validations.size(), 25U);
  size_t best = 0;
  for (size_t i = 0; i < validations.size(); ++i) {
    EXPECT_EQ(validations[i].epoch, i + 1);
    if (validations[i].best) best = i + 1;
  }
  EXPECT_EQ(result.best_epoch, best) << "the last validation that was better than all before it";
  EXPECT_EQ(result.best_accuracy, validations[best - 1].accuracy);
  EXPECT_EQ(result.model.notes.at("best_epoch"), std::to_string(best));
  EXPECT_EQ(result.model.notes.at("seed"), "1");
  EXPECT_EQ(result.model.notes.at("data_hash"), example.task.data_hash);
  example.params.most_epochs = best;
  example.params.on_validation = nullptr;
  EXPECT_EQ(example.run().model.parameters, result.model.parameters) << "a run that stops at the best ends with it";
}

TEST(Train, KeepsTheMostAccurateWeightsWhenAskedTo) {
  TrainerExample example;
  example.set("validate_every=1");
  example.set("selection=accuracy");
  example.params.most_epochs = 25;
  double most = 0;
  example.params.on_validation = [&](const Validation& validation) { most = std::max(most, validation.accuracy); };
  EXPECT_EQ(example.run().best_accuracy, most);
}

TEST(Train, ValidatesNoMoreOftenThanItIsTold) {
  const auto validations = [](const char* steps) {
    TrainerExample example;
    example.set("validate_every=1");
    example.set(std::string("validate_steps=") + steps);
    example.params.most_epochs = 24;
    size_t count = 0;
    example.params.on_validation = [&](const Validation&) { ++count; };
    (void)example.run();
    return count;
  };
  EXPECT_EQ(validations("0"), 24U);
  EXPECT_GT(validations("12"), 1U);
  EXPECT_LT(validations("12"), 20U);
}

// The running mean begins at the weights themselves: it must not be drawn towards zero.
TEST(Train, AveragesFromTheFirstWeightsOn) {
  TrainerExample example;
  example.set("average=0.99");
  example.set("learning_rate=1e-9");
  example.params.most_epochs = 2;
  const std::vector<float> averaged = example.run().model.parameters;
  example.set("average=0");
  const std::vector<float> plain = example.run().model.parameters;
  for (size_t i = 0; i < plain.size(); ++i) ASSERT_NEAR(averaged[i], plain[i], 1e-6);
}

// Too few expressions for 15 neighbours.
TEST(Train, KeepsGoodWeightsOfATinyDatasetToo) {
  const data::Dataset dataset = split_dataset(
      "train\tand\ta & b\ntrain\tand\tb & a\ntrain\tand\ta & (b & a)\ntrain\tor\ta | b\ntrain\tor\tb | a\n"
      "train\tnot\t~a\ntrain\tnot\t~(a & a)\nvalidation\tand\t(b & a) & b\nvalidation\tor\t(b | a) | b\n"
      "validation\tnot\t~(a | a)\n");
  const Task task = make_task(dataset);
  TrainParams params;
  params.settings = with("eqnet", {"dimension=8", "validate_every=1", "dropout=0", "selection=retrieval"});
  params.most_epochs = 60;
  double most = 0;
  double first = -1;
  params.on_validation = [&](const Validation& validation) {
    if (first < 0) first = validation.accuracy;
    most = std::max(most, validation.accuracy);
  };
  const TrainResult result = train(task, params);
  ASSERT_GT(most, first) << "something was learned";
  EXPECT_EQ(result.best_accuracy, most);
}

TEST(Train, EndsWhenPatienceIsOver) {
  TrainerExample example;
  example.params.most_epochs = 0;
  example.set("learning_rate=1e-9");  // nothing gets better
  example.set("patience=3");
  example.set("patience_steps=0");
  example.set("validate_every=1");
  size_t validations = 0;
  example.params.on_validation = [&](const Validation&) {
    if (++validations == 100) throw Interrupted();  // a run without patience would never end
  };
  TrainResult result;
  ASSERT_NO_THROW(result = example.run());
  EXPECT_EQ(result.ended, Ended::patience);
  EXPECT_GT(validations, 3U) << "it waits for three";
  EXPECT_EQ(name(result.ended), "patience");
}

// Patience waits for the largest trees; where the curriculum never gets there it must not wait for ever.
TEST(Train, EndsWhereTheCurriculumStopsGrowing) {
  TrainerExample example;
  example.params.most_epochs = 0;
  example.set("curriculum_start=5");
  example.set("curriculum_step=0");
  example.set("patience=2");
  example.set("patience_steps=0");
  example.set("learning_rate=1e-9");
  example.set("validate_every=1");
  size_t validations = 0;
  example.params.on_validation = [&](const Validation&) {
    if (++validations == 200) throw Interrupted();
  };
  EXPECT_NO_THROW((void)example.run());
}

TEST(Train, EndsWhenTimeIsOver) {
  TrainerExample example;
  example.params.most_epochs = 0;
  example.params.most_seconds = 0.2;
  const TrainResult result = example.run();
  EXPECT_EQ(result.ended, Ended::time);
  EXPECT_LT(result.seconds, 10);
  for (const float value : result.model.parameters) ASSERT_TRUE(std::isfinite(value));
}

// Xor is only in trees of 5 nodes, And only in trees of 3. An epoch without any tree leaves the first weights.
TEST(Train, StartsWithSmallTrees) {
  const data::Dataset dataset = split_dataset(
      "train\tand\ta & b\ntrain\tand\tb & a\ntrain\tself\ta & a\ntrain\tself\tc & c\ntrain\txor\t(a ^ b) ^ c\n"
      "train\txor\ta ^ (b ^ c)\nvalidation\tand\tb & b\nvalidation\txor\tc ^ (b ^ a)\n");
  const Task task = make_task(dataset);
  const auto after = [&](const char* start, const char* step, size_t epochs) {
    TrainParams params;
    params.settings = with("eqnet", {"dimension=8", "dropout=0", "validate_every=1000"});
    params.settings.set("curriculum_start", start);
    params.settings.set("curriculum_step", step);
    params.most_epochs = epochs;
    return train(task, params).model;
  };
  const encode::Model first = after("1", "0", 1);
  const encode::Model small = after("4", "2", 1);  // 3 nodes and the artificial root
  EXPECT_EQ(tensor(small, "Xor.W0"), tensor(first, "Xor.W0"));
  EXPECT_NE(tensor(small, "And.W0"), tensor(first, "And.W0"));
  const encode::Model none = after("3.9", "2", 1);
  EXPECT_EQ(none.parameters, first.parameters);
  const encode::Model second = after("4", "2", 2);  // the second epoch has trees of 5
  EXPECT_NE(tensor(second, "Xor.W0"), tensor(first, "Xor.W0"));
  EXPECT_NE(tensor(after("6", "0", 1), "Xor.W0"), tensor(first, "Xor.W0"));
  EXPECT_NE(tensor(after("0", "0", 1), "Xor.W0"), tensor(first, "Xor.W0")) << "no curriculum";
}

TEST(Train, WritesTheModelAndALogAndLeavesNoCheckpoint) {
  const TemporaryFolder folder;
  TrainerExample example;
  example.params.path = folder.file("m");
  std::vector<Validation> validations;
  example.params.on_validation = [&](const Validation& validation) { validations.push_back(validation); };
  const TrainResult result = example.run();
  const encode::Model model = encode::load_model(folder.file("m"), models::kind);
  EXPECT_EQ(model.parameters, result.model.parameters);
  EXPECT_EQ(model.notes, result.model.notes);
  EXPECT_EQ(folder.entries(), 2U) << "the model and its log";
  const auto lines = log_lines(folder.file("m.log.jsonl"));
  ASSERT_EQ(lines.size(), 3U);
  for (size_t i = 0; i < lines.size(); ++i) {
    for (const char* key : {"seconds", "expressions_per_s", "loss", "validation_accuracy", "validation_retrieval"}) {
      ASSERT_TRUE(lines[i].HasMember(key)) << key;
      EXPECT_TRUE(lines[i][key].IsNumber()) << key;
    }
    EXPECT_EQ(lines[i].MemberCount(), 7U);
    EXPECT_EQ(lines[i]["epoch"].GetUint(), 2 * (i + 1));
    EXPECT_NEAR(lines[i]["seconds"].GetDouble(), validations[i].seconds, 6e-4);
    EXPECT_NEAR(lines[i]["expressions_per_s"].GetDouble(), validations[i].expressions_per_s, 0.6);
    EXPECT_DOUBLE_EQ(lines[i]["loss"].GetDouble(), validations[i].loss);
    EXPECT_NEAR(lines[i]["validation_accuracy"].GetDouble(), validations[i].accuracy, 6e-7);
    EXPECT_NEAR(lines[i]["validation_retrieval"].GetDouble(), validations[i].retrieval, 6e-7);
    EXPECT_EQ(lines[i]["best"].GetBool(), validations[i].best);
  }
  EXPECT_GT(lines[2]["seconds"].GetDouble(), 0);
  EXPECT_GE(lines[2]["seconds"].GetDouble(), lines[0]["seconds"].GetDouble());
}

TEST(Train, RefusesAFolderThatIsNotThereBeforeItStarts) {
  const TemporaryFolder folder;
  TrainerExample example;
  example.params.path = folder.file("none/m");
  example.params.on_validation = [](const Validation&) { FAIL() << "it has started"; };
  EXPECT_ERROR(example.run(), folder.file("none/m"), "No such file");
}

TEST(Resume, GivesTheModelAndTheLogOfARunInOneGo) {
  const std::vector<std::vector<std::string>> runs = {{},
                                                      {"objective=siamese"},
                                                      {"average=0.9", "weight_decay=0.1", "selection=retrieval"},
                                                      {"restart_steps=1000", "patience=1", "learning_rate=1e-6"}};
  for (const std::vector<std::string>& changes : runs) {
    const TemporaryFolder folder;
    TrainerExample example;
    example.set("validate_every=1");
    std::string change = "as it is";
    for (const std::string& one : changes) example.set(change = one);
    example.params.most_epochs = 25;
    example.params.path = folder.file("whole");
    const TrainResult whole = example.run();
    example.params.path = folder.file("parts");
    for (const size_t at : {2, 1, 4, 9}) interrupt(example, at);  // each is a few epochs further
    ASSERT_TRUE(std::filesystem::exists(folder.file("parts.checkpoint")));
    example.params.threads = 2;
    TrainResult parts;
    ASSERT_NO_THROW(parts = example.run()) << change;
    EXPECT_TRUE(parts.resumed);
    EXPECT_EQ(parts.epochs, whole.epochs);
    EXPECT_EQ(parts.best_epoch, whole.best_epoch);
    EXPECT_EQ(read_file(folder.file("parts")), read_file(folder.file("whole"))) << change;
    EXPECT_FALSE(std::filesystem::exists(folder.file("parts.checkpoint")));
    const auto lines = log_lines(folder.file("parts.log.jsonl"));
    const auto expected = log_lines(folder.file("whole.log.jsonl"));
    ASSERT_EQ(lines.size(), expected.size());
    for (size_t i = 0; i < lines.size(); ++i) {
      EXPECT_EQ(lines[i]["epoch"], expected[i]["epoch"]);
      EXPECT_EQ(lines[i]["loss"], expected[i]["loss"]);
      EXPECT_EQ(lines[i]["validation_accuracy"], expected[i]["validation_accuracy"]);
    }
    EXPECT_GE(lines.back()["seconds"].GetDouble(), lines.front()["seconds"].GetDouble()) << "over all runs";
  }
}

// Killed between the last checkpoint and the model: the folder that stands in the model's place has that effect.
TEST(Resume, EndsAsTheRunWouldHaveEndedAfterItsLastValidation) {
  for (const bool patience : {true, false}) {
    const TemporaryFolder folder;
    TrainerExample example;
    example.set("validate_every=1");
    if (patience) {
      example.params.most_epochs = 0;
      example.set("patience=1");
      example.set("patience_steps=0");
    }
    example.params.path = folder.file("whole");
    const TrainResult whole = example.run();
    example.params.path = folder.file("parts");
    example.params.on_validation = [&](const Validation&) { std::filesystem::create_directory(folder.file("parts")); };
    EXPECT_ERROR(example.run(), folder.file("parts"), "is a directory");
    example.params.on_validation = nullptr;
    std::filesystem::remove(folder.file("parts"));
    TrainResult parts;
    ASSERT_NO_THROW(parts = example.run());
    EXPECT_TRUE(parts.resumed);
    EXPECT_EQ(parts.epochs, whole.epochs) << (patience ? "patience" : "epochs");
    EXPECT_EQ(read_file(folder.file("parts")), read_file(folder.file("whole"))) << (patience ? "patience" : "epochs");
  }
}

TEST(Resume, RefusesTheCheckpointOfAnotherRun) {
  const TemporaryFolder folder;
  TrainerExample example;
  example.params.path = folder.file("m");
  example.set("validate_every=1");
  interrupt(example, 3);
  const auto refuse = [&](const TrainerExample& other, const char* part) {
    EXPECT_ERROR(other.run(), folder.file("m.checkpoint"), "another run", part, "delete it");
  };
  TrainerExample other = example;
  other.task.dataset = &other.dataset;
  other.params.seed = 7;
  refuse(other, "seed");
  other.params.seed = 1;
  other.set("dropout=0.3");
  refuse(other, "dropout");
  other.set("dropout=0.11");
  other.dataset = generated("boolean5", 2);
  other.task = make_task(other.dataset);
  refuse(other, "data_hash");
  TrainerExample tree("treenn1");
  tree.params.path = example.params.path;
  EXPECT_ERROR(tree.run(), folder.file("m.checkpoint"), "another run");
  EXPECT_NO_THROW((void)example.run()) << "it is still good for its own";
}

TEST(Resume, RefusesADamagedCheckpoint) {
  const TemporaryFolder folder;
  TrainerExample example;
  example.params.path = folder.file("m");
  example.set("validate_every=1");
  interrupt(example, 3);
  const std::string good = read_file(folder.file("m.checkpoint"));
  for (const size_t length : {size_t{0}, size_t{8}, size_t{500}, good.size() / 2, good.size() - 1}) {
    folder.write("m.checkpoint", good.substr(0, length));
    EXPECT_ERROR(example.run(), folder.file("m.checkpoint"));
  }
  std::string damaged = good;
  damaged[good.size() - 100] = static_cast<char>(damaged[good.size() - 100] ^ 1);
  folder.write("m.checkpoint", damaged);
  EXPECT_ERROR(example.run(), folder.file("m.checkpoint"), "checksum");
}

// Deep trees, so that numbers without bounds grow beyond all.
TEST(Diverged, NeverSavesANumberThatIsNone) {
  std::string lines;
  std::string deep = "a";
  for (int i = 1; i <= 40; ++i) {
    deep = "~(" + deep + " & b)";
    lines += (i % 4 == 0 ? "validation\t" : "train\t") + std::string(i % 2 == 0 ? "even\t" : "odd\t") + deep + "\n";
  }
  std::string sorted;  // the lines of a class and part together
  for (const char* prefix : {"train\teven", "train\todd", "validation\teven", "validation\todd"}) {
    std::istringstream stream(lines);
    for (std::string line; std::getline(stream, line);) {
      if (line.starts_with(prefix)) sorted += line + "\n";
    }
  }
  const data::Dataset dataset = split_dataset(sorted);
  const Task task = make_task(dataset);
  size_t refused = 0;
  const std::vector<std::pair<std::string, std::vector<std::string>>> wild = {
      {"eqnet", {"learning_rate=10", "init_std=10"}},
      {"eqnet", {"learning_rate=10", "init_std=10", "normalise=off"}},
      {"eqnet", {"learning_rate=10", "init_std=1", "normalise=off"}},
      {"eqnet", {"learning_rate=10", "init_std=0.3", "normalise=off", "clip=1e15"}},
      {"eqnet", {"learning_rate=10", "init_std=10", "normalise=off", "objective=siamese"}},
      {"eqnet", {"learning_rate=10", "init_std=0.5", "normalise=off", "objective=siamese"}},
      {"eqnet", {"learning_rate=1", "normalise=off", "nu=0", "margin=1000"}},
      {"eqnet", {"learning_rate=10", "momentum=0.9999", "rho=0.99999", "epsilon=0", "dropout=0.99"}},
      {"eqnet", {"learning_rate=10", "weight_decay=100"}},
      {"eqnet", {"learning_rate=1", "weight_decay=100", "average=0.9", "selection=retrieval"}},
      {"treenn1", {"learning_rate=1", "weight_decay=100"}},
      {"eqnet", {"init_std=0"}},
      {"eqnet", {"init_std=0", "objective=siamese", "epsilon=0"}},
      {"eqnet", {"init_std=1e-30", "epsilon=0"}},
      {"eqnet-mul", {"learning_rate=10", "init_std=10"}},
      {"eqnet-mul", {"learning_rate=10", "init_std=10", "normalise=off", "points=on"}},
      {"eqnet-mul", {"learning_rate=10", "weight_decay=100"}},
      {"eqnet-mul", {"init_std=0", "epsilon=0"}},
      {"treenn1", {"learning_rate=10", "init_std=10"}},
      {"treenn2", {"learning_rate=10", "init_std=10", "objective=siamese"}},
      {"treenn1", {"learning_rate=10", "momentum=0.9999", "rho=0.99999", "clip=1e15", "margin=1000"}},
  };
  for (size_t i = 0; i < 2 * wild.size(); ++i) {
    const auto& [kind, changes] = wild[i / 2];
    const TemporaryFolder folder;
    TrainParams params;
    params.settings = with(kind, changes);
    if (i % 2 == 1) params.settings.set("restart_steps", "10");  // what diverges starts again, but not for ever
    params.settings.set("dimension", "16");
    params.settings.set("validate_every", "1");
    params.settings.set("curriculum_start", "0");
    params.settings.set("curriculum_step", "0");
    params.most_epochs = 20;
    params.path = folder.file("m");
    std::string what = kind;
    for (const std::string& change : changes) what += " " + change;
    try {
      const TrainResult result = train(task, params);
      const encode::Model saved = encode::load_model(folder.file("m"), models::kind);
      const auto finite = [](float value) { return std::isfinite(value); };
      EXPECT_TRUE(std::ranges::all_of(saved.parameters, finite)) << what;
      EXPECT_EQ(saved.parameters, result.model.parameters) << what;
    } catch (const base::Error& error) {
      ++refused;
      EXPECT_NE(std::string(error.what()).find("diverged"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("learning_rate"), std::string::npos) << "a remedy: " << error.what();
      EXPECT_FALSE(std::filesystem::exists(folder.file("m"))) << what;
    }
  }
  EXPECT_GT(refused, 0U) << "some of these do diverge at once";
}

TEST(Fit, GivesTfIdfInOneGo) {
  const TemporaryFolder folder;
  TrainerExample example;
  example.params.settings = models::settings("tfidf");
  example.params.path = folder.file("m");
  const TrainResult result = example.run();
  EXPECT_EQ(result.ended, Ended::fitted);
  EXPECT_EQ(name(result.ended), "fitted");
  EXPECT_EQ(result.model.parameters.size(), example.task.vocabulary.tokens());
  EXPECT_EQ(encode::load_model(folder.file("m"), models::kind).parameters, result.model.parameters);
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(Fit, DrawsThePointsOfValuesBySeed) {
  const TemporaryFolder folder;
  TrainerExample example;
  example.params.settings = models::settings("values");
  example.params.path = folder.file("m");
  example.params.seed = 7;
  const TrainResult result = example.run();
  EXPECT_EQ(result.ended, Ended::fitted);
  const encode::Model saved = encode::load_model(folder.file("m"), models::kind);
  EXPECT_EQ(saved.parameters, result.model.parameters);
  EXPECT_EQ(saved.notes.at("seed"), "7") << "for people";
  example.params.seed = 8;
  EXPECT_NE(example.run().model.parameters, result.model.parameters);
}

TEST(Fit, RefusesValuesOfOpenData) {
  data::LoadParams load;
  load.domain = &domain::open();
  const data::Dataset dataset = eqnet::testing::split_dataset(
      "train\tx\t(f a b)\ntrain\tx\t(f b a)\nvalidation\tx\t(f a a)\ntrain\ty\ta\n", load);
  TrainParams params;
  params.settings = models::settings("values");
  EXPECT_ERROR(train(make_task(dataset), params), "model values", "domain open has no values at points", "choose");
}

}  // namespace eqnet::train
