// What `reproduce --json` prints (docs/formats.md).
#pragma once

#include <string>
#include <vector>

#include "experiments/cell.h"

namespace eqnet::cli {

// A cell that could not be run, and why.
struct Failure {
  std::string key, error;
};

// results: the folder, as the user named it.
std::string reproduce_json(const std::string& results, const std::vector<experiments::CellResult>& cells,
                           const std::vector<Failure>& failures);

}  // namespace eqnet::cli
