// Verdicts on pairs with a variable i, which people write for the imaginary unit too.
#pragma once

#include "domain/real/program.h"

namespace eqnet::domain {

// Whether the two roots surely differ at a point where the variable of this index is the imaginary unit; nothing where
// a step has no value that everybody agrees on, such as the square root of a complex number.
std::optional<bool> differ_with_imaginary(const RealProgram& program, const RealPoint& point, uint32_t imaginary);

}  // namespace eqnet::domain
