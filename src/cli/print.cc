#include "cli/print.h"

#include <cstdio>

namespace eqnet::cli {

void print(const base::Json& json) {
  std::printf("%s\n", json.text().c_str());
}

}  // namespace eqnet::cli
