// A readable sum of products for a truth table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace eqnet::domain {

// "Or(And(Not(a), b), c)": products that cover the function, none superfluous; literals and products in the
// order of their text, as in SemVec's class names. "False" and "True" for the constants.
std::string sum_of_products(std::span<const uint64_t> table, const std::vector<std::string>& variables);

}  // namespace eqnet::domain
