// Text with values in it, by libfmt: format("{:.1f} s", seconds). The compiler checks the text against the values.
//
// Debian has libfmt as a shared library and as headers. format.cc alone compiles it: so neither the static program nor
// libeqnet needs the shared one, and what else includes this takes 0.1 seconds longer instead of 4.
#pragma once

#include <fmt/core.h>

#include <string>

namespace eqnet::base {

std::string format_values(fmt::string_view text, fmt::format_args values);

template <class... Values>
std::string format(fmt::format_string<Values...> text, Values&&... values) {
  return format_values(text, fmt::make_format_args(values...));
}

}  // namespace eqnet::base
