// The paper's tables from the cells of `reproduce`, as Markdown, ours beside the published values.
#pragma once

#include "cli/cells.h"

namespace eqnet::cli {

// results: all seeds of all cells that were run; means are over seeds.
std::string summary(const std::vector<CellResult>& results);

}  // namespace eqnet::cli
