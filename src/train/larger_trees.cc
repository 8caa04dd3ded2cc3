#include "train/larger_trees.h"

#include <algorithm>

#include "eqnet/base/error.h"
#include "eqnet/data/random_trees.h"

namespace eqnet::train {

std::vector<expr::NodeId> larger_trees(const Task& task, uint64_t seed, expr::Pool& pool) {
  constexpr size_t kTreesOfASize = 1500;
  size_t largest = 1;
  for (const expr::NodeId root : task.training.roots) {
    largest = std::max<size_t>(largest, task.dataset->pool.tree_size(root));
  }
  std::vector<expr::NodeId> trees;
  for (const size_t times : {2, 3, 5}) {
    for (size_t size = times * largest; size <= times * largest + 1; ++size) {
      if (size > data::kMostRandomSize) continue;
      try {
        const auto drawn =
            data::draw_trees(task.vocabulary.leaves(), task.vocabulary.operators(), {size, kTreesOfASize, seed}, pool);
        trees.insert(trees.end(), drawn.begin(), drawn.end());
        break;
      } catch (const base::Error&) {  // none of an even number of nodes
      }
    }
  }
  return trees;
}

}  // namespace eqnet::train
