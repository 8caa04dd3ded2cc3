// Places in a text, for error messages, and the characters that names are made of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/encoding.h"
#include "eqnet/expr/parse.h"

namespace eqnet::expr {

using base::CodePoint;
using base::decode;

bool is_space(uint32_t code_point);
// May start a name: a letter of any script or '_'.
bool is_name_start(uint32_t code_point);
// May continue a name: also digits.
bool is_name_part(uint32_t code_point);

// The error for what stands at byte `offset` of `text`.
ParseError error_at(std::string_view text, size_t offset, std::string found, std::string expected);

}  // namespace eqnet::expr
