// Landscapes with random vectors, for what does not depend on them.
#pragma once

#include "report/neighbour_map.h"
#include "support/random_numbers.h"

namespace eqnet::report {

// Vectors whose similarities are exact in any order of summation and often equal.
inline NeighbourMap some_neighbour_map(const data::Dataset& dataset, NeighbourMapParams params = {},
                                       uint64_t seed = 1) {
  base::Random random(seed);
  std::vector<expr::NodeId> nodes = nodes_of(dataset);
  std::vector<float> values = eqnet::testing::exact_rows(random, nodes.size());
  return make_neighbour_map(dataset, std::move(nodes), std::move(values), eqnet::testing::kExactWidth, params);
}

// An open dataset of one class an expression list; names are taken as they are.
inline data::Dataset open_dataset(const std::vector<std::string>& variables) {
  data::Dataset dataset;
  dataset.name = "open";
  dataset.domain = &domain::open();
  std::vector<expr::NodeId> leaves;
  for (const std::string& name : variables) leaves.push_back(dataset.pool.variable(name));
  const expr::SymbolId pair = dataset.pool.symbols.op("pair", 2);
  for (const expr::NodeId a : leaves) {
    data::EquivalenceClass one{"class of " + dataset.pool.symbol_of(a).name, {}};
    for (const expr::NodeId b : leaves) one.members.push_back(dataset.pool.node(pair, {a, b}));
    dataset.classes.push_back(one);
  }
  return dataset;
}

}  // namespace eqnet::report
