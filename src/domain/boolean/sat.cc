// Equivalence as satisfiability: Tseitin clauses for both expressions, and a clause that says their values differ.
#include <cadical.hpp>
#include <cstdlib>

#include "domain/boolean/circuit.h"
#include "domain/deadline.h"

namespace eqnet::domain {
namespace {

class Encoder {
 public:
  Encoder(const Circuit& circuit, CaDiCaL::Solver& solver) : solver_(solver) {
    literals_.reserve(circuit.lines.size());
    for (const Circuit::Line& line : circuit.lines) literals_.push_back(encode(line));
  }

  [[nodiscard]] int literal(uint32_t line) const { return literals_[line]; }
  void clause(std::initializer_list<int> literals) {
    for (const int literal : literals) solver_.add(literal);
    solver_.add(0);
  }

 private:
  int encode(const Circuit::Line& line) {
    switch (line.gate) {
      case Gate::variable:
        return ++count_;
      case Gate::constant_true:
      case Gate::constant_false: {
        const int fixed = ++count_;
        clause({line.gate == Gate::constant_true ? fixed : -fixed});
        return fixed;
      }
      case Gate::negation:
        return -literals_[line.a];
      case Gate::conjunction:
        return conjunction(literals_[line.a], literals_[line.b]);
      case Gate::disjunction:
        return disjunction(literals_[line.a], literals_[line.b]);
      case Gate::implication:
        return -conjunction(literals_[line.a], -literals_[line.b]);
      case Gate::choice:
        return disjunction(conjunction(literals_[line.a], literals_[line.b]),
                           conjunction(-literals_[line.a], literals_[line.c]));
      case Gate::majority:
        return disjunction(conjunction(literals_[line.a], literals_[line.b]),
                           conjunction(literals_[line.c], disjunction(literals_[line.a], literals_[line.b])));
      case Gate::exclusive:
        break;
    }
    const int a = literals_[line.a];
    const int b = literals_[line.b];
    const int out = ++count_;
    clause({-out, a, b});
    clause({-out, -a, -b});
    clause({out, -a, b});
    clause({out, a, -b});
    return out;
  }

  int conjunction(int a, int b) {
    const int out = ++count_;
    clause({-out, a});
    clause({-out, b});
    clause({out, -a, -b});
    return out;
  }

  int disjunction(int a, int b) { return -conjunction(-a, -b); }

  CaDiCaL::Solver& solver_;
  std::vector<int> literals_;
  int count_ = 0;
};

}  // namespace

Verdict equivalent_by_sat(const Circuit& circuit, double timeout_s) {
  constexpr int kSatisfiable = 10;
  constexpr int kUnsatisfiable = 20;
  CaDiCaL::Solver solver;
  solver.set("quiet", 1);
  Deadline deadline(timeout_s);
  Encoder encoder(circuit, solver);
  const int left = encoder.literal(circuit.roots[0]);
  const int right = encoder.literal(circuit.roots[1]);
  encoder.clause({left, right});
  encoder.clause({-left, -right});
  solver.connect_terminator(&deadline);
  const int status = timeout_s > 0 ? solver.solve() : 0;
  solver.disconnect_terminator();
  if (status == kUnsatisfiable) return {Answer::equivalent, {}, {}, {}, "SAT"};
  if (status != kSatisfiable) return {Answer::undecided, {}, {}, {}, "timeout"};
  const auto value = [&](int literal) { return (solver.val(std::abs(literal)) > 0) == (literal > 0); };
  Verdict verdict{Answer::different, {}, value(left) ? "1" : "0", value(right) ? "1" : "0", "SAT"};
  verdict.witness.resize(circuit.variables.size());
  for (uint32_t line = 0; line < circuit.lines.size(); ++line) {
    if (circuit.lines[line].gate != Gate::variable) continue;
    const uint32_t index = circuit.lines[line].a;
    verdict.witness[index] = {circuit.variables[index], value(encoder.literal(line)) ? "1" : "0"};
  }
  return verdict;
}

}  // namespace eqnet::domain
