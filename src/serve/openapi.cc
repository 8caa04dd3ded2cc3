#include "serve/openapi.h"

#include "base/built_in.h"

EQNET_BUILD_IN(eqnet_openapi, EQNET_OPENAPI);

namespace eqnet::serve {

std::string_view openapi() {
  return EQNET_BUILT_IN(eqnet_openapi);
}

}  // namespace eqnet::serve
