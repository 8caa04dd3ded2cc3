// toml++, for texts from outside. Its parser asserts of some malformed keys what is not true of them: a program with
// assertions aborts there, and one without goes on as if it were. Here such a text is an error.
#pragma once

#include <stdexcept>

namespace eqnet::base {

// A text that toml++ neither reads nor refuses.
class MalformedToml : public std::runtime_error {
 public:
  MalformedToml() : std::runtime_error("is not valid TOML") {}
};

[[noreturn]] inline void malformed_toml() {
  throw MalformedToml();
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
