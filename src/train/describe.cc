#include "train/describe.h"

namespace eqnet::train {

encode::Model describe_run(const Task& task, const TrainParams& params) {
  encode::Model model;
  model.settings = params.settings;
  model.vocabulary = task.vocabulary;
  model.domain = task.dataset->domain->name();
  model.definition = task.dataset->domain->definition();
  model.notes = {{"dataset", task.dataset->name},
                 {"data_hash", task.data_hash},
                 {"training_expressions", std::to_string(task.training.roots.size())},
                 {"training_classes", std::to_string(task.class_sizes.size())},
                 {"seed", std::to_string(params.seed)}};
  return model;
}

}  // namespace eqnet::train
