// The values of expressions at seeded random points: what they mean in numbers, without an algebra. Equivalent
// expressions have equal values at every point; others differ at some points, and where a domain has many values at
// nearly all.
//
// Points are numbered from 0. All functions take and give the values at some points in a row, one number per point.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "eqnet/expr/symbol.h"

namespace eqnet::domain {

// Immutable, so that many threads may use one at once.
class PointValues {
 public:
  using Value = uint64_t;  // what it stands for is the domain's affair

  // A child of an operator. The symbol says what it is, for operators whose last child is a literal.
  struct Operand {
    const expr::Symbol* symbol;
    std::span<const Value> values;
  };

  explicit PointValues(uint64_t seed) : seed_(seed) {}
  virtual ~PointValues() = default;
  PointValues(const PointValues&) = delete;
  PointValues& operator=(const PointValues&) = delete;

  // The values of a variable or a constant at the points 0, 1, …, as many as there is room for. Those of a variable
  // depend on seed, name and point alone, so the same name has the same values in every expression. Throws base::Error
  // for a constant that the domain does not have.
  virtual void leaf(const expr::Symbol& leaf, std::span<Value> values) const = 0;
  // The values of an operator from its children's, at the same points. Throws base::Error for an operator that the
  // domain does not have.
  virtual void apply(const expr::Symbol& op, std::span<const Operand> children, std::span<Value> values) const = 0;
  // What stands for a value in a vector, from -1 to 1. By default a pseudo-random number for each value and point, so
  // that different values are unrelated; a domain of two values has better ones.
  [[nodiscard]] virtual float number(Value value, size_t point) const;

 protected:
  // A variable's values: random ones from 0 to below - 1.
  void draw(std::string_view variable, uint64_t below, std::span<Value> values) const;

 private:
  uint64_t seed_;
};

}  // namespace eqnet::domain
