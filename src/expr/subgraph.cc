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

}  // namespace eqnet::expr
