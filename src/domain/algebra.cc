#include "eqnet/domain/algebra.h"

#include <algorithm>

namespace eqnet::domain {

void Algebra::apply_row(const expr::Symbol& op, std::span<const FunctionId> first, std::span<const FunctionId> lasts,
                        std::span<FunctionId> results) {
  std::vector<FunctionId> children(first.begin(), first.end());
  children.push_back(0);
  for (size_t i = 0; i < lasts.size(); ++i) {
    children.back() = lasts[i];
    results[i] = apply(op, children);
  }
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
