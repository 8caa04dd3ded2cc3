#define FMT_HEADER_ONLY  // as inline functions, so that a program may link a libfmt of its own beside libeqnet
#include "base/format.h"

#include <fmt/format.h>

namespace eqnet::base {

std::string format_values(fmt::string_view text, fmt::format_args values) {
  return fmt::vformat(text, values);
}

}  // namespace eqnet::base
