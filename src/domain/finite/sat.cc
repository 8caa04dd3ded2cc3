// Equivalence as satisfiability, one literal per line and value: "this line has that value".
//
// Every variable has one of its values, each entry of an operator's table is a clause (children with these values give
// a line with that one), and no line has two values. The last follows for what is forced and could be left out; with it
// a proof that a sum of 14 variables modulo 4 may be turned round takes a tenth of the time, and products of such sums
// are decided at all.
#include "domain/deadline.h"
#include "domain/finite/program.h"

namespace eqnet::domain {
namespace {

constexpr size_t kMostClauses = 20'000'000;  // some 50 bytes each

size_t count_clauses(const FiniteProgram& program) {
  const size_t values = program.definition().values.size();
  size_t count = program.lines.size() * (1 + values * (values - 1) / 2);
  for (const FiniteProgram::Line& line : program.lines) count += line.op == nullptr ? 0 : line.op->table.size();
  return count;
}

class OneHotEncoder {
 public:
  OneHotEncoder(const FiniteProgram& program, CaDiCaL::Solver& solver)
      : program_(program), solver_(solver), values_(program.definition().values.size()) {}

  [[nodiscard]] int literal(size_t line, size_t value) const { return static_cast<int>(line * values_ + value + 1); }

  // False where the deadline came first.
  bool add_all(Deadline& deadline) {
    for (size_t l = 0; l < program_.lines.size(); ++l) {
      if (deadline.terminate()) return false;
      const FiniteProgram::Line& line = program_.lines[l];
      if (line.op != nullptr) {
        add_table(l, line);
      } else if (line.variable) {
        for (size_t v = 0; v < values_; ++v) solver_.add(literal(l, v));
        solver_.add(0);
      } else {
        clause({literal(l, line.value)});
      }
      for (size_t v = 0; v < values_; ++v) {
        for (size_t w = 0; w < v; ++w) clause({-literal(l, v), -literal(l, w)});
      }
    }
    for (size_t v = 0; v < values_; ++v) {
      clause({-literal(program_.roots[0], v), -literal(program_.roots[1], v)});
    }
    return true;
  }

 private:
  void clause(std::initializer_list<int> literals) {
    for (const int literal : literals) solver_.add(literal);
    solver_.add(0);
  }

  void add_table(size_t l, const FiniteProgram::Line& line) {
    const std::vector<Value>& table = line.op->table;
    for (size_t entry = 0; entry < table.size(); ++entry) {
      size_t digits = entry;
      for (size_t child = line.op->arity; child-- > 0; digits /= values_) {
        // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): an algebra has values
        solver_.add(-literal(program_.children[line.first + child], digits % values_));
      }
      solver_.add(literal(l, table[entry]));
      solver_.add(0);
    }
  }

  const FiniteProgram& program_;
  CaDiCaL::Solver& solver_;
  size_t values_;
};

}  // namespace

Verdict equivalent_by_sat(const FiniteProgram& program, double timeout_s) {
  constexpr int kSatisfiable = 10;
  constexpr int kUnsatisfiable = 20;
  const std::vector<std::string>& values = program.definition().values;
  if (timeout_s <= 0) return {Answer::undecided, {}, {}, {}, "timeout"};
  if (count_clauses(program) > kMostClauses || program.lines.size() > INT32_MAX / values.size() - 1) {
    return {Answer::undecided, {}, {}, {}, "too large for SAT"};
  }
  CaDiCaL::Solver solver;
  solver.set("quiet", 1);
  Deadline deadline(timeout_s);
  OneHotEncoder encoder(program, solver);
  if (!encoder.add_all(deadline)) return {Answer::undecided, {}, {}, {}, "timeout"};
  solver.connect_terminator(&deadline);
  const int status = solver.solve();
  solver.disconnect_terminator();
  if (status == kUnsatisfiable) return {Answer::equivalent, {}, {}, {}, "SAT"};
  if (status != kSatisfiable) return {Answer::undecided, {}, {}, {}, "timeout"};

  std::vector<Value> inputs(program.variables.size() * program.block());
  for (size_t l = 0; l < program.lines.size(); ++l) {
    if (!program.lines[l].variable) continue;
    size_t value = 0;
    while (solver.val(encoder.literal(l, value)) < 0) ++value;
    inputs[program.lines[l].first * program.block()] = static_cast<Value>(value);
  }
  std::vector<Value> all;
  program.evaluate(inputs, all);
  const auto text = [&](size_t root) { return values[all[program.roots[root] * program.block()]]; };
  return {Answer::different, program.point(inputs, 0), text(0), text(1), "SAT"};
}

}  // namespace eqnet::domain
