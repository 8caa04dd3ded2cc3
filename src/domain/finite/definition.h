// A finite algebra as its TOML says it: values, and operators as tables (docs/formats.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "eqnet/expr/symbol.h"

namespace eqnet::domain {

using Value = uint8_t;  // a place in Definition::values

constexpr size_t kMostValues = 64;
constexpr size_t kMostOperators = 64;
constexpr size_t kMostChildren = 4;
constexpr size_t kMostDefinitionBytes = size_t{1} << 20;

struct FiniteOperator {
  std::string name;
  std::string symbol;  // empty: written as a call
  int precedence = 0;
  uint32_t arity = 0;
  std::vector<Value> table;  // the value at children a, b, … at a * values^(arity - 1) + b * values^(arity - 2) + …
};

struct Definition {
  std::string name;
  std::vector<std::string> values;
  std::vector<FiniteOperator> operators;

  // The operator of a symbol; throws base::Error where it is none of this algebra's.
  [[nodiscard]] const FiniteOperator& op(const expr::Symbol& symbol) const;
  // The value of a constant; throws base::Error where it is none of this algebra's.
  [[nodiscard]] Value value(const expr::Symbol& constant) const;
};

// where: names the text in errors, each of which says the line too. Throws base::Error on what is no algebra.
Definition read_definition(std::string_view text, std::string_view where);
// Whether the text is TOML with operators.
bool has_operators(std::string_view text);

}  // namespace eqnet::domain
