// Running the cells of a plan: those that are not there yet, in parallel, one a thread.
#pragma once

#include <functional>

#include "encode/settings.h"
#include "experiments/cell_options.h"
#include "experiments/plan.h"

namespace eqnet::experiments {

struct RunParams {
  std::string data;      // folder of the datasets; those that are missing are generated
  std::string official;  // folder of SemVec files to take datasets from where it has them; empty: none
  std::string results;   // folder of the results
  uint64_t seed = 1;     // of generated datasets
  std::string recipe = encode::recipes().front();  // of the models' settings
  double time = 240;                               // most seconds of one training
  size_t queries = 0;                              // evaluated of a part; 0: all
  double budget = 0;          // minutes for the whole grid: shorter trainings, 500 queries a part; 0: no limit
  std::string revision;       // of the program, which cells are keyed by
  bool any_revision = false;  // keep cells that another revision made
  bool any_options = false;   // keep cells that were made with other options, or from other data
  size_t threads = 1;
  // Keys of the cells of the plan that are run, whoever runs others at the same time; empty: all, and nobody else may.
  std::vector<std::string> cells = {};
};

struct GridState {
  size_t finished = 0, cells = 0;
  double seconds = 0;
  std::optional<double> seconds_left;  // roughly; nothing before the first cell is finished
  std::string current;                 // key of the cell that was begun last
};

// How far a grid is.
struct Standing {
  Plan cells;                        // those that are asked for
  Plan open;                         // of these, those that are still to do
  size_t other = 0;                  // cells that are there and were made with other options, or from other data
  std::vector<OtherOption> options;  // what differs, each once with the first values
};

// What the caller may want to hear, all optional; called by one thread at a time.
struct GridCallbacks {
  std::function<void()> on_datasets;              // the datasets of one more cell of the plan are there
  std::function<void(const Standing&)> on_run;    // datasets are there; open: cells that will be run
  std::function<void(const GridState&)> on_cell;  // a cell begins or ends
};

// A cell that could not be run, and why.
struct Failure {
  std::string key, error;
};

// Those of the plan with these keys, each once; all where there are none. Throws base::Error on a key of none.
Plan cells_of(const Plan& plan, const std::vector<std::string>& keys);

// In the plan's order. Reads cells and datasets, and makes none. Throws base::Error where a cell's file is none, or a
// key is none of the plan.
Standing standing(const Plan& plan, const RunParams& params);

// Returns what went wrong: a cell that fails (training can diverge) does not stop the others. Throws base::Error where
// another process runs in the results folder, a key is none of the plan, a cell's file is none, or files cannot be
// written. Of two processes at one cell the second waits, and finds it done.
std::vector<Failure> run(const Plan& plan, const RunParams& params, const GridCallbacks& callbacks);

}  // namespace eqnet::experiments
