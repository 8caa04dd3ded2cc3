// How the trees of a space are built, counted by (size, function).
//
// A tree of n nodes is a variable, an operator over a tree of n - 1 nodes, or an operator over trees of i and n - 1 - i
// nodes. Its function depends on its children's functions only, so the trees of size n are counted from the counts of
// smaller sizes, one product a pair of functions: the number of trees never enters the cost.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "domain/algebra.h"
#include "eqnet/data/generate.h"

namespace eqnet::data {

using domain::FunctionId;

// sum += a * b; throws base::Error past 2^128.
void add_product(Count& sum, Count a, Count b = 1);

// All trees of one size, grouped by function; functions ascending.
struct Level {
  std::vector<FunctionId> functions;
  std::vector<Count> counts;
  [[nodiscard]] size_t index_of(FunctionId function) const;
  static constexpr size_t kAbsent = SIZE_MAX;
};

// One way to build trees of a size: an operator over the trees of two (size, function) groups, or one, or none.
struct Production {
  uint32_t symbol = 0;  // place in Productions::symbols()
  FunctionId result = 0;
  uint32_t left_size = 0, right_size = 0;  // 0: no such child
  uint32_t left = 0, right = 0;            // places in the levels of those sizes
  Count left_count = 1, right_count = 1;   // trees in those groups
};

class Productions {
 public:
  explicit Productions(const Space& space);

  // The variables, then the operators.
  [[nodiscard]] const std::vector<expr::Symbol>& symbols() const { return symbols_; }
  [[nodiscard]] size_t max_size() const { return levels_.size() - 1; }
  [[nodiscard]] const Level& level(size_t size) const { return levels_[size]; }
  [[nodiscard]] domain::Algebra& algebra() const { return *algebra_; }

  // Calls visit(production) for each production of a size, always in the same order: the trees of a (size, function)
  // group are numbered through by it, left_count * right_count a production, the right child's number running fastest.
  template <class Visit>
  void for_each(size_t size, Visit&& visit) const;

 private:
  void count(size_t size);

  std::vector<expr::Symbol> symbols_;
  std::unique_ptr<domain::Algebra> algebra_;
  std::vector<Level> levels_;  // by size; none of size 0
};

template <class Visit>
void Productions::for_each(size_t size, Visit&& visit) const {
  std::vector<FunctionId> results;
  for (uint32_t symbol = 0; symbol < symbols_.size(); ++symbol) {
    const expr::Symbol& op = symbols_[symbol];
    Production production{symbol};
    if (op.arity == 0) {
      if (size != 1) continue;
      production.result = algebra_->apply(op, {});
      visit(production);
      continue;
    }
    if (op.arity == 1) {
      const Level& below = levels_[size - 1];
      production.left_size = static_cast<uint32_t>(size - 1);
      for (uint32_t i = 0; i < below.functions.size(); ++i) {
        production.result = algebra_->apply(op, {&below.functions[i], 1});
        production.left = i;
        production.left_count = below.counts[i];
        visit(production);
      }
      continue;
    }
    for (size_t left_size = 1; left_size + 1 < size; ++left_size) {
      const Level& lefts = levels_[left_size];
      const Level& rights = levels_[size - 1 - left_size];
      production.left_size = static_cast<uint32_t>(left_size);
      production.right_size = static_cast<uint32_t>(size - 1 - left_size);
      results.resize(rights.functions.size());
      for (uint32_t i = 0; i < lefts.functions.size(); ++i) {
        algebra_->apply_row(op, lefts.functions[i], rights.functions, results);
        production.left = i;
        production.left_count = lefts.counts[i];
        for (uint32_t j = 0; j < results.size(); ++j) {
          production.result = results[j];
          production.right = j;
          production.right_count = rights.counts[j];
          visit(production);
        }
      }
    }
  }
}

}  // namespace eqnet::data
