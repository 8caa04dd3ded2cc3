// Whether two expressions about real numbers are equal wherever both are defined.
#pragma once

#include "domain/real/program.h"
#include "eqnet/domain/domain.h"

namespace eqnet::domain {

Verdict equivalent_real(const expr::Pool& pool, expr::NodeId left, expr::NodeId right, const EquivalenceParams& params);

// Whether constants are equal, by exact arithmetic; nothing where it does not tell, or might take long.
std::optional<bool> equal_constants(const RealProgram& program);

}  // namespace eqnet::domain
