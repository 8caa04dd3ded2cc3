// Fractions at points. Oracles: finite differences, and the arithmetic of numbers.
#include "models/fractions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/open_pool.h"
#include "support/random_numbers.h"

namespace eqnet::models {
namespace {

using encode::Training;
using encode::Vocabulary;
using eqnet::testing::gaussians;
using eqnet::testing::OpenPool;

// The loss is the sum of the vectors times some weights.
struct FractionExample {
  base::Random random{3};
  OpenPool open{random, 14};
  Vocabulary vocabulary = Vocabulary::of(open.pool, open.nodes);
  FractionNetwork<double> network;
  std::vector<double> parameters, weights;
  encode::Schedule schedule;

  explicit FractionExample(const FractionShape& shape) : network(shape, vocabulary) {
    parameters = gaussians<double>(random, network.layout().size(), 1);
    std::vector<expr::NodeId> roots = open.some(random, 6);
    roots.push_back(open.nodes.front());
    encode::Scheduler(open.pool, vocabulary).schedule(roots, schedule);
    weights = gaussians<double>(random, roots.size() * shape.dimension);
  }

  double loss(std::vector<double>* gradient) {
    std::vector<double> vectors(weights.size());
    const auto pass = network.pass();
    pass->forward(parameters.data(), schedule, Training{5, 1, 0}, vectors.data());
    if (gradient != nullptr) {
      gradient->assign(parameters.size(), 0);
      pass->backward(parameters.data(), schedule, weights.data(), gradient->data());
    }
    double sum = 0;
    for (size_t i = 0; i < weights.size(); ++i) sum += weights[i] * vectors[i];
    return sum;
  }
};

}  // namespace

TEST(Fractions, HaveTheGradientOfTheirVectors) {
  for (const FractionShape& shape : {FractionShape{.dimension = 6, .harmonics = 1, .algebras = 0, .leaf_noise = 0.1},
                                     FractionShape{.dimension = 7, .harmonics = 3, .algebras = 1},
                                     FractionShape{.dimension = 8, .harmonics = 2, .algebras = 2}}) {
    FractionExample example(shape);
    std::vector<double> exact;
    example.loss(&exact);
    double largest = 0;
    for (size_t i = 0; i < exact.size(); ++i) {
      constexpr double kStep = 1e-6;
      const double before = example.parameters[i];
      example.parameters[i] = before + kStep;
      const double up = example.loss(nullptr);
      example.parameters[i] = before - kStep;
      const double down = example.loss(nullptr);
      example.parameters[i] = before;
      const double numeric = (up - down) / (2 * kStep);
      ASSERT_NEAR(exact[i], numeric, 1e-5 * (1 + std::fabs(numeric))) << "parameter " << i;
      largest = std::max(largest, std::fabs(numeric));
    }
    EXPECT_GT(largest, 0.01);
  }
}

// Sum, product and reciprocal at two points: a = 3, b = 0.5, and a = -1, b = 4.
TEST(Fractions, ComputeWithNumbers) {
  expr::Pool pool;
  const expr::NodeId a = pool.variable("a"), b = pool.variable("b");
  const auto node = [&](const char* op, const std::vector<expr::NodeId>& children) {
    return pool.node(pool.symbols.op(op, static_cast<uint32_t>(children.size())), children);
  };
  const expr::NodeId sum = node("plus", {node("times", {a, a}), b});
  const expr::NodeId root = node("times", {node("over", {sum}), b});
  const auto expected = [](double x, double y) { return y / (x * x + y); };

  const Vocabulary vocabulary = Vocabulary::of(pool, {&root, 1});
  const FractionNetwork<double> network({.dimension = 4, .algebras = 1}, vocabulary);
  std::vector<std::vector<double>> operators(3);
  const auto number = [&](const char* op) {
    return vocabulary.number(pool.symbols[pool.symbols.op(op, op[0] == 'o' ? 1 : 2)]);
  };
  operators[number("plus")] = {0, 1, 1, 0, 0, 0, 0, 1};
  operators[number("times")] = {1, 0, 0, 0, 0, 0, 0, 1};
  operators[number("over")] = {0, 1, 1, 0};
  const std::vector<std::vector<double>> leaves = {{3, 1, 1, 2}, {-1, 1, 4, 1}};
  const auto parameters = network.of_coefficients(operators, leaves);
  encode::Schedule schedule;
  encode::Scheduler(pool, vocabulary).schedule({&root, 1}, schedule);
  std::vector<double> vector(4);
  network.pass()->forward(parameters->data(), schedule, std::nullopt, vector.data());
  // At each point the doubled angle of (n, d), of length 1 / sqrt(2).
  for (const auto& [point, value] : {std::pair<size_t, double>{0, expected(3, 0.5)}, {1, expected(-1, 4)}}) {
    const double length = 1 + value * value;
    EXPECT_NEAR(vector[point], (value * value - 1) / length / std::sqrt(2), 1e-12);
    EXPECT_NEAR(vector[2 + point], 2 * value / length / std::sqrt(2), 1e-12);
  }
}

}  // namespace eqnet::models
