// Random expressions for property tests.
#pragma once

#include <string>
#include <vector>

#include "base/random.h"
#include "eqnet/domain/domain.h"

namespace eqnet::testing {

struct RandomExpressions {
  domain::Kind kind;
  size_t variables = 3;
  bool constants = true;

  // A tree of about `size` nodes.
  expr::NodeId operator()(expr::Pool& pool, base::Random& random, size_t size) const {
    if (size <= 1) return leaf(pool, random);
    const auto& operators = domain::syntax(kind).operators;
    const expr::OperatorSyntax& op = operators[random.below(operators.size())];
    if (op.symbol == "Power") {
      const expr::NodeId base = (*this)(pool, random, size - 2);
      const expr::NodeId exponent = pool.constant(std::to_string(random.below(4)));
      return pool.node(pool.symbols.op(op.symbol, 2), {base, exponent});
    }
    if (op.arity == 1) {
      const expr::NodeId child = (*this)(pool, random, size - 1);
      return pool.node(pool.symbols.op(op.symbol, 1), {child});
    }
    const size_t left_size = 1 + random.below(size - 1);
    const expr::NodeId left = (*this)(pool, random, left_size);
    const expr::NodeId right = (*this)(pool, random, size - left_size);
    return pool.node(pool.symbols.op(op.symbol, 2), {left, right});
  }

 private:
  expr::NodeId leaf(expr::Pool& pool, base::Random& random) const {
    if (constants && random.below(5) == 0) {
      if (kind == domain::Kind::boolean) return pool.constant(random.below(2) == 0 ? "false" : "true");
      return pool.constant(std::to_string(static_cast<int>(random.below(9)) - 4));
    }
    static const std::vector<std::string> names = {"a", "b", "c", "x1", "carry_in", "α", "q7", "y", "z", "w"};
    const size_t index = random.below(variables);
    return pool.variable(index < names.size() ? names[index] : "v" + std::to_string(index));
  }
};

}  // namespace eqnet::testing
