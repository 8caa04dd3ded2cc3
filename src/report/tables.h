// The tables of figures.h, by what they are about.
#pragma once

#include "eqnet/data/generate.h"
#include "report/averages.h"
#include "report/frame.h"

namespace eqnet::report {

constexpr std::string_view part_name(bool seen) {
  return seen ? "seen" : "unseen";
}

// "And Or Not"
std::string operators_of(const data::Space& space);

void add_datasets(base::Json& json, const Results& results);
void add_scores(base::Json& json, const Results& results);
void add_areas(base::Json& json, const Results& results);
void add_score_k(base::Json& json, const Results& results);
void add_pair_curves(base::Json& json, const Results& results);
void add_characteristics(base::Json& json, const Results& results);
void add_transfer(base::Json& json, const Results& results);
void add_ablations(base::Json& json, const Results& results);
void add_beyond(base::Json& json, const Results& results);
void add_confusions(base::Json& json, const Results& results);

}  // namespace eqnet::report
