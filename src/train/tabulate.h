// A network that computes in finite algebras which the training data implies (table_search.h), without gradients.
#pragma once

#include "train/equations.h"
#include "train/table_search.h"
#include "train/trainer.h"

namespace eqnet::train {

class Engine;

// Nothing where no algebra was found that tells the classes apart, or vectors of this dimension are too small for it.
// Ended::exact where vectors find nearly all that there is to find (kNearlyAll), else Ended::fitted. Writes no files,
// and leaves it to the caller to say when it began.
std::optional<TrainResult> tabulate(const Task& task, const Equations& equations, const TrainParams& params,
                                    const TableSearchParams& search);

// The result of a network that got its parameters without steps: as good as validation says. params: with its settings.
TrainResult result_of(const Task& task, const TrainParams& params, Engine& engine,
                      const std::vector<float>& parameters);

}  // namespace eqnet::train
