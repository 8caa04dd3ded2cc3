// The one exception type of the library. The library throws it on a user's input and never prints, exits or aborts;
// the command line prints what() as one line and exits with 2.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace eqnet::base {

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what) : std::runtime_error(what) {}

  // "where: what; remedy", the form in which every error about a file is shown. An empty remedy is left out.
  Error(std::string_view where, std::string_view what, std::string_view remedy = {});
};

// A name for a message: in quotes, control characters escaped, long text shortened in its middle.
std::string quoted(std::string_view text);

}  // namespace eqnet::base
