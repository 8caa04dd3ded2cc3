// Values of real functions at points: for people to look at, and for the model `values`.
#pragma once

#include <memory>

#include "eqnet/domain/domain.h"
#include "eqnet/domain/point_values.h"

namespace eqnet::domain {

// At simple rational points: whole numbers and decimals; "undefined" where there is none.
std::vector<Sample> real_samples(const expr::Pool& pool, std::span<const expr::NodeId> nodes, size_t first,
                                 size_t count);

// With double precision. Equivalent expressions have numbers that are equal but for rounding.
std::unique_ptr<const PointValues> real_point_values(uint64_t seed);

}  // namespace eqnet::domain
