#include "report/meanings.h"

#include <algorithm>
#include <map>

namespace eqnet::report {
namespace {

// Negations of one node of each meaning, made in a copy of the pool and classified together with those nodes.
std::vector<uint32_t> negations(const data::Dataset& dataset, std::span<const expr::NodeId> nodes,
                                const std::vector<uint32_t>& meanings, size_t count) {
  std::vector<expr::NodeId> roots(count);  // a node of each meaning, the smallest: its negation is classified soonest
  std::vector<bool> found(count, false);
  for (size_t i = 0; i < nodes.size(); ++i) {
    const uint32_t meaning = meanings[i];
    if (found[meaning] && dataset.pool.tree_size(roots[meaning]) <= dataset.pool.tree_size(nodes[i])) continue;
    roots[meaning] = nodes[i];
    found[meaning] = true;
  }
  expr::Pool pool = dataset.pool;
  const expr::SymbolId negate = pool.symbols.op(dataset.domain->negation()->op, 1);
  for (size_t m = 0; m < count; ++m) roots.push_back(pool.node(negate, {roots[m]}));
  const std::vector<uint32_t> groups = dataset.domain->classify(pool, roots);
  // Meanings are all different, so the first `count` groups are 0, 1, 2, … in their order.
  std::vector<uint32_t> negation(groups.begin() + static_cast<std::ptrdiff_t>(count), groups.end());
  for (uint32_t& group : negation) {
    if (group >= count) group = Meanings::kUnknown;
  }
  return negation;
}

size_t count_wrong(std::span<const uint32_t> labels, const std::vector<uint32_t>& meanings) {
  std::map<uint32_t, std::map<uint32_t, size_t>> counts;  // by label, by meaning
  for (size_t i = 0; i < labels.size(); ++i) ++counts[labels[i]][meanings[i]];
  size_t wrong = 0;
  for (const auto& [label, by_meaning] : counts) {
    size_t all = 0;
    size_t most = 0;
    for (const auto& [meaning, n] : by_meaning) {
      all += n;
      most = std::max(most, n);
    }
    wrong += all - most;
  }
  return wrong;
}

}  // namespace

Meanings meanings_of(const data::Dataset& dataset, std::span<const expr::NodeId> nodes,
                     std::span<const uint32_t> labels) {
  Meanings result;
  if (!dataset.domain->has_meaning()) {
    result.of.assign(labels.begin(), labels.end());
    result.of.resize(nodes.size(), Meanings::kUnknown);
    result.count = dataset.classes.size();
    result.negation.assign(result.count, Meanings::kUnknown);
    return result;
  }
  result.of = dataset.domain->classify(dataset.pool, nodes);
  for (const uint32_t meaning : result.of) result.count = std::max<size_t>(result.count, meaning + size_t{1});
  result.negation.assign(result.count, Meanings::kUnknown);
  if (dataset.domain->negation()) result.negation = negations(dataset, nodes, result.of, result.count);
  result.wrong_labels = count_wrong(labels, result.of);
  return result;
}

}  // namespace eqnet::report
