#include "experiments/grid.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>

#include "base/file_lock.h"
#include "base/files.h"
#include "base/suggest.h"
#include "base/threads.h"
#include "eqnet/base/error.h"
#include "eqnet/data/generate.h"
#include "experiments/grid_datasets.h"
#include "experiments/run_cell.h"
#include "models/registry.h"

namespace eqnet::experiments {
namespace {

// What a cell costs, roughly: expressions of its dataset times how slow its model is. For the order (large first) and
// the time left.
double weight(const Cell& cell) {
  constexpr double kOfAnAlgebra = 15'000;  // examples/algebras/datasets makes them so large
  static std::map<std::string, double> kept;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const std::string& name = cell.group == Cell::Group::transfer ? cell.test : cell.dataset;
  double& size = kept[name];
  if (size == 0) {
    const bool algebra = cell.group == Cell::Group::algebras;
    size = 2000 + (algebra ? kOfAnAlgebra : static_cast<double>(data::measure(data::preset(name)).kept));
  }
  const encode::ModelKind& kind = models::kind(cell.variant.kind);
  if (reuses_model(cell) || kind.fitted()) return 0.1 * size;
  return size * (kind.needs_plugin ? 10 : 1);
}

// Seconds of training for each cell so that the grid fits the budget: everyone gets an equal share of what the
// evaluation (a fixed number of queries a cell) leaves over.
CellParams cell_params(const RunParams& params, const Plan& plan) {
  const auto trainings = static_cast<size_t>(std::ranges::count_if(
      plan, [](const Cell& cell) { return !reuses_model(cell) && !models::kind(cell.variant.kind).fitted(); }));
  CellParams cell;
  cell.any_options = params.any_options;
  cell.folder = params.results;
  cell.revision = params.revision;
  cell.recipe = params.recipe;
  cell.seconds = params.time;
  cell.most_queries = params.queries;
  if (params.budget > 0) {
    constexpr double kForTraining = 0.6;
    constexpr size_t kQueries = 500;
    cell.budget = params.budget;
    cell.most_queries = kQueries;
    cell.seconds = std::min(params.time, params.budget * 60 * kForTraining * static_cast<double>(params.threads) /
                                             static_cast<double>(std::max<size_t>(trainings, 1)));
  }
  return cell;
}

// What a cell says before it is run.
CellResult to_be(const Cell& cell, const CellParams& params, const GridDatasets& datasets) {
  CellResult result;
  result.cell = cell;
  result.revision = params.revision;
  result.data = datasets.path(cell.test);
  result.dataset_hash = datasets.hash(cell.dataset);
  result.test_hash = datasets.hash(cell.test);
  result.recipe = cell.variant.recipe.empty() ? params.recipe : cell.variant.recipe;
  result.time_limit = params.seconds;
  result.budget_minutes = params.budget;
  result.most_queries = params.most_queries;
  return result;
}

// Whether a cell is still to do, which would be made as `now`. others: where it is there, what it was made with that
// `now` is not.
bool is_open(const CellResult& now, const RunParams& params, std::vector<OtherOption>& others) {
  const std::optional<CellResult> there = load_cell(params.results, now.cell);
  if (!there) return true;
  if (!params.any_options) others = other_options(*there, now);
  return !others.empty() || (!params.any_revision && there->revision != params.revision);
}

Standing survey(Plan chosen, const RunParams& params, const CellParams& of_cells, const GridDatasets& datasets) {
  Standing standing;
  for (const Cell& cell : chosen) {
    std::vector<OtherOption> others;
    if (is_open(to_be(cell, of_cells, datasets), params, others)) standing.open.push_back(cell);
    if (!others.empty()) ++standing.other;
    for (OtherOption& option : others) {
      if (std::ranges::find(standing.options, option.name, &OtherOption::name) == standing.options.end()) {
        standing.options.push_back(std::move(option));
      }
    }
  }
  standing.cells = std::move(chosen);
  return standing;
}

class Grid {
 public:
  Grid(const RunParams& params, const CellParams& cell_params, GridDatasets& datasets, const GridCallbacks& callbacks)
      : params_(params), cell_params_(cell_params), datasets_(datasets), callbacks_(callbacks) {}

  // Runs the cells that are still to do; first those that train, since others use their models.
  std::vector<Failure> run(const Plan& plan) {
    const Standing now = survey(plan, params_, cell_params_, datasets_);
    if (callbacks_.on_run) callbacks_.on_run(now);
    Plan open = now.open;
    for (const Cell& cell : open) total_ += weight(cell);
    state_.cells = open.size();
    begin_ = std::chrono::steady_clock::now();
    std::stable_sort(open.begin(), open.end(), [](const Cell& a, const Cell& b) { return weight(a) > weight(b); });
    const auto middle =
        std::stable_partition(open.begin(), open.end(), [](const Cell& cell) { return !reuses_model(cell); });
    run_phase({open.begin(), middle});
    run_phase({middle, open.end()});
    return failures_;
  }

 private:
  void run_phase(const Plan& cells) {
    base::parallel_for(cells.size(), params_.threads, [&](size_t i) {
      begins(cells[i]);
      std::string failure;
      try {
        const Cell& cell = cells[i];
        const CellResult result = to_be(cell, cell_params_, datasets_);
        if (params_.cells.empty()) {
          run_cell(result, datasets_.get(cell.dataset), datasets_.get(cell.test), cell_params_);
        } else {
          // A scheduler may give one cell to two workers, as where it puts a task back that goes on nevertheless.
          const auto lock = base::FileLock::when_free(cell_path(params_.results, cell));
          std::vector<OtherOption> others;
          if (is_open(result, params_, others)) {
            run_cell(result, datasets_.get(cell.dataset), datasets_.get(cell.test), cell_params_);
          }
        }
      } catch (const base::Error& error) {
        failure = error.what();
      }
      ends(cells[i], failure);
    });
  }

  void begins(const Cell& cell) {
    const std::lock_guard lock(mutex_);
    state_.current = cell.key();
    tell();
  }
  void ends(const Cell& cell, const std::string& failure) {
    const std::lock_guard lock(mutex_);
    if (!failure.empty()) failures_.push_back({cell.key(), failure});
    ++state_.finished;
    weight_done_ += weight(cell);
    tell();
  }
  void tell() {
    if (!callbacks_.on_cell) return;
    state_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    if (weight_done_ > 0) state_.seconds_left = state_.seconds * (total_ / weight_done_ - 1);
    callbacks_.on_cell(state_);
  }

  const RunParams& params_;
  const CellParams& cell_params_;
  GridDatasets& datasets_;
  const GridCallbacks& callbacks_;
  std::mutex mutex_;  // of all that follows
  GridState state_;
  std::vector<Failure> failures_;
  double weight_done_ = 0, total_ = 0;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace

Plan cells_of(const Plan& plan, const std::vector<std::string>& keys) {
  if (keys.empty()) return plan;
  std::vector<std::string> known;
  for (const Cell& cell : plan) known.push_back(cell.key());
  for (const std::string& key : keys) {
    if (std::ranges::find(known, key) == known.end()) {
      throw base::Error("cell " + base::quoted(key), "is not in the grid that is asked for",
                        base::did_you_mean(key, known, "--list prints the keys"));
    }
  }
  Plan chosen;
  for (const Cell& cell : plan) {
    if (std::ranges::find(keys, cell.key()) != keys.end()) chosen.push_back(cell);
  }
  return chosen;
}

Standing standing(const Plan& plan, const RunParams& params) {
  Plan chosen = cells_of(plan, params.cells);
  GridDatasets datasets(params.data, params.official, params.seed);
  for (const Cell& cell : chosen) {
    datasets.find(cell.dataset);
    datasets.find(cell.test);
  }
  return survey(std::move(chosen), params, cell_params(params, plan), datasets);
}

std::vector<Failure> run(const Plan& plan, const RunParams& params, const GridCallbacks& callbacks) {
  const Plan chosen = cells_of(plan, params.cells);
  for (const char* folder : {"/cells", "/models"}) base::make_directories(params.results + folder);
  // Two would train the same cells, and each would write a summary of its own. Who runs named cells locks them one by
  // one instead.
  std::optional<base::FileLock> lock;
  if (params.cells.empty()) lock.emplace(params.results + "/reproduce", "being run");
  GridDatasets datasets(params.data, params.official, params.seed);
  for (const Cell& cell : chosen) {
    datasets.provide(cell.dataset);
    datasets.provide(cell.test);
    if (callbacks.on_datasets) callbacks.on_datasets();
  }
  const CellParams of_cells = cell_params(params, plan);
  return Grid(params, of_cells, datasets, callbacks).run(chosen);
}

}  // namespace eqnet::experiments
