#include "models/points.h"

#include <algorithm>
#include <cmath>

#include "eqnet/base/error.h"

namespace eqnet::models {

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
  for (const expr::Symbol& op : vocabulary.operators()) {
    if (op.arity <= kernels::kMostPointChildren) continue;
    throw base::Error("operator " + base::quoted(op.name),
                      "has " + std::to_string(op.arity) + " children; values at points are for " +
                          std::to_string(kernels::kMostPointChildren) + " or fewer",
                      remedy);
  }
}

template <class Real>
std::vector<size_t> renew_points(const TreeParameters& all, Real* parameters, base::Random& random) {
  constexpr double kAlive = 0.1;  // of the largest
  const size_t points = all.leaf_width();
  Real* leaves = parameters + all.leaves;
  std::vector<double> size(points);  // the largest value of a leaf
  for (size_t leaf = 0; leaf < all.leaf_count; ++leaf) {
    for (size_t i = 0; i < points; ++i) {
      size[i] = std::max(size[i], std::abs(static_cast<double>(leaves[leaf * points + i])));
    }
  }
  const double most = *std::max_element(size.begin(), size.end());
  std::vector<size_t> alive;
  for (size_t i = 0; i < points; ++i) {
    if (size[i] >= kAlive * most) alive.push_back(i);
  }
  std::vector<size_t> changed;
  for (size_t i = 0; i < points; ++i) {
    if (size[i] >= kAlive * most || alive.empty()) continue;
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

}  // namespace eqnet::models
