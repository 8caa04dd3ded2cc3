// How expressions about real numbers are written: the table for printers, and the reader of text and LaTeX.
#pragma once

#include "eqnet/expr/pool.h"
#include "eqnet/expr/syntax.h"

namespace eqnet::domain {

const expr::Syntax& real_syntax();

// Reads what people and models write: 2x, sin^2 x, |x|, \frac{1}{2}, \sqrt[3]{x}. Throws expr::ParseError. No
// recursion.
expr::NodeId read_real(std::string_view text, expr::Pool& pool);

}  // namespace eqnet::domain
