#include "experiments/embedded.h"

namespace eqnet::experiments {

std::vector<float> embed_nodes(const models::Encoder& encoder, const data::Dataset& dataset,
                               std::span<const expr::NodeId> nodes, size_t threads) {
  return encoder.embed(dataset.pool, nodes, "dataset " + dataset.name, {threads});
}

Embedded embed_dataset(const models::Encoder& encoder, const data::Dataset& dataset, size_t threads) {
  eval::Members rows = eval::members_of(dataset);
  encode::UnitRows vectors(embed_nodes(encoder, dataset, rows.expressions, threads), encoder.dimension());
  return {std::move(rows), std::move(vectors)};
}

}  // namespace eqnet::experiments
