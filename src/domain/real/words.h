// The names of functions, and what people write that the domain does not have.
#pragma once

#include <span>
#include <string_view>

namespace eqnet::domain {

struct RealFunctionName {
  std::string_view spelling, symbol;
};
std::span<const RealFunctionName> real_function_names();
// Its symbol; empty where no function has that name.
std::string_view real_function(std::string_view spelling);

inline bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}
inline bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// What people write and this domain does not have, to be named rather than called unexpected.
struct RealUnsupported {
  std::string_view text, what, remedy;
};
std::span<const RealUnsupported> real_unsupported();
// "or", "none", "solution": of any case.
bool is_word_of_a_sentence(std::string_view word);

}  // namespace eqnet::domain
