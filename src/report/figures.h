// The numbers behind the paper's tables and figures, from the cells of `reproduce`. What the page draws and offers as
// CSV is these rows; web/report/ says how.
#pragma once

#include "base/json.h"
#include "report/averages.h"

namespace eqnet::report {

// The key "tables" of an object: one Frame (frame.h) a table.
void add_tables(base::Json& json, const Results& results);

// Cells of the paper's grid that a model of the results has not, by key without the seed: the fourteen datasets
// (also without SubexpAE, where that was run at all; other ablations are of whatever datasets one likes) and the eleven
// pairs.
std::vector<std::string> missing_cells(const Results& results);

// Values of a curve (points by ascending x) at the places of a grid, by straight lines; the top where it goes
// straight up or down, before its first point the first's value, after its last the last's.
std::vector<double> at_places(const experiments::CellResult::Part::Points& curve, const std::vector<double>& places);

}  // namespace eqnet::report
