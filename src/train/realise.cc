#include "train/realise.h"

#include "base/format.h"
#include "train/engine.h"
#include "train/settling.h"
#include "train/tabulate.h"

namespace eqnet::train {

std::optional<TrainResult> realise(const Task& task, const Equations& equations, const TrainParams& params,
                                   const RealSearchParams& search) {
  const auto found = find_real(equations, search);
  if (!found) return std::nullopt;
  TrainParams own = params;
  own.settings.set("block", std::to_string(found->size));
  own.settings.set("algebras", "1");
  Engine engine(task, own.settings, params.threads);
  const auto started = engine.network().of_coefficients(found->operators, found->leaves);
  if (!started) return std::nullopt;
  TrainResult result = result_of(task, own, engine, *started);
  // More blocks that differ, where it comes to some.
  const auto settled = settle(task, engine.network(), *started, {params.seed, search.most_seconds});
  if (settled && settled->error < kExact) {
    TrainResult filled = result_of(task, own, engine, settled->parameters);
    if (filled.best_retrieval >= result.best_retrieval) result = std::move(filled);
  }
  result.blocks = base::format("an algebra of {} numbers in the equations", found->size);
  return result;
}

}  // namespace eqnet::train
