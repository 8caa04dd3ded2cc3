#include <algorithm>
#include <bit>

#include "eqnet/expr/pool.h"

namespace eqnet::expr {
namespace {

// A map from node to place, open addressing. Smaller and faster here than unordered_map: two thirds of the time of
// a small equivalence check went into that one.
class Places {
 public:
  Places() : slots_(128, kNone) {}

  // The place of `id`, or a fresh entry holding kPending.
  uint32_t& operator[](NodeId id) {
    if (used_ * 2 >= slots_.size()) grow();
    Slot& slot = find(id);
    if (slot.id == kNone.id) {
      slot.id = id;
      ++used_;
    }
    return slot.place;
  }

  static constexpr uint32_t kPending = UINT32_MAX;

 private:
  struct Slot {
    NodeId id;
    uint32_t place;
  };
  static constexpr Slot kNone{UINT32_MAX, kPending};

  Slot& find(NodeId id) {
    const size_t mask = slots_.size() - 1;
    size_t at = static_cast<size_t>(id * 0x9E3779B1U) & mask;
    while (slots_[at].id != id && slots_[at].id != kNone.id) at = (at + 1) & mask;
    return slots_[at];
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 4, kNone);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.id != kNone.id) find(slot.id) = slot;
    }
  }

  std::vector<Slot> slots_;
  size_t used_ = 0;
};

}  // namespace

Subgraph::Subgraph(const Pool& pool, std::span<const NodeId> roots) {
  Places places;
  std::vector<NodeId> pending;
  for (const NodeId root : roots) {
    pending.push_back(root);
    while (!pending.empty()) {
      const NodeId id = pending.back();
      if (places[id] != Places::kPending) {
        pending.pop_back();
        continue;
      }
      bool ready = true;
      for (const NodeId child : pool.children(id)) {
        if (places[child] == Places::kPending) {
          pending.push_back(child);
          ready = false;
        }
      }
      if (!ready) continue;
      pending.pop_back();
      nodes_.push_back({id, static_cast<uint32_t>(children_.size())});
      for (const NodeId child : pool.children(id)) children_.push_back(places[child]);
      places[id] = static_cast<uint32_t>(nodes_.size() - 1);
    }
    roots_.push_back(places[root]);
  }
}

NodeId substitute(const Pool& from, NodeId root, const std::function<NodeId(const Symbol& variable)>& value, Pool& to) {
  const Subgraph graph(from, {&root, 1});
  std::vector<NodeId> made;  // by place
  std::vector<NodeId> children;
  for (size_t place = 0; place < graph.size(); ++place) {
    const Symbol& symbol = from.symbol_of(graph.id(place));
    if (symbol.kind == SymbolKind::variable) {
      made.push_back(value(symbol));
      continue;
    }
    children.clear();
    for (const uint32_t child : graph.children(place)) children.push_back(made[child]);
    const bool constant = symbol.kind == SymbolKind::constant;
    made.push_back(constant ? to.constant(symbol.name) : to.node(to.symbols.op(symbol.name, symbol.arity), children));
  }
  return made[graph.root(0)];
}

NodeId copy(const Pool& from, NodeId root, Pool& to) {
  return substitute(
      from, root, [&](const Symbol& variable) { return to.variable(variable.name); }, to);
}

std::optional<NodeId> find(const Pool& from, NodeId root, const Pool& in) {
  const Subgraph graph(from, {&root, 1});
  std::vector<NodeId> found;  // by place
  std::vector<NodeId> children;
  for (size_t place = 0; place < graph.size(); ++place) {
    children.clear();
    for (const uint32_t child : graph.children(place)) children.push_back(found[child]);
    const Symbol& symbol = from.symbol_of(graph.id(place));
    const std::optional<SymbolId> there = in.symbols.find(symbol.name, symbol.kind);
    const std::optional<NodeId> node = there ? in.find(*there, children) : std::nullopt;
    if (!node) return std::nullopt;
    found.push_back(*node);
  }
  return found[graph.root(0)];
}

}  // namespace eqnet::expr
