// Figures that need a model and its dataset: trees coloured by their nodes' scores, expressions with their negations,
// and maps of whole datasets. Each is an object of JSON; web/report/ draws it.
#pragma once

#include "base/json.h"
#include "report/neighbour_map.h"
#include "report/projection.h"

namespace eqnet::report {

struct PictureOf {
  std::string dataset, model;  // names
};

// Expressions to draw as trees: of UnseenEqClass (of all where there is no split), among the largest, spread evenly.
std::vector<expr::NodeId> sample_trees(const data::Dataset& dataset, size_t count);
// map: has all nodes of the trees.
void add_trees(base::Json& json, const PictureOf& names, const NeighbourMap& map, std::span<const expr::NodeId> trees);

// The simplest expressions whose negations are in the dataset too, in the plane of their principal components.
constexpr size_t kNegationPairs = 24;
void add_negations(base::Json& json, const PictureOf& names, const NeighbourMap& map);

void add_map(base::Json& json, const PictureOf& names, const NeighbourMap& map, const Projection& projection);

}  // namespace eqnet::report
