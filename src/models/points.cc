#include "models/points.h"

#include "eqnet/base/error.h"

namespace eqnet::models {

void check_points(const TreeShape& shape, const encode::Vocabulary& vocabulary) {
  if (!shape.points) return;
  const std::string remedy = "set points=off and product, residual and hidden as in the recipe paper";
  if (shape.dimension < 2) throw base::Error("setting \"points\"", "needs a dimension of 2 or more");
  for (const expr::Symbol& op : vocabulary.operators()) {
    if (op.arity <= kernels::kMostPointChildren) continue;
    throw base::Error("operator " + base::quoted(op.name),
                      "has " + std::to_string(op.arity) + " children; values at points are for " +
                          std::to_string(kernels::kMostPointChildren) + " or fewer",
                      remedy);
  }
}

}  // namespace eqnet::models
