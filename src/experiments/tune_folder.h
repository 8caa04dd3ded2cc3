// The files of a search for settings: which search it is, and what came of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "experiments/tune.h"

namespace eqnet::experiments {

// What makes a search the same search, in words; the number of workers is apart, because one that goes on keeps it.
using SearchIdentity = std::vector<std::pair<std::string, std::string>>;

// The key "ranges": what is searched, as objects.
void add_ranges(base::Json& json, const std::vector<Range>& ranges);

// FOLDER/tune.json: written where there is none. Where there is one it must say the same. Returns its workers. Throws
// base::Error that names what differs.
size_t claim_folder(const std::string& folder, const SearchIdentity& identity, const SearchSpace& space,
                    size_t workers);

// The trials of FOLDER/trials.jsonl, which must have a value in every range and no other. Throws base::Error.
std::vector<Trial> load_trials_within(const std::string& path, const std::vector<Range>& ranges);

// What the files say, without the datasets: for who shows a search.
struct TuneFolder {
  SearchIdentity identity;
  size_t workers = 0;
  std::vector<Range> ranges;
  std::vector<Trial> trials;  // in order of numbers; each has a value for every range
  std::string best;           // the text of best.toml; empty where it is not there yet
};
// Whether it is the folder of a search.
bool is_tune_folder(const std::string& folder);
// Throws base::Error with the file, and the line where there is one, that cannot be read.
TuneFolder load_tune_folder(const std::string& folder);

// FOLDER/best.toml, which `train --config` takes.
void write_best(const std::string& folder, const TuneResult& result, const TuneParams& params);

}  // namespace eqnet::experiments
