// Operators that are each one of a few forms: a choice for all of them with which equations hold.
//
// Forms are tried for one operator after the other, depth first. Those so far must satisfy the equations between what
// they can make of the leaves; nearly every choice fails at one of the first, so that thousands take milliseconds.
#pragma once

#include "train/equations.h"

namespace eqnet::train {

// A value to find.
struct Step {
  const Application* application;
  bool check;  // there is a value already, and this one must be the same
};
// By operator: the applications that can be made with it and those before it, children first.
std::vector<std::vector<Step>> steps_by_operator(const Equations& equations);

// Of so many forms by operator, the first choice that `holds` at each number of operators and is `wanted` as a whole;
// all start at the first. False where there is none, or `give_up` says so.
template <class Holds, class Wanted, class GiveUp>
bool choose_forms(const std::vector<size_t>& forms, std::vector<size_t>& chosen, const Holds& holds,
                  const Wanted& wanted, const GiveUp& give_up) {
  chosen.assign(forms.empty() ? 0 : 1, 0);
  while (!chosen.empty()) {
    if (chosen.back() == forms[chosen.size() - 1]) {
      chosen.pop_back();
      if (!chosen.empty()) ++chosen.back();
      continue;
    }
    if (give_up()) return false;
    const bool so_far = holds();
    if (so_far && chosen.size() < forms.size()) {
      chosen.push_back(0);
      continue;
    }
    if (so_far && wanted()) return true;
    ++chosen.back();
  }
  return false;
}

}  // namespace eqnet::train
