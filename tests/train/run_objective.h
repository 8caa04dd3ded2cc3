// An objective on given vectors, and finite differences to test its gradient with.
#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "train/objective.h"

namespace eqnet::train {

struct ObjectiveResult {
  double loss;
  std::vector<double> by_roots, by_classes;
};

inline ObjectiveResult run_objective(const std::string& name, const ObjectiveParams& params,
                                     const std::vector<double>& classes, const std::vector<double>& roots,
                                     const std::vector<uint32_t>& labels, double scale) {
  const auto objective = make_objective<double>(name, params);
  ObjectiveResult result{0, std::vector<double>(roots.size(), 77), std::vector<double>(objective->layout().size(), 0)};
  result.loss =
      objective->run(classes.data(), roots.data(), labels, scale, result.by_roots.data(), result.by_classes.data());
  return result;
}

inline void expect_gradient(double& variable, double exact, const std::function<double()>& loss) {
  constexpr double kStep = 1e-6;
  const double before = variable;
  variable = before + kStep;
  const double up = loss();
  variable = before - kStep;
  const double down = loss();
  variable = before;
  EXPECT_NEAR(exact, (up - down) / (2 * kStep), 1e-7);
}

}  // namespace eqnet::train
