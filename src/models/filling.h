// Gives every block of a network coefficients and values of the leaves that tell classes apart.
#pragma once

#include "models/survey.h"
#include "models/tree_network.h"

namespace eqnet::models {

// Sets that are not chosen (set_choice.h) become copies of those that are. Blocks get leaves that tell apart the
// classes which are hardest to tell apart. All blocks live after that. require: there is a candidate.
void fill_blocks(const TreeParameters& all, Surveyed surveyed, std::vector<double>& x, std::vector<bool>& live);

}  // namespace eqnet::models
