#include "experiments/trial_runner.h"

#include "base/machine_error.h"
#include "base/stopwatch.h"
#include "eqnet/base/error.h"
#include "experiments/tune.h"
#include "train/trainer.h"

namespace eqnet::experiments {
namespace {

std::vector<std::unique_ptr<Exercise>> make_exercises(const std::vector<const data::Dataset*>& datasets,
                                                      const TuneParams& params) {
  std::vector<std::unique_ptr<Exercise>> exercises;
  for (const data::Dataset* dataset : datasets) {
    for (uint64_t i = 0; i < params.seeds; ++i) {
      const uint64_t seed = params.seed + i;  // after the largest comes 0
      const bool trained = params.settings.has("hold_out");
      const double own = trained ? params.settings.number("hold_out") : 0;
      auto exercise = std::make_unique<Exercise>();
      exercise->seed = seed;
      exercise->task = train::make_task(*dataset, {own > 0 ? own : kTuneHoldOut, seed});
      exercise->retrieval = std::make_unique<ValidationRetrieval>(exercise->task);
      exercises.push_back(std::move(exercise));
    }
  }
  return exercises;
}

std::vector<size_t> steps_of_rungs(const TuneParams& params) {
  if (!params.settings.has("steps")) return {0};  // fitted in one go
  size_t steps = params.steps > 0 ? params.steps : params.settings.integer("steps");
  if (steps == 0) steps = kTuneSteps;
  std::vector<size_t> rungs;
  for (size_t i = 0; i < std::max<size_t>(1, params.rungs); ++i) {
    rungs.insert(rungs.begin(), steps);
    if (steps < kHalving) break;
    steps /= kHalving;
  }
  return rungs;
}

// Whether it is in the best third of those that have come as far. Asynchronous halving (Li and others 2018) by
// rounds: nobody waits for a whole generation, and the first trials all come to their end.
bool goes_on(double score, size_t rung, const std::vector<std::vector<double>>& before) {
  size_t peers = 1;
  size_t better = 0;
  for (const std::vector<double>& scores : before) {
    if (scores.size() <= rung) continue;
    ++peers;
    better += scores[rung] > score ? 1 : 0;
  }
  return better * kHalving < peers;
}

}  // namespace

TrialRunner::TrialRunner(const std::vector<const data::Dataset*>& datasets, const TuneParams& params)
    : exercises_(make_exercises(datasets, params)), rungs_(steps_of_rungs(params)), base_(params.settings) {
  for (const auto& [name, value] : params.space.kept) base_.set(name, value);
}

void TrialRunner::run(Trial& trial, const std::vector<std::vector<double>>& before) const {
  const base::Stopwatch watch;
  encode::Settings settings = base_;
  for (const auto& [name, value] : trial.settings) settings.set(name, value);
  for (size_t rung = 0; rung < rungs_.size(); ++rung) {
    trial.steps = rungs_[rung];
    trial.scores.push_back(score(settings, rungs_[rung], trial.failed));
    if (!trial.failed.empty() || !goes_on(trial.score(), rung, before)) break;
  }
  trial.whole = trial.failed.empty() && trial.scores.size() == rungs_.size();
  trial.seconds = watch.seconds();
}

double TrialRunner::score(encode::Settings settings, size_t steps, std::string& failed) const {
  if (steps > 0) settings.set("steps", std::to_string(steps));
  double sum = 0;
  try {
    for (const auto& exercise : exercises_) {
      train::TrainParams training;
      training.settings = settings;
      training.seed = exercise->seed;
      sum += exercise->retrieval->score(train::train(exercise->task, training).model);
    }
  } catch (const base::MachineError&) {
    throw;                              // it says nothing about the settings
  } catch (const base::Error& error) {  // it diverged
    failed = error.what();
    return 0;
  }
  return sum / static_cast<double>(exercises_.size());
}

}  // namespace eqnet::experiments
