// What the affinities do to points of the plane. With k_ij = 1 / (1 + |y_i - y_j|^2), Z = sum of k over all i != j and
// q_ij = k_ij / Z, t-SNE lessens the divergence KL(p | q) = sum of p_ij log(p_ij / q_ij), whose gradient is
//   dKL / dy_i = 4 (sum over j of p_ij k_ij (y_i - y_j)  -  1 / Z * sum over j of k_ij^2 (y_i - y_j)):
// attraction, which is here, and repulsion (tsne_repulsion.h).
#pragma once

#include <span>

#include "base/threads.h"
#include "report/plane.h"
#include "report/tsne_affinities.h"

namespace eqnet::report {

// The sum over j of p_ij k_ij (y_i - y_j).
Point attraction(const Affinities& affinities, std::span<const Point> points, size_t i);

// KL(p | q), with Z given.
double divergence(const Affinities& affinities, std::span<const Point> points, double z, base::Team& team);

}  // namespace eqnet::report
