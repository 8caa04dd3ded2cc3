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

// example: has params, classes, roots and labels.
template <class Example>
void expect_added_to_the_classes_gradient_and_put_over_the_roots(const std::string& name, const Example& example) {
  const auto objective = make_objective<double>(name, example.params);
  const ObjectiveResult once = run_objective(name, example.params, example.classes, example.roots, example.labels, 1);
  std::vector<double> by_roots(example.roots.size(), 5);
  std::vector<double> by_classes(example.classes.size(), 1);
  (void)objective->run(example.classes.data(), example.roots.data(), example.labels, 1, by_roots.data(),
                       by_classes.data());
  EXPECT_EQ(by_roots, once.by_roots);
  for (size_t i = 0; i < by_classes.size(); ++i) EXPECT_NEAR(by_classes[i], once.by_classes[i] + 1, 1e-12);
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
