#include "eqnet/api/evaluate.h"

#include "api/model_state.h"
#include "eval/evaluate.h"

namespace eqnet::api {

Evaluation evaluate(const Model& model, const data::Dataset& dataset, const EvaluateOptions& options) {
  eval::require_split(dataset);
  const models::Encoder& encoder = model.state().encoder;
  const eval::Members rows = eval::members_of(dataset);
  const encode::UnitRows vectors(
      encoder.embed(dataset.pool, rows.expressions, "dataset " + dataset.name, {options.threads}), encoder.dimension());
  const auto scores = [&](data::Part part) -> std::optional<Scores> {
    const auto found =
        eval::evaluate(dataset, rows, vectors, part, {options.threads, false, options.most_queries, nullptr});
    if (!found) return std::nullopt;
    return Scores{found->queries, found->score, found->ceiling};
  };
  return {scores(data::Part::seen), scores(data::Part::unseen)};
}

}  // namespace eqnet::api
