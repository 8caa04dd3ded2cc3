// The algebra of a domain's functions: every distinct function once, under a small id, with exact operations on ids.
// Two expressions are equivalent if and only if they have the same function. Counting, sampling, naming and verifying
// all work on it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "eqnet/expr/pool.h"

namespace eqnet::domain {

using FunctionId = uint32_t;

class Algebra {
 public:
  virtual ~Algebra() = default;

  // The function of an operator, variable or constant over functions made before.
  virtual FunctionId apply(const expr::Symbol& symbol, std::span<const FunctionId> children) = 0;

  // One operator applied to many last children: results[i] = op(first…, lasts[i]). What counting spends its time on.
  virtual void apply_row(const expr::Symbol& op, std::span<const FunctionId> first, std::span<const FunctionId> lasts,
                         std::span<FunctionId> results);

  // Deterministic and readable: a minimal-looking sum of products such as "Or(And(Not(a), b), c)", or the expanded
  // polynomial.
  [[nodiscard]] virtual std::string name(FunctionId function) const = 0;

  // Whether it has a value anywhere, as far as is known: data leaves out what has none, as 1/(a - a), and all that is
  // made of it.
  [[nodiscard]] virtual bool has_values(FunctionId /*function*/) const { return true; }

  // Functions so far, and how many there are at most; 0: more than can be said.
  [[nodiscard]] virtual size_t size() const = 0;
  [[nodiscard]] virtual size_t most() const { return 0; }
  // Bytes that a function takes where all take as many, and that all take so far, roughly; what is small may say
  // nothing.
  [[nodiscard]] virtual size_t bytes_each() const { return 1; }
  [[nodiscard]] virtual size_t bytes() const { return 0; }

  // Where functions take long to work out: what all took so far, about 10 microseconds a unit, counted the same on
  // every machine. 0: it is not counted.
  [[nodiscard]] virtual size_t effort() const { return 0; }
};

// The functions of all nodes of a pool, by node.
std::vector<FunctionId> evaluate(const expr::Pool& pool, Algebra& algebra);

// The variables of a pool, sorted by name.
std::vector<std::string> variables_of(const expr::Pool& pool);

}  // namespace eqnet::domain
