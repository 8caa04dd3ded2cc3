// Expressions compiled to steps, children before parents.
#pragma once

#include "domain/polynomial/arithmetic.h"

namespace eqnet::domain {

// Some expressions as steps over their common variables.
struct Program {
  Program(const expr::Pool& pool, std::span<const expr::NodeId> root_nodes);

  struct Line {
    Step step;
    // Lines; of a variable its index, of a constant (and of a power's exponent) the index in `constants`.
    uint32_t a, b;
  };
  std::vector<Line> lines;
  std::vector<std::string> variables;  // sorted
  std::vector<Integer> constants;
  std::vector<uint32_t> roots;
};

// The expanded roots. Throws OverBudget; the budget's seconds and bytes are of all lines together.
std::vector<Polynomial> expand(const Program& program, const Ring& ring, const Budget& budget);

}  // namespace eqnet::domain
