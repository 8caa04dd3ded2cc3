// Operators of finite algebras that everybody knows, for known_tables.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace eqnet::train {

// What a form is also of: numbers modulo q come from numbers, and those of which it is linear in each child points
// hold.
enum class Over : uint8_t { values, residues, numbers };
// For which numbers of values q a form is.
enum class For : uint8_t { all, powers_of_two, fields, matrices };

struct KnownForm {
  std::string_view name;              // of children a, b and c
  int (*value)(const int* x, int q);  // of values from 0 to q - 1
  Over over = Over::values;
  For what = For::all;

  [[nodiscard]] bool is_for(int q) const;
};

constexpr size_t kMostKnownChildren = 3;
// What an operator of so many children may be.
std::span<const KnownForm> known_forms(size_t arity);
// "a + b mod 8" of "a + b mod q".
std::string with_number(std::string_view name, int q);

}  // namespace eqnet::train
