// What `reproduce --json` prints (docs/formats.md).
#pragma once

#include <string>
#include <vector>

#include "experiments/grid.h"

namespace eqnet::cli {

// results: the folder, as the user named it.
std::string reproduce_json(const std::string& results, const std::vector<experiments::CellResult>& cells,
                           const std::vector<experiments::Failure>& failures);

}  // namespace eqnet::cli
