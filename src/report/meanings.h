// What the nodes of a dataset mean, exactly.
#pragma once

#include <span>

#include "eqnet/data/dataset.h"

namespace eqnet::report {

struct Meanings {
  static constexpr uint32_t kUnknown = UINT32_MAX;
  // A number per node: the same for two nodes if and only if they are equivalent. Where the domain has no meaning of
  // its own, a member's class, and unknown for others.
  std::vector<uint32_t> of;
  size_t count = 0;
  // The meaning of the negation of a meaning, where the domain has one and a node means it.
  std::vector<uint32_t> negation;
  // Members whose class is mostly of another meaning: labels that are wrong.
  size_t wrong_labels = 0;
};

// nodes: first the members with a label each, then any others of the pool.
Meanings meanings_of(const data::Dataset& dataset, std::span<const expr::NodeId> nodes,
                     std::span<const uint32_t> labels);

}  // namespace eqnet::report
