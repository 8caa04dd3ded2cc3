// Tables of values up to the names of the values: two that differ in nothing else are one algebra.
#pragma once

#include "models/value_table.h"

namespace eqnet::models {

constexpr size_t kMostRenamed = 6;  // values; of more, not all renamings are tried

struct Renamed {
  ValueTable table;                              // the least of all renamings' results, one after the other
  std::vector<std::vector<uint32_t>> renamings;  // that lead to it, at least one: the new number of every old one
};

// constants: values that have names already, which count after the operators; or kNoValue. They are renamed along.
// Tables of more than kMostRenamed values stay as they are.
constexpr uint32_t kNoValue = UINT32_MAX;
Renamed rename_values(const ValueTable& table, std::span<const size_t> arities, std::span<const uint32_t> constants);

}  // namespace eqnet::models
