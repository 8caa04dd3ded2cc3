// How good vectors are: score_k with its ceiling, precision-recall and ROC over all pairs, on SeenEqClass and
// UnseenEqClass.
#pragma once

#include <functional>

#include "encode/neighbours.h"
#include "eqnet/data/stats.h"

namespace eqnet::eval {

// The rows that neighbours are found among.
struct Members {
  std::vector<expr::NodeId> expressions;
  std::vector<uint32_t> labels;       // class number
  std::vector<uint32_t> class_sizes;  // by class number
};
// All expressions of a dataset, in the order of its classes.
Members members_of(const data::Dataset& dataset);
// The rows of a part's expressions whose class has at least two members: the queries.
std::vector<uint32_t> queries_of(const data::Dataset& dataset, const Members& rows, data::Part part);

// Throws base::Error on a dataset without a split.
void require_split(const data::Dataset& dataset);

// Every n-th, so that at most `most` are left.
std::vector<uint32_t> thinned(const std::vector<uint32_t>& items, size_t most);

struct PairCurve {
  std::vector<std::pair<double, double>> points;
  double area = 0;
};

struct PartScores {
  size_t queries = 0;
  data::Curve score{}, ceiling{};  // k = 1..15, fractions
  double area = 0;                 // under score_k: its mean over k
  // Over all (query, other) pairs by falling similarity.
  PairCurve precision_recall;  // (recall, precision); area: average precision
  PairCurve roc;               // (false positive rate, true positive rate); area: by trapezoids
  std::vector<uint32_t> query_rows;
  std::vector<encode::Neighbour> neighbours;  // 15 a query
};

// score_k of one query from its neighbours, best first.
double score(const Members& rows, uint32_t query, const encode::Neighbour* neighbours, size_t k);

struct EvaluateParams {
  size_t threads = 1;
  bool curves = true;                // precision-recall and ROC
  size_t most_queries = 0;           // an even sample of so many; 0: all, which is what scores mean
  std::function<void(size_t)> done;  // queries finished
  base::Ranks* ranks = nullptr;      // as encode::NeighbourParams has them
};

// vectors: one a row. Nothing where the part has no query, or the dataset no more than 15 expressions.
std::optional<PartScores> evaluate(const data::Dataset& dataset, const Members& rows, const encode::UnitRows& vectors,
                                   data::Part part, const EvaluateParams& params);

}  // namespace eqnet::eval
