// One cell of the grid: training, evaluation, its file.
#pragma once

#include <memory>

#include "eqnet/data/dataset.h"
#include "experiments/cell.h"

namespace eqnet::experiments {

struct CellParams {
  std::string folder;       // RESULTS
  std::string recipe;       // of the settings
  double seconds = 240;     // most of a training
  size_t most_queries = 0;  // a part; 0: all
  double budget = 0;        // of the whole grid in minutes, for the record; 0: none
  std::string revision;     // of the program, for the record
};

using DatasetPtr = std::shared_ptr<const data::Dataset>;

// Trains (or takes the model that is there), evaluates, writes RESULTS/cells/KEY.json. data: the test set's file, which
// the cell names for those who draw it.
void run_cell(const experiments::Cell& cell, const DatasetPtr& train, const DatasetPtr& test, const std::string& data,
              const CellParams& params);

}  // namespace eqnet::experiments
