// Evaluation results as the verbs `evaluate` and `reproduce` make and print them.
#pragma once

#include "base/json.h"
#include "base/progress.h"
#include "eval/evaluate.h"
#include "models/encoder.h"

namespace eqnet::cli {

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
  size_t most_queries = 0;  // a part; 0: all
  base::ProgressSink progress;
};

// Throws base::Error on a dataset without a split.
Evaluation evaluate_dataset(const data::Dataset& dataset, const Embedded& embedded, const EvaluationParams& params);

// The keys "seen" and "unseen" of an object.
void add_evaluation(base::Json& json, const Evaluation& evaluation);

}  // namespace eqnet::cli
