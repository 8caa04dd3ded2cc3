// Numbers that are added and compared, and agree with the classes of a dataset: an algebra for models::OrderedNetwork,
// without gradients.
//
// Every operator is tried as each of a few forms (models/ordered.h), with random numbers for the leaves, any or none
// below 0, until the equations of the data hold (equations.h) and classes are told apart. As with quaternions
// (form_search.h), that these forms are tried is what is built in.
#pragma once

#include <optional>

#include "models/ordered.h"
#include "train/equations.h"

namespace eqnet::train {

struct OrderedSearchParams {
  size_t points = 63;
  uint64_t seed = 1;
  double most_seconds = 0;  // 0: no limit
};

struct OrderedAlgebra {
  std::vector<models::OrderedForm> forms;      // by operator
  std::vector<std::vector<double>> operators;  // shares, as models::OrderedNetwork takes them
  std::vector<std::vector<double>> leaves;     // by point: a number of each leaf
};

// Nothing where there are none, where nothing is compared (then points would do) and where nothing is added (then an
// algebra of few values would).
std::optional<OrderedAlgebra> find_ordered(const Equations& equations, const OrderedSearchParams& params);

}  // namespace eqnet::train
