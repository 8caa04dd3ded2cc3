// The shapes of eqnet-mul: leaves that stand for classes (encode::Substitution), whose vectors lie behind the network's
// own parameters; one node at a time; values at points and in blocks. Gradients: tests/torch.
#include <gtest/gtest.h>

#include "models/tree_network.h"
#include "support/expect_error.h"
#include "torch/batches.h"

namespace eqnet::models {
namespace {

using torch_networks::Expressions;
using torch_networks::gaussians;
using torch_networks::inference;
using torch_networks::largest;
using torch_networks::largest_difference;

constexpr size_t kDimension = 5;

std::vector<TreeShape> shapes() {
  TreeShape product;
  product.dimension = kDimension;
  product.hidden = 3;
  product.product = 4;
  TreeShape points = product;
  points.points = true;
  points.linear = false;
  points.hidden = points.product = 0;
  points.bias = false;
  TreeShape all = product;
  all.points = true;
  TreeShape shared = points;
  shared.block = 2;
  shared.algebras = 1;
  TreeShape blocks = points;
  blocks.block = 3;  // one, and a number that is not used
  std::vector<TreeShape> shapes = {product, points, all, shared, blocks};
  for (const size_t i : {0, 1, 2, 3, 4}) {
    shapes.push_back(shapes[i]);
    shapes.back().normalise = false;
  }
  return shapes;
}

// About half of the roots' children, each a class of its own, which stands for it wherever it is a child.
struct Classes {
  Expressions expressions;
  std::vector<uint32_t> of_nodes;
  std::vector<expr::NodeId> nodes;  // by class
  encode::Schedule plain, replaced;

  Classes() {
    const expr::Pool& pool = expressions.pool();
    of_nodes.assign(pool.size(), encode::Substitution::kUnknown);
    plain = expressions.schedule(expressions.mixed_roots());
    encode::Scheduler scheduler(pool, expressions.vocabulary());
    for (const expr::NodeId root : expressions.mixed_roots()) {
      for (const expr::NodeId child : pool.children(root)) {
        if (child % 2 == 0 || of_nodes[child] != encode::Substitution::kUnknown) continue;
        of_nodes[child] = static_cast<uint32_t>(nodes.size());
        nodes.push_back(child);
      }
    }
    scheduler.schedule(expressions.mixed_roots(), replaced, {of_nodes, 1, 0});
  }

  [[nodiscard]] size_t first(const TreeNetwork<double>& network) const { return network.layout().size(); }

  // The network's parameters, then room for the class vectors.
  [[nodiscard]] std::vector<double> parameters(const TreeNetwork<double>& network) const {
    return gaussians<double>(first(network) + nodes.size() * kDimension, 0.5, 3);
  }
};

}  // namespace

// Multiples of it where vectors are normalised.
TEST(ClassLeaf, WithTheVectorOfWhatItReplacesChangesNothing) {
  const Classes classes;
  ASSERT_GT(classes.nodes.size(), 5U);
  ASSERT_LT(classes.replaced.rows(), classes.plain.rows());
  for (const TreeShape& shape : shapes()) {
    const TreeNetwork<double> network(shape, classes.expressions.vocabulary());
    std::vector<double> parameters = classes.parameters(network);
    const auto pass = network.pass();
    std::vector<double> vectors = inference(*pass, network, parameters, classes.expressions.schedule(classes.nodes));
    for (double& number : vectors) number *= shape.normalise ? 3 : 1;
    std::copy(vectors.begin(), vectors.end(), parameters.begin() + static_cast<ptrdiff_t>(classes.first(network)));
    const std::vector<double> expected = inference(*pass, network, parameters, classes.plain);
    EXPECT_LE(largest_difference(inference(*pass, network, parameters, classes.replaced), expected),
              1e-12 * std::max(1.0, largest(expected)));
    EXPECT_GT(largest(expected), 1e-3);
  }
}

TEST(ClassLeaf, HasTheGradientOfItsVector) {
  constexpr encode::Training kTraining{7, 0.5, 0.3};
  const Classes classes;
  for (TreeShape shape : shapes()) {
    shape.leaf_noise = 0.2;
    const TreeNetwork<double> network(shape, classes.expressions.vocabulary());
    std::vector<double> parameters = classes.parameters(network);
    const auto pass = network.pass();
    std::vector<double> vectors(classes.replaced.roots.size() * kDimension);
    const std::vector<double> weights = gaussians<double>(vectors.size(), 1, 5);
    const auto loss = [&] {
      pass->forward(parameters.data(), classes.replaced, kTraining, vectors.data());
      double sum = 0;
      for (size_t i = 0; i < vectors.size(); ++i) sum += vectors[i] * weights[i];
      return sum;
    };
    loss();
    std::vector<double> gradient(parameters.size());
    pass->backward(parameters.data(), classes.replaced, weights.data(), gradient.data());
    const double scale = std::max(1.0, largest(gradient));
    for (size_t i = classes.first(network); i < parameters.size(); ++i) {
      constexpr double kStep = 1e-6;
      const double kept = parameters[i];
      parameters[i] = kept + kStep;
      const double above = loss();
      parameters[i] = kept - kStep;
      const double below = loss();
      parameters[i] = kept;
      ASSERT_NEAR(gradient[i], (above - below) / (2 * kStep), 1e-7 * scale);
    }
    const std::vector<double> of_classes(gradient.begin() + static_cast<ptrdiff_t>(classes.first(network)),
                                         gradient.end());
    EXPECT_GT(largest(of_classes), 1e-3) << "there is a gradient to compare";
  }
}

TEST(OneNode, HasTheVectorThatItHasInABatch) {
  Expressions expressions;
  for (const TreeShape& shape : shapes()) {
    const TreeNetwork<double> network(shape, expressions.vocabulary());
    const std::vector<double> parameters = gaussians<double>(network.layout().size(), 0.5, 3);
    std::vector<double> scratch;
    for (const auto& [name, schedule] : expressions.batches()) {
      SCOPED_TRACE(name);
      std::vector<double> rows(schedule.rows() * kDimension);
      for (uint32_t row = 0; row < schedule.leaves; ++row)
        network.leaf(parameters.data(), schedule.symbols[row], &rows[row * kDimension]);
      for (const auto& level : schedule.levels) {
        for (uint32_t row = level.begin; row < level.end; ++row) {
          std::vector<double> x;
          for (const uint32_t child : schedule.children_of(row))
            x.insert(x.end(), &rows[child * kDimension], &rows[child * kDimension] + kDimension);
          network.combine(parameters.data(), level.op, x.data(), &rows[row * kDimension], scratch);
        }
      }
      std::vector<double> roots;
      for (const uint32_t root : schedule.roots)
        roots.insert(roots.end(), &rows[root * kDimension], &rows[root * kDimension] + kDimension);
      const std::vector<double> expected = inference(*network.pass(), network, parameters, schedule);
      EXPECT_LE(largest_difference(roots, expected), 1e-12 * std::max(1.0, largest(expected)));
    }
  }
}

// Values at points are homogeneous in each child's vector, and so say the same whatever its length.
TEST(Points, SayTheSameWhetherOrNotVectorsAreNormalised) {
  Expressions expressions;
  TreeShape shape = shapes()[1];
  ASSERT_TRUE(shape.points && !shape.linear && shape.hidden + shape.product == 0);
  const auto directions = [&](bool normalise) {
    shape.normalise = normalise;
    const TreeNetwork<double> network(shape, expressions.vocabulary());
    std::vector<double> parameters = gaussians<double>(network.layout().size(), 0.5, 3);
    for (const encode::Tensor& tensor : network.layout().tensors()) {
      if (tensor.name.ends_with(".bo")) std::fill_n(parameters.begin() + static_cast<ptrdiff_t>(tensor.offset), 5, 0.0);
    }
    std::vector<double> vectors =
        inference(*network.pass(), network, parameters, expressions.schedule(expressions.mixed_roots()));
    for (size_t i = 0; i < vectors.size(); i += kDimension) {
      const double weight = vectors[i + kDimension - 1];
      EXPECT_TRUE(!normalise || weight < 1);
      EXPECT_TRUE(normalise || std::abs(weight - 2) < 1e-12) << "sqrt(4), as that of leaves";
      for (size_t j = 0; j < kDimension; ++j) vectors[i + j] /= weight;
    }
    return vectors;
  };
  const std::vector<double> plain = directions(false);
  EXPECT_LE(largest_difference(directions(true), plain), 1e-10 * largest(plain));
}

TEST(Points, NeedTwoNumbersAndNotTooManyChildren) {
  TreeShape shape;
  shape.points = true;
  const auto with_children = [](size_t children) {
    return encode::Vocabulary({{"a"}}, {{"f", expr::SymbolKind::op, static_cast<uint32_t>(children)}});
  };
  shape.dimension = 1;
  EXPECT_ERROR(TreeNetwork<float>(shape, with_children(2)), "points", "dimension", "2");
  shape.dimension = 2;
  EXPECT_NO_THROW(TreeNetwork<float>(shape, with_children(kernels::kMostPointChildren)));
  EXPECT_ERROR(TreeNetwork<float>(shape, with_children(kernels::kMostPointChildren + 1)), "'f'", "9 children", "8",
               "--recipe paper");
}

}  // namespace eqnet::models
