// A dataset's vectors: the one way to embed a dataset, for evaluation, search and drawing.
#pragma once

#include "eval/evaluate.h"
#include "models/encoder.h"

namespace eqnet::experiments {

// A vector for each of some nodes of the dataset's pool, encoder.dimension() numbers each, of any length. Throws
// base::Error on a dataset with symbols that the model does not know.
std::vector<float> embed_nodes(const models::Encoder& encoder, const data::Dataset& dataset,
                               std::span<const expr::NodeId> nodes, const encode::EmbedParams& params);

// The members of a dataset's classes in order, and their vectors, made of length 1.
struct Embedded {
  eval::Members rows;
  encode::UnitRows vectors;
};
// Throws base::Error as embed_nodes does.
Embedded embed_dataset(const models::Encoder& encoder, const data::Dataset& dataset, const encode::EmbedParams& params);

}  // namespace eqnet::experiments
