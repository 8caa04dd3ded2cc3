#include "eqnet/expr/pool.h"

#include <algorithm>
#include <bit>

#include "eqnet/base/error.h"

namespace eqnet::expr {
namespace {

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
  return hash ^ (hash >> 32);
}

uint64_t hash_node(SymbolId symbol, std::span<const NodeId> children) {
  uint64_t hash = mix(0x243F6A8885A308D3ULL, symbol);
  for (const NodeId child : children) hash = mix(hash, child);
  return hash;
}

// A loop, not memcmp: there are one or two children nearly always.
bool same(std::span<const NodeId> a, std::span<const NodeId> b) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

uint32_t saturating_add(uint32_t a, uint32_t b) {
  return a > Pool::kManyNodes - b ? Pool::kManyNodes : a + b;
}

}  // namespace

void Pool::check_arity(SymbolId symbol, size_t children) const {
  if (children == symbols[symbol].arity) return;
  throw base::Error("operator " + base::quoted(symbols[symbol].name) + " takes " +
                    std::to_string(symbols[symbol].arity) + " children, but " + std::to_string(children) +
                    " were given");
}

NodeId Pool::node(SymbolId symbol, std::span<const NodeId> children) {
  check_arity(symbol, children.size());
  bring_up_to_date();
  NodeId& found = index_.find(hash_node(symbol, children),
                              [&](NodeId id) { return symbol_[id] == symbol && same(this->children(id), children); });
  if (found != base::HashIndex::kNone) return found;
  found = append(symbol, children);
  indexed_ = size();
  return found;
}

std::optional<NodeId> Pool::find(SymbolId symbol, std::span<const NodeId> children) const {
  const NodeId found = index_.id_of(hash_node(symbol, children), [&](NodeId id) {
    return symbol_[id] == symbol && this->children(id).size() == children.size() && same(this->children(id), children);
  });
  return found == base::HashIndex::kNone ? std::nullopt : std::optional(found);
}

NodeId Pool::append_new(SymbolId symbol, std::span<const NodeId> children) {
  check_arity(symbol, children.size());
  return append(symbol, children);
}

NodeId Pool::append(SymbolId symbol, std::span<const NodeId> children) {
  uint32_t height = 0;
  uint32_t nodes = 1;
  for (const NodeId child : children) {
    if (child >= size()) throw base::Error("a child is not a node of this pool");
    height = std::max(height, height_[child] + 1);
    nodes = saturating_add(nodes, tree_size_[child]);
  }
  if (size() >= base::HashIndex::kNone || children_.size() > UINT32_MAX - children.size()) {
    throw base::Error("the pool holds 2^32 nodes and cannot take more; split the data");
  }
  const auto id = static_cast<NodeId>(size());
  symbol_.push_back(symbol);
  child_begin_.push_back(static_cast<uint32_t>(children_.size()));
  height_.push_back(height);
  tree_size_.push_back(nodes);
  if (children_.capacity() - children_.size() < children.size()) {
    const std::vector<NodeId> copy(children.begin(), children.end());  // `children` may point into children_
    children_.reserve(std::max<size_t>(64, children_.capacity() * 2) + copy.size());
    children_.insert(children_.end(), copy.begin(), copy.end());
  } else {
    for (const NodeId child : children) children_.push_back(child);
  }
  return id;
}

void Pool::bring_up_to_date() {
  // At most 5/8 full: short probes at under 7 bytes of slots a node.
  if (index_.slots() * 5 <= size() * 8) {
    index_.reset(std::max<size_t>(64, std::bit_ceil(size() * 2 + 2)));
    indexed_ = 0;
  }
  for (; indexed_ < size(); ++indexed_) {
    const auto id = static_cast<NodeId>(indexed_);
    index_.add(hash_node(symbol_[id], children(id)), id);
  }
}

size_t Pool::bytes() const {
  const auto held = [](const auto& array) { return array.capacity() * sizeof(array[0]); };
  return held(symbol_) + held(child_begin_) + held(height_) + held(tree_size_) + held(children_) + index_.bytes();
}

}  // namespace eqnet::expr
