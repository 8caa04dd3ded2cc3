// Real functions, each distinct one once. A function is a class of expressions that have the same value, and are
// defined, at the same points but for a set of measure zero. Operators work point by point, so this is a congruence;
// among rational functions it is equality in Q(x, y, ...).
//
// Rational functions are fractions in lowest terms, compared exactly. Others are told apart by their values at fixed
// points, and put together only where prove_equal and the conditions that it gives say so. What is not decided stays
// apart. Budgets are counted in steps, so that the same expressions have the same functions on every machine.
#pragma once

#include <memory>
#include <unordered_map>

#include "domain/real/at_points.h"
#include "domain/real/field.h"
#include "domain/real/normal_form.h"

namespace eqnet::domain {

class RealAlgebra final : public Algebra {
 public:
  explicit RealAlgebra(std::vector<std::string> variables);

  FunctionId apply(const expr::Symbol& symbol, std::span<const FunctionId> children) override;
  [[nodiscard]] std::string name(FunctionId function) const override;
  [[nodiscard]] size_t size() const override { return functions_.size(); }
  [[nodiscard]] size_t bytes_each() const override { return 2500; }  // of one with its values
  [[nodiscard]] size_t bytes() const override { return bytes_; }
  [[nodiscard]] size_t effort() const override { return effort_; }
  [[nodiscard]] bool has_values(FunctionId function) const override { return functions_[function].valued; }

  // Its fraction; null where it is none.
  [[nodiscard]] const Fraction* fraction(FunctionId function) const {
    const auto& own = functions_[function].fraction;
    return own ? &*own : nullptr;
  }

  // Pairs of functions that no point tells apart and no proof puts together.
  [[nodiscard]] size_t undecided() const { return undecided_; }

 private:
  struct Function {
    expr::NodeId node;                       // a first expression of it
    std::optional<Fraction> fraction;        // of a rational function
    std::unique_ptr<ValuesAtPoints> values;  // where they were asked for
    bool valued = true;                      // a point is known at which it has a value
  };

  [[nodiscard]] std::optional<Fraction> rational(RealStep step, const expr::Symbol& symbol,
                                                 std::span<const FunctionId> children) const;
  [[nodiscard]] uint64_t residue(RealStep step, const Fraction& result, std::span<const FunctionId> children) const;
  [[nodiscard]] FunctionId find_fraction(const Fraction& fraction, uint64_t residue) const;
  const ValuesAtPoints& values_of(FunctionId function);
  std::unique_ptr<ValuesAtPoints> values_of(const Fraction& fraction);
  std::unique_ptr<ValuesAtPoints> values_of(RealStep step, std::span<const FunctionId> children);
  // kNone where there is none.
  FunctionId find_equal(expr::NodeId node, const ValuesAtPoints& values, bool is_fraction);
  bool equal(expr::NodeId left, expr::NodeId right);
  RealProof prove(const RealProgram& program);
  bool same_definition(const RealProgram& program, const RealProof& proof);
  // Whether some divisor of these may be zero on an interval, by values.
  [[nodiscard]] bool may_vanish_on_interval(const RealProgram& program, const RealProof& proof) const;
  bool never_negative(expr::NodeId p, expr::NodeId other);
  bool is_nowhere(expr::NodeId node);
  bool is_somewhere(expr::NodeId node);
  FunctionId nowhere();
  FunctionId add(Function&& function);
  void set_fraction(FunctionId function, Fraction&& fraction, uint64_t residue);
  FunctionId intern(expr::NodeId node, Fraction&& fraction, uint64_t residue);
  FunctionId intern(expr::NodeId node, std::unique_ptr<ValuesAtPoints> values);
  void compare_by_values();

  static constexpr FunctionId kNone = UINT32_MAX;

  const std::vector<std::string> variables_;
  Ring ring_;
  const std::vector<RealPoint> points_;
  std::vector<uint64_t> place_;  // where residues are taken, one per variable
  expr::Pool pool_;
  std::vector<Function> functions_;
  std::vector<uint64_t> residues_;  // by function; of rational ones
  std::unordered_multimap<uint64_t, FunctionId> by_residue_;
  std::unordered_map<expr::NodeId, FunctionId> by_node_;  // what was worked out for expressions of other functions
  PointIndex by_values_;
  bool by_values_filled_ = false;  // while all functions are rational no values are needed
  FunctionId nowhere_ = kNone;
  size_t undecided_ = 0;
  size_t bytes_ = 0;
  size_t effort_ = 1;
};

// What all expressions of a rational function have in common: "(a + b)/c". Nothing for other functions, and where it is
// too large.
std::optional<std::string> rational_key(const expr::Pool& pool, expr::NodeId root);
// Numerator and denominator of it, expanded: "a + b" and "c".
std::optional<std::pair<std::string, std::string>> rational_parts(const expr::Pool& pool, expr::NodeId root);

}  // namespace eqnet::domain
