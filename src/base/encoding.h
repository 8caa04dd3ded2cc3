// Bytes in forms that travel: compressed, and as text; UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace eqnet::base {

// The first code point of UTF-8. length 0: the bytes are not valid UTF-8.
struct CodePoint {
  uint32_t value = 0;
  size_t length = 0;
};
CodePoint decode(std::string_view text);

// The text with U+FFFD for every byte that is no UTF-8.
std::string as_utf8(std::string_view text);

std::string gzip(std::string_view bytes);
std::string base64(std::string_view bytes);
// The bytes again; nothing where it is no base64.
std::string from_base64(std::string_view text);

}  // namespace eqnet::base
