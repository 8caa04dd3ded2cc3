// Results to standard output, for programs; cli/table.h is for people.
#pragma once

#include "base/json.h"

namespace eqnet::cli {

// As one line.
void print(const base::Json& json);

}  // namespace eqnet::cli
