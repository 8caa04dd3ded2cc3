// A model on a dataset: its vectors, and how good they are on both parts.
#pragma once

#include "eval/evaluate.h"
#include "experiments/cell.h"
#include "models/encoder.h"

namespace eqnet::experiments {

struct Evaluation {
  std::optional<eval::PartScores> seen, unseen;
};

// A dataset's expressions and their vectors.
struct Embedded {
  eval::Rows rows;
  encode::UnitRows vectors;
};
// Throws base::Error on a dataset with symbols that the model does not know.
Embedded embed_dataset(const models::Encoder& encoder, const data::Dataset& dataset, size_t threads);

struct EvaluationParams {
  size_t threads = 1;
  bool curves = true;
  size_t most_queries = 0;           // a part; 0: all
  std::function<void(size_t)> done;  // queries finished
};

// Throws base::Error on a dataset without a split.
Evaluation evaluate_dataset(const data::Dataset& dataset, const Embedded& embedded, const EvaluationParams& params);

// What a cell keeps of it.
CellResult::Part part_of(const eval::PartScores& scores);

}  // namespace eqnet::experiments
