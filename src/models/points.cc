#include "models/points.h"

#include <algorithm>
#include <cmath>

#include "eqnet/base/error.h"

namespace eqnet::models {

bool enough_coefficients(size_t block, size_t arity) {
  constexpr size_t kMost = size_t{1} << 17;  // of an operator, in one set
  return arity <= kernels::kMostPointChildren && block * kernels::block_terms({arity, 0, block, 1, 1}) <= kMost;
}

void check_combine(const TreeShape& shape, const encode::Vocabulary& vocabulary) {
  const std::string remedy = "take --recipe paper, the form with matrices";
  if (!shape.points) {
    if (!shape.linear && shape.hidden == 0 && shape.product == 0) {
      throw base::Error("the settings", "leave Combine nothing: points, residual, hidden and product are all off",
                        remedy);
    }
    return;
  }
  if (shape.dimension < 2) throw base::Error("setting \"points\"", "needs a dimension of 2 or more");
  if (shape.dimension <= shape.block) {
    throw base::Error("setting \"block\"", "needs a dimension above " + std::to_string(shape.block));
  }
  for (const expr::Symbol& op : vocabulary.operators()) {
    if (op.arity <= kernels::kMostPointChildren) {
      if (enough_coefficients(shape.block, op.arity)) continue;
      throw base::Error(
          "operator " + base::quoted(op.name),
          "has " + std::to_string(op.arity) + " children, too many for blocks of " + std::to_string(shape.block),
          "choose a smaller block");
    }
    throw base::Error("operator " + base::quoted(op.name),
                      "has " + std::to_string(op.arity) + " children; values at points are for " +
                          std::to_string(kernels::kMostPointChildren) + " or fewer",
                      remedy);
  }
}

template <class Real>
std::vector<double> leaf_sizes(const TreeParameters& all, const Real* parameters) {
  std::vector<double> sizes(all.leaf_width());
  for (size_t i = 0; i < all.leaf_count * sizes.size(); ++i) {
    double& own = sizes[i % sizes.size()];
    own = std::max(own, std::abs(static_cast<double>(parameters[all.leaves + i])));
  }
  return sizes;
}

template std::vector<double> leaf_sizes(const TreeParameters&, const float*);
template std::vector<double> leaf_sizes(const TreeParameters&, const double*);

template <class Real>
std::vector<bool> live_blocks(const TreeParameters& all, const Real* parameters) {
  const std::vector<double> sizes = leaf_sizes(all, parameters);
  const double least = kAlive * *std::ranges::max_element(sizes);
  std::vector<bool> lives(all.blocks());
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] >= least) lives[i / all.shape.block] = true;
  }
  return lives;
}

template std::vector<bool> live_blocks(const TreeParameters&, const float*);
template std::vector<bool> live_blocks(const TreeParameters&, const double*);

namespace {

// The same for blocks: of one that lives and has the same coefficients; where no block of a set lives, the set becomes
// a copy of one that does. Points are not left to this loop: it draws the models of all sets before any leaf, so that
// every seed would train another model.
template <class Real>
std::vector<size_t> renew_blocks(const TreeParameters& all, Real* parameters, base::Random& random) {
  const size_t k = all.shape.block;
  const size_t width = all.leaf_width();
  const kernels::Blocks blocks = all.blocks_of(1);
  Real* leaves = parameters + all.leaves;
  const std::vector<bool> lives = live_blocks(all, parameters);
  std::vector<std::vector<size_t>> alive(all.sets());
  std::vector<size_t> living;  // sets
  for (size_t block = 0; block < blocks.count; ++block) {
    std::vector<size_t>& own = alive[blocks.set_of(block)];
    if (!lives[block]) continue;
    if (own.empty()) living.push_back(blocks.set_of(block));
    own.push_back(block);
  }
  std::vector<size_t> changed;
  if (living.empty()) return changed;
  std::vector<size_t> model(all.sets());
  for (size_t set = 0; set < all.sets(); ++set) {
    model[set] = alive[set].empty() ? living[random.below(living.size())] : set;
    if (model[set] == set) continue;
    for (const OperatorParameters& at : all.operators) {
      const size_t n = k * kernels::block_terms(all.blocks_of(at.arity));
      for (size_t i = 0; i < n; ++i) {
        parameters[at.points + set * n + i] = parameters[at.points + model[set] * n + i];
        changed.push_back(at.points + set * n + i);
      }
    }
  }
  for (size_t block = 0; block < blocks.count; ++block) {
    if (lives[block]) continue;
    const std::vector<size_t>& models = alive[model[blocks.set_of(block)]];
    const size_t from = models[random.below(models.size())];
    for (size_t leaf = 0; leaf < all.leaf_count; ++leaf) {
      const size_t other = random.below(all.leaf_count);
      for (size_t i = 0; i < k; ++i) {
        leaves[leaf * width + block * k + i] = leaves[other * width + from * k + i];
        changed.push_back(all.leaves + leaf * width + block * k + i);
      }
    }
  }
  return changed;
}

}  // namespace

template <class Real>
std::vector<size_t> renew_points(const TreeParameters& all, Real* parameters, base::Random& random) {
  if (!all.single()) return renew_blocks(all, parameters, random);
  const size_t points = all.leaf_width();
  Real* leaves = parameters + all.leaves;
  const std::vector<bool> lives = live_blocks(all, parameters);
  std::vector<size_t> alive;
  for (size_t i = 0; i < points; ++i) {
    if (lives[i]) alive.push_back(i);
  }
  std::vector<size_t> changed;
  for (size_t i = 0; i < points; ++i) {
    if (lives[i] || alive.empty()) continue;
    const size_t model = alive[random.below(alive.size())];
    for (size_t leaf = 0; leaf < all.leaf_count; ++leaf) {
      leaves[leaf * points + i] = leaves[random.below(all.leaf_count) * points + model];
      changed.push_back(all.leaves + leaf * points + i);
    }
    for (const OperatorParameters& at : all.operators) {
      for (size_t subset = 0; subset < size_t{1} << at.arity; ++subset) {
        parameters[at.points + subset * points + i] = parameters[at.points + subset * points + model];
        changed.push_back(at.points + subset * points + i);
      }
    }
  }
  return changed;
}

template std::vector<size_t> renew_points(const TreeParameters&, float*, base::Random&);
template std::vector<size_t> renew_points(const TreeParameters&, double*, base::Random&);

std::vector<double> parameters_of_coefficients(const TreeParameters& all,
                                               std::span<const std::vector<double>> operators,
                                               std::span<const std::vector<double>> leaves) {
  std::vector<double> parameters(all.layout.size());
  for (size_t op = 0; op < operators.size(); ++op) {
    for (size_t set = 0; set < all.sets(); ++set) {
      for (size_t i = 0; i < operators[op].size(); ++i) {
        parameters[all.coefficient(all.operators[op], set, i)] = operators[op][i];
      }
    }
  }
  const size_t k = all.shape.block;
  for (size_t block = 0; block < all.blocks(); ++block) {
    const std::vector<double>& values = leaves[block % leaves.size()];
    for (size_t i = 0; i < all.leaf_count * k; ++i) {
      parameters[all.leaves + i / k * all.leaf_width() + block * k + i % k] = values[i];
    }
  }
  return parameters;
}

}  // namespace eqnet::models
