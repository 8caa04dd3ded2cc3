// S-expressions: (operator child …). A leaf is a variable. Operators and their numbers of children come from the text.
// A name that holds white space, parentheses or quotes is written in double quotes, with \" and \\ inside.
#pragma once

#include <string>
#include <string_view>

#include "eqnet/expr/pool.h"

namespace eqnet::expr {

NodeId parse_s_expression(std::string_view text, Pool& pool);
void append_atom(std::string_view name, std::string& text);

}  // namespace eqnet::expr
