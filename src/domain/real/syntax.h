// How expressions about real numbers are written: the table for printers, and the reader of text and LaTeX.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "eqnet/expr/pool.h"
#include "eqnet/expr/syntax.h"

namespace eqnet::domain {

using RealNames = std::set<std::string, std::less<>>;

const expr::Syntax& real_syntax();

// Reads what people and models write: 2x, sin^2 x, |x|, \frac{1}{2}, \sqrt[3]{x}. Throws expr::ParseError. No
// recursion.
expr::NodeId read_real(std::string_view text, expr::Pool& pool);
// What the other text of a pair says about how one is meant.
struct RealContext {
  // Of the other text, where it is in LaTeX and this one is not: xy beside \frac{xy}{2} is a product, and x1 beside x_1
  // that variable.
  std::optional<RealNames> variables;
  bool powers_of_ten = false;  // 5e-3 is 0.005, as the other text has no e
};
expr::NodeId read_real_beside(std::string_view text, const RealContext& context, expr::Pool& pool);

}  // namespace eqnet::domain
