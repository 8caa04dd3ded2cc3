// The values of a set of coefficients, where they are few: what its operators do is then a table.
//
// From the values of the leaves on, operators are applied to all values known so far, and what comes out is a new value
// or, near enough, one of these. Where that comes to an end, the set is a finite algebra, learned to some error.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/parts.h"

namespace eqnet::models {

struct ValueTable {
  std::vector<std::vector<double>> values;       // of as many numbers as a block or part has
  std::vector<std::vector<uint32_t>> operators;  // by operator: the result for each choice of values, the first child's
                                                 // changing fastest
  double error = 0;  // the largest distance of a result from its value, as a share of the least between two values
};

// The place of the value that is nearest to this one.
uint32_t nearest(const std::vector<std::vector<double>>& values, std::span<const double> value);

constexpr size_t kMostValues = 33;

// blocks: the values of leaves in each. Nothing where there are more than kMostValues values, or where results are not
// clearly one of them.
std::optional<ValueTable> value_table(std::span<const BlockOperator> operators, std::span<const LeafValues> blocks);
// blocks: of this set, whose leaves are to be taken.
std::optional<ValueTable> value_table(const TreeParameters& all, std::span<const double> parameters, size_t set,
                                      std::span<const size_t> blocks);

// Makes the table exact: coefficients of the set that take the values to each other without an error. False, and
// nothing is changed, where the values are too many or too much alike for that: they must be independent, so at most
// block + 1.
bool make_exact(const TreeParameters& all, const ValueTable& table, size_t set, std::span<double> parameters);

// Parameters of a network whose blocks hold these algebras side by side. The values of an algebra become the corners of
// a regular simplex around 0, in which any two are as far apart as any other two. Nothing where they do not fit into
// the blocks, or blocks share coefficients.
std::optional<std::vector<double>> parameters_of_tables(const TreeParameters& all,
                                                        std::span<const std::vector<encode::FinitePart>> blocks);

}  // namespace eqnet::models
