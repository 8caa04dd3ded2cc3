// Bytes in forms that travel: compressed, and as text.
#pragma once

#include <string>
#include <string_view>

namespace eqnet::base {

std::string gzip(std::string_view bytes);
std::string base64(std::string_view bytes);

}  // namespace eqnet::base
