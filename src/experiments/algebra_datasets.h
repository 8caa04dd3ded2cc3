// The datasets of the group algebras: whatever a folder has beside the presets, of algebras that are not the paper's.
#pragma once

#include "eqnet/data/dataset.h"

namespace eqnet::experiments {

struct AlgebraDataset {
  std::string name;
  bool finite = false;  // NAME.toml beside it has the algebra's tables; else it is open: S-expressions in a text file
  std::string random = {};  // name of a second file of random trees, where an open one has it
};

// In order of names. NAME-randomN is a second file of NAME, of random trees of N nodes; `nodes`: the N that is meant.
// SemVec files without an algebra beside them are boolean or polynomial and do not count. only: names; empty: all.
//
// Throws base::Error where there is none, or none of that name, on two files of one name and on one without a split.
std::vector<AlgebraDataset> algebra_datasets(const std::string& folder, size_t nodes,
                                             const std::vector<std::string>& only);

// The file of one of them, or of a second file. Throws base::Error where there is none.
data::DatasetFile algebra_file(const std::string& folder, const std::string& name);

}  // namespace eqnet::experiments
