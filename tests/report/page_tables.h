// The tables of results as the page has them.
#pragma once

#include "experiments/some_results.h"
#include "report/figures.h"
#include "report/parsed.h"

namespace eqnet::report {

using namespace experiments;  // the tests here are of its tables

// All tables; rows point into `keep`.
inline std::map<std::string, std::vector<Row>> tables(const Results& results, rapidjson::Document& keep) {
  base::Json json;
  json.object();
  add_tables(json, make_tables(results));
  json.end_object();
  keep = parsed(json.text());
  std::map<std::string, std::vector<Row>> all;
  for (const auto& table : keep["tables"].GetObject()) all[table.name.GetString()] = rows_of_frame(table.value);
  return all;
}

}  // namespace eqnet::report
