// Cells as JSON: the files of results folders, and what verbs print of them. docs/formats.md says what they hold.
#pragma once

#include "base/json.h"
#include "experiments/cell.h"

namespace eqnet::experiments {

// A key of an object: the scores of a part, null where there are none. The points of the curves are many, some hundred
// in a cell.
enum class Curves { with, without };
void add_part(base::Json& json, const char* key, const std::optional<CellResult::Part>& part, Curves curves);

// The object of a cell's file, which parse_cell reads.
void add_cell(base::Json& json, const CellResult& result);

// The object of a cell in a list of many: its key and scores, without what only its file has.
void add_cell_scores(base::Json& json, const CellResult& result);

}  // namespace eqnet::experiments
