#pragma once

#include <string_view>

namespace eqnet::cli {

// The source revision that this program was built from; results are keyed by it.
std::string_view revision();

}  // namespace eqnet::cli
