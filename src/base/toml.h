// toml++, for texts from outside. Of some malformed texts its parser assumes what is not true of them: a program with
// assertions aborts there, and one without goes on as if it were. Here such a text is an error.
#pragma once

#include <optional>
#include <stdexcept>
#include <string_view>

#include "base/encoding.h"

namespace eqnet::base {

// A text that toml++ neither reads nor refuses.
class MalformedToml : public std::runtime_error {
 public:
  MalformedToml() : std::runtime_error("is not valid TOML") {}
};

[[noreturn]] inline void malformed_toml() {
  throw MalformedToml();
}

// The first line in which something stands outside of quotes and comments that is not ASCII, or anywhere something that
// is not UTF-8: there the parser knows spaces of other scripts only half.
inline std::optional<size_t> line_that_toml_fears(std::string_view text) {
  size_t line = 1;
  char quote = 0;  // of the string or comment ('#') that we are in
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    const CodePoint point = decode(text.substr(i));
    if (point.length == 0 || (quote == 0 && point.length > 1)) return line;
    const bool escape = quote == '"' && c == '\\';
    if (quote == 0 && (c == '"' || c == '\'' || c == '#')) {
      quote = c;
    } else if (c == quote || c == '\n') {
      quote = 0;
    }
    if (c == '\n') ++line;
    i += point.length + (escape && i + 1 < text.size() && text[i + 1] == '"' ? 1 : 0);
  }
  return std::nullopt;
}

}  // namespace eqnet::base

#ifdef NDEBUG
#define EQNET_NO_ASSERTIONS
#undef NDEBUG
#endif
// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): the library's way to be told
#define TOML_ASSERT(expression)                       \
  do {                                                \
    if (!(expression)) eqnet::base::malformed_toml(); \
  } while (false)
#include <toml++/toml.h>
#ifdef EQNET_NO_ASSERTIONS
#undef EQNET_NO_ASSERTIONS
#define NDEBUG
#endif
