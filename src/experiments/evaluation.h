// A model on a dataset: its vectors, and how good they are on both parts.
#pragma once

#include "base/json.h"
#include "eval/evaluate.h"
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

// The keys "seen" and "unseen" of an object.
void add_evaluation(base::Json& json, const Evaluation& evaluation);

}  // namespace eqnet::experiments
