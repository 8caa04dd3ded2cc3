// How expressions about real numbers are written: the table for printers, and the reader of text and LaTeX.
#pragma once

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
// A text in plain letters beside one in LaTeX that has these variables: xy beside \frac{xy}{2} is a product, and x1
// beside x_1 that variable.
expr::NodeId read_real_beside(std::string_view text, const RealNames& variables, expr::Pool& pool);

}  // namespace eqnet::domain
