#include "experiments/embedded.h"

namespace eqnet::experiments {

std::vector<float> embed_nodes(const models::Encoder& encoder, const data::Dataset& dataset,
                               std::span<const expr::NodeId> nodes, const encode::EmbedParams& params) {
  return encoder.embed(dataset.pool, nodes, "dataset " + dataset.name, params);
}

Embedded embed_dataset(const models::Encoder& encoder, const data::Dataset& dataset,
                       const encode::EmbedParams& params) {
  eval::Members rows = eval::members_of(dataset);
  encode::UnitRows vectors(embed_nodes(encoder, dataset, rows.expressions, params), encoder.dimension());
  return {std::move(rows), std::move(vectors)};
}

}  // namespace eqnet::experiments
