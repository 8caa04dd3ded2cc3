// Blocks taken apart: one block may hold several algebras side by side (parameters_of_tables in value_table.h).
//
// Two numbers of a block belong together where a coefficient for the result of one involves a child's value of the
// other. What comes of that are parts, none of which depends on another: each is a block of its own, of fewer numbers,
// with coefficients of its own. Most blocks are one part.
#pragma once

#include <span>
#include <vector>

#include "models/block_operator.h"

namespace eqnet::models {

struct Part {
  size_t set = 0;               // of coefficients
  std::vector<size_t> numbers;  // of the set's blocks, ascending
};

Part whole_block(const TreeParameters& all, size_t set);

// The parts of a set's blocks, by their first number. Every number is in one of them.
std::vector<Part> parts_of(const TreeParameters& all, std::span<const double> parameters, size_t set);

// In the order of the vocabulary.
std::vector<BlockOperator> operators_of(const TreeParameters& all, std::span<const double> parameters,
                                        const Part& part);

// block: one of the part's set.
using LeafValues = std::vector<std::vector<double>>;  // by leaf
LeafValues leaves_of(const TreeParameters& all, std::span<const double> parameters, const Part& part, size_t block);

}  // namespace eqnet::models
