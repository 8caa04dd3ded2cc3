// The setting block = 0: how large blocks must be, and whether an algebra can be found without gradients.
//
// First the equations that the classes imply (equations.h) are asked for an algebra of two or three values, which takes
// milliseconds (table_search.h), and for one of quaternions or matrices (form_search.h). Then points are trained. Their
// training goes on to its end, and is what comes out where it agrees with the data; it is given up half way where it
// has not come near the ceiling. Then the equations are asked for algebras of more values, and for algebras of vectors
// (real_search.h). Where there is none, blocks of several sizes are trained one after the other, until one agrees with
// the data exactly or is at the ceiling. Where none does, that comes out which finds most of held-out classes
// (Validator) and of larger expressions (paraphrases.h).
#pragma once

#include "train/trainer.h"

namespace eqnet::train {

// Trains with all of the settings given: train() without the search.
using TrainOnce = std::function<TrainResult(const TrainParams&)>;

// require: the settings have a `block` of 0.
TrainResult train_with_blocks(const Task& task, const TrainParams& params, const TrainOnce& train_once);

}  // namespace eqnet::train
