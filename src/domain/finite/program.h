// Expressions of a finite algebra as look-ups in its tables, for many assignments at a time; and what is decided by
// them.
#pragma once

#include "domain/finite/definition.h"
#include "eqnet/domain/domain.h"

namespace eqnet::domain {

// Some expressions over their common variables.
class FiniteProgram {
 public:
  // definition must outlive it.
  FiniteProgram(const Definition& definition, const expr::Pool& pool, std::span<const expr::NodeId> roots);

  struct Line {
    const FiniteOperator* op = nullptr;  // null for a leaf
    uint32_t first = 0;                  // of an operator, where its children are in `children`; of a variable, which
    bool variable = false;               // a leaf: a variable, or else the constant `value`
    Value value = 0;
  };
  std::vector<Line> lines;             // parts before the whole
  std::vector<uint32_t> children;      // lines
  std::vector<std::string> variables;  // sorted
  std::vector<uint32_t> roots;         // lines

  [[nodiscard]] const Definition& definition() const { return definition_; }

  // Assignments that are evaluated at a time: many, but never so many that large expressions fill the memory.
  [[nodiscard]] size_t block() const { return block_; }
  // Sets the inputs of a block, variables * block() values: assignment number j gives variable i the digit i of j.
  void count_from(size_t first, std::vector<Value>& inputs) const;
  // Values of all lines, lines * block().
  void evaluate(std::span<const Value> inputs, std::vector<Value>& values) const;
  // The assignment in a place of the block, in words.
  [[nodiscard]] Assignment point(std::span<const Value> inputs, size_t place) const;

 private:
  const Definition& definition_;
  size_t block_;
};

constexpr size_t kMostAssignments = size_t{1} << 24;  // that are all gone through

Verdict equivalent_finite(const Definition& definition, const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                          const EquivalenceParams& params);

// Values at assignments in the order of their numbers: all of them up to kMostTableAssignments; where there are more,
// random ones.
std::vector<Sample> finite_samples(const Definition& definition, const expr::Pool& pool,
                                   std::span<const expr::NodeId> nodes, size_t first, size_t count);

// Decides by SAT alone whether some assignment tells the program's first two roots apart (sat.cc).
Verdict equivalent_by_sat(const FiniteProgram& program, double timeout_s);

}  // namespace eqnet::domain
