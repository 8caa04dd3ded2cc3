#include "train/realise.h"

#include "train/engine.h"
#include "train/settling.h"
#include "train/tabulate.h"

namespace eqnet::train {

std::optional<TrainResult> realise(const Task& task, const TrainParams& params, const VectorAlgebra& algebra,
                                   double most_seconds) {
  TrainParams own = params;
  own.settings.set("block", std::to_string(algebra.size));
  own.settings.set("algebras", "1");
  Engine engine(task, own.settings, params.threads);
  const auto started = engine.network().of_coefficients(algebra.operators, algebra.leaves);
  if (!started) return std::nullopt;
  TrainResult result = result_of(task, own, engine, *started);
  if (algebra.leaves.size() * algebra.size + algebra.size >= engine.network().dimension()) return result;
  const auto settled = settle(task, engine.network(), *started, {params.seed, most_seconds});
  if (settled && settled->error < kExact) {
    TrainResult filled = result_of(task, own, engine, settled->parameters);
    if (filled.best_retrieval >= result.best_retrieval) result = std::move(filled);
  }
  return result;
}

}  // namespace eqnet::train
