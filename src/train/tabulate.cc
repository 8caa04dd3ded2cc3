#include "train/tabulate.h"

#include <algorithm>

#include "base/format.h"
#include "train/block_choice.h"
#include "train/describe.h"
#include "train/engine.h"
#include "train/validate.h"

namespace eqnet::train {
namespace {

std::string describe(const std::vector<FiniteTables>& algebras) {
  std::string sizes;
  for (const FiniteTables& algebra : algebras) {
    sizes += base::format("{}{}", sizes.empty() ? "" : " and ", algebra.values);
  }
  return base::format("{} of {} values in the equations", algebras.size() == 1 ? "an algebra" : "algebras", sizes);
}

}  // namespace

std::optional<TrainResult> tabulate(const Task& task, const Equations& equations, const TrainParams& params,
                                    const std::vector<FiniteTables>& algebras) {
  if (algebras.empty()) return std::nullopt;
  const Room room = {params.settings.integer("dimension") - 1,
                     std::max<size_t>(params.settings.integer("widest"), 1) - 1};
  const BlockChoice choice = choose_blocks(task, equations, algebras, room, params.seed);
  if (choice.size == 0) return std::nullopt;
  TrainParams own = params;
  own.settings.set("dimension", std::to_string(choice.numbers + 1));
  own.settings.set("block", std::to_string(choice.size));
  own.settings.set("algebras", "0");
  Engine engine(task, own.settings, params.threads);
  const auto parameters = engine.network().of_tables(choice.blocks);
  if (!parameters) return std::nullopt;

  TrainResult result = result_of(task, own, engine, *parameters);
  result.blocks = describe(algebras);
  if (choice.numbers > room.numbers) result.blocks += base::format(", vectors of {} numbers", choice.numbers + 1);
  return result;
}

TrainResult result_of(const Task& task, const TrainParams& params, Engine& engine,
                      const std::vector<float>& parameters) {
  TrainResult result;
  const Validator validator(task, engine.network(), params.threads);
  // Class vectors are learned by steps: where the objective has some, classes are still known by their means here.
  ObjectiveParams means;
  means.dimension = engine.network().dimension();
  means.softmax = 0;
  means.class_vectors = false;
  means.class_sizes = task.class_sizes;
  const ValidationScore score = validator.score(parameters, *make_objective<float>("contrastive", means));
  result.ended = score.retrieval >= kNearlyAll ? Ended::exact : Ended::fitted;
  result.best_accuracy = score.accuracy;
  result.best_retrieval = score.retrieval;
  result.exact_retrieval = score.retrieval;
  result.model = describe_run(task, params);
  result.model.parameters = parameters;
  result.model.notes["epochs"] = "0";
  result.model.notes["best_epoch"] = "0";
  result.model.notes["validation_accuracy"] = base::format("{:.6f}", score.accuracy);
  result.model.notes["agrees"] = "exactly";
  return result;
}

}  // namespace eqnet::train
