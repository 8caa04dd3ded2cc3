// Places in a text, for error messages, and the characters that names are made of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "eqnet/expr/parse.h"

namespace eqnet::expr {

// One code point of UTF-8. length 0: the bytes are not valid UTF-8.
struct CodePoint {
  uint32_t value = 0;
  size_t length = 0;
};
CodePoint decode(std::string_view text);

bool is_space(uint32_t code_point);
// May start a name: a letter of any script or '_'.
bool is_name_start(uint32_t code_point);
// May continue a name: also digits.
bool is_name_part(uint32_t code_point);

// The error for what stands at byte `offset` of `text`.
ParseError error_at(std::string_view text, size_t offset, std::string found, std::string expected);

}  // namespace eqnet::expr
