// How good a model is: do an expression's nearest neighbours mean the same?
#pragma once

#include "eqnet/api/model.h"
#include "eqnet/data/stats.h"

namespace eqnet::api {

// Over the queries of one part of a dataset; neighbours are sought among all its expressions.
struct Scores {
  size_t queries = 0;
  data::Curve score{};    // score_k for k = 1..15, as fractions
  data::Curve ceiling{};  // what a perfect encoder scores
};

// Nothing where a part has no query, or the dataset no more than 15 expressions.
struct Evaluation {
  std::optional<Scores> seen, unseen;  // SeenEqClass: classes of the training part; UnseenEqClass: others
};

struct EvaluateOptions {
  size_t threads = 1;       // the result does not depend on it
  size_t most_queries = 0;  // of each part, evenly chosen; 0: all
};

// Throws base::Error on a dataset without a split or with symbols which the model has not learned.
Evaluation evaluate(const Model& model, const data::Dataset& dataset, const EvaluateOptions& options = {});

}  // namespace eqnet::api
