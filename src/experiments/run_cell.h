// One cell of the grid: training, evaluation, its file.
#pragma once

#include <memory>

#include "eqnet/data/dataset.h"
#include "experiments/cell.h"

namespace eqnet::experiments {

struct CellParams {
  std::string folder;        // RESULTS
  std::string recipe;        // of the settings
  double seconds = 240;      // most of a training
  size_t most_queries = 0;   // a part; 0: all
  double budget = 0;         // of the whole grid in minutes, for the record; 0: none
  std::string revision;      // of the program, for the record
  bool any_options = false;  // a model that was trained with other options, or from other data, will do
};

using DatasetPtr = std::shared_ptr<const data::Dataset>;

// Trains (or takes the model that is there), evaluates, writes RESULTS/cells/KEY.json. result: what the cell says
// before it is run: which it is, and what it is made with.
void run_cell(CellResult result, const DatasetPtr& train, const DatasetPtr& test, const CellParams& params);

}  // namespace eqnet::experiments
