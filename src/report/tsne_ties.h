// Neighbours among many equal rows. Equivalent expressions may have the same vector to the last bit, a thousand of
// them; all have distance 0 to each other, and a search gives all of them the same k. As affinities these would be a
// star: k rows that pull at all others, and others that know no difference between themselves and end up in one place.
// Instead each row gets k of its equals of its own, drawn at random.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "encode/neighbours.h"

namespace eqnet::report {

// The groups of more than k + 1 rows that are equal to the last bit.
std::vector<std::vector<uint32_t>> equal_rows(const encode::UnitRows& rows, size_t k);

// Draws the neighbours of the groups' rows anew; neighbours: n x k. The same for the same groups.
void redraw(const std::vector<std::vector<uint32_t>>& groups, size_t k, std::span<encode::Neighbour> neighbours);

}  // namespace eqnet::report
