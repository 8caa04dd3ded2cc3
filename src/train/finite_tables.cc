#include "train/finite_tables.h"

namespace eqnet::train {

std::optional<uint32_t> FiniteTables::evaluate(const Equations& equations, std::span<const uint8_t> leaves,
                                               std::vector<uint8_t>& terms) const {
  terms.assign(equations.terms, 0);
  for (size_t leaf = 0; leaf < leaves.size(); ++leaf) terms[equations.leaves[leaf]] = leaves[leaf];
  for (uint32_t i = 0; i < equations.applications.size(); ++i) {
    const Application& application = equations.applications[i];
    const auto children = equations.children_of(application);
    size_t place = 0;
    for (size_t c = children.size(); c-- > 0;) place = place * values + terms[children[c]];
    const uint8_t value = operators[application.op][place];
    if (equations.definition[application.result] == i) {
      terms[application.result] = value;
    } else if (terms[application.result] != value) {
      return i;
    }
  }
  return std::nullopt;
}

}  // namespace eqnet::train
