// Grouping many expressions by exact semantics.
#pragma once

#include <span>
#include <vector>

#include "eqnet/domain/domain.h"

namespace eqnet::domain {

// A group number for each root: the same for two roots if and only if they are equivalent; numbers count from 0 in
// order of first use. Boolean functions of at most 16 variables and polynomials of at most 500 are computed exactly;
// beyond, a signature of random assignments groups and `equivalent` confirms each member. Throws base::Error where that
// takes longer than the timeout, and in the open domain.
std::vector<uint32_t> classify(Kind kind, const expr::Pool& pool, std::span<const expr::NodeId> roots,
                               const EquivalenceParams& params = {});

}  // namespace eqnet::domain
