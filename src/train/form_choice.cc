#include "train/form_choice.h"

#include <algorithm>

namespace eqnet::train {

std::vector<std::vector<Step>> steps_by_operator(const Equations& equations) {
  std::vector<std::vector<Step>> steps(equations.arity.size());
  std::vector<bool> known(equations.terms);
  for (const uint32_t leaf : equations.leaves) known[leaf] = true;
  std::vector<bool> made(equations.applications.size());
  for (size_t op = 0; op < steps.size(); ++op) {
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = 0; i < made.size(); ++i) {
        const Application& application = equations.applications[i];
        if (made[i] || application.op > op) continue;
        const auto children = equations.children_of(application);
        if (!std::ranges::all_of(children, [&](uint32_t child) { return known[child]; })) continue;
        steps[op].push_back({&application, known[application.result]});
        changed = made[i] = known[application.result] = true;
      }
    }
  }
  return steps;
}

}  // namespace eqnet::train
