// Settling: from coefficients that nearly agree with the data to coefficients that do.
//
// Training leaves errors of some per cent in the operators of a block, which add up in deep trees, and blocks that have
// come to nothing. But where a block can represent the algebra of the data at all, training has usually come near
// enough to go the rest of the way by other means:
//
// - Agreement (agreement.h). The error of a block is the variance of its values within the classes as a share of that
//   between them. It is a smooth function of the block's leaves and coefficients, and 0 where the block is a model of
//   the algebra. L-BFGS takes it from 1e-3 to 1e-10 within some hundred evaluations. Nothing else is in the way: no
//   noise, no decay, and no other classes to be kept apart by bending the algebra.
// - Choice (set_choice.h). Some sets of coefficients are exact because they have forgotten something (three values, of
//   which only two occur). So a set is judged by the classes that it can tell apart, and of those that can tell as
//   many, the most exact is taken. The others are given up, unless they tell apart what it does not.
// - Filling (survey.h, filling.h). A block is a set of coefficients and a value for every leaf. Values that occur in
//   one block may be given to the leaves of another with the same coefficients: for truth tables another assignment of
//   the variables. Many such blocks are tried. Those are taken that agree with the data, as the values of leaves that
//   are constants would not, and tell apart the classes that are hardest to tell apart.
#pragma once

#include <optional>

#include "base/random.h"
#include "encode/network.h"
#include "models/tree_network.h"

namespace eqnet::models {

// pass: of this network. schedule: expressions; labels: the class of each root, numbers from 0 on without gaps.
// Nothing where no block agrees with the classes even roughly.
std::optional<encode::Settled<double>> settle(const TreeParameters& all, encode::Pass<double>& pass,
                                              std::vector<double> parameters, const Schedule& schedule,
                                              std::span<const uint32_t> labels, const encode::SettleParams& params);

}  // namespace eqnet::models
