// The description of the HTTP interface, as OpenAPI 3 in JSON.
#pragma once

#include <string_view>

namespace eqnet::serve {

std::string_view openapi();

}  // namespace eqnet::serve
