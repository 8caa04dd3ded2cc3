// What carries out the trials of a search for settings: every dataset with every seed is trained on, with few steps
// first and with more as long as the trial is among the best.
#pragma once

#include <memory>

#include "encode/settings.h"
#include "eqnet/data/dataset.h"
#include "experiments/trial.h"
#include "experiments/validation_retrieval.h"
#include "train/task.h"

namespace eqnet::experiments {

struct TuneParams;

// One training of every trial: a dataset with a seed.
struct Exercise {
  uint64_t seed;
  train::Task task;
  std::unique_ptr<ValidationRetrieval> retrieval;
};

class TrialRunner {
 public:
  // The datasets must outlive it.
  TrialRunner(const std::vector<const data::Dataset*>& datasets, const TuneParams& params);

  // On the heap one by one: the tests refer to the tasks.
  [[nodiscard]] const std::vector<std::unique_ptr<Exercise>>& exercises() const { return exercises_; }
  // Steps of the stretches that a trial may live through: each is a training from the start, because a schedule of the
  // learning rate ends with its training and cannot be gone on with.
  [[nodiscard]] const std::vector<size_t>& rungs() const { return rungs_; }
  // The settings of a trial that names none.
  [[nodiscard]] const encode::Settings& base() const { return base_; }

  // Fills in all but the number and the settings. before: the scores of the trials of earlier rounds.
  void run(Trial& trial, const std::vector<std::vector<double>>& before) const;

 private:
  [[nodiscard]] double score(encode::Settings settings, size_t steps, std::string& failed) const;

  std::vector<std::unique_ptr<Exercise>> exercises_;
  std::vector<size_t> rungs_;
  encode::Settings base_;  // with what the space keeps
};

}  // namespace eqnet::experiments
