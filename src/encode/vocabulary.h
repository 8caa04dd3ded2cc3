// The symbols that a model knows: its leaves (variables and constants) and its operators, each numbered in order of
// names. A model meets no other symbol; whoever feeds it one gets an error that names it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "eqnet/expr/pool.h"

namespace eqnet::encode {

class Vocabulary {
 public:
  Vocabulary() = default;
  // Throws base::Error when a symbol comes twice, or an operator without children.
  Vocabulary(std::vector<expr::Symbol> leaves, std::vector<expr::Symbol> operators);
  // The symbols that the roots use.
  static Vocabulary of(const expr::Pool& pool, std::span<const expr::NodeId> roots);

  [[nodiscard]] const std::vector<expr::Symbol>& leaves() const { return leaves_; }
  [[nodiscard]] const std::vector<expr::Symbol>& operators() const { return operators_; }
  // Of an operator; 0 without operators.
  [[nodiscard]] size_t most_children() const;

  // Tokens of a sequence model: leaves, operators, and the two parentheses, numbered in this order.
  [[nodiscard]] size_t tokens() const { return leaves_.size() + operators_.size() + 2; }
  [[nodiscard]] uint32_t open_token() const { return static_cast<uint32_t>(tokens() - 2); }
  [[nodiscard]] uint32_t close_token() const { return static_cast<uint32_t>(tokens() - 1); }

  // A symbol's number here (leaves and operators are numbered apart), or kUnknown.
  static constexpr uint32_t kUnknown = UINT32_MAX;
  [[nodiscard]] uint32_t number(const expr::Symbol& symbol) const;
  // The same for each symbol of a table.
  [[nodiscard]] std::vector<uint32_t> numbers(const expr::SymbolTable& symbols) const;

 private:
  std::vector<expr::Symbol> leaves_, operators_;
};

// Throws base::Error that names every symbol of the roots that the vocabulary lacks. `what` says who asks: "dataset
// boolean8".
void check_known(const Vocabulary& vocabulary, const expr::Pool& pool, std::span<const expr::NodeId> roots,
                 std::string_view what);

}  // namespace eqnet::encode
