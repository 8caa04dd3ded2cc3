// The paper's tables from the cells of `reproduce`, as Markdown, ours beside the published values.
#pragma once

#include "experiments/cell.h"

namespace eqnet::report {

// results: all seeds of all cells that were run; means are over seeds.
std::string summary(const std::vector<experiments::CellResult>& results);

}  // namespace eqnet::report
