// toml++, for texts from outside. Of some malformed texts its parser assumes what is not true of them: a program with
// assertions aborts there, and one without goes on as if it were. Here such a text is an error. The parser is compiled
// once, in toml.cc.
#pragma once

#include <string_view>

namespace eqnet::base {

// Where the parser assumes what is not true; parse_toml makes an Error of it.
[[noreturn]] void malformed_toml();

}  // namespace eqnet::base

#ifdef NDEBUG
#define EQNET_NO_ASSERTIONS
#undef NDEBUG
#endif
// NOLINTBEGIN(cppcoreguidelines-macro-usage): the library's way to be told
#define TOML_HEADER_ONLY 0
#define TOML_ASSERT(expression)                       \
  do {                                                \
    if (!(expression)) eqnet::base::malformed_toml(); \
  } while (false)
// NOLINTEND(cppcoreguidelines-macro-usage)
#include <toml++/toml.h>
#ifdef EQNET_NO_ASSERTIONS
#undef EQNET_NO_ASSERTIONS
#define NDEBUG
#endif

namespace eqnet::base {

// Throws Error with `where` and the line on a text that is no TOML.
toml::table parse_toml(std::string_view text, std::string_view where);

}  // namespace eqnet::base
