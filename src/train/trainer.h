// The trainer: curriculum, noise, steps, validation, stopping, checkpoints. Knows networks and objectives only as flat
// vectors and functions. The result depends on data, settings and seed, never on the number of threads; --time makes it
// depend on the clock.
#pragma once

#include <functional>
#include <optional>

#include "base/ranks.h"
#include "base/stopwatch.h"
#include "encode/model.h"
#include "train/task.h"

namespace eqnet::train {

// One line of the log.
struct Validation {
  size_t epoch = 0;  // finished ones
  double seconds = 0;
  double expressions_per_s = 0;
  double loss = 0;  // mean since the last one
  double accuracy = 0;
  double retrieval = 0;
  bool best = false;
};

// Where a run is between two validations.
struct TrainStatus {
  size_t epoch = 0;               // the current one, counted from 1; 0 where `doing` takes no steps
  double seconds = 0;             // since it began
  std::optional<double> left;     // seconds to its end, where one is in sight
  double expressions_per_s = 0;   // since the last validation, as is
  double loss = 0;                // the mean; where there was no step yet, of before
  double accuracy = 0, best = 0;  // of the last validation, and of the best
  std::string doing = {};         // where a run has several parts (block_search.h), which one it is
};

struct TrainParams {
  encode::Settings settings;
  uint64_t seed = 1;
  size_t threads = 1;
  size_t most_epochs = 0;   // 0: no limit
  double most_seconds = 0;  // 0: no limit
  // What they are measured by. processor: only where there is one thread.
  base::Clock clock = base::Clock::wall;
  // Half way through the schedule, training ends where its best retrieval is lower (ValidationScore); no file is
  // written.
  double least_retrieval = 0;
  // The network's parameters at the start; empty: random ones.
  std::vector<float> start;
  // The model file. Beside it: PATH.log.jsonl, and while the run is not finished PATH.checkpoint and PATH.lock. Empty:
  // no files.
  std::string path;
  bool save = true;  // false: the model is not written in the end, but all else is
  // Where there are any, this is rank 0 of them, and the others call follow() with the same task (orders.h). The result
  // is the same as without them.
  base::Ranks* ranks = nullptr;
  // Told how the run goes, from the thread that called train().
  std::function<void(const Validation&)> on_validation;
  std::function<void(const TrainStatus&)> on_status;  // at most ten times a second
};

// exact: it agrees with the training data exactly. unfit: TrainParams::least_retrieval. fitted: no training that could
// end.
enum class Ended { patience, epochs, time, schedule, diverged, exact, unfit, fitted };
std::string_view name(Ended ended);

struct TrainResult {
  encode::Model model;  // the best on validation
  Ended ended = Ended::patience;
  bool resumed = false;
  size_t epochs = 0;
  double seconds = 0;
  size_t best_epoch = 0;
  double best_accuracy = 0;
  double best_retrieval = 0;
  double exact_retrieval = 0;  // of parameters that agree with the data exactly, where it came to such
  std::string blocks;          // which ones were chosen and why, where that was left to training (block_search.h)
};

// Retrieval above which nothing is left to be better at.
constexpr double kNothingLeft = 0.9995;
// Retrieval of what agrees with the data exactly that shows that it is the algebra of the data, of which vectors show
// too small a part.
constexpr double kNearlyAll = 0.98;

// What make_task needs to know of it.
TaskParams task_params(const TrainParams& params);

// Throws base::Error when training diverges before the first validation, on files that cannot be written, and where
// another run writes them.
TrainResult train(const Task& task, const TrainParams& params);

}  // namespace eqnet::train
