// Random expressions for property tests.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.h"
#include "eqnet/domain/domain.h"

namespace eqnet::testing {

struct RandomExpressions {
  const domain::Domain* kind;
  size_t variables = 3;
  bool constants = true;
  size_t most_children = 100;

  // A tree of about `size` nodes.
  expr::NodeId operator()(expr::Pool& pool, base::Random& random, size_t size) const {
    if (size <= 1) return leaf(pool, random);
    const auto& operators = kind->syntax().operators;
    const expr::OperatorSyntax& op = operators[random.below(operators.size())];
    if (op.arity > most_children) return (*this)(pool, random, size);
    if (op.literal_last) {
      const expr::NodeId base = (*this)(pool, random, size - 2);
      const expr::NodeId exponent = pool.constant(std::to_string(random.below(4)));
      return pool.node(pool.symbols.op(op.symbol, 2), {base, exponent});
    }
    std::vector<expr::NodeId> children;
    size_t left = size - (op.arity == 1 ? 1 : 0);
    for (size_t later = op.arity; later-- > 0;) {
      const size_t own = later == 0 ? left : 1 + random.below(std::max<size_t>(1, left - std::min(left, later)));
      children.push_back((*this)(pool, random, own));
      left -= std::min(left, own);
    }
    return pool.node(pool.symbols.op(op.symbol, op.arity), children);
  }

 private:
  expr::NodeId leaf(expr::Pool& pool, base::Random& random) const {
    if (constants && random.below(5) == 0) {
      if (kind == &domain::boolean()) return pool.constant(random.below(2) == 0 ? "false" : "true");
      return pool.constant(std::to_string(static_cast<int>(random.below(9)) - 4));
    }
    static const std::vector<std::string> names = {"a", "b", "c", "x1", "carry_in", "α", "q7", "y", "z", "w"};
    const size_t index = random.below(variables);
    return pool.variable(index < names.size() ? names[index] : "v" + std::to_string(index));
  }
};

}  // namespace eqnet::testing
