// The boolean domain's arithmetic: expressions compiled to gates, evaluated on 512 assignments at a time.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "eqnet/domain/domain.h"

namespace eqnet::domain {

constexpr size_t kMostTableVariables = 16;  // of functions that are kept and compared as truth tables

enum class Gate : uint8_t {
  variable,
  constant_false,
  constant_true,
  negation,
  conjunction,
  exclusive,
  disjunction,
  implication,
  choice,  // of three: the second where the first is true, else the third
  majority
};

// The gate of an operator by its symbol's name; throws base::Error for one that the domain does not have.
Gate gate_of(const expr::Symbol& symbol);

inline uint64_t apply(Gate gate, uint64_t a, uint64_t b, uint64_t c = 0) {
  switch (gate) {
    case Gate::negation:
      return ~a;
    case Gate::conjunction:
      return a & b;
    case Gate::exclusive:
      return a ^ b;
    case Gate::disjunction:
      return a | b;
    case Gate::implication:
      return ~a | b;
    case Gate::choice:
      return (a & b) | (~a & c);
    case Gate::majority:
      return (a & b) | (c & (a | b));
    case Gate::constant_true:
      return ~uint64_t{0};
    default:
      return 0;
  }
}

// Word `word` of the truth table of variable `index`: assignment number j gives variable i the bit i of j.
inline uint64_t variable_word(size_t index, size_t word) {
  constexpr uint64_t kPatterns[] = {0xAAAAAAAAAAAAAAAAULL, 0xCCCCCCCCCCCCCCCCULL, 0xF0F0F0F0F0F0F0F0ULL,
                                    0xFF00FF00FF00FF00ULL, 0xFFFF0000FFFF0000ULL, 0xFFFFFFFF00000000ULL};
  if (index < 6) return kPatterns[index];
  return (word >> (index - 6) & 1) != 0 ? ~uint64_t{0} : 0;
}

// Two expressions as gates over their common variables.
class Circuit {
 public:
  static constexpr size_t kWords = 8;
  using Block = std::array<uint64_t, kWords>;

  Circuit(const expr::Pool& pool, std::span<const expr::NodeId> roots);

  struct Line {
    Gate gate;
    uint32_t a, b, c;  // lines; for a variable a is its index in `variables`
  };
  std::vector<Line> lines;
  std::vector<std::string> variables;  // sorted
  std::vector<uint32_t> roots;

  // Values of all lines, given those of the variables.
  void evaluate(std::span<const Block> inputs, std::vector<Block>& values) const;
};

// Of the first root: bit j is its value under assignment number j, as variable_word has them. require: few variables.
std::vector<uint64_t> truth_table(const Circuit& circuit);

Verdict equivalent_boolean(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                           const EquivalenceParams& params);

// The verdicts of all pairs by truth tables, where the pool has few variables; else nothing.
void equivalent_booleans(const expr::Pool& pool, std::span<const NodePair> pairs, std::span<Verdict> verdicts);

// Values at assignments in the order of their numbers, up to 16 variables all of them; beyond, random ones.
std::vector<Sample> boolean_samples(const expr::Pool& pool, std::span<const expr::NodeId> nodes, size_t first,
                                    size_t count);

// Decides by SAT alone whether some assignment tells the circuit's first two roots apart (sat.cc).
Verdict equivalent_by_sat(const Circuit& circuit, double timeout_s);

}  // namespace eqnet::domain
