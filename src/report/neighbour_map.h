// A dataset as points: its expressions and their subexpressions, what they mean, who is near whom, and how well.
// Explorer and figures are made of it.
#pragma once

#include <functional>

#include "encode/neighbours.h"
#include "eval/evaluate.h"
#include "report/meanings.h"

namespace eqnet::report {

// The members of a dataset's classes in order, then all other subexpressions of them.
std::vector<expr::NodeId> nodes_of(const data::Dataset& dataset);

struct NeighbourMapParams {
  size_t k = 10;                     // neighbours of a node
  size_t k_members = 10;             // of a member: at least as many; t-SNE wants more
  size_t threads = 1;                // the result does not depend on it
  std::function<void(size_t)> done;  // told of finished nodes
};

struct NeighbourMap {
  const data::Dataset& dataset;
  std::vector<expr::NodeId> nodes;                       // members first
  eval::Members rows;                                    // the members
  encode::UnitRows vectors;                              // of the members
  encode::UnitRows other_vectors;                        // of the other nodes
  Meanings meanings;                                     // of the nodes
  size_t k = 0, k_members = 0;                           // as asked, but no more than there are
  std::vector<encode::Neighbour> of_members, of_others;  // among the members, nearest first: x k_members, x k

  [[nodiscard]] size_t members() const { return rows.expressions.size(); }
  [[nodiscard]] const float* vector(size_t node) const {
    return node < members() ? vectors.row(node) : other_vectors.row(node - members());
  }
  // The k nearest members of a node, itself left out.
  [[nodiscard]] std::span<const encode::Neighbour> neighbours(size_t node) const;
  // score_5 of a node: as evaluation has it for members; for others the class is the members of their meaning. Nothing
  // where there is nothing to find.
  [[nodiscard]] std::optional<double> score_5(size_t node) const;
  [[nodiscard]] bool equivalent(size_t node, uint32_t member) const;
  std::vector<uint32_t> members_of_meaning;  // how many
};

// nodes: members first, as nodes_of has them, others possibly fewer. values: a vector a node, `width` numbers each.
NeighbourMap make_neighbour_map(const data::Dataset& dataset, std::vector<expr::NodeId> nodes,
                                std::vector<float> values, size_t width, const NeighbourMapParams& params);

}  // namespace eqnet::report
