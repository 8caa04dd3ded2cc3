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
#include "experiments/trial_deal.h"
#include "experiments/trial_runner.h"
#include "experiments/tune_folder.h"
#include "models/registry.h"

namespace eqnet::experiments {
namespace {

std::string space_text(const SearchSpace& space) {
  std::string text;
  for (const auto& [name, value] : space.kept) text.append(name).append(" = ").append(value).append("; ");
  for (const Range& range : space.ranges) {
    text += range.setting + " = " + kScales[static_cast<size_t>(range.scale)];
    if (range.scale != Range::Scale::choice) text += base::format(" {:g} to {:g}", range.low, range.high);
    for (const std::string& choice : range.choices) text += " " + choice;
    text += "; ";
  }
  return text;
}

std::string data_text(const TrialRunner& runner) {
  std::string data;
  for (const auto& exercise : runner.exercises()) {
    data += base::format("{} {} seed {}; ", exercise->task.dataset->name, exercise->task.data_hash, exercise->seed);
  }
  return data;
}

SearchIdentity identity_of(const TuneParams& params, const TrialRunner& runner) {
  std::string settings;
  for (const auto& [name, value] : params.settings.values()) {
    settings.append(name).append("=").append(value).append(" ");
  }
  return {{"model", params.settings.kind().name},
          {"method", params.method},
          {"seed", std::to_string(params.seed)},
          {"seeds", std::to_string(params.seeds)},
          {"steps", std::to_string(runner.rungs().back())},
          {"rungs", std::to_string(runner.rungs().size())},
          {"datasets", data_text(runner)},
          {"space", space_text(params.space)},
          {"settings", settings}};
}

// A rank with other settings than rank 0 would find other scores for the same trial.
void require_same_search(const TuneParams& params, const TrialRunner& runner) {
  base::require_same(params.ranks, "what there is to learn", data_text(runner), "give all machines the same files");
  for (const auto& [name, text] : identity_of(params, runner)) {
    base::require_same(params.ranks, "what is searched: " + name, text, "give all ranks the same options and files");
  }
}

class Search {
 public:
  Search(const TuneParams& params, const std::function<void(const TuneState&)>& on_trial, const TrialRunner& runner)
      : params_(params), on_trial_(on_trial), runner_(runner), path_(params.folder + "/trials.jsonl") {}

  TuneResult run() {
    // First what may fail: a folder that was claimed by a search that cannot begin would refuse the one that can.
    const auto proposer = make_proposer(params_.method, params_.space.axes(), params_.seed);
    // A fault that all trials would share should end the search, not fail each of them.
    const train::Task& task = runner_.exercises().front()->task;
    models::make_network(runner_.base(), task.vocabulary, task.dataset->domain);
    const size_t workers = claim_folder(params_.folder, identity_of(params_, runner_), params_.space, params_.workers);
    trials_ = load_trials_within(path_, params_.space.ranges);
    resumed_ = trials_.size();
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
    std::vector<std::vector<double>> before;
    for (const Trial& trial : trials_) {
      if (trial.number < first) before.push_back(trial.scores);
    }
    std::vector<size_t> open;
    for (size_t i = 0; i < workers; ++i) {
      const auto known = std::ranges::find(trials_, round[i].number, &Trial::number);
      if (known != trials_.end()) {
        round[i] = *known;
      } else if (round[i].number <= params_.trials) {
        open.push_back(i);
      }
    }
    if (params_.ranks != nullptr && params_.ranks->size() > 1) {
      std::vector<Trial*> trials;
      trials.reserve(open.size());
      for (const size_t i : open) trials.push_back(&round[i]);
      deal_trials(*params_.ranks, trials, before, [&](const Trial& trial) { finished(trial); });
    } else {
      base::parallel_for(open.size(), params_.threads, [&](size_t i) {
        Trial& trial = round[open[i]];
        runner_.run(trial, before);
        finished(trial);
      });
    }
    for (const Trial& trial : round) proposer.tell(trial.score());
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
    const auto assign = [&](const std::string& name, const std::string& value) {
      result.assignments.push_back(base::format("{}={}", name, value));
    };
    for (const auto& [name, value] : params_.space.kept) assign(name, value);
    for (const auto& [name, value] : best->settings) assign(name, value);
    if (best->steps > 0) result.assignments.push_back("steps=" + std::to_string(best->steps));
    write_best(params_.folder, result, params_);
    return result;
  }

  const TuneParams& params_;
  const std::function<void(const TuneState&)>& on_trial_;
  const TrialRunner& runner_;
  std::string path_;
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
  const TrialRunner runner(datasets, all_set);
  require_same_search(all_set, runner);
  TuneResult result = Search(all_set, on_trial, runner).run();
  if (params.ranks != nullptr) deal_no_more(*params.ranks);  // after an error who called ends the job
  return result;
}

void help_tune(const std::vector<const data::Dataset*>& datasets, const TuneParams& params) {
  const TuneParams all_set = with_one_start(params);
  const TrialRunner runner(datasets, all_set);
  require_same_search(all_set, runner);
  run_dealt_trials(*params.ranks, runner);
}

}  // namespace eqnet::experiments
