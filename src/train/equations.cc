#include "train/equations.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace eqnet::train {
namespace {

constexpr size_t kMostEquated = 20000;  // expressions

// Which numbers stand for the same.
class Merged {
 public:
  explicit Merged(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0U); }
  uint32_t find(uint32_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  // The first stands for both. require: each stands for itself.
  void merge(uint32_t into, uint32_t other) { parent_[other] = into; }

 private:
  std::vector<uint32_t> parent_;
};

struct Chosen {
  std::vector<expr::NodeId> roots;
  std::vector<uint32_t> labels;
};

Chosen smallest(const Task& task) {
  std::vector<uint32_t> order(task.training.roots.size());
  std::iota(order.begin(), order.end(), 0U);
  const expr::Pool& pool = task.dataset->pool;
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return pool.tree_size(task.training.roots[a]) < pool.tree_size(task.training.roots[b]);
  });
  if (order.size() > kMostEquated) order.resize(kMostEquated);
  Chosen chosen;
  for (const uint32_t i : order) {
    chosen.roots.push_back(task.training.roots[i]);
    chosen.labels.push_back(task.training.labels[i]);
  }
  return chosen;
}

// An operator and the terms that it is applied to.
using Key = std::vector<uint32_t>;
struct HashOfKey {
  size_t operator()(const Key& key) const {
    uint64_t hash = 0;
    for (const uint32_t part : key) hash = (hash ^ part) * 0x9E3779B97F4A7C15ULL + (hash >> 29);
    return hash;
  }
};

// Whether the data is the same with two leaves exchanged, as far as it can tell: expressions whose counterparts it has
// too are in one class where these are.
bool interchangeable(const expr::Pool& pool, const expr::Subgraph& nodes, const Chosen& chosen,
                     const std::unordered_map<expr::NodeId, uint32_t>& label_of, expr::SymbolId one,
                     expr::SymbolId other) {
  constexpr uint32_t kAbsent = UINT32_MAX;
  std::vector<expr::NodeId> counterpart(nodes.size());
  for (size_t place = 0; place < nodes.size(); ++place) {
    const expr::NodeId id = nodes.id(place);
    expr::SymbolId symbol = pool.symbol(id);
    if (pool.is_leaf(id)) symbol = symbol == one ? other : symbol == other ? one : symbol;
    std::vector<expr::NodeId> children;
    bool absent = false;
    for (const uint32_t child : nodes.children(place)) {
      absent = absent || counterpart[child] == kAbsent;
      children.push_back(counterpart[child]);
    }
    const auto found = absent ? std::nullopt : pool.find(symbol, children);
    counterpart[place] = found ? *found : kAbsent;
  }
  std::unordered_map<uint32_t, uint32_t> image;  // by class
  for (size_t i = 0; i < chosen.roots.size(); ++i) {
    const auto found = label_of.find(counterpart[nodes.root(i)]);
    if (found == label_of.end()) continue;
    if (image.emplace(chosen.labels[i], found->second).first->second != found->second) return false;
  }
  return true;
}

}  // namespace

Equations::Equations(const Task& task) {
  const expr::Pool& pool = task.dataset->pool;
  const Chosen chosen = smallest(task);
  const expr::Subgraph nodes(pool, chosen.roots);
  const std::vector<uint32_t> numbers = task.vocabulary.numbers(pool.symbols);
  for (const expr::Symbol& op : task.vocabulary.operators()) arity.push_back(op.arity);

  // Congruence closure: where two places become one, what is made of them is looked at again.
  Merged merged(nodes.size());
  std::vector<std::vector<uint32_t>> uses(nodes.size());  // by place that stands for others: who has one as a child
  std::vector<uint32_t> open;
  for (uint32_t place = 0; place < nodes.size(); ++place) {
    if (!nodes.children(place).empty()) open.push_back(place);
    for (const uint32_t child : nodes.children(place)) uses[child].push_back(place);
  }
  const auto merge = [&](uint32_t one, uint32_t other) {
    one = merged.find(one);
    other = merged.find(other);
    if (one == other) return;
    // The one that is used less often goes: its users have other children now.
    if (uses[one].size() < uses[other].size()) std::swap(one, other);
    merged.merge(one, other);
    open.insert(open.end(), uses[other].begin(), uses[other].end());
    uses[one].insert(uses[one].end(), uses[other].begin(), uses[other].end());
    uses[other] = {};
  };
  std::vector<uint32_t> of_class(task.class_sizes.size(), kNone);
  for (size_t i = 0; i < chosen.roots.size(); ++i) {
    uint32_t& own = of_class[chosen.labels[i]];
    if (own == kNone) own = nodes.root(i);
    merge(own, nodes.root(i));
  }
  const auto key_of = [&](uint32_t place) {
    Key key{pool.symbol(nodes.id(place))};
    for (const uint32_t child : nodes.children(place)) key.push_back(merged.find(child));
    return key;
  };
  std::unordered_map<Key, uint32_t, HashOfKey> known;
  while (!open.empty()) {
    const uint32_t place = open.back();
    open.pop_back();
    merge(known.emplace(key_of(place), place).first->second, place);
  }
  // What is left of each kind: the first place. Children come before what is made of them.
  known.clear();
  std::vector<std::pair<Key, uint32_t>> distinct;
  for (uint32_t place = 0; place < nodes.size(); ++place) {
    if (nodes.children(place).empty()) continue;
    Key key = key_of(place);
    if (known.emplace(key, place).second) distinct.emplace_back(std::move(key), place);
  }

  // Terms are numbered as they come.
  std::vector<uint32_t> term(nodes.size(), kNone);
  const auto term_of = [&](uint32_t place) {
    uint32_t& own = term[merged.find(place)];
    if (own == kNone) own = static_cast<uint32_t>(terms++);
    return own;
  };
  leaves.assign(task.vocabulary.leaves().size(), kNone);
  for (uint32_t place = 0; place < nodes.size(); ++place) {
    const uint32_t own = term_of(place);
    if (nodes.children(place).empty()) leaves[numbers[pool.symbol(nodes.id(place))]] = own;
  }
  for (uint32_t& leaf : leaves) {
    if (leaf == kNone) leaf = static_cast<uint32_t>(terms++);  // occurs in larger expressions only
  }
  for (const uint32_t place : of_class) classes.push_back(place == kNone ? kNone : term_of(place));
  for (const auto& [key, place] : distinct) {
    Application application;
    application.op = numbers[key[0]];
    application.result = term_of(place);
    application.first = static_cast<uint32_t>(children.size());
    for (size_t i = 1; i < key.size(); ++i) children.push_back(term_of(key[i]));
    applications.push_back(application);
  }

  // Sizes of the smallest trees, from the leaves on, until nothing gets smaller.
  size.assign(terms, kNone);
  for (const uint32_t leaf : leaves) size[leaf] = 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (Application& application : applications) {
      uint64_t sum = 1;
      for (const uint32_t child : children_of(application)) sum += size[child];
      application.size = static_cast<uint32_t>(std::min<uint64_t>(sum, kNone));
      if (application.size >= size[application.result]) continue;
      size[application.result] = application.size;
      changed = true;
    }
  }
  const auto order = [&](const Application& a, const Application& b) {
    if (a.size != b.size) return a.size < b.size;
    if (a.op != b.op) return a.op < b.op;
    if (a.result != b.result) return a.result < b.result;
    return std::ranges::lexicographical_compare(children_of(a), children_of(b));
  };
  std::sort(applications.begin(), applications.end(), order);
  definition.assign(terms, kLeaf);
  std::vector<bool> defined(terms);
  for (const uint32_t leaf : leaves) defined[leaf] = true;
  for (uint32_t i = 0; i < applications.size(); ++i) {
    const uint32_t result = applications[i].result;
    if (defined[result]) continue;
    defined[result] = true;
    definition[result] = i;
  }

  // The largest set of leaves that are interchangeable; constants may have one of their own. Who has the same term as
  // another leaf cannot have any value.
  constexpr size_t kMostSets = 16;
  // Where there are more leaves, the others are taken for variables: what is found is checked on all data anyway.
  constexpr size_t kMostCompared = 100;
  std::unordered_map<expr::NodeId, uint32_t> label_of;
  for (size_t i = 0; i < chosen.roots.size(); ++i) label_of.emplace(chosen.roots[i], chosen.labels[i]);
  const std::vector<expr::Symbol>& symbols = task.vocabulary.leaves();
  std::vector<std::vector<size_t>> sets;
  std::vector<expr::SymbolId> first;  // by set
  for (size_t leaf = 0; leaf < symbols.size(); ++leaf) {
    if (symbols[leaf].kind != expr::SymbolKind::variable || std::ranges::count(leaves, leaves[leaf]) > 1) continue;
    const expr::SymbolId id = *pool.symbols.find(symbols[leaf].name, expr::SymbolKind::variable);
    size_t set = 0;
    while (set < sets.size() && leaf < kMostCompared &&
           !interchangeable(pool, nodes, chosen, label_of, first[set], id)) {
      ++set;
    }
    if (set == kMostSets) continue;
    if (set == sets.size()) {
      sets.emplace_back();
      first.push_back(id);
    }
    sets[set].push_back(leaf);
  }
  variable.resize(symbols.size());
  const auto largest = std::ranges::max_element(sets, {}, &std::vector<size_t>::size);
  if (largest == sets.end()) return;
  for (const size_t leaf : *largest) variable[leaf] = true;
}

std::vector<uint32_t> Equations::class_terms() const {
  std::vector<uint32_t> known = classes;
  std::erase(known, kNone);
  return known;
}

}  // namespace eqnet::train
