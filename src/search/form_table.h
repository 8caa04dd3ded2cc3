// The cheapest expression for every meaning over a few inputs, up to a number of meanings.
//
// Expressions are made in the order of their cost, from the cheapest ones of each meaning met before: nothing else can
// be a part of a cheapest expression. So the first expression of a meaning is a cheapest one.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eqnet/domain/algebra.h"
#include "eqnet/domain/domain.h"
#include "eqnet/search/simplify.h"

namespace eqnet::search {

class FormTable {
 public:
  // Over so many inputs, which are variables of the table's own. late: asked where the algebra counts its effort; once
  // it says so the table stays as far as it is.
  FormTable(const domain::Domain& domain, const std::vector<std::string>& operators, const Costs& costs, size_t inputs,
            std::function<bool()> late = {});

  // The number of an input by its name in pool().
  [[nodiscard]] size_t input(std::string_view name) const {
    return static_cast<size_t>(std::ranges::find(inputs_, name) - inputs_.begin());
  }

  // What an expression means, given which nodes of its pool are the inputs; nothing where that is too large for the
  // domain's algebra or has constants of which the table knows nothing. Not for several threads at once.
  [[nodiscard]] std::optional<domain::FunctionId> meaning(const expr::Pool& pool, expr::NodeId root,
                                                          std::span<const expr::NodeId> inputs);

  struct Form {
    expr::NodeId node;  // of pool()
    size_t cost;
  };
  // Nothing where it is not in the table: then every expression of it costs more than complete_to().
  [[nodiscard]] std::optional<Form> cheapest(domain::FunctionId meaning);
  [[nodiscard]] size_t complete_to() const { return complete_to_; }
  // Whether the domain has no other constants than the table: only then are its forms the cheapest of all.
  [[nodiscard]] bool has_all_constants() const { return has_all_constants_; }
  // Whether all meanings are there that there are.
  [[nodiscard]] bool has_all() const { return has_all_; }

  // Whether making it took its time from what uses it, and whether that was too little for the whole table.
  [[nodiscard]] bool is_slow() const { return slow_; }
  [[nodiscard]] bool is_cut_short() const { return cut_short_; }

  // Whether it has met so many other meanings since it was made that it should be made anew.
  [[nodiscard]] bool is_overgrown() const;

  [[nodiscard]] const expr::Pool& pool() const { return pool_; }
  // A form of this pool in another pool, with these nodes in place of the inputs.
  expr::NodeId with(expr::NodeId form, std::span<const expr::NodeId> inputs, expr::Pool& to) const;

 private:
  struct Operator {
    expr::Symbol symbol;
    size_t cost;
    bool literal_last;
    bool commutes;
  };
  [[nodiscard]] bool commutes(const expr::Symbol& op);
  void fill();
  void make_row(const Operator& op, std::vector<domain::FunctionId>& first, size_t left, size_t cost);
  // Where the meaning is new.
  void add(domain::FunctionId meaning, size_t cost, expr::SymbolId symbol,
           std::span<const domain::FunctionId> children);

  std::unique_ptr<domain::Algebra> algebra_;
  std::vector<Operator> operators_;
  std::vector<std::string> inputs_;
  expr::Pool pool_;
  std::vector<std::vector<domain::FunctionId>> levels_;  // by cost: the meanings whose cheapest form costs that
  std::vector<size_t> occupied_;                         // the costs that some meaning has, as far as they are done
  std::vector<domain::FunctionId> literals_;             // that may be a last child, as an exponent
  struct Known {
    expr::NodeId node = 0;
    uint32_t cost = UINT32_MAX;
  };
  std::vector<Known> known_;  // by meaning
  struct Leaf {
    domain::FunctionId meaning;
    size_t cost;
    expr::SymbolId symbol;
  };
  std::vector<Leaf> leaves_;
  bool integers_ = false;  // any are constants
  size_t constant_cost_ = 1;
  size_t count_ = 0;  // of known ones
  size_t most_meanings_ = 0, most_work_ = 0;
  size_t made_ = 0, made_bytes_ = 0;  // meanings that the algebra had when the table was made, and their bytes
  size_t complete_to_ = 0;
  bool has_all_ = false;
  bool has_all_constants_ = false;
  bool full_ = false;  // of meanings, or of work
  [[nodiscard]] bool is_done() const { return full_ || (algebra_->most() > 0 && count_ == algebra_->most()); }
  [[nodiscard]] bool is_too_much();
  size_t work_ = 0;
  bool slow_ = false, cut_short_ = false;
  std::function<bool()> late_;
  std::vector<domain::FunctionId> results_, lasts_;
};

}  // namespace eqnet::search
