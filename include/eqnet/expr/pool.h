// The pool: every distinct subexpression once. Two expressions are the same text-for-text if and only if their ids are
// equal, so comparing costs nothing and a set of a million expressions shares its parts.
//
// Invariants: ids count from 0; a node's children have smaller ids than the node; nothing is ever removed. Storage is a
// structure of arrays, 16 bytes a node + 4 a child + 4 a slot of the hash table (bench/: 10 million nodes).
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "eqnet/base/hash_index.h"
#include "eqnet/expr/symbol.h"

namespace eqnet::expr {

using NodeId = uint32_t;

class Pool {
 public:
  SymbolTable symbols;

  // The node with this symbol and these children, made if it is new. require: children.size() is the symbol's arity
  // and each child is a node of this pool (throws base::Error otherwise).
  NodeId node(SymbolId symbol, std::span<const NodeId> children);
  NodeId node(SymbolId symbol, std::initializer_list<NodeId> children) {
    return node(symbol, std::span(children.begin(), children.size()));
  }
  // The same for a node that is known to be new, as when trees are enumerated: it is not looked up now (a cache miss a
  // node in a large pool), only indexed before the next look-up. require: no node with this symbol and these children.
  NodeId append_new(SymbolId symbol, std::span<const NodeId> children);
  NodeId variable(std::string_view name) { return node(symbols.variable(name), {}); }
  NodeId constant(std::string_view name) { return node(symbols.constant(name), {}); }

  // The node with this symbol and these children, if there is one; many threads may ask at once. require: since the
  // last append_new the pool was brought up to date.
  [[nodiscard]] std::optional<NodeId> find(SymbolId symbol, std::span<const NodeId> children) const;
  // Indexes what was appended, and makes room for one more.
  void bring_up_to_date();

  [[nodiscard]] size_t size() const { return symbol_.size(); }
  [[nodiscard]] SymbolId symbol(NodeId id) const { return symbol_[id]; }
  [[nodiscard]] const Symbol& symbol_of(NodeId id) const { return symbols[symbol_[id]]; }
  [[nodiscard]] std::span<const NodeId> children(NodeId id) const {
    const uint32_t begin = child_begin_[id];
    return {children_.data() + begin, child_end(id) - begin};
  }
  [[nodiscard]] bool is_leaf(NodeId id) const { return child_begin_[id] == child_end(id); }
  // Longest path down to a leaf; 0 for a leaf.
  [[nodiscard]] uint32_t height(NodeId id) const { return height_[id]; }
  // Nodes of the tree, shared parts counted as often as they occur; kManyNodes stands for that many and more.
  static constexpr uint32_t kManyNodes = UINT32_MAX;
  [[nodiscard]] uint32_t tree_size(NodeId id) const { return tree_size_[id]; }

  // Bytes held, the symbols' names not counted.
  [[nodiscard]] size_t bytes() const;

 private:
  [[nodiscard]] uint32_t child_end(NodeId id) const {
    return id + 1 < child_begin_.size() ? child_begin_[id + 1] : static_cast<uint32_t>(children_.size());
  }
  void check_arity(SymbolId symbol, size_t children) const;
  NodeId append(SymbolId symbol, std::span<const NodeId> children);

  std::vector<SymbolId> symbol_;
  std::vector<uint32_t> child_begin_;
  std::vector<uint32_t> height_;
  std::vector<uint32_t> tree_size_;
  std::vector<NodeId> children_;
  size_t indexed_ = 0;     // nodes that the index holds: the first ones
  base::HashIndex index_;  // by symbol and children
};

// The nodes that the roots consist of, each once, children before parents; order otherwise that of a depth-first walk.
// Uses no recursion, and time and memory in proportion to the result, not to the pool.
class Subgraph {
 public:
  Subgraph(const Pool& pool, std::span<const NodeId> roots);

  // A node by its place in the order; `children` are places too.
  struct Node {
    NodeId id;
    uint32_t children_begin;
  };
  [[nodiscard]] size_t size() const { return nodes_.size(); }
  [[nodiscard]] NodeId id(size_t place) const { return nodes_[place].id; }
  [[nodiscard]] std::span<const uint32_t> children(size_t place) const {
    const size_t begin = nodes_[place].children_begin;
    const size_t end = place + 1 < nodes_.size() ? nodes_[place + 1].children_begin : children_.size();
    return {children_.data() + begin, end - begin};
  }
  // Place of the i-th root.
  [[nodiscard]] uint32_t root(size_t i) const { return roots_[i]; }

 private:
  std::vector<Node> nodes_;
  std::vector<uint32_t> children_;
  std::vector<uint32_t> roots_;
};

// The same expression in another pool, made there as far as it is new. Uses no recursion.
NodeId copy(const Pool& from, NodeId root, Pool& to);
// The same with other nodes of that pool in place of the variables.
NodeId substitute(const Pool& from, NodeId root, const std::function<NodeId(const Symbol& variable)>& value, Pool& to);
// The same as copy, only looked for: nothing where `in` does not have it. require: `in` is up to date (Pool::find).
std::optional<NodeId> find(const Pool& from, NodeId root, const Pool& in);

}  // namespace eqnet::expr
