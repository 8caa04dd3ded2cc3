// Algebras of quaternions or matrices that agree with the classes of a dataset.
//
// Words, groups, and rings whose product does not commute have no finite tables, but matrices represent them; those of
// two rows do as well as quaternions, whose lengths multiply, so that vectors of deep trees neither vanish nor grow
// where the operators are products. Nothing is optimised here. An operator is one of a few *forms*: a sum, a difference
// or a mean, a product in any order, a sum or difference of two orders; children may be conjugated first. The forms of
// all operators are tried, one operator after the other, with random values for the leaves; nearly every choice fails
// at one of the first equations (equations.h), so that thousands of them take milliseconds. What holds for random
// numbers in all equations holds but for chance.
#pragma once

#include <optional>

#include "train/equations.h"
#include "train/vector_algebra.h"

namespace eqnet::train {

// Quaternions obey some laws that are not those of all rings, such as those of matrices of two rows: the square of
// x y - y x commutes with everything. Matrices of three rows obey fewer, but take 9 numbers in place of 4.
enum class Ring { quaternions, matrices };
size_t numbers_of(Ring ring);

struct FormSearchParams {
  Ring ring = Ring::quaternions;
  size_t assignments = 1;  // of leaves, that are wanted
  uint64_t seed = 1;
  double most_seconds = 0;  // 0: no limit
};

// The first that tells nearly all classes apart; none without a product, and none whose products all commute: those
// need no ring.
std::optional<VectorAlgebra> find_forms(const Equations& equations, const FormSearchParams& params);

}  // namespace eqnet::train
