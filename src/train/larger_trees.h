// Random trees that are larger than the training expressions: which of them a vector tells apart says how far it
// reaches.
#pragma once

#include "train/task.h"

namespace eqnet::train {

// Of twice, three and five times the largest training expression.
std::vector<expr::NodeId> larger_trees(const Task& task, uint64_t seed, expr::Pool& pool);

}  // namespace eqnet::train
