// Alone in its file: the only one that is compiled again when the revision changes.
#include "cli/revision.h"

namespace eqnet::cli {

std::string_view revision() {
  return EQNET_REVISION;
}

}  // namespace eqnet::cli
