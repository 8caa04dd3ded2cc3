// The nearest expressions of a dataset to one that a user writes, each with an exact verdict.
#pragma once

#include "encode/neighbours.h"
#include "eqnet/data/dataset.h"

namespace eqnet::search {

struct Found {
  expr::NodeId expression = 0;
  std::string class_name;
  double similarity = 0;  // cosine
  domain::Verdict verdict;
};

struct NearestParams {
  size_t k = 10;
  double timeout_s = 10;  // for one verdict
  size_t threads = 1;
};

// vectors: of all members of the dataset's classes in order, then of the query. The query is a node of the dataset's
// pool; where it is a member itself, it is not its own neighbour.
std::vector<Found> nearest(const data::Dataset& dataset, std::vector<float> vectors, size_t width, expr::NodeId query,
                           const NearestParams& params);

}  // namespace eqnet::search
