// The cuts of an expression: few nodes below its root that every path from there to a variable goes through. What is
// above a cut is a function of these nodes.
#pragma once

#include <unordered_map>
#include <vector>

#include "eqnet/expr/pool.h"

namespace eqnet::search {

class Cuts {
 public:
  using Cut = std::vector<expr::NodeId>;  // ascending

  // Of at most so many nodes. The pool may grow.
  Cuts(const expr::Pool& pool, size_t most) : pool_(pool), most_(most) {}

  // Fewer nodes first, the root by itself among them; some of all where these are many.
  const std::vector<Cut>& of(expr::NodeId root);
  // The variables of an expression: the lowest cut. One more than the most where there are more.
  Cut variables(expr::NodeId root);

 private:
  void find(expr::NodeId node);

  const expr::Pool& pool_;
  size_t most_;
  std::unordered_map<expr::NodeId, std::vector<Cut>> known_;
};

}  // namespace eqnet::search
