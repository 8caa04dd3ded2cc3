#include "search/congruence.h"

#include <algorithm>
#include <numeric>

namespace eqnet::search {

Congruence::Congruence(const expr::Pool& pool) : pool_(pool), parent_(pool.size()), uses_(pool.size()) {
  std::iota(parent_.begin(), parent_.end(), 0);
  for (expr::NodeId node = 0; node < pool.size(); ++node) {
    const auto children = pool.children(node);
    for (size_t c = 0; c < children.size(); ++c) {
      const bool again = std::find(children.begin(), children.begin() + static_cast<std::ptrdiff_t>(c), children[c]) !=
                         children.begin() + static_cast<std::ptrdiff_t>(c);
      if (!again) uses_[children[c]].push_back(node);
    }
    if (!children.empty()) table_.emplace(hash(node), node);
  }
}

void Congruence::unite(expr::NodeId a, expr::NodeId b) {
  waiting_.emplace_back(a, b);
  drain();
}

void Congruence::drain() {
  while (!waiting_.empty()) {
    expr::NodeId a = find(waiting_.back().first);
    expr::NodeId b = find(waiting_.back().second);
    waiting_.pop_back();
    if (a == b) continue;
    if (b < a) std::swap(a, b);
    // Entries of b's users have another hash from now on: the old ones stay behind and are never met again, because
    // same() looks at what classes are now.
    parent_[b] = a;
    std::vector<expr::NodeId> users = std::move(uses_[b]);
    for (const expr::NodeId user : users) enter(user);
    if (uses_[a].size() < users.size()) std::swap(uses_[a], users);
    uses_[a].insert(uses_[a].end(), users.begin(), users.end());
  }
}

void Congruence::enter(expr::NodeId node) {
  const uint64_t key = hash(node);
  const auto [begin, end] = table_.equal_range(key);
  for (auto entry = begin; entry != end; ++entry) {
    if (!same(entry->second, node)) continue;
    if (find(entry->second) != find(node)) waiting_.emplace_back(entry->second, node);
    return;
  }
  table_.emplace(key, node);
}

uint64_t Congruence::hash(expr::NodeId node) const {
  uint64_t value = pool_.symbol(node) + 1;
  for (const expr::NodeId child : pool_.children(node)) {
    value = (value ^ find(child)) * 0x9E3779B97F4A7C15ULL;
    value ^= value >> 29;
  }
  return value;
}

bool Congruence::same(expr::NodeId a, expr::NodeId b) const {
  if (pool_.symbol(a) != pool_.symbol(b)) return false;
  return std::ranges::equal(
      pool_.children(a), pool_.children(b), {}, [this](expr::NodeId child) { return find(child); },
      [this](expr::NodeId child) { return find(child); });
}

}  // namespace eqnet::search
