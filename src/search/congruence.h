// Which expressions of a pool are equal, given some that are: equal children make equal parents.
//
// Union-find over the nodes, and a table of nodes by their symbol and their children's classes: where two nodes get the
// same entry, they are one class.
#pragma once

#include <span>
#include <vector>

#include <unordered_map>
#include "eqnet/expr/pool.h"

namespace eqnet::search {

class Congruence {
 public:
  // The pool must not grow any more.
  explicit Congruence(const expr::Pool& pool);

  [[nodiscard]] expr::NodeId find(expr::NodeId node) const {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }
  // Makes two nodes equal, and all that follows from it. The smaller node stands for the class.
  void unite(expr::NodeId a, expr::NodeId b);

 private:
  void drain();
  // Enters a node anew, or finds the one that it is now equal to.
  void enter(expr::NodeId node);
  [[nodiscard]] uint64_t hash(expr::NodeId node) const;
  [[nodiscard]] bool same(expr::NodeId a, expr::NodeId b) const;

  const expr::Pool& pool_;
  mutable std::vector<expr::NodeId> parent_;
  std::vector<std::vector<expr::NodeId>> uses_;  // by class: nodes that have one of its nodes as a child
  std::unordered_multimap<uint64_t, expr::NodeId> table_;
  std::vector<std::pair<expr::NodeId, expr::NodeId>> waiting_;
};

}  // namespace eqnet::search
