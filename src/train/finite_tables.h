// An algebra of finitely many values as training knows it, by numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "train/equations.h"

namespace eqnet::train {

// The place in an operator's table: the first child's value changes fastest.
template <class Values>
size_t table_place(const Values& values, size_t count) {
  size_t place = 0;
  for (size_t i = values.size(); i-- > 0;) place = place * count + static_cast<size_t>(values[i]);
  return place;
}

struct FiniteTables {
  size_t values = 0;
  std::vector<std::vector<uint8_t>> operators;  // by operator of the vocabulary: the result, at table_place
  // Values of the leaves (by number in the vocabulary) for which it agrees with the equations.
  std::vector<std::vector<uint8_t>> assignments;

  // The values of all terms under values of the leaves; the smallest application that disagrees with the value of its
  // term, where one does, and then the values of larger terms are not set.
  std::optional<uint32_t> evaluate(const Equations& equations, std::span<const uint8_t> leaves,
                                   std::vector<uint8_t>& terms) const;
};

}  // namespace eqnet::train
