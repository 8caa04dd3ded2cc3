// The figures of `eqnet report` that need trained models and their datasets.
#pragma once

#include "base/json.h"
#include "cli/drawing.h"
#include "experiments/cell.h"

namespace eqnet::cli {

struct ReportOptions {
  std::string results, output = "report.html", explore;
  std::vector<std::string> data;
  bool no_explorer = false;
  ProjectionOptions projection;
  Common common;
};

struct Pictures {
  base::Json trees, negations, maps;  // lists, for the page
  std::vector<std::string> notes;     // what could not be drawn and why
  std::string explorer;               // the page beside the report, empty for none
};

// Draws what the results have models and data of, and writes the explorer. Throws base::Error where the dataset that is
// asked for by name cannot be explored.
void draw_pictures(const ReportOptions& options, const std::vector<experiments::CellResult>& cells, Pictures& pictures);

}  // namespace eqnet::cli
