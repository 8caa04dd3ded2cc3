// How the trees of a space are built, counted by (size, function).
//
// A tree of n nodes is a variable, a constant, or an operator over trees that have n - 1 nodes in all. Its function
// depends on its children's functions only, so the trees of size n are counted from the counts of smaller sizes, one
// product per combination of functions: the number of trees never enters the cost. Trees that have no value anywhere
// are none of the space, as partial operators make them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "eqnet/data/generate.h"
#include "eqnet/domain/algebra.h"

namespace eqnet::data {

using base::Uint128;  // counts of trees
using domain::FunctionId;

// a * b, and sum += a; throw base::Error past 2^128.
[[noreturn]] void refuse_count();
inline Uint128 product(Uint128 a, Uint128 b) {
  Uint128 result = 0;
  if (__builtin_mul_overflow(a, b, &result)) refuse_count();
  return result;
}
inline void add(Uint128& sum, Uint128 a) {
  if (__builtin_add_overflow(sum, a, &sum)) refuse_count();
}

// a, b, …, z; x1, x2, … where there are more, but for what is an operator or a constant of the syntax. In order of
// names.
std::vector<std::string> variable_names(size_t count, const expr::Syntax& syntax);

// All trees of one size, grouped by function; functions ascending.
struct Level {
  std::vector<FunctionId> functions;
  std::vector<Uint128> counts;
  [[nodiscard]] size_t index_of(FunctionId function) const;
  static constexpr size_t kAbsent = SIZE_MAX;
};

// Trees of one size and function.
struct Group {
  uint32_t size = 0;
  uint32_t place = 0;  // in the level of that size
  Uint128 count = 1;   // trees in it
};

// One way to build trees of a size: a symbol over a group for each of its children.
struct Production {
  uint32_t symbol = 0;  // place in Productions::symbols()
  FunctionId result = 0;
  std::span<const Group> children;
  Uint128 trees = 1;  // the product of the children's counts
};

class Productions {
 public:
  explicit Productions(const Space& space);

  // The variables, then the constants, then the operators.
  [[nodiscard]] const std::vector<expr::Symbol>& symbols() const { return symbols_; }
  [[nodiscard]] size_t max_size() const { return levels_.size() - 1; }
  [[nodiscard]] const Level& level(size_t size) const { return levels_[size]; }
  [[nodiscard]] domain::Algebra& algebra() const { return *algebra_; }

  // Calls visit(production) for each production of a size, always in the same order: the trees of a group are numbered
  // through by it, as many as a production has, the last child's number running fastest. Throws base::Error past 2^128.
  template <class Visit>
  void for_each(size_t size, Visit&& visit) const;

 private:
  template <class Visit>
  void for_each_of_sizes(uint32_t symbol, std::vector<Group>& children, Visit& visit) const;
  void count(size_t size);

  std::vector<expr::Symbol> symbols_;
  std::unique_ptr<domain::Algebra> algebra_;
  std::vector<Level> levels_;  // by size; none of size 0
};

// Calls visit(sizes) for each way to give `left` nodes to the children from `from` on, at least one to each, in
// lexicographic order.
template <class Visit>
void for_each_sizes(std::vector<Group>& children, size_t from, size_t left, Visit& visit) {
  if (from + 1 == children.size()) {
    children[from].size = static_cast<uint32_t>(left);
    visit();
    return;
  }
  const size_t later = children.size() - from - 1;
  for (size_t size = 1; size + later <= left; ++size) {
    children[from].size = static_cast<uint32_t>(size);
    for_each_sizes(children, from + 1, left - size, visit);
  }
}

template <class Visit>
void Productions::for_each(size_t size, Visit&& visit) const {
  for (uint32_t symbol = 0; symbol < symbols_.size(); ++symbol) {
    const expr::Symbol& op = symbols_[symbol];
    if (op.arity == 0) {
      if (size == 1) visit(Production{symbol, algebra_->apply(op, {}), {}, 1});
      continue;
    }
    if (size <= op.arity) continue;
    std::vector<Group> children(op.arity);
    const auto with_sizes = [&] { for_each_of_sizes(symbol, children, visit); };
    for_each_sizes(children, 0, size - 1, with_sizes);
  }
}

// Every combination of groups of the children's sizes.
template <class Visit>
void Productions::for_each_of_sizes(uint32_t symbol, std::vector<Group>& children, Visit& visit) const {
  const size_t before = children.size() - 1;  // children before the last, which a row goes over
  for (const Group& child : children) {
    if (levels_[child.size].functions.empty()) return;
  }
  const Level& lasts = levels_[children.back().size];
  std::vector<FunctionId> first(before);
  std::vector<FunctionId> results(lasts.functions.size());
  for (Group& child : children) child.place = 0;
  for (;;) {
    Uint128 trees_before = 1;
    for (size_t c = 0; c < before; ++c) {
      const Level& level = levels_[children[c].size];
      first[c] = level.functions[children[c].place];
      children[c].count = level.counts[children[c].place];
      trees_before = product(trees_before, children[c].count);
    }
    algebra_->apply_row(symbols_[symbol], first, lasts.functions, results);
    for (uint32_t j = 0; j < results.size(); ++j) {
      if (!algebra_->has_values(results[j])) continue;
      children.back().place = j;
      children.back().count = lasts.counts[j];
      visit(Production{symbol, results[j], children, product(trees_before, lasts.counts[j])});
    }
    // The next combination of the children before the last.
    size_t c = before;
    while (c > 0 && ++children[c - 1].place == levels_[children[c - 1].size].functions.size()) children[--c].place = 0;
    if (c == 0) return;
  }
}

}  // namespace eqnet::data
