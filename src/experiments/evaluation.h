// How good a dataset's vectors are on both parts.
#pragma once

#include "experiments/cell.h"
#include "experiments/embedded.h"

namespace eqnet::experiments {

struct Evaluation {
  std::optional<eval::PartScores> seen, unseen;
};

struct EvaluationParams {
  size_t threads = 1;
  bool curves = true;
  size_t most_queries = 0;           // a part; 0: all
  std::function<void(size_t)> done;  // queries finished
  base::Ranks* ranks = nullptr;      // as encode::NeighbourParams has them
};

// Throws base::Error on a dataset without a split.
Evaluation evaluate_dataset(const data::Dataset& dataset, const Embedded& embedded, const EvaluationParams& params);

// What a cell keeps of it.
CellResult::Part part_of(const eval::PartScores& scores);

}  // namespace eqnet::experiments
