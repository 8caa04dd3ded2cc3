// What both loaders' targets do: any bytes are a dataset or an Error; a dataset can be described and verified, its
// expressions be compared, and their neighbours be found with verdicts.
#pragma once

#include <cstdlib>
#include <string_view>

#include "eqnet/base/error.h"
#include "eqnet/data/stats.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "search/index.h"

namespace eqnet::fuzz {

// So little that no input takes seconds; what needs more is undecided.
inline const domain::EquivalenceParams kBriefly{0.05};
constexpr size_t kMembers = 20;  // compared with each other

inline std::vector<expr::NodeId> some_members(const data::Dataset& dataset) {
  std::vector<expr::NodeId> members;
  for (const data::EquivalenceClass& c : dataset.classes) {
    for (const expr::NodeId member : c.members) {
      if (members.size() < kMembers) members.push_back(member);
    }
  }
  return members;
}

// Verdicts are symmetric, hold for what is printed and parsed again, and agree with the classes that verify finds.
inline void compare(data::Dataset& dataset) {
  const std::vector<expr::NodeId> members = some_members(dataset);
  const expr::Syntax& syntax = dataset.domain->syntax();
  for (size_t i = 1; i < members.size(); ++i) {
    const auto answer = [&](expr::NodeId a, expr::NodeId b) {
      return dataset.domain->equivalent(dataset.pool, a, b, kBriefly).answer;
    };
    using domain::Answer;
    const Answer there = answer(members[i - 1], members[i]);
    const Answer back = answer(members[i], members[i - 1]);
    if (there != back && there != Answer::undecided && back != Answer::undecided) std::abort();
    if (dataset.pool.tree_size(members[i]) > 1000) continue;  // whose text would be long
    const std::string text = expr::print(dataset.pool, members[i], syntax);
    if (answer(members[i], expr::parse(text, syntax, dataset.pool)) == Answer::different) std::abort();
  }
}

// Vectors of one number each, so that all are neighbours of all.
inline void find_nearest(const data::Dataset& dataset) {
  const std::vector<expr::NodeId> members = some_members(dataset);
  const size_t all = data::count_expressions(dataset.classes);
  const search::Index index(dataset, std::vector<float>(all, 1.0F), 1);
  const float vector = 1;
  (void)index.nearest(dataset.pool, members.front(), {&vector, 1}, {5, kBriefly.timeout_s});
}

inline void load_any(std::string_view bytes) {
  for (const domain::Domain* kind : {static_cast<const domain::Domain*>(nullptr), &domain::open()}) {
    try {
      data::Dataset dataset = data::load_memory(bytes, "input", {kind});
      (void)data::statistics(dataset);
      if (dataset.classes.empty()) continue;
      compare(dataset);
      find_nearest(dataset);
      (void)data::verify(dataset, kBriefly);
    } catch (const base::Error&) {
    }
  }
}

}  // namespace eqnet::fuzz
