#include "models/tree_network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "models/registry.h"
#include "support/open_pool.h"
#include "support/random_numbers.h"
#include "support/tree_shape.h"

namespace eqnet::models {
namespace {

using encode::Settings;
using encode::Training;
using encode::Vocabulary;
using eqnet::testing::gaussians;
using eqnet::testing::OpenPool;
using eqnet::testing::tree_shape;
using expr::NodeId;

// Small enough for finite differences.
Settings small(const std::string& kind, const std::vector<std::string>& assignments = {}) {
  Settings settings = models::settings(kind);
  settings.set("dimension", "5");
  settings.set("init_std", "0.3");
  if (kind != "treenn1") settings.set("hidden", "3");
  if (kind == "eqnet") {
    settings.set("code", "4");
    settings.set("kappa", "0.4");
  }
  for (const std::string& assignment : assignments) settings.set_assignment(assignment);
  return settings;
}

std::vector<Settings> all_switches() {
  std::vector<Settings> all;
  for (const char* residual : {"on", "off"}) {
    for (const char* normalise : {"on", "off"}) {
      for (const char* autoencoder : {"on", "off"}) {
        all.push_back(small("eqnet", {std::string("residual=") + residual, std::string("normalise=") + normalise,
                                      std::string("autoencoder=") + autoencoder}));
      }
    }
  }
  return all;
}

std::vector<Settings> all_shapes() {
  std::vector<Settings> all = all_switches();
  all.push_back(small("treenn1"));
  all.push_back(small("treenn2"));
  return all;
}

std::string describe(const Settings& settings) {
  std::string text = settings.kind().name;
  for (const auto& [name, value] : settings.values()) {
    if (name == "residual" || name == "normalise" || name == "autoencoder") text += " " + name + "=" + value;
  }
  return text;
}

// A network with random parameters and a batch with shared parts, a root that comes twice, and a leaf as root.
template <class Real>
struct TreeExample {
  base::Random random{5};
  OpenPool open;
  Vocabulary vocabulary;
  Settings settings;
  TreeNetwork<Real> network;
  std::vector<Real> parameters;
  std::vector<NodeId> roots;

  explicit TreeExample(const Settings& chosen, size_t nodes = 25, size_t count = 10, size_t leaves = 3)
      : open(random, nodes, leaves),
        vocabulary(Vocabulary::of(open.pool, open.nodes)),
        settings(chosen),
        network(tree_shape(settings), vocabulary),
        parameters(gaussians<Real>(random, network.layout().size(), 0.3)),
        roots(open.some(random, count)) {
    if (count > 0) roots.push_back(roots.front());
    roots.push_back(open.nodes.front());
    roots.push_back(open.nodes.back());
  }

  [[nodiscard]] encode::Schedule schedule(const std::vector<NodeId>& some) const {
    encode::Schedule schedule;
    encode::Scheduler(open.pool, vocabulary).schedule(some, schedule);
    return schedule;
  }
  [[nodiscard]] std::vector<Real> forward(const std::vector<NodeId>& some,
                                          const std::optional<Training>& training = {}) const {
    std::vector<Real> vectors(some.size() * network.dimension());
    network.pass()->forward(parameters.data(), schedule(some), training, vectors.data());
    return vectors;
  }

  struct Result {
    double loss = 0;
    std::vector<Real> gradient;
  };
  // The sum of root vectors times weights plus the network's own loss.
  [[nodiscard]] Result run(const std::vector<NodeId>& some, const std::vector<Real>& weights,
                           const Training& training) const {
    const encode::Schedule made = schedule(some);
    const auto pass = network.pass();
    std::vector<Real> vectors(some.size() * network.dimension());
    Result result;
    result.gradient.resize(parameters.size());
    pass->forward(parameters.data(), made, training, vectors.data());
    result.loss = pass->backward(parameters.data(), made, weights.data(), result.gradient.data());
    for (size_t i = 0; i < vectors.size(); ++i) result.loss += static_cast<double>(vectors[i]) * weights[i];
    return result;
  }
};

// The formulas of the design page, one node at a time, with tensors found by name. Without noise.
struct Oracle {
  using Vector = std::vector<double>;
  const TreeExample<double>& example;

  [[nodiscard]] const double* tensor(const std::string& name) const {
    for (const encode::Tensor& tensor : example.network.layout().tensors()) {
      if (tensor.name == name) return example.parameters.data() + tensor.offset;
    }
    ADD_FAILURE() << "no tensor " << name;
    return nullptr;
  }
  static Vector times(const double* matrix, size_t rows, const Vector& x) {
    Vector result(rows);
    for (size_t i = 0; i < rows; ++i) {
      for (size_t j = 0; j < x.size(); ++j) result[i] += matrix[i * x.size() + j] * x[j];
    }
    return result;
  }
  static double dot(const Vector& a, const Vector& b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  }
  static Vector scaled(Vector v, double factor) {
    for (double& value : v) value *= factor;
    return v;
  }
  [[nodiscard]] bool normalised() const {
    return example.settings.kind().name == "eqnet" && example.settings.flag("normalise");
  }

  [[nodiscard]] Vector combine(const std::string& op, const Vector& x) const {
    const size_t d = example.network.dimension();
    const std::string& kind = example.settings.kind().name;
    Vector o(tensor(op + ".bo"), tensor(op + ".bo") + d);
    const auto add = [&](const Vector& term) {
      for (size_t i = 0; i < d; ++i) o[i] += term[i];
    };
    if (kind == "treenn1" || (kind == "eqnet" && example.settings.flag("residual")))
      add(times(tensor(op + ".W0"), d, x));
    if (kind != "treenn1") {
      const size_t hidden = example.settings.integer("hidden");
      Vector h = times(tensor(op + ".Wi"), hidden, x);
      for (size_t i = 0; i < hidden; ++i) {
        h[i] += tensor(op + ".bi")[i];
        h[i] = kind == "eqnet" ? 1 / (1 + std::exp(-h[i])) : std::tanh(h[i]);
      }
      add(times(tensor(op + ".W1"), d, h));
    }
    if (kind != "eqnet") {
      for (double& value : o) value = std::tanh(value);
    }
    return normalised() ? scaled(o, 1 / std::sqrt(dot(o, o))) : o;
  }

  [[nodiscard]] Vector vector(NodeId node) const {
    const size_t d = example.network.dimension();
    const expr::Symbol& symbol = example.open.pool.symbol_of(node);
    if (!example.open.pool.is_leaf(node)) return combine(symbol.name, input(node));
    const auto& leaves = example.vocabulary.leaves();
    size_t number = 0;
    while (leaves[number].name != symbol.name) ++number;
    const Vector c(tensor("leaves") + number * d, tensor("leaves") + (number + 1) * d);
    return normalised() ? scaled(c, 1 / std::sqrt(dot(c, c))) : c;
  }
  [[nodiscard]] Vector input(NodeId node) const {
    Vector x;
    for (const NodeId child : example.open.pool.children(node)) {
      const Vector r = vector(child);
      x.insert(x.end(), r.begin(), r.end());
    }
    return x;
  }

  // -(x~ . x + r~ . r) of one node.
  [[nodiscard]] double autoencoder(NodeId node) const {
    const std::string& op = example.open.pool.symbol_of(node).name;
    const Vector x = input(node);
    const Vector r = vector(node);
    Vector both = r;
    both.insert(both.end(), x.begin(), x.end());
    Vector u = times(tensor(op + ".We"), example.settings.integer("code"), both);
    for (double& value : u) value = std::tanh(value);
    Vector v = times(tensor("decoder"), x.size(), u);
    for (double& value : v) value = std::tanh(value);
    const Vector again = scaled(v, std::sqrt(dot(x, x) / dot(v, v)));
    return -(dot(again, x) + dot(combine(op, again), r));
  }
  // Over all nodes of the tree that are not leaves, occurrence by occurrence: their sum and number.
  [[nodiscard]] std::pair<double, size_t> tree(NodeId node) const {
    if (example.open.pool.is_leaf(node)) return {0, 0};
    std::pair<double, size_t> total{autoencoder(node), 1};
    for (const NodeId child : example.open.pool.children(node)) {
      const auto [sum, count] = tree(child);
      total.first += sum;
      total.second += count;
    }
    return total;
  }
};

}  // namespace

TEST(TreeNetwork, ComputesThePublishedFormulas) {
  for (const Settings& settings : all_shapes()) {
    const TreeExample<double> example(settings, 12);
    const Oracle oracle{example};
    const auto vectors = example.forward(example.roots);
    const size_t d = example.network.dimension();
    for (size_t i = 0; i < example.roots.size(); ++i) {
      const auto expected = oracle.vector(example.roots[i]);
      for (size_t j = 0; j < d; ++j) ASSERT_NEAR(vectors[i * d + j], expected[j], 1e-12) << describe(settings);
    }
  }
}

TEST(TreeNetwork, WeighsTheAutoencoderByTreeAndOccurrence) {
  const Training training{1, 0.25, 0.7};
  for (const char* normalise : {"on", "off"}) {
    const TreeExample<double> example(
        small("eqnet", {"kappa=0", "leaf_noise=0", std::string("normalise=") + normalise}), 12);
    double expected = 0;
    for (const NodeId root : example.roots) {
      const auto [sum, count] = Oracle{example}.tree(root);
      if (count > 0) expected += training.mu * training.scale * sum / static_cast<double>(count);
    }
    const std::vector<double> nothing(example.roots.size() * example.network.dimension(), 0.0);
    EXPECT_NEAR(example.run(example.roots, nothing, training).loss, expected, 1e-10 * std::fabs(expected));
  }
}

// With noise on leaves and masks in the autoencoder: both are functions of the seed.
TEST(TreeNetwork, HasTheGradientOfItsLossForEverySwitch) {
  for (const Settings& settings : all_shapes()) {
    TreeExample<double> example(settings);
    const auto weights = gaussians<double>(example.random, example.roots.size() * example.network.dimension());
    const Training training{42, 0.7, 0.8};
    const auto exact = example.run(example.roots, weights, training).gradient;
    double largest = 0;
    for (size_t i = 0; i < example.parameters.size(); ++i) {
      constexpr double kStep = 1e-5;
      const double before = example.parameters[i];
      example.parameters[i] = before + kStep;
      const double up = example.run(example.roots, weights, training).loss;
      example.parameters[i] = before - kStep;
      const double down = example.run(example.roots, weights, training).loss;
      example.parameters[i] = before;
      const double numeric = (up - down) / (2 * kStep);
      ASSERT_NEAR(exact[i], numeric, 1e-5 * (1 + std::fabs(numeric))) << describe(settings) << ", parameter " << i;
      largest = std::max(largest, std::fabs(numeric));
    }
    EXPECT_GT(largest, 0.01) << "there is a gradient to compare";
  }
}

TEST(TreeNetwork, AddsToTheGradientThatIsThere) {
  TreeExample<double> example(small("eqnet"));
  const auto weights = gaussians<double>(example.random, example.roots.size() * example.network.dimension());
  const Training training{42, 0.7, 0.8};
  const auto alone = example.run(example.roots, weights, training).gradient;
  const auto start = gaussians<double>(example.random, alone.size());
  auto sum = start;
  const auto schedule = example.schedule(example.roots);
  std::vector<double> vectors(weights.size());
  const auto pass = example.network.pass();
  pass->forward(example.parameters.data(), schedule, training, vectors.data());
  pass->backward(example.parameters.data(), schedule, weights.data(), sum.data());
  for (size_t i = 0; i < sum.size(); ++i) ASSERT_NEAR(sum[i], start[i] + alone[i], 1e-10);
}

// Many rows an operator and level, so that they are cut into blocks; sharing must not change the sum.
TEST(TreeNetwork, HasTheGradientOfABatchThatItsTreesHaveOneByOne) {
  for (const std::string kind : {"eqnet", "treenn1", "treenn2"}) {
    Settings settings = small(kind);
    if (kind == "eqnet") settings.set("kappa", "0");
    if (kind == "eqnet") settings.set("leaf_noise", "0");
    TreeExample<double> example(settings, 900, 500);
    const size_t d = example.network.dimension();
    const auto weights = gaussians<double>(example.random, example.roots.size() * d);
    const Training training{3, 0.01, 0.8};
    const auto whole = example.run(example.roots, weights, training);
    double loss = 0;
    std::vector<double> sum(whole.gradient.size());
    for (size_t i = 0; i < example.roots.size(); ++i) {
      const auto row = weights.begin() + static_cast<std::ptrdiff_t>(i * d);
      const auto one = example.run({example.roots[i]}, {row, row + static_cast<std::ptrdiff_t>(d)}, training);
      loss += one.loss;
      for (size_t j = 0; j < sum.size(); ++j) sum[j] += one.gradient[j];
    }
    EXPECT_NEAR(whole.loss, loss, 1e-9 * (1 + std::fabs(loss))) << kind;
    for (size_t j = 0; j < sum.size(); ++j) {
      ASSERT_NEAR(whole.gradient[j], sum[j], 1e-9 * (1 + std::fabs(sum[j]))) << kind << ", parameter " << j;
    }
  }
}

TEST(TreeNetwork, GivesTheSameVectorsInTrainingWithoutNoise) {
  for (const std::string kind : {"eqnet", "treenn1", "treenn2"}) {
    Settings settings = small(kind);
    if (kind == "eqnet") settings.set("leaf_noise", "0");
    const TreeExample<double> example(settings, 3000, 0, 4000);
    size_t most = 0;
    for (const auto& level : example.schedule(example.open.nodes).levels)
      most = std::max<size_t>(most, level.end - level.begin);
    ASSERT_GT(most, 500U) << "rows are cut into blocks where nothing is kept";
    const auto plain = example.forward(example.open.nodes);
    const auto training = example.forward(example.open.nodes, Training{1, 1, 1});
    for (size_t i = 0; i < plain.size(); ++i) ASSERT_NEAR(training[i], plain[i], 1e-12) << kind;
  }
}

TEST(TreeNetwork, PutsNoiseOnLeavesByTheSeed) {
  const TreeExample<double> example(small("eqnet"));
  const auto with_seed = [&](uint64_t seed) { return example.forward(example.roots, Training{seed, 1, 1}); };
  EXPECT_EQ(with_seed(1), with_seed(1));
  EXPECT_NE(with_seed(1), with_seed(2));
  EXPECT_NE(with_seed(1), example.forward(example.roots));
  EXPECT_EQ(example.forward(example.roots), example.forward(example.roots));
}

TEST(TreeNetwork, MasksTheAutoencoderByTheSeed) {
  const TreeExample<double> example(small("eqnet", {"leaf_noise=0"}));
  const std::vector<double> nothing(example.roots.size() * example.network.dimension(), 0.0);
  const auto loss = [&](uint64_t seed) { return example.run(example.roots, nothing, {seed, 1, 1}).loss; };
  EXPECT_EQ(loss(1), loss(1));
  EXPECT_NE(loss(1), loss(2));
  EXPECT_EQ(example.run(example.roots, nothing, {1, 1, 0}).loss, 0) << "mu = 0: no autoencoder";
}

TEST(TreeNetwork, InFloatIsTheOneInDoubleToRounding) {
  for (const std::string kind : {"eqnet", "treenn1", "treenn2"}) {
    Settings settings = models::settings(kind);
    settings.set("init_std", "0.1");
    TreeExample<double> exact(settings, 200, 100);
    TreeExample<float> rounded(settings, 200, 100);
    const auto weights = gaussians<double>(exact.random, exact.roots.size() * exact.network.dimension());
    exact.parameters = gaussians<double>(exact.random, exact.parameters.size(), 0.1);
    rounded.parameters.assign(exact.parameters.begin(), exact.parameters.end());
    const Training training{9, 0.01, 0.5};
    const auto a = exact.run(exact.roots, weights, training);
    const auto b = rounded.run(rounded.roots, {weights.begin(), weights.end()}, training);
    EXPECT_NEAR(a.loss, b.loss, 1e-3 * (1 + std::fabs(a.loss))) << kind;
    double square = 0;
    double difference = 0;
    for (size_t i = 0; i < a.gradient.size(); ++i) {
      square += a.gradient[i] * a.gradient[i];
      difference += std::pow(a.gradient[i] - static_cast<double>(b.gradient[i]), 2);
    }
    EXPECT_LT(std::sqrt(difference / square), 1e-3) << kind;
  }
}

TEST(TreeNetwork, OfEqNetGivesVectorsOfLengthOne) {
  const TreeExample<float> example{models::settings("eqnet")};
  const size_t d = example.network.dimension();
  const auto vectors = example.forward(example.open.nodes);
  for (size_t i = 0; i < example.open.nodes.size(); ++i) {
    double square = 0;
    for (size_t j = 0; j < d; ++j) square += std::pow(static_cast<double>(vectors[i * d + j]), 2);
    EXPECT_NEAR(square, 1, 1e-5);
  }
}

TEST(TreeNetwork, TellsTheOrderOfChildrenUnlessItsWeightsAreSymmetric) {
  TreeExample<double> example(small("eqnet"));
  expr::Pool& pool = example.open.pool;
  const auto g = *pool.symbols.find("g", expr::SymbolKind::op);
  const NodeId ab = pool.node(g, {example.open.nodes[0], example.open.nodes[1]});
  const NodeId ba = pool.node(g, {example.open.nodes[1], example.open.nodes[0]});
  const size_t d = example.network.dimension();
  const auto distance = [&] {
    const auto vectors = example.forward({ab, ba});
    double square = 0;
    for (size_t j = 0; j < d; ++j) square += std::pow(vectors[j] - vectors[d + j], 2);
    return std::sqrt(square);
  };
  EXPECT_GT(distance(), 1e-3);
  for (const encode::Tensor& tensor : example.network.layout().tensors()) {
    if (tensor.name != "g.W0" && tensor.name != "g.Wi") continue;
    for (size_t row = 0; row < tensor.shape[0]; ++row) {
      double* left = example.parameters.data() + tensor.offset + row * 2 * d;
      std::copy_n(left, d, left + d);
    }
  }
  EXPECT_LT(distance(), 1e-12);
}

TEST(TreeNetwork, TakesATreeDeeperThanAnyStack) {
  expr::Pool pool;
  NodeId root = pool.variable("a");
  for (int i = 0; i < 200'000; ++i) root = pool.node(pool.symbols.op("Not", 1), {root});
  const std::vector<NodeId> roots = {root};
  const Vocabulary vocabulary = Vocabulary::of(pool, roots);
  const TreeNetwork<float> network(tree_shape(small("eqnet")), vocabulary);
  base::Random random(1);
  const auto parameters = gaussians<float>(random, network.layout().size());
  encode::Schedule schedule;
  encode::Scheduler(pool, vocabulary).schedule(roots, schedule);
  std::vector<float> vector(network.dimension());
  std::vector<float> gradient(parameters.size());
  const auto pass = network.pass();
  pass->forward(parameters.data(), schedule, Training{1, 1, 1}, vector.data());
  pass->backward(parameters.data(), schedule, vector.data(), gradient.data());
  double square = 0;
  for (const float value : vector) square += static_cast<double>(value) * value;
  EXPECT_NEAR(square, 1, 1e-4);
  for (const float value : gradient) ASSERT_TRUE(std::isfinite(value));
}

TEST(TreeNetwork, NamesItsTensorsAndSaysWhichAreWeights) {
  const TreeExample<float> example(small("eqnet"));
  size_t next = 0;
  for (const encode::Tensor& tensor : example.network.layout().tensors()) {
    EXPECT_EQ(tensor.offset, next) << "one after the other";
    next += tensor.size();
    const bool bias = tensor.name.ends_with(".bo") || tensor.name.ends_with(".bi");
    EXPECT_EQ(tensor.weight, !bias && tensor.name != "leaves") << tensor.name << ": dropout is for matrices";
    EXPECT_EQ(tensor.deviation, bias ? 0 : 0.3) << tensor.name;
  }
  EXPECT_EQ(next, example.network.layout().size());
}

TEST(Layout, StartsFromGaussiansOfTheSeed) {
  const TreeExample<float> example{models::settings("eqnet")};
  const encode::Layout& layout = example.network.layout();
  const auto start = [&](uint64_t seed) {
    std::vector<double> parameters(layout.size());
    base::Random random(seed);
    layout.initialise(parameters.data(), random);
    return parameters;
  };
  const auto parameters = start(1);
  EXPECT_EQ(start(1), parameters);
  EXPECT_NE(start(2), parameters);
  for (const encode::Tensor& tensor : layout.tensors()) {
    double square = 0;
    for (size_t i = 0; i < tensor.size(); ++i) square += std::pow(parameters[tensor.offset + i], 2);
    const double mean = square / static_cast<double>(tensor.size());
    const double expected = tensor.deviation * tensor.deviation;
    EXPECT_NEAR(mean, expected, 8 * expected / std::sqrt(static_cast<double>(tensor.size()))) << tensor.name;
  }
}

}  // namespace eqnet::models
