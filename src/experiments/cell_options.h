// What cells are made with that their names do not say: options of `reproduce`, and the data.
#pragma once

#include "experiments/cell.h"

namespace eqnet::experiments {

// An option, or the data of a dataset, that differs: "--recipe", "tuned", "paper". Of data both values are empty.
struct OtherOption {
  std::string name, before, now;
};

// What differs between a cell that is there and one of that name as it would be made now. What one of them does not say
// does not count.
std::vector<OtherOption> other_options(const CellResult& before, const CellResult& now);

}  // namespace eqnet::experiments
