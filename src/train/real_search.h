// Algebras of vectors that agree with the classes of a dataset: operators that are linear in each child.
//
// Matrices, words and groups have no finite tables, but where k numbers represent them, the equations of the data
// (equations.h) say so. From random coefficients, L-BFGS leads to where the equations nearly hold and classes that are
// alike stay apart (multilinear.h); from there on Levenberg and Marquardt's method solves the equations, or fails to. A
// start takes a tenth of a second. Not every one leads to an algebra where there is one.
#pragma once

#include <optional>

#include "train/equations.h"
#include "train/vector_algebra.h"

namespace eqnet::train {

struct RealSearchParams {
  size_t size = 2;  // k
  size_t starts = 20;
  size_t assignments = 1;  // of leaves, that are wanted; there may be fewer
  uint64_t seed = 1;
  double most_seconds = 0;  // 0: no limit
};

// That of the first start that comes to agree with the equations and tells all pairs apart, else nearly all of them.
std::optional<VectorAlgebra> find_real(const Equations& equations, const RealSearchParams& params);

}  // namespace eqnet::train
