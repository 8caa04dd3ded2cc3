#include "search/cuts.h"

#include <algorithm>
#include <iterator>

namespace eqnet::search {
namespace {

using expr::NodeId;

constexpr size_t kMostCuts = 24;  // of a node

Cuts::Cut both(const Cuts::Cut& a, const Cuts::Cut& b) {
  Cuts::Cut merged;
  std::ranges::set_union(a, b, std::back_inserter(merged));
  return merged;
}

}  // namespace

const std::vector<Cuts::Cut>& Cuts::of(NodeId root) {
  std::vector<NodeId> open = {root};
  while (!open.empty()) {
    const NodeId node = open.back();
    if (known_.contains(node)) {
      open.pop_back();
      continue;
    }
    const size_t before = open.size();
    for (const NodeId child : pool_.children(node)) {
      if (!known_.contains(child)) open.push_back(child);
    }
    if (open.size() > before) continue;
    find(node);
    open.pop_back();
  }
  return known_.at(root);
}

void Cuts::find(NodeId node) {
  std::vector<Cut> cuts = {{}};
  for (const NodeId child : pool_.children(node)) {
    std::vector<Cut> merged;
    for (const Cut& above : cuts) {
      for (const Cut& below : known_.at(child)) {
        Cut all = both(above, below);
        if (all.size() <= most_) merged.push_back(std::move(all));
      }
    }
    cuts = std::move(merged);
  }
  // A constant is the same under every cut.
  if (pool_.symbol_of(node).kind != expr::SymbolKind::constant) {
    if (pool_.is_leaf(node)) cuts.clear();
    cuts.push_back({node});
  }
  std::ranges::sort(cuts,
                    [](const Cut& a, const Cut& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  if (cuts.size() > kMostCuts) {
    // Half of them the smallest, half the lowest, which have the most above them.
    std::stable_sort(cuts.begin() + kMostCuts / 2, cuts.end(), [](const Cut& a, const Cut& b) { return a < b; });
    cuts.resize(kMostCuts);
  }
  known_.emplace(node, std::move(cuts));
}

Cuts::Cut Cuts::variables(NodeId root) {
  const expr::Subgraph graph(pool_, {&root, 1});
  Cut found;
  for (size_t place = 0; place < graph.size() && found.size() <= most_; ++place) {
    if (pool_.symbol_of(graph.id(place)).kind == expr::SymbolKind::variable) found.push_back(graph.id(place));
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace eqnet::search
