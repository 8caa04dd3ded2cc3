// Fractions that agree with the classes of a dataset: an algebra for models::FractionNetwork, without gradients.
//
// Every operator of two children is tried as the sum, a difference, the product or a quotient of fractions, operators
// of one child as the negative or the reciprocal, constants as small numbers, until the equations of the data hold
// (equations.h) and classes are told apart. Equations are checked with values modulo a prime, so that they hold or
// fail exactly. An operator of one child that is none of these is left to training. As with quaternions
// (form_search.h), that sums and products are tried is what is built in.
#pragma once

#include <optional>

#include "train/equations.h"

namespace eqnet::train {

struct FractionSearchParams {
  size_t points = 32;
  uint64_t seed = 1;
  double most_seconds = 0;  // 0: no limit
};

struct FractionAlgebra {
  // By operator: 2 x 2^arity coefficients (models::FractionNetwork::of_coefficients); none where it is left to
  // training.
  std::vector<std::vector<double>> operators;
  std::vector<std::vector<double>> leaves;  // by point: n and d of each leaf
  bool complete = true;                     // nothing is left to training
};

// Nothing where there are none, and where points of single numbers would do: no quotient, and nothing left to training.
std::optional<FractionAlgebra> find_fractions(const Equations& equations, const FractionSearchParams& params);

}  // namespace eqnet::train
