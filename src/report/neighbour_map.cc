#include "report/neighbour_map.h"

#include <algorithm>

#include "eqnet/base/error.h"

namespace eqnet::report {

std::vector<expr::NodeId> nodes_of(const data::Dataset& dataset) {
  std::vector<expr::NodeId> nodes = eval::members_of(dataset).expressions;
  std::vector<bool> member(dataset.pool.size(), false);
  for (const expr::NodeId node : nodes) member[node] = true;
  const expr::Subgraph parts(dataset.pool, nodes);
  for (size_t place = 0; place < parts.size(); ++place) {
    if (!member[parts.id(place)]) nodes.push_back(parts.id(place));
  }
  return nodes;
}

std::span<const encode::Neighbour> NeighbourMap::neighbours(size_t node) const {
  const bool member = node < members();
  const encode::Neighbour* first =
      member ? of_members.data() + node * k_members : of_others.data() + (node - members()) * k;
  return {first, k};
}

bool NeighbourMap::equivalent(size_t node, uint32_t member) const {
  return meanings.of[node] != Meanings::kUnknown && meanings.of[node] == meanings.of[member];
}

std::optional<double> NeighbourMap::score_5(size_t node) const {
  constexpr size_t kFive = 5;
  if (k < kFive) return std::nullopt;
  const auto nearest = neighbours(node);
  if (node < members()) {
    if (rows.class_sizes[rows.labels[node]] < 2) return std::nullopt;
    return eval::score(rows, static_cast<uint32_t>(node), nearest.data(), kFive);
  }
  const uint32_t meaning = meanings.of[node];
  const size_t size = meaning == Meanings::kUnknown ? 0 : members_of_meaning[meaning];
  if (size == 0) return std::nullopt;
  size_t found = 0;
  for (size_t i = 0; i < kFive; ++i) found += equivalent(node, nearest[i].row) ? 1 : 0;
  return static_cast<double>(found) / static_cast<double>(std::min(kFive, size));
}

NeighbourMap make_neighbour_map(const data::Dataset& dataset, std::vector<expr::NodeId> nodes,
                                std::vector<float> values, size_t width, const NeighbourMapParams& params) {
  eval::Members rows = eval::members_of(dataset);
  const size_t members = rows.expressions.size();
  if (members < 2) throw base::Error("dataset " + dataset.name + " has fewer than two expressions: nothing to draw");
  Meanings meanings = meanings_of(dataset, nodes, rows.labels);
  std::vector<float> others(values.begin() + static_cast<std::ptrdiff_t>(members * width), values.end());
  values.resize(members * width);
  NeighbourMap map{dataset,
                   std::move(nodes),
                   std::move(rows),
                   encode::UnitRows(std::move(values), width),
                   encode::UnitRows(std::move(others), width),
                   std::move(meanings),
                   std::min(params.k, members - 1),
                   std::min(std::max(params.k, params.k_members), members - 1),
                   {},
                   {},
                   {}};
  encode::NeighbourParams search;
  search.threads = params.threads;
  search.done = params.done;
  search.k = map.k_members;
  map.of_members = encode::neighbours_of_all(map.vectors, search);
  search.k = map.k;
  map.of_others = encode::neighbours_of(map.vectors, map.other_vectors, search);
  map.members_of_meaning.assign(map.meanings.count, 0);
  for (size_t i = 0; i < members; ++i) ++map.members_of_meaning[map.meanings.of[i]];
  return map;
}

}  // namespace eqnet::report
