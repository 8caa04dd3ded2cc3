#include "eqnet/data/random_trees.h"

#include <algorithm>
#include <set>
#include <string>

#include "base/random.h"
#include "eqnet/base/error.h"

namespace eqnet::data {
namespace {

// Numbers of trees and of sequences of trees by their nodes, each divided by (number of symbols)^nodes so that they
// stay in range.
class Counts {
 public:
  Counts(size_t leaves, std::span<const expr::Symbol> operators, size_t size) {
    uint32_t most = 1;
    for (const expr::Symbol& op : operators) most = std::max(most, op.arity);
    sequences_.assign(most + 1, std::vector<long double>(size + 1, 0));
    sequences_[0][0] = 1;
    const auto scale = static_cast<long double>(leaves + operators.size());
    for (size_t n = 1; n <= size; ++n) {
      long double trees = n == 1 ? static_cast<long double>(leaves) : 0;
      for (const expr::Symbol& op : operators) trees += sequences_[op.arity][n - 1];
      sequences_[1][n] = trees / scale;
      for (size_t k = 2; k <= most; ++k) {
        for (size_t first = 1; first < n; ++first)
          sequences_[k][n] += sequences_[1][first] * sequences_[k - 1][n - first];
      }
    }
  }
  // Sequences of k trees with n nodes in all.
  [[nodiscard]] long double operator()(size_t k, size_t n) const { return sequences_[k][n]; }

 private:
  std::vector<std::vector<long double>> sequences_;
};

class RandomTreeSampler {
 public:
  RandomTreeSampler(std::span<const expr::Symbol> leaves, std::span<const expr::Symbol> operators, size_t size,
                    expr::Pool& pool)
      : operators_(operators), counts_(leaves.size(), operators, size), pool_(pool) {
    for (const expr::Symbol& leaf : leaves) {
      leaves_.push_back(leaf.kind == expr::SymbolKind::constant ? pool.symbols.constant(leaf.name)
                                                                : pool.symbols.variable(leaf.name));
    }
    for (const expr::Symbol& op : operators) ids_.push_back(pool.symbols.op(op.name, op.arity));
  }

  [[nodiscard]] bool possible(size_t size) const { return counts_(1, size) > 0; }

  // A tree of this size. Without recursion: a tree may be a chain.
  expr::NodeId draw(size_t size, base::Random& random) {
    struct Open {  // a node whose children are being made
      size_t op;
      size_t children_left, nodes_left;
      std::vector<expr::NodeId> children;
    };
    std::vector<Open> open;
    size_t next = size;
    for (;;) {
      expr::NodeId made = 0;
      if (next == 1) {
        made = pool_.node(leaves_[random.below(leaves_.size())], std::span<const expr::NodeId>());
      } else {
        const size_t op = choose_operator(next, random);
        open.push_back({op, operators_[op].arity, next - 1, {}});
        next = choose_first(open.back().children_left, open.back().nodes_left, random);
        continue;
      }
      for (;;) {
        if (open.empty()) return made;
        Open& parent = open.back();
        parent.children.push_back(made);
        parent.nodes_left -= next;
        if (--parent.children_left > 0) {
          next = choose_first(parent.children_left, parent.nodes_left, random);
          break;
        }
        made = pool_.node(ids_[parent.op], parent.children);
        next = 1;
        for (const expr::NodeId child : parent.children) next += pool_.tree_size(child);
        open.pop_back();
      }
    }
  }

 private:
  static long double uniform(base::Random& random) { return static_cast<long double>(random.uniform()); }

  size_t choose_operator(size_t size, base::Random& random) const {
    long double all = 0;
    for (const expr::Symbol& op : operators_) all += counts_(op.arity, size - 1);
    long double rest = uniform(random) * all;
    size_t last = 0;
    for (size_t i = 0; i < operators_.size(); ++i) {
      const long double weight = counts_(operators_[i].arity, size - 1);
      if (weight == 0) continue;
      last = i;
      if (rest < weight) break;
      rest -= weight;
    }
    return last;
  }

  // Nodes of the first of k trees that have n in all.
  size_t choose_first(size_t k, size_t n, base::Random& random) const {
    if (k == 1) return n;
    long double rest = uniform(random) * counts_(k, n);
    size_t last = 1;
    for (size_t first = 1; first < n; ++first) {
      const long double weight = counts_(1, first) * counts_(k - 1, n - first);
      if (weight == 0) continue;
      last = first;
      if (rest < weight) break;
      rest -= weight;
    }
    return last;
  }

  std::span<const expr::Symbol> operators_;
  Counts counts_;
  expr::Pool& pool_;
  std::vector<expr::SymbolId> leaves_, ids_;
};

// Large trees can mean polynomials that are too large to be expanded. Trees without a value are left out.
std::vector<uint32_t> exact_classes(const domain::Domain& domain, const expr::Pool& pool,
                                    std::vector<expr::NodeId>& trees) {
  try {
    const std::vector<bool> have_values = domain.have_values(pool, trees);
    size_t place = 0;
    std::erase_if(trees, [&](expr::NodeId) { return !have_values[place++]; });
    return domain.classify(pool, trees);
  } catch (const base::Error& error) {
    throw base::Error("random trees", error.what(), domain.has_meaning() ? "choose smaller trees" : "");
  }
}

}  // namespace

std::vector<expr::NodeId> draw_trees(std::span<const expr::Symbol> leaves, std::span<const expr::Symbol> operators,
                                     const RandomTreesParams& params, expr::Pool& pool) {
  if (params.size < 1 || params.size > kMostRandomSize) {
    throw base::Error("random trees have from 1 to " + std::to_string(kMostRandomSize) + " nodes, not " +
                      std::to_string(params.size));
  }
  RandomTreeSampler sampler(leaves, operators, params.size, pool);
  if (!sampler.possible(params.size)) {
    throw base::Error("random trees", "no tree over these operators has " + std::to_string(params.size) + " nodes",
                      "with operators of two children only, the number of nodes is odd");
  }
  base::Random random(params.seed);
  std::set<expr::NodeId> drawn;
  std::vector<expr::NodeId> trees;
  for (size_t tries = 0; trees.size() < params.count && tries < 20 * params.count; ++tries) {
    const expr::NodeId tree = sampler.draw(params.size, random);
    if (drawn.insert(tree).second) trees.push_back(tree);
  }
  return trees;
}

Dataset random_trees(const domain::Domain& domain, std::span<const expr::Symbol> leaves,
                     std::span<const expr::Symbol> operators, const RandomTreesParams& params) {
  // An exponent is a number, not any tree.
  std::vector<expr::Symbol> of_trees(operators.begin(), operators.end());
  for (const expr::OperatorSyntax& op : domain.syntax().operators) {
    if (op.literal_last) std::erase_if(of_trees, [&](const expr::Symbol& symbol) { return symbol.name == op.symbol; });
  }
  Dataset dataset;
  dataset.name = "random" + std::to_string(params.size);
  dataset.domain = &domain;
  std::vector<expr::NodeId> trees = draw_trees(leaves, of_trees, params, dataset.pool);
  const std::vector<uint32_t> groups = exact_classes(domain, dataset.pool, trees);
  for (size_t i = 0; i < trees.size(); ++i) {
    if (groups[i] == dataset.classes.size()) dataset.classes.push_back({std::to_string(groups[i]), {}});
    dataset.classes[groups[i]].members.push_back(trees[i]);
  }
  dataset.split.emplace();
  (*dataset.split)[static_cast<size_t>(Part::unseen)] = dataset.classes;
  return dataset;
}

}  // namespace eqnet::data
