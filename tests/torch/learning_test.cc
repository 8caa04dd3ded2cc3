// That the networks on libtorch learn when trained by the program's own trainer, loaded as the plug-in that they are.
#include <gtest/gtest.h>

#include "eqnet/data/generate.h"
#include "eval/evaluate.h"
#include "models/encoder.h"
#include "models/registry.h"
#include "train/trainer.h"

namespace eqnet::train {
namespace {

// Trees of and, or, not over three variables, smaller than the paper's SimpBool8.
const data::Dataset& small_space() {
  static const data::Dataset dataset = [] {
    data::Space space;
    space.name = "small";
    space.domain = &domain::boolean();
    space.operators = {"And", "Or", "Not"};
    space.max_size = 6;
    data::Dataset made = data::generate(space, 1);
    data::make_split(made, 1);
    return made;
  }();
  return dataset;
}

struct Learned {
  double seen = 0;  // score_5
  std::vector<double> losses;
};

Learned run(const char* kind, size_t epochs) {
  const data::Dataset& dataset = small_space();
  const Task task = make_task(dataset);
  Learned learned;
  TrainParams params;
  params.settings = models::settings(kind);
  params.most_epochs = epochs;
  params.threads = 2;
  params.on_validation = [&](const Validation& validation) { learned.losses.push_back(validation.loss); };
  const TrainResult result = train(task, params);
  const models::Encoder encoder(result.model, "model");
  const eval::Members rows = eval::members_of(dataset);
  const encode::UnitRows vectors(encoder.embed(dataset.pool, rows.expressions, "small"), encoder.dimension());
  learned.seen = eval::evaluate(dataset, rows, vectors, data::Part::seen, {})->score[4];
  return learned;
}

}  // namespace

// As the paper has it on SimpBool8.
TEST(TorchLearning, TeachesAGruMoreThanTokensTell) {
  EXPECT_GT(run("gru", 60).seen, run("tfidf", 0).seen);
}

TEST(TorchLearning, TeachesAStackRnnMoreThanTokensTell) {
  EXPECT_GT(run("stackrnn", 150).seen, run("tfidf", 0).seen);
}

}  // namespace eqnet::train
