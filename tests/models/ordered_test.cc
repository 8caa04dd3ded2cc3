// Numbers that are added and compared. Oracles: finite differences, and the forms as they are defined.
#include "models/ordered.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "support/expect_error.h"
#include "support/open_pool.h"
#include "support/random_numbers.h"

namespace eqnet::models {
namespace {

using eqnet::testing::gaussians;
using eqnet::testing::OpenPool;

using Children = std::vector<double>;
// In the order of ordered_forms.
const std::vector<std::function<double(const Children&)>>& plain_forms(size_t arity) {
  static const std::vector<std::function<double(const Children&)>> one = {
      [](const Children& c) { return c[0]; },
      [](const Children& c) { return -c[0]; },
      [](const Children& c) { return std::sqrt(c[0] * c[0]); },
      [](const Children& c) { return c[0] > 0 ? c[0] : 0; },
      [](const Children& c) { return c[0] < 0 ? c[0] : 0; },
      [](const Children& c) { return c[0] + 1; },
      [](const Children& c) { return c[0] - 1; },
      [](const Children& c) { return c[0] * 2; }};
  static const std::vector<std::function<double(const Children&)>> two = {
      [](const Children& c) { return c[0] > c[1] ? c[0] : c[1]; },
      [](const Children& c) { return c[0] > c[1] ? c[1] : c[0]; },
      [](const Children& c) { return c[0] + c[1]; },
      [](const Children& c) { return c[0] - c[1]; },
      [](const Children& c) { return c[1] - c[0]; },
      [](const Children& c) { return c[0] > c[1] ? c[0] - c[1] : c[1] - c[0]; },
      [](const Children& c) { return c[0] > c[1] ? c[0] - c[1] : 0; },
      [](const Children& c) { return c[1] > c[0] ? c[1] - c[0] : 0; }};
  static const std::vector<std::function<double(const Children&)>> three = {
      [](const Children& c) { return std::fmax(c[0], std::fmax(c[1], c[2])); },
      [](const Children& c) { return std::fmin(c[0], std::fmin(c[1], c[2])); },
      [](const Children& c) { return c[0] + c[1] + c[2]; }};
  return arity == 1 ? one : arity == 2 ? two : three;
}

}  // namespace

// The loss is the sum of the vectors times some weights.
TEST(Ordered, HaveTheGradientOfTheirVectors) {
  base::Random random(6);
  OpenPool open(random, 12);
  const encode::Vocabulary vocabulary = encode::Vocabulary::of(open.pool, open.nodes);
  const OrderedNetwork<double> network({.dimension = 7, .leaf_noise = 0.1}, vocabulary);
  std::vector<double> parameters = gaussians<double>(random, network.layout().size(), 1);
  const std::vector<expr::NodeId> roots = open.some(random, 6);
  encode::Schedule schedule;
  encode::Scheduler(open.pool, vocabulary).schedule(roots, schedule);
  const std::vector<double> weights = gaussians<double>(random, roots.size() * network.dimension());
  const auto loss = [&](std::vector<double>* gradient) {
    std::vector<double> vectors(weights.size());
    const auto pass = network.pass();
    pass->forward(parameters.data(), schedule, encode::Training{5, 1, 0}, vectors.data());
    if (gradient != nullptr) pass->backward(parameters.data(), schedule, weights.data(), gradient->data());
    double sum = 0;
    for (size_t i = 0; i < weights.size(); ++i) sum += weights[i] * vectors[i];
    return sum;
  };
  std::vector<double> exact(parameters.size());
  loss(&exact);
  double largest = 0;
  for (size_t i = 0; i < exact.size(); ++i) {
    constexpr double kStep = 1e-7;  // no number lies so near to where a form has a bend
    const double before = parameters[i];
    parameters[i] = before + kStep;
    const double up = loss(nullptr);
    parameters[i] = before - kStep;
    const double down = loss(nullptr);
    parameters[i] = before;
    const double numeric = (up - down) / (2 * kStep);
    ASSERT_NEAR(exact[i], numeric, 1e-5 * (1 + std::fabs(numeric))) << "parameter " << i;
    largest = std::max(largest, std::fabs(numeric));
  }
  EXPECT_GT(largest, 0.001);
}

TEST(Ordered, ComputeWhatTheirFormsSay) {
  constexpr size_t kPoints = 9;
  base::Random random(8);
  for (const size_t arity : {1, 2, 3}) {
    expr::Pool pool;
    std::vector<expr::NodeId> children;
    for (size_t i = 0; i < arity; ++i) children.push_back(pool.variable("v" + std::to_string(i)));
    const expr::NodeId root = pool.node(pool.symbols.op("op", static_cast<uint32_t>(arity)), children);
    const encode::Vocabulary vocabulary = encode::Vocabulary::of(pool, {&root, 1});
    const OrderedNetwork<double> network({.dimension = kPoints + 1}, vocabulary);
    encode::Schedule schedule;
    encode::Scheduler(pool, vocabulary).schedule({&root, 1}, schedule);
    const auto forms = ordered_forms(arity);
    ASSERT_EQ(forms.size(), plain_forms(arity).size());
    for (size_t form = 0; form < forms.size(); ++form) {
      std::vector<double> shares(forms.size());
      shares[form] = 1;
      std::vector<std::vector<double>> leaves(kPoints);
      for (auto& own : leaves) own = gaussians<double>(random, arity, 2);
      const auto parameters = network.of_coefficients(std::vector<std::vector<double>>{shares}, leaves);
      std::vector<double> vector(kPoints + 1);
      network.pass()->forward(parameters->data(), schedule, std::nullopt, vector.data());
      for (size_t p = 0; p < kPoints; ++p) {
        // The last number of a vector is the root of the number of points, divided by the same length.
        const double number = std::sinh(vector[p] / vector[kPoints] * std::sqrt(kPoints));
        ASSERT_NEAR(number, plain_forms(arity)[form](leaves[p]), 1e-9) << name_of(forms[form]) << " of " << arity;
      }
    }
  }
}

TEST(Ordered, AddNothingToWhatIsInfinite) {
  const auto sum = [](double x, double y) {
    return ordered_value<double>(OrderedForm::sum, std::vector<double>{x, y});
  };
  EXPECT_EQ(sum(kInfinite, -5), kInfinite);
  EXPECT_EQ(sum(7, -kInfinite), -kInfinite);
  EXPECT_EQ(ordered_value<float>(OrderedForm::twice, std::vector<float>{static_cast<float>(kInfinite)}),
            static_cast<float>(kInfinite));
}

TEST(Ordered, NeedRoomAndFewChildren) {
  expr::Pool pool;
  const std::vector<expr::NodeId> nine(9, pool.variable("a"));
  const expr::NodeId few = pool.node(pool.symbols.op("few", 2), {nine[0], nine[0]});
  const expr::NodeId many = pool.node(pool.symbols.op("many", 9), nine);
  EXPECT_ERROR(OrderedNetwork<float>({.dimension = 1}, encode::Vocabulary::of(pool, {&few, 1})),
               "needs a dimension of 2 or more");
  EXPECT_ERROR(OrderedNetwork<float>({.dimension = 16}, encode::Vocabulary::of(pool, {&many, 1})), "'many'",
               "has 9 children; ordered are for 8 or fewer");
}

}  // namespace eqnet::models
