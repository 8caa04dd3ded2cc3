#include "domain/algebra.h"

#include <algorithm>

#include "domain/boolean_algebra.h"
#include "domain/polynomial_algebra.h"
#include "eqnet/base/error.h"

namespace eqnet::domain {

void Algebra::apply_row(const expr::Symbol& op, FunctionId left, std::span<const FunctionId> rights,
                        std::span<FunctionId> results) {
  for (size_t i = 0; i < rights.size(); ++i) {
    const FunctionId children[] = {left, rights[i]};
    results[i] = apply(op, children);
  }
}

std::unique_ptr<Algebra> make_algebra(Kind kind, const std::vector<std::string>& variables) {
  switch (kind) {
    case Kind::boolean:
      return std::make_unique<BooleanAlgebra>(variables);
    case Kind::polynomial:
      return std::make_unique<PolynomialAlgebra>(variables);
    case Kind::open:
      break;
  }
  throw base::Error("the open domain has no semantics of its own, so its functions cannot be computed");
}

std::vector<FunctionId> evaluate(const expr::Pool& pool, Algebra& algebra) {
  std::vector<FunctionId> functions(pool.size());
  std::vector<FunctionId> arguments;
  for (expr::NodeId id = 0; id < pool.size(); ++id) {
    arguments.clear();
    for (const expr::NodeId child : pool.children(id)) arguments.push_back(functions[child]);
    functions[id] = algebra.apply(pool.symbol_of(id), arguments);
  }
  return functions;
}

std::vector<std::string> variables_of(const expr::Pool& pool) {
  std::vector<std::string> names;
  for (expr::SymbolId id = 0; id < pool.symbols.size(); ++id) {
    if (pool.symbols[id].kind == expr::SymbolKind::variable) names.push_back(pool.symbols[id].name);
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace eqnet::domain
