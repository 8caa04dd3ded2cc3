// A network that computes in an algebra of vectors (vector_algebra.h).
#pragma once

#include "train/trainer.h"
#include "train/vector_algebra.h"

namespace eqnet::train {

// One set of coefficients for all blocks. Where there are fewer assignments of the leaves than blocks, more are found
// by settling (models/settle.h), in about that time (0: no limit), where that comes to something. Otherwise as
// tabulate.
std::optional<TrainResult> realise(const Task& task, const TrainParams& params, const VectorAlgebra& algebra,
                                   double most_seconds);

}  // namespace eqnet::train
