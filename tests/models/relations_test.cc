// Relations on a few points. Oracles: finite differences, and relations as sets of pairs.
#include "models/relations.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/expect_error.h"
#include "support/open_pool.h"
#include "support/plain_relations.h"
#include "support/random_numbers.h"

namespace eqnet::models {
namespace {

using encode::Training;
using encode::Vocabulary;
using eqnet::testing::gaussians;
using eqnet::testing::OpenPool;
using eqnet::testing::plain;
using eqnet::testing::PlainRelation;

// The loss is the sum of the vectors times some weights.
struct RelationExample {
  base::Random random{5};
  OpenPool open{random, 12};
  Vocabulary vocabulary = Vocabulary::of(open.pool, open.nodes);
  RelationNetwork<double> network;
  std::vector<double> parameters, weights;
  encode::Schedule schedule;

  explicit RelationExample(const RelationShape& shape) : network(shape, vocabulary) {
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

TEST(Relations, HaveTheGradientOfTheirVectors) {
  for (const RelationShape& shape :
       {RelationShape{.dimension = 10, .points = 2, .leaf_noise = 0.1}, RelationShape{.dimension = 9, .points = 3},
        RelationShape{.dimension = 2, .points = 1}}) {
    RelationExample example(shape);
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
      ASSERT_NEAR(exact[i], numeric, 1e-5 * (1 + std::fabs(numeric))) << "parameter " << i << ", " << shape.points;
      largest = std::max(largest, std::fabs(numeric));
    }
    EXPECT_GT(largest, 0.001);
  }
}

// Every form of every number of children, on random relations on three points in two blocks.
TEST(Relations, ComputeWithSetsOfPairs) {
  constexpr size_t kPoints = 3;
  constexpr size_t kBlocks = 2;
  base::Random random(8);
  for (const size_t arity : {1, 2, 3}) {
    expr::Pool pool;
    std::vector<expr::NodeId> children;
    for (size_t i = 0; i < arity; ++i) children.push_back(pool.variable("v" + std::to_string(i)));
    const expr::NodeId root = pool.node(pool.symbols.op("op", static_cast<uint32_t>(arity)), children);
    const Vocabulary vocabulary = Vocabulary::of(pool, {&root, 1});
    const size_t dimension = kPoints * kPoints * kBlocks + 1;
    const RelationNetwork<double> network({.dimension = dimension, .points = kPoints}, vocabulary);
    encode::Schedule schedule;
    encode::Scheduler(pool, vocabulary).schedule({&root, 1}, schedule);
    const auto forms = relation_forms(arity);
    for (size_t form = 0; form < forms.size(); ++form) {
      for (size_t trial = 0; trial < 20; ++trial) {
        std::vector<double> shares(forms.size());
        shares[form] = 1;
        std::vector<std::vector<double>> leaves(kBlocks);
        std::vector<std::vector<PlainRelation>> of_block(kBlocks);
        for (size_t b = 0; b < kBlocks; ++b) {
          for (size_t child = 0; child < arity; ++child) {
            PlainRelation relation;
            for (size_t pair = 0; pair < kPoints * kPoints; ++pair) {
              const bool related = random.below(3) == 0;
              leaves[b].push_back(related ? 1 : 0);
              if (related) relation.insert({pair / kPoints, pair % kPoints});
            }
            of_block[b].push_back(relation);
          }
        }
        const auto parameters = network.of_coefficients(std::vector<std::vector<double>>{shares}, leaves);
        std::vector<double> vector(dimension);
        network.pass()->forward(parameters->data(), schedule, std::nullopt, vector.data());
        EXPECT_EQ(vector.back(), 0) << "what is left over";
        for (size_t b = 0; b < kBlocks; ++b) {
          const PlainRelation expected = plain(forms[form], kPoints, of_block[b]);
          for (size_t pair = 0; pair < kPoints * kPoints; ++pair) {
            const double sign = expected.contains({pair / kPoints, pair % kPoints}) ? 1 : -1;
            ASSERT_NEAR(vector[pair * kBlocks + b], sign / std::sqrt(kPoints * kPoints * kBlocks), 1e-9)
                << name_of(forms[form]) << " of " << arity;
          }
        }
      }
    }
  }
}

TEST(Relations, NeedRoomAndFewChildren) {
  expr::Pool pool;
  const std::vector<expr::NodeId> nine(9, pool.variable("a"));
  const expr::NodeId few = pool.node(pool.symbols.op("few", 2), {nine[0], nine[0]});
  const expr::NodeId many = pool.node(pool.symbols.op("many", 9), nine);
  EXPECT_ERROR(RelationNetwork<float>({.dimension = 15, .points = 4}, Vocabulary::of(pool, {&few, 1})),
               "need a dimension of 16 or more");
  EXPECT_ERROR(RelationNetwork<float>({.dimension = 16, .points = 4}, Vocabulary::of(pool, {&many, 1})), "'many'",
               "has 9 children; relations are for 8 or fewer");
}

}  // namespace eqnet::models
