// Class accuracy on the validation part, by which training is stopped and the best weights are chosen.
#pragma once

#include "encode/network.h"
#include "train/objective.h"
#include "train/task.h"

namespace eqnet::train {

// The share of validation expressions that get their class: by the objective's class vectors, or where it has none by
// the nearest (cosine) mean vector of the classes' training expressions. parameters: the network's, then the
// objective's.
double validation_accuracy(const Task& task, const encode::Network<float>& network, Objective<float>& objective,
                           const std::vector<float>& parameters, size_t threads);

}  // namespace eqnet::train
