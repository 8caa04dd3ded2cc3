// The search for settings: trials of what a proposer says, each trained on every dataset with every seed and scored by
// validation_retrieval.h; successive halving stops those early that are behind others at the same number of steps.
//
// Trials go in rounds of as many as there are workers: all of a round are proposed before the first of them is trained,
// and its scores are told in order. So the search depends on the seed and the number of workers, never on who is ready
// first, and one that was killed goes on as if it had not been.
#pragma once

#include <functional>
#include <optional>

#include "base/ranks.h"
#include "eqnet/data/dataset.h"
#include "experiments/search_space.h"
#include "experiments/trial.h"

namespace eqnet::experiments {

struct TuneParams {
  encode::Settings settings;  // of the model: what the space does not name
  SearchSpace space;
  std::string folder;           // trials.jsonl, tune.json, best.toml
  std::string method = "dlib";  // proposer.h
  size_t trials = 60;           // in all, with those that are there already
  size_t steps = 0;             // of a whole training; 0: the model's own, or kTuneSteps where it has no end
  size_t rungs = 3;             // training with steps / 9, steps / 3, steps; 1: no halving
  size_t seeds = 1;             // trainings per dataset and trial
  uint64_t seed = 1;            // of the proposals, and the first of the trainings
  size_t workers = 1;           // of a search that begins; one that goes on keeps its own
  size_t threads = 1;           // that the trials of a round share
  // Where there are several, this is rank 0 of them: it proposes, and the others, which call help_tune, train. The
  // result is the same as without them.
  base::Ranks* ranks = nullptr;
};
constexpr size_t kTuneSteps = 3000;
constexpr size_t kHalving = 3;  // a trial goes on if it is in the best third
// Share of the training classes that is held out where the model's settings hold none out.
constexpr double kTuneHoldOut = 0.05;

struct TuneState {
  size_t finished = 0, trials = 0;
  std::optional<double> best;  // score
  double seconds = 0;          // of this run
  std::optional<double> left;  // seconds, roughly; nothing before the first trial of this run
};

struct TuneResult {
  std::vector<Trial> trials;  // in order of numbers
  size_t resumed = 0;         // that were there before
  Trial best;
  std::vector<std::string> assignments;  // all that the best trial sets, as best.toml has them
};

// datasets: with a split, of which training and validation parts are looked at. on_trial: called by one thread at a
// time, after every trial and at the start. Throws base::Error where the folder has another search, its files cannot be
// read or written, another process tunes there, or no trial came to its end.
TuneResult tune(const std::vector<const data::Dataset*>& datasets, const TuneParams& params,
                const std::function<void(const TuneState&)>& on_trial = {});

// What the other ranks do meanwhile, with the same datasets, settings, space, seed and seeds.
void help_tune(const std::vector<const data::Dataset*>& datasets, const TuneParams& params);

}  // namespace eqnet::experiments
