#include "experiments/tune.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/file_lock.h"
#include "base/files.h"
#include "base/format.h"
#include "base/stopwatch.h"
#include "base/threads.h"
#include "eqnet/base/error.h"
#include "experiments/proposer.h"
#include "experiments/tune_folder.h"
#include "experiments/validation_retrieval.h"
#include "models/registry.h"
#include "train/trainer.h"

namespace eqnet::experiments {
namespace {

// One training of every trial: a dataset with a seed.
struct Exercise {
  uint64_t seed;
  train::Task task;
  std::unique_ptr<ValidationRetrieval> retrieval;
};

// On the heap one by one: the tests refer to the tasks.
using Exercises = std::vector<std::unique_ptr<Exercise>>;

Exercises make_exercises(const std::vector<const data::Dataset*>& datasets, const TuneParams& params) {
  Exercises exercises;
  for (const data::Dataset* dataset : datasets) {
    for (uint64_t seed = params.seed; seed < params.seed + params.seeds; ++seed) {
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

// Steps of the stretches that a trial may live through: each is a training from the start, because a schedule of the
// learning rate ends with its training and cannot be gone on with.
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

std::string space_text(const SearchSpace& space) {
  std::string text;
  for (const auto& [name, value] : space.kept) text += name + " = " + value + "; ";
  for (const Range& range : space.ranges) {
    text += range.setting + " = " + kScales[static_cast<size_t>(range.scale)];
    if (range.scale != Range::Scale::choice) text += base::format(" {:g} to {:g}", range.low, range.high);
    for (const std::string& choice : range.choices) text += " " + choice;
    text += "; ";
  }
  return text;
}

SearchIdentity identity_of(const TuneParams& params, const std::vector<size_t>& rungs, const Exercises& exercises) {
  std::string settings;
  for (const auto& [name, value] : params.settings.values()) settings += name + "=" + value + " ";
  std::string data;
  for (const auto& exercise : exercises) {
    data += base::format("{} {} seed {}; ", exercise->task.dataset->name, exercise->task.data_hash, exercise->seed);
  }
  return {{"model", params.settings.kind().name},
          {"method", params.method},
          {"seed", std::to_string(params.seed)},
          {"seeds", std::to_string(params.seeds)},
          {"steps", std::to_string(rungs.back())},
          {"rungs", std::to_string(rungs.size())},
          {"datasets", data},
          {"space", space_text(params.space)},
          {"settings", settings}};
}

class Search {
 public:
  Search(const TuneParams& params, const std::function<void(const TuneState&)>& on_trial, Exercises exercises)
      : params_(params),
        on_trial_(on_trial),
        exercises_(std::move(exercises)),
        rungs_(steps_of_rungs(params)),
        path_(params.folder + "/trials.jsonl"),
        base_(params.settings) {
    for (const auto& [name, value] : params.space.kept) base_.set(name, value);
  }

  TuneResult run() {
    const size_t workers =
        claim_folder(params_.folder, identity_of(params_, rungs_, exercises_), params_.space, params_.workers);
    trials_ = load_trials(path_);
    resumed_ = trials_.size();
    const auto proposer = make_proposer(params_.method, params_.space.axes(), params_.seed);
    // A fault that all trials would share should end the search, not fail each of them.
    const train::Task& task = exercises_.front()->task;
    models::make_network(base_, task.vocabulary, task.dataset->domain);
    tell();
    for (size_t first = 1; first <= params_.trials; first += workers) round(*proposer, first, workers);
    return result();
  }

 private:
  void round(Proposer& proposer, size_t first, size_t workers) {
    std::vector<Trial> round(workers);
    for (size_t i = 0; i < workers; ++i) {
      const std::vector<double> places = proposer.propose();
      round[i].number = first + i;
      for (size_t axis = 0; axis < places.size(); ++axis) {
        const Range& range = params_.space.ranges[axis];
        round[i].settings.emplace(range.setting, range.value(places[axis]));
      }
    }
    const std::vector<Trial> before(trials_.begin(), std::ranges::lower_bound(trials_, first, {}, &Trial::number));
    std::vector<size_t> open;
    for (size_t i = 0; i < workers; ++i) {
      const auto known = std::ranges::find(trials_, round[i].number, &Trial::number);
      if (known != trials_.end()) {
        round[i] = *known;
      } else if (round[i].number <= params_.trials) {
        open.push_back(i);
      }
    }
    base::parallel_for(open.size(), params_.threads, [&](size_t i) {
      Trial& trial = round[open[i]];
      run_trial(trial, before);
      finished(trial);
    });
    for (const Trial& trial : round) proposer.tell(trial.score());
  }

  // before: the trials of earlier rounds.
  void run_trial(Trial& trial, const std::vector<Trial>& before) const {
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

  [[nodiscard]] double score(encode::Settings settings, size_t steps, std::string& failed) const {
    if (steps > 0) settings.set("steps", std::to_string(steps));
    double sum = 0;
    try {
      for (const auto& exercise : exercises_) {
        train::TrainParams training;
        training.settings = settings;
        training.seed = exercise->seed;
        sum += exercise->retrieval->score(train::train(exercise->task, training).model);
      }
    } catch (const base::Error& error) {  // it diverged
      failed = error.what();
      return 0;
    }
    return sum / static_cast<double>(exercises_.size());
  }

  // Whether it is in the best third of those that have come as far. Asynchronous halving (Li and others 2018) by
  // rounds: nobody waits for a whole generation, and the first trials all come to their end.
  static bool goes_on(double score, size_t rung, const std::vector<Trial>& before) {
    size_t peers = 1;
    size_t better = 0;
    for (const Trial& trial : before) {
      if (trial.scores.size() <= rung) continue;
      ++peers;
      better += trial.scores[rung] > score ? 1 : 0;
    }
    return better * kHalving < peers;
  }

  void finished(const Trial& trial) {
    const std::lock_guard lock(mutex_);
    trials_.insert(std::ranges::lower_bound(trials_, trial.number, {}, &Trial::number), trial);
    save_trials(path_, trials_);
    tell();
  }

  void tell() const {
    if (!on_trial_) return;
    TuneState state;
    state.finished = trials_.size();
    state.trials = std::max(params_.trials, trials_.size());
    if (const Trial* best = best_of(trials_)) state.best = best->score();
    state.seconds = watch_.seconds();
    if (const size_t own = trials_.size() - resumed_; own > 0) {
      state.left = state.seconds / static_cast<double>(own) * static_cast<double>(state.trials - state.finished);
    }
    on_trial_(state);
  }

  [[nodiscard]] TuneResult result() const {
    TuneResult result;
    result.trials = trials_;
    result.resumed = resumed_;
    const Trial* best = best_of(trials_);
    if (best == nullptr) {
      const std::string why = trials_.empty() ? "" : trials_.back().failed;
      throw base::Error(path_, "none of the trials came to its end" + (why.empty() ? "" : ": " + why),
                        "search among smaller values of learning_rate and init_std");
    }
    result.best = *best;
    for (const auto& [name, value] : params_.space.kept) result.assignments.push_back(name + "=" + value);
    for (const auto& [name, value] : best->settings) result.assignments.push_back(name + "=" + value);
    if (best->steps > 0) result.assignments.push_back("steps=" + std::to_string(best->steps));
    write_best(params_.folder, result, params_);
    return result;
  }

  const TuneParams& params_;
  const std::function<void(const TuneState&)>& on_trial_;
  Exercises exercises_;
  std::vector<size_t> rungs_;
  std::string path_;
  encode::Settings base_;  // with what the space keeps
  base::Stopwatch watch_;
  std::mutex mutex_;           // of what follows, while a round is run
  std::vector<Trial> trials_;  // in order of numbers
  size_t resumed_ = 0;
};

// One start per trial unless the space says otherwise: the best of several would hide what the settings do, and their
// steps are not counted in `steps`.
TuneParams with_one_start(TuneParams params) {
  const std::string name = "restart_steps";
  const bool named = std::ranges::find(params.space.ranges, name, &Range::setting) != params.space.ranges.end() ||
                     std::ranges::find(params.space.kept, name, [](const auto& kept) { return kept.first; }) !=
                         params.space.kept.end();
  if (!named && params.settings.has(name) && params.settings.integer(name) > 0) {
    params.space.kept.emplace_back(name, "0");
  }
  return params;
}

}  // namespace

TuneResult tune(const std::vector<const data::Dataset*>& datasets, const TuneParams& params,
                const std::function<void(const TuneState&)>& on_trial) {
  base::make_directories(params.folder);
  const base::FileLock lock(params.folder + "/tune", "being tuned");
  base::remove_leftovers(params.folder + "/trials.jsonl");
  const TuneParams all_set = with_one_start(params);
  return Search(all_set, on_trial, make_exercises(datasets, all_set)).run();
}

}  // namespace eqnet::experiments
