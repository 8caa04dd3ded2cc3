#include "train/paraphrases.h"

#include <algorithm>

#include "encode/embed.h"
#include "encode/neighbours.h"

namespace eqnet::train {
namespace {

constexpr size_t kMostParaphrased = 25;
constexpr size_t kMostAskedOf = 500;
constexpr size_t kOfAClass = 4;  // of a class
constexpr size_t kAttempts = 8;  // to make one that is new
constexpr uint32_t kUnknown = UINT32_MAX;

}  // namespace

Paraphrases::Paraphrases(const Task& task)
    : task_(task), members_(task.class_sizes.size()), label_of_(task.dataset->pool.size(), kUnknown) {
  const expr::Pool& pool = task.dataset->pool;
  pool_.symbols = pool.symbols;
  for (size_t i = 0; i < task.training.roots.size(); ++i) {
    const expr::NodeId root = task.training.roots[i];
    if (pool.tree_size(root) > kMostParaphrased) continue;
    label_of_[root] = task.training.labels[i];
    members_[task.training.labels[i]].push_back(root);
  }
  std::vector<uint32_t> classes;
  for (uint32_t label = 0; label < members_.size(); ++label) {
    std::ranges::stable_sort(members_[label], {}, [&](expr::NodeId id) { return pool.tree_size(id); });
    if (!members_[label].empty()) classes.push_back(label);
  }
  base::Random random = base::Random::stream(1, uint64_t{11} << 32);
  random.shuffle(classes);
  classes.resize(std::min(classes.size(), kMostAskedOf));
  std::ranges::sort(classes);
  for (const uint32_t label : classes) {
    std::vector<expr::NodeId> made;
    for (size_t attempt = 0; attempt < kOfAClass * kAttempts && made.size() < kOfAClass; ++attempt) {
      const expr::NodeId one = paraphrase(members_[label].front(), kMostParaphrased, random);
      if (std::ranges::find(made, one) == made.end()) made.push_back(one);
    }
    if (made.size() < 2) continue;
    roots_.insert(roots_.end(), made.begin(), made.end());
    labels_.resize(roots_.size(), label);
  }
}

// One of a node of the dataset. The recursion is no deeper than it may have nodes.
expr::NodeId Paraphrases::paraphrase(expr::NodeId node, size_t most_nodes, base::Random& random) {
  const expr::Pool& pool = task_.dataset->pool;
  if (label_of_[node] != kUnknown) {
    const std::vector<expr::NodeId>& members = members_[label_of_[node]];
    const auto fits =
        std::ranges::upper_bound(members, most_nodes, {}, [&](expr::NodeId id) { return size_t{pool.tree_size(id)}; });
    const auto count = static_cast<uint64_t>(fits - members.begin());
    // The larger of two: most trees should come near the size that is allowed.
    if (count > 0) node = members[std::max(random.below(count), random.below(count))];
  }
  std::vector<expr::NodeId> children;
  const auto own = pool.children(node);
  const size_t extra = most_nodes > pool.tree_size(node) ? most_nodes - pool.tree_size(node) : 0;
  const size_t larger = own.empty() ? 0 : random.below(own.size());  // the child that gets all of it
  for (size_t i = 0; i < own.size(); ++i) {
    children.push_back(paraphrase(own[i], pool.tree_size(own[i]) + (i == larger ? extra : 0), random));
  }
  return pool_.node(pool.symbol(node), children);
}

double Paraphrases::retrieval(const encode::Network<float>& network, const std::vector<float>& parameters,
                              size_t threads, base::Ranks* ranks) const {
  encode::NeighbourParams search;
  search.k = kOfAClass - 1;
  search.threads = threads;
  search.ranks = ranks;
  if (roots_.size() <= search.k) return 1;
  const encode::UnitRows vectors(encode::embed(network, task_.vocabulary, parameters.data(), pool_, roots_, {threads}),
                                 network.dimension());
  const std::vector<encode::Neighbour> neighbours = encode::neighbours_of_all(vectors, search);
  double sum = 0;
  for (size_t i = 0; i < roots_.size(); ++i) {
    const auto [first, last] = std::equal_range(labels_.begin(), labels_.end(), labels_[i]);
    const auto others = static_cast<size_t>(last - first) - 1;
    size_t found = 0;
    for (size_t k = 0; k < others; ++k) found += labels_[neighbours[i * search.k + k].row] == labels_[i] ? 1 : 0;
    sum += static_cast<double>(found) / static_cast<double>(others);
  }
  return sum / static_cast<double>(roots_.size());
}

}  // namespace eqnet::train
