#include "models/settle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "models/some_algebra.h"

namespace eqnet::models {
namespace {

using Vector = std::vector<double>;

// Counts what is asked of a network.
class CountingPass final : public encode::Pass<double> {
 public:
  explicit CountingPass(const TreeNetwork<double>& network) : pass_(network.pass()) {}

  void forward(const double* parameters, const Schedule& schedule, const std::optional<encode::Training>& training,
               double* roots) override {
    ++count;
    pass_->forward(parameters, schedule, training, roots);
  }
  double backward(const double* parameters, const Schedule& schedule, const double* root_gradient,
                  double* gradient) override {
    return pass_->backward(parameters, schedule, root_gradient, gradient);
  }

  size_t count = 0;

 private:
  std::unique_ptr<encode::Pass<double>> pass_;
};

// A network of an algebra that has been learned with errors, and expressions to settle it on.
struct SettledExample {
  SomeAlgebra algebra;
  SomeExpressions expressions;
  TreeNetwork<double> network;
  base::Random random{5};
  Vector parameters;

  SettledExample(const SomeAlgebra& of, size_t variables, const TreeShape& shape, double deviation)
      : algebra(of),
        expressions(of, variables, 600, 6, 1),
        network(shape, of.vocabulary(variables)),
        parameters(of.parameters(network.parameters(), random)) {
    disturb(network.parameters(), parameters, deviation, random);
  }

  std::optional<encode::Settled<double>> settle(const std::vector<uint32_t>& labels, double most_seconds = 0) {
    return network.settle(parameters.data(), expressions.schedule, labels, {random, most_seconds});
  }

  // Truth values at points, each point an algebra of its own.
  static SettledExample at_points() { return {booleans(), 3, shape_of_blocks(1, 24, 0), 0.02}; }
  // The integers modulo 3 in blocks of two, which share sets of coefficients.
  static SettledExample in_blocks() { return {modulo_three(), 2, shape_of_blocks(2, 14, 2, 1), 0.02}; }
};

struct Distances {
  double within = 0, between = HUGE_VAL;  // the largest of one class, the least of two
};

// Of expressions that are larger than those that it was settled on.
Distances distances(const SettledExample& example, const Vector& parameters) {
  const SomeExpressions others(example.algebra, example.expressions.vocabulary().leaves().size(), 400, 15, 2);
  const size_t d = example.network.dimension();
  Vector vectors(others.labels.size() * d);
  example.network.pass()->forward(parameters.data(), others.schedule, std::nullopt, vectors.data());
  Distances found;
  for (size_t i = 0; i < others.labels.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      double sum = 0;
      for (size_t k = 0; k < d; ++k) sum += std::pow(vectors[i * d + k] - vectors[j * d + k], 2);
      double& own = others.labels[i] == others.labels[j] ? found.within : found.between;
      own = others.labels[i] == others.labels[j] ? std::max(own, std::sqrt(sum)) : std::min(own, std::sqrt(sum));
    }
  }
  return found;
}

void expect_settles(SettledExample& example) {
  ASSERT_GT(example.expressions.classes(), 20U);
  const Distances before = distances(example, example.parameters);
  EXPECT_GT(before.within, 0.05) << "there is something to do";
  const auto settled = example.settle(example.expressions.labels);
  ASSERT_TRUE(settled);
  EXPECT_LT(settled->error, 1e-6);
  const Distances after = distances(example, settled->parameters);
  EXPECT_LT(after.within, 1e-3);
  EXPECT_GT(after.between, 0.05) << "classes are told apart";
}

}  // namespace

TEST(Settle, MakesPointsAgreeWithTheClasses) {
  SettledExample example = SettledExample::at_points();
  expect_settles(example);
}

TEST(Settle, MakesBlocksAgreeWithTheClasses) {
  SettledExample example = SettledExample::in_blocks();
  expect_settles(example);
}

// One of the sets is random numbers: its blocks get the other's coefficients.
TEST(Settle, GivesUpSetsThatAreNoAlgebra) {
  SettledExample example = SettledExample::in_blocks();
  const TreeParameters& all = example.network.parameters();
  for (const OperatorParameters& at : all.operators) {
    const size_t n = all.shape.block * kernels::block_terms(all.blocks_of(at.arity));
    for (size_t i = 0; i < n; ++i) example.parameters[all.coefficient(at, 1, i)] = example.random.gaussian();
  }
  expect_settles(example);
}

TEST(Settle, IsOfTheSeedAlone) {
  const auto settled = [] {
    SettledExample example = SettledExample::in_blocks();
    return example.settle(example.expressions.labels)->parameters;
  };
  EXPECT_EQ(settled(), settled());
}

// Where classes are not those of the algebra there may be nothing to agree with, but nothing breaks.
TEST(Settle, SurvivesClassesThatMakeNoSense) {
  for (const bool points : {true, false}) {
    SettledExample example = points ? SettledExample::at_points() : SettledExample::in_blocks();
    const std::vector<uint32_t> right = example.expressions.labels;
    std::vector<uint32_t> random = right;
    example.random.shuffle(random);
    EXPECT_FALSE(example.settle(random)) << "no block agrees with them even roughly";
    EXPECT_FALSE(example.settle(std::vector<uint32_t>(right.size(), 0))) << "one class has no other beside it";
    std::vector<uint32_t> alone(right.size());
    for (uint32_t i = 0; i < alone.size(); ++i) alone[i] = i;
    const auto apart = example.settle(alone, 0.2);
    EXPECT_TRUE(apart && apart->error < 1e-12) << "without two of a class there is nothing to disagree about";
  }
}

TEST(Settle, GivesNothingForNumbersThatAreNoModel) {
  SettledExample example = SettledExample::in_blocks();
  std::ranges::fill(example.parameters, 0);
  disturb(example.network.parameters(), example.parameters, 1, example.random);
  EXPECT_FALSE(example.settle(example.expressions.labels));
  std::ranges::fill(example.parameters, std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(example.settle(example.expressions.labels));
  TreeShape matrices;
  matrices.dimension = 4;
  const TreeNetwork<double> other(matrices, example.expressions.vocabulary());
  const Vector parameters(other.layout().size(), 0.1);
  EXPECT_FALSE(
      other.settle(parameters.data(), example.expressions.schedule, example.expressions.labels, {example.random, 0}))
      << "it has no points";
}

TEST(Settle, EndsWithItsTime) {
  SettledExample example = SettledExample::at_points();
  const auto evaluations = [&](double most_seconds) {
    CountingPass pass(example.network);
    const auto settled =
        models::settle(example.network.parameters(), pass, example.parameters, example.expressions.schedule,
                       example.expressions.labels, {example.random, most_seconds});
    EXPECT_TRUE(!settled || std::isfinite(settled->error));
    return pass.count;
  };
  const size_t points = example.network.parameters().blocks();
  EXPECT_LT(evaluations(1e-9), 2 * points + 5) << "no more than to see whether points are exact";
  EXPECT_GT(evaluations(0), 2 * points + 20);
}

}  // namespace eqnet::models
