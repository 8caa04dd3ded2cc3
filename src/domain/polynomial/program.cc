#include "domain/polynomial/program.h"

#include <algorithm>

namespace eqnet::domain {

Program::Program(const expr::Pool& pool, std::span<const expr::NodeId> root_nodes) {
  const expr::Subgraph graph(pool, root_nodes);
  std::vector<std::pair<std::string_view, uint32_t>> leaves;
  for (uint32_t place = 0; place < graph.size(); ++place) {
    const expr::Symbol& symbol = pool.symbol_of(graph.id(place));
    const auto children = graph.children(place);
    Line line{step_of(symbol), 0, 0};
    if (line.step == Step::variable) {
      leaves.emplace_back(symbol.name, place);
    } else if (line.step == Step::constant) {
      line.a = static_cast<uint32_t>(constants.size());
      constants.emplace_back(symbol.name);
    } else {
      line.a = children[0];
      line.b = children.back();
      if (line.step == Step::power) {
        (void)exponent_text(pool.symbol_of(graph.id(children.back())));  // throws where it is no literal
        line.b = lines[line.b].a;
      }
    }
    lines.push_back(line);
  }
  std::ranges::sort(leaves);
  for (const auto& [name, line] : leaves) {
    lines[line].a = static_cast<uint32_t>(variables.size());
    variables.emplace_back(name);
  }
  for (size_t i = 0; i < root_nodes.size(); ++i) roots.push_back(graph.root(i));
}

}  // namespace eqnet::domain
