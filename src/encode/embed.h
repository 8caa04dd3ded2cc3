// Vectors of many expressions.
#pragma once

#include <functional>
#include <span>

#include "base/ranks.h"
#include "encode/network.h"

namespace eqnet::encode {

struct EmbedParams {
  size_t threads = 1;  // the result does not depend on it
  // Expressions scheduled together: subexpressions are shared within a chunk. Part of the result's last bits.
  size_t chunk = size_t{1} << 16;
  // Where there are any, all of them call embed with the same arguments: each takes a stretch of the chunks, and all
  // get all vectors.
  base::Ranks* ranks = nullptr;
};

// roots.size() x network.dimension() numbers, row by row. require: the vocabulary knows the roots' symbols.
std::vector<float> embed(const Network<float>& network, const Vocabulary& vocabulary, const float* parameters,
                         const expr::Pool& pool, std::span<const expr::NodeId> roots, const EmbedParams& params = {});
// The same into memory that is there.
void embed(const Network<float>& network, const Vocabulary& vocabulary, const float* parameters, const expr::Pool& pool,
           std::span<const expr::NodeId> roots, const EmbedParams& params, float* vectors);

}  // namespace eqnet::encode
