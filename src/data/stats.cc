#include "eqnet/data/stats.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "data/readers.h"

namespace eqnet::data {

double best_score(size_t class_size, size_t k) {
  return static_cast<double>(std::min(k, class_size - 1)) / static_cast<double>(std::min(k, class_size));
}

std::optional<Curve> ceiling(const Dataset& dataset, Part part) {
  std::unordered_map<std::string_view, size_t> sizes;
  for (const EquivalenceClass& c : dataset.classes) sizes[c.name] = c.members.size();
  Curve sum{};
  size_t queries = 0;
  for (const EquivalenceClass& c : dataset.part(part)) {
    const size_t size = sizes[c.name];
    if (size < 2) continue;
    queries += c.members.size();
    for (size_t k = 1; k <= kMostNeighbours; ++k) {
      sum[k - 1] += best_score(size, k) * static_cast<double>(c.members.size());
    }
  }
  if (queries == 0) return std::nullopt;
  for (double& value : sum) value /= static_cast<double>(queries);
  return sum;
}

Stats statistics(const Dataset& dataset) {
  Stats stats;
  stats.expressions = count_expressions(dataset.classes);
  stats.classes = dataset.classes.size();
  for (const EquivalenceClass& c : dataset.classes) {
    const double share = static_cast<double>(c.members.size()) / static_cast<double>(stats.expressions);
    stats.entropy_bits -= share * std::log2(share);
    for (const expr::NodeId member : c.members) {
      const size_t size = dataset.pool.tree_size(member);
      stats.max_size = std::max(stats.max_size, size);
      constexpr size_t kMostListed = 1000;  // a histogram of larger trees helps nobody
      if (size > kMostListed) continue;
      if (stats.by_size.size() <= size) stats.by_size.resize(size + 1, 0);
      ++stats.by_size[size];
    }
  }
  if (!dataset.split) return stats;
  stats.splits.emplace();
  for (size_t p = 0; p < kParts.size(); ++p) {
    (*stats.splits)[p] = {count_expressions((*dataset.split)[p]), (*dataset.split)[p].size()};
  }
  stats.seen_ceiling = ceiling(dataset, Part::seen);
  stats.unseen_ceiling = ceiling(dataset, Part::unseen);
  return stats;
}

Verification verify(const Dataset& dataset, const domain::EquivalenceParams& params) {
  std::vector<expr::NodeId> members;
  for (const EquivalenceClass& c : dataset.classes) members.insert(members.end(), c.members.begin(), c.members.end());
  const std::vector<uint32_t> groups = dataset.domain->classify(dataset.pool, members, params);

  Verification result;
  std::map<uint32_t, std::vector<std::string>> classes_of;  // by function
  size_t at = 0;
  for (const EquivalenceClass& c : dataset.classes) {
    std::set<uint32_t> functions;
    expr::NodeId other = c.members[0];
    for (const expr::NodeId member : c.members) {
      const uint32_t group = groups[at++];
      if (functions.insert(group).second && functions.size() == 2) other = member;
    }
    for (const uint32_t function : functions) classes_of[function].push_back(c.name);
    if (functions.size() > 1) {
      result.mixed_classes.push_back(
          {c.name, functions.size(), expression_text(dataset, c.members[0]), expression_text(dataset, other)});
    }
  }
  for (auto& [function, classes] : classes_of) {
    if (classes.size() > 1) result.split_functions.push_back(std::move(classes));
  }
  return result;
}

}  // namespace eqnet::data
