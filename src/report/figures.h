// The tables of experiments as the page has them. What it draws and offers as CSV is these rows; web/report/ says how.
#pragma once

#include "base/json.h"
#include "experiments/tables.h"

namespace eqnet::report {

// Keys of an object: what the cells are, and the models there are cells of.
void add_origin(base::Json& json, const experiments::Tables& tables);

// The key "tables" of an object: one Frame (frame.h) a table.
void add_tables(base::Json& json, const experiments::Tables& tables);

}  // namespace eqnet::report
