// Other ways to write an expression, some of which may be shorter: candidates for simplification, made from what the
// expression means rather than from how it is written.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "eqnet/expr/pool.h"

namespace eqnet::domain {

// Keeps what it has worked out; for one thread.
class Forms {
 public:
  virtual ~Forms() = default;

  // A shortest expression for one of at most so many variables.
  static constexpr size_t kShortestVariables = 4;
  using Shortest = std::function<expr::NodeId(expr::Pool& pool, expr::NodeId node)>;

  // Whether it is time to come to an end with what there is.
  using Late = std::function<bool()>;

  // Equivalent expressions with these operators only, perhaps none.
  virtual std::vector<expr::NodeId> of(expr::Pool& pool, expr::NodeId root, std::span<const std::string> operators,
                                       const Shortest& shortest, const Late& late) = 0;
};

}  // namespace eqnet::domain
