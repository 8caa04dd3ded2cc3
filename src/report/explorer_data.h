// The data of the explorer page: a neighbour map with places in the plane, as bytes (docs/formats.md).
#pragma once

#include <string>

#include "report/neighbour_map.h"

namespace eqnet::report {

constexpr std::string_view kExplorerFormat = "eqnet-explorer";
constexpr size_t kExplorerVersion = 2;

struct ExplorerNames {
  std::string model, model_kind;  // for people
  std::string method, note;       // of the projection: "t-SNE", "perplexity 30"
};

// plane: x, y of each member, any scale.
std::string explorer_bytes(const NeighbourMap& map, std::span<const float> plane, const ExplorerNames& names);

}  // namespace eqnet::report
