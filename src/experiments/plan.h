// The paper's evaluation as a grid of cells: which there are.
#pragma once

#include "experiments/cell.h"

namespace eqnet::experiments {

struct GridParams {
  std::vector<std::string> models;    // kinds and names of ablations; empty: all
  std::vector<std::string> datasets;  // presets, by our names or the paper's, and names of algebras; empty: all
  std::string data;                   // folder that has the datasets of algebras
  std::vector<std::string> groups = {"models", "transfer", "ablations", "depth"};
  uint64_t seed = 1;  // the first
  size_t seeds = 1;
};

using Plan = std::vector<Cell>;

// The cells that are asked for, seed by seed. Throws base::Error on a model or dataset that is not known, and as
// algebra_datasets does where that group is asked for.
Plan plan(const GridParams& params);

}  // namespace eqnet::experiments
