// The settings that the trainer itself goes by, read once. They are the same in every restart; what objectives, engine
// and course take from the settings may change with it (course.h).
#pragma once

#include "encode/settings.h"
#include "train/optimiser.h"

namespace eqnet::train {

struct TrainingSettings {
  // require: settings of a kind that is trained.
  explicit TrainingSettings(const encode::Settings& settings);

  OptimiserParams optimiser;
  bool constant;  // schedule: the learning rate does not change
  size_t steps;
  size_t batch;
  double average;
  size_t renew;       // 0 for kinds without it
  bool settle;        // false for kinds without it
  bool by_retrieval;  // selection: the best weights are those of the best retrieval
  size_t validate_every, validate_steps;
  size_t patience, patience_steps, restart_steps;
};

}  // namespace eqnet::train
