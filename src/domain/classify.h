// The two ways to group many expressions by exact semantics that Domain::classify chooses from.
#pragma once

#include <array>

#include "base/random.h"
#include "eqnet/domain/domain.h"

namespace eqnet::domain {

// By the functions of an algebra over the pool's variables.
std::vector<uint32_t> classify_by_function(Algebra& algebra, const expr::Pool& pool,
                                           std::span<const expr::NodeId> roots);

// By signatures, given by node: those of equivalent nodes are equal, those of others hardly ever. Every member of a
// group is confirmed by a proof; throws base::Error where one takes longer than the timeout.
using Signature = std::array<uint64_t, 2>;
std::vector<uint32_t> classify_by_signature(const Domain& domain, const expr::Pool& pool,
                                            std::span<const expr::NodeId> roots,
                                            const std::vector<Signature>& signatures, const EquivalenceParams& params);

// Where a variable's values in signatures come from.
base::Random random_of(const expr::Pool& pool, expr::NodeId variable);

}  // namespace eqnet::domain
