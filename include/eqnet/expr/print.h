// Expression to text. No recursion.
#pragma once

#include <string>
#include <vector>

#include "eqnet/expr/pool.h"
#include "eqnet/expr/syntax.h"

namespace eqnet::expr {

enum class Style {
  minimal,  // for people: only the parentheses that the grammar needs
  tokens,   // for files: every child that is not a leaf in parentheses, tokens separated as in "(a & b) | c"
  latex,
  s_expression,  // (And a b), operators by symbol name
};

// A printer for the expressions of one pool. Made after the pool's last symbol; pool and syntax must outlive it.
//
// parse(text(e)) is e again in the styles minimal and tokens; in s_expression with a syntax of s_expressions. The text
// of a shared subexpression is repeated, so its length is the tree's, not the pool's.
class Printer {
 public:
  Printer(const Pool& pool, const Syntax& syntax, Style style = Style::minimal);
  ~Printer();

  [[nodiscard]] std::string text(NodeId root) const;
  // Appends the tokens of Style::tokens one by one, as SemVec files list them.
  void tokens(NodeId root, std::vector<std::string_view>& tokens) const;

  struct Form;

 private:
  const Pool& pool_;
  const Syntax& syntax_;
  Style style_;
  std::vector<Form> forms_;
};

// A symbol as people write it: "&" for And.
std::string symbol_text(const Symbol& symbol, const Syntax& syntax);

// For a single expression.
std::string print(const Pool& pool, NodeId root, const Syntax& syntax, Style style = Style::minimal);

}  // namespace eqnet::expr
