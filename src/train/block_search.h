// The setting block = 0: how large blocks must be, found by training.
//
// Points (blocks of one number) come first: their training goes on to its end, and is what comes out, unless it has not
// come near the ceiling half way through, or is good without having found points that agree with the data. Then blocks
// are tried one size after the other, each in the first half of a training, until one agrees with the data exactly.
// Where none does, the one that finds most of the expressions of held-out classes (Validator) is trained in full.
#pragma once

#include "train/trainer.h"

namespace eqnet::train {

// Trains with all of the settings given: train() without the search.
using TrainOnce = std::function<TrainResult(const TrainParams&)>;

// require: the settings have a `block` of 0.
TrainResult train_with_blocks(const Task& task, const TrainParams& params, const TrainOnce& train_once);

}  // namespace eqnet::train
