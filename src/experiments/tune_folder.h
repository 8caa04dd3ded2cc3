// The files of a search for settings: which search it is, and what came of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/tune.h"

namespace eqnet::experiments {

// What makes a search the same search, in words; the number of workers is apart, because one that goes on keeps it.
using SearchIdentity = std::vector<std::pair<std::string, std::string>>;

// FOLDER/tune.json: written where there is none. Where there is one it must say the same. Returns its workers. Throws
// base::Error that names what differs.
size_t claim_folder(const std::string& folder, const SearchIdentity& identity, size_t workers);

// FOLDER/best.toml, which `train --config` takes.
void write_best(const std::string& folder, const TuneResult& result, const TuneParams& params);

}  // namespace eqnet::experiments
