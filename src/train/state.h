// The state of a training run: all that a run which was killed needs to go on bit for bit, and its file.
#pragma once

#include "encode/model.h"
#include "train/validate.h"

namespace eqnet::train {

struct State {
  std::vector<float> best;  // the network's parameters, then the objective's
  // Of train::Weights; filled in only when a checkpoint is written or read.
  std::vector<float> parameters, average, mean_square, velocity;
  // Position: the order of an epoch's expressions is a function of (seed, epoch), so two numbers say where we are.
  size_t epoch = 0;   // from 0, since the last restart
  size_t epochs = 0;  // finished ones, over all restarts
  size_t batch = 0;   // next one of the epoch
  size_t steps = 0;   // since the start, over all restarts
  size_t restarts = 0;
  size_t restart_step = 0;  // `steps` at the last restart
  size_t renewals = 0;      // of dead parts of the network, since the last restart
  // Since the last validation.
  double loss = 0;
  size_t losses = 0;
  // Selection.
  size_t validations = 0;  // so many lines has the log
  size_t since_best = 0;   // validations without a better one
  size_t best_epoch = 0;
  size_t best_step = 0;  // of own_best
  ValidationScore best_score{-1, -1, -1};
  ValidationScore own_best{-1, -1, -1};  // since the last restart
  double seconds = 0;                    // of training, over all runs
  size_t expressions = 0;
};

// run: describes the run (model, settings, data, seed); a checkpoint of another run is refused.
void save_checkpoint(const std::string& path, const State& state, const encode::Metadata& run);
// Throws base::Error on a damaged file, or on one of another run.
State load_checkpoint(const std::string& path, const encode::Metadata& run);

}  // namespace eqnet::train
