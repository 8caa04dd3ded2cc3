// A network that computes in finite algebras which the training data implies (table_search.h, known_tables.h), without
// gradients.
#pragma once

#include "train/equations.h"
#include "train/finite_tables.h"
#include "train/trainer.h"

namespace eqnet::train {

class Engine;

// Nothing where there are no algebras, or vectors of this dimension are too small for them.
// Ended::exact where vectors find nearly all that there is to find (kNearlyAll), else Ended::fitted. Writes no files,
// and leaves it to the caller to say when it began.
std::optional<TrainResult> tabulate(const Task& task, const Equations& equations, const TrainParams& params,
                                    const std::vector<FiniteTables>& algebras);

// The result of a network that got its parameters without steps: as good as validation says. params: with its settings.
TrainResult result_of(const Task& task, const TrainParams& params, Engine& engine,
                      const std::vector<float>& parameters);

}  // namespace eqnet::train
