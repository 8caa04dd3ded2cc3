// A network that computes in an algebra of vectors which the training data implies (real_search.h).
#pragma once

#include "train/equations.h"
#include "train/real_search.h"
#include "train/trainer.h"

namespace eqnet::train {

// The algebra that was found becomes one set of coefficients for all blocks, which are filled by settling
// (models/settle.h) where that comes to something. Nothing where none was found. Otherwise as tabulate.
std::optional<TrainResult> realise(const Task& task, const Equations& equations, const TrainParams& params,
                                   const RealSearchParams& search);

}  // namespace eqnet::train
