// The key of a function with finitely many values, from its table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace eqnet::domain {

// values: of the function, from 0 to radix - 1; assignment number j gives variable i the digit i of j, to the base
// radix. Variables that make no difference are left out, so that the text is the same for all expressions of the
// function, whichever variables they have: "a b:0110".
std::string table_key(std::vector<uint8_t> values, size_t radix, const std::vector<std::string>& variables);

}  // namespace eqnet::domain
