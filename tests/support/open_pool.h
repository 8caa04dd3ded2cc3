// A pool of random expressions that share parts, over operators of one, two and three children.
#pragma once

#include <vector>

#include "base/random.h"
#include "eqnet/expr/pool.h"

namespace eqnet::testing {

struct OpenPool {
  expr::Pool pool;
  std::vector<expr::NodeId> nodes;  // children before parents, leaves first

  OpenPool(base::Random& random, size_t operators_nodes, size_t leaves = 3) {
    static constexpr const char* kNames[] = {"f", "g", "h"};
    for (size_t i = 0; i < leaves; ++i) nodes.push_back(pool.variable("v" + std::to_string(i)));
    for (size_t i = 0; i < operators_nodes; ++i) {
      const size_t arity = 1 + random.below(3);
      std::vector<expr::NodeId> children;
      for (size_t j = 0; j < arity; ++j) children.push_back(nodes[random.below(nodes.size())]);
      nodes.push_back(pool.node(pool.symbols.op(kNames[arity - 1], static_cast<uint32_t>(arity)), children));
    }
  }

  // Any nodes, perhaps one several times.
  [[nodiscard]] std::vector<expr::NodeId> some(base::Random& random, size_t count) const {
    std::vector<expr::NodeId> roots;
    for (size_t i = 0; i < count; ++i) roots.push_back(nodes[random.below(nodes.size())]);
    return roots;
  }
};

}  // namespace eqnet::testing
