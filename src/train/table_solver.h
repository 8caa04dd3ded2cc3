// Tables of operators as a question for CaDiCaL: exactly one literal per entry and value is true, and the same for the
// value of a term under an assignment (a point). An application says at a point: where its children have these values
// and the entry for them is v, its result is v.
#pragma once

#include <cadical.hpp>
#include <unordered_map>
#include <unordered_set>

#include "domain/deadline.h"
#include "train/finite_tables.h"

namespace eqnet::train {

// A limit on searches in units of the solver's work, which are the same on every machine, and on their time.
class Effort : public CaDiCaL::Terminator {
 public:
  // deadline must outlive it.
  Effort(size_t most, domain::Deadline& deadline) : left_(most), deadline_(deadline) {}
  bool terminate() override {
    if (left_ > 0) --left_;
    return left_ == 0 || deadline_.terminate();
  }
  [[nodiscard]] size_t left() const { return left_; }

 private:
  size_t left_;
  domain::Deadline& deadline_;
};

class TableSolver {
 public:
  // equations must outlive it.
  TableSolver(const Equations& equations, size_t values);

  // A point where the variables among the leaves have these values.
  size_t add_point(std::span<const uint8_t> leaves);
  // One where the solver chooses them.
  size_t add_free_point();

  // Asks for what the application says at a point, and for all that it is made of.
  void ask(size_t point, uint32_t application);
  // At one of these points the two terms are to differ.
  void tell_apart(uint32_t a, uint32_t b, std::span<const size_t> points);
  // Values beyond the first `named` are interchangeable: they get their numbers in the order in which they occur.
  void order_values(size_t named);

  enum class Status { found, none, gave_up };
  Status solve(Effort& effort);
  // require: found. Without assignments.
  FiniteTables tables();
  // The same: the value of a leaf that is no variable.
  uint8_t constant(size_t leaf) { return value(constants_[leaf]); }

 private:
  // Known, or one literal per value from `first` on.
  struct TermValue {
    int first = 0;
    int known = -1;
  };

  void clause(std::span<const int> literals);
  int one_hot();
  [[nodiscard]] size_t entries(size_t op) const;
  [[nodiscard]] int entry(size_t op, size_t place) const { return tables_[op] + static_cast<int>(place * q_); }
  uint8_t value(int first);
  static bool add_unless(const TermValue& term, size_t v, std::vector<int>& literals);
  TermValue value_of(size_t point, uint32_t term);
  TermValue free_leaf(uint32_t term);
  void ask_alone(size_t point, uint32_t number);

  const Equations& equations_;
  size_t q_;
  CaDiCaL::Solver solver_;
  int next_ = 1;                // literal
  std::vector<int> tables_;     // first literal of each operator's
  std::vector<int> constants_;  // first literal by leaf; 0 for variables
  std::vector<std::unordered_map<uint32_t, TermValue>> points_;
  std::unordered_set<uint64_t> asked_;
};

}  // namespace eqnet::train
