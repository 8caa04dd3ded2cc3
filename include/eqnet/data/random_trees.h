// Random trees of one size, grouped by exact semantics: how far does a model reach beyond the sizes it was trained on?
#pragma once

#include <span>
#include <vector>

#include "eqnet/data/dataset.h"

namespace eqnet::data {

struct RandomTreesParams {
  size_t size = 51;     // nodes of each tree
  size_t count = 5000;  // different trees, fewer where there are not as many
  uint64_t seed = 1;
};
constexpr size_t kMostRandomSize = 2000;

// Different trees over these symbols, each equally likely, whatever they mean. Throws base::Error where no tree has
// that size.
std::vector<expr::NodeId> draw_trees(std::span<const expr::Symbol> leaves, std::span<const expr::Symbol> operators,
                                     const RandomTreesParams& params, expr::Pool& pool);

// Every tree over these symbols is equally likely. All classes are in UnseenEqClass. Throws base::Error where no tree
// has that size, and on a domain that has no semantics.
Dataset random_trees(const domain::Domain& domain, std::span<const expr::Symbol> leaves,
                     std::span<const expr::Symbol> operators, const RandomTreesParams& params);

}  // namespace eqnet::data
