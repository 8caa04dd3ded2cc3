// Values at points: the Combine of eqnet-mul, for algebras whose operators work point by point, as those of truth
// tables (a point is an assignment of the variables) and of polynomials (a point is a place to evaluate them at) do.
//
// A vector r of D numbers holds D - 1 values u_i and a weight w = r_D / sqrt(D - 1); what it says is the u_i / w, the
// expression's values at D - 1 points that are learned with everything else: a leaf has a value at each, and an
// operator is at each point a function of its children's values that is linear in every child. For two children l and
// r:
//
//   u_i = a_i w_l w_r + b_i u_i(l) w_r + c_i w_l u_i(r) + d_i u_i(l) u_i(r),     w = w_l w_r
//
// and for n children a sum over their 2^n subsets: bit c of a subset's number says that child c gives its value, else
// its weight. Everything is homogeneous in each child's vector, so to divide a vector by its length changes nothing of
// what it says. The weight keeps expressions apart that are multiples of each other, such as a and a + a.
// At most kernels::kMostPointChildren children.
//
// Of points that start at random, many find no values for the operators that agree with the data, and training shrinks
// the leaves' values there towards 0. The others show what the operators do. Such a dead point is renewed as a copy of
// a live one, in which the leaves have taken their values from each other at random: with the operators as they are,
// that is another point of the same algebra, for truth tables another assignment of the variables.
#pragma once

#include "encode/vocabulary.h"
#include "models/tree_network.h"

namespace eqnet::models {

// Whether an operator of so many children is possible in blocks of this size: it has block (block + 1)^arity
// coefficients.
bool enough_coefficients(size_t block, size_t arity);

// Throws base::Error where the shape has points and they cannot be (an operator with too many children, too few
// numbers), or where it has nothing at all to combine children with.
void check_combine(const TreeShape& shape, const encode::Vocabulary& vocabulary);

// Of the largest number of a leaf: what comes below it has come to nothing.
constexpr double kAlive = 0.1;

// By number of a leaf: the largest that one has there.
template <class Real>
std::vector<double> leaf_sizes(const TreeParameters& all, const Real* parameters);

// By block, whether it lives: a dead one's leaves have come to nothing.
template <class Real>
std::vector<bool> live_blocks(const TreeParameters& all, const Real* parameters);

// Renews the dead points; returns the places that were changed.
template <class Real>
std::vector<size_t> renew_points(const TreeParameters& all, Real* parameters, base::Random& random);

// Parameters of a network all of whose sets have these coefficients (by operator, as TreeParameters::coefficient orders
// them), and whose blocks take turns with the values of the leaves (by block: the numbers of all leaves).
std::vector<double> parameters_of_coefficients(const TreeParameters& all,
                                               std::span<const std::vector<double>> operators,
                                               std::span<const std::vector<double>> leaves);

}  // namespace eqnet::models
