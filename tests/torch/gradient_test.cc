// The fused tree networks against autograd and against finite differences: two oracles that share no arithmetic with
// them, nor with each other.
#include <gtest/gtest.h>

#include "models/registry.h"
#include "models/tree_network.h"
#include "support/on_isa.h"
#include "support/tree_shape.h"
#include "torch/batches.h"
#include "torch/tree_oracle.h"

namespace eqnet::torch_networks {
namespace {

using encode::Training;
using eqnet::testing::on_every_isa;
using models::Activation;
using models::TreeShape;

struct Case {
  std::string name;
  TreeShape shape;
};

std::vector<Case> shapes(size_t dimension, size_t hidden) {
  std::vector<Case> cases;
  const std::string size = "D" + std::to_string(dimension) + "H" + std::to_string(hidden);
  for (int bits = 0; bits < 8; ++bits) {
    TreeShape shape;
    shape.dimension = dimension;
    shape.hidden = hidden;
    shape.leaf_noise = 0.3;
    shape.code = (bits & 1) != 0 ? 5 : 0;
    shape.normalise = (bits & 2) != 0;
    shape.linear = (bits & 4) != 0;
    cases.push_back({std::string("eqnet") + (shape.code > 0 ? "Autoencoder" : "") +
                         (shape.normalise ? "Normalise" : "") + (shape.linear ? "Residual" : "") + size,
                     shape});
  }
  TreeShape two_layers;
  two_layers.dimension = dimension;
  two_layers.hidden = hidden;
  two_layers.linear = two_layers.normalise = false;
  two_layers.hidden_activation = two_layers.output_activation = Activation::tanh;
  cases.push_back({"treenn2" + size, two_layers});
  return cases;
}

// eqnet-mul: products of one and more numbers, values at points and in blocks, and everything at once.
std::vector<Case> product_shapes(size_t dimension) {
  TreeShape least;
  least.dimension = dimension;
  least.hidden = 0;
  least.linear = false;
  least.leaf_noise = 0.3;
  TreeShape one = least;
  one.product = 1;
  TreeShape more = least;
  more.product = 7;
  more.hidden = 3;
  more.linear = true;
  TreeShape wide = least;
  wide.product = 20;  // enough columns of W1 for BLAS
  wide.bias = false;
  TreeShape points = least;
  points.points = true;
  points.bias = false;
  TreeShape all = more;
  all.points = true;
  TreeShape shared = points;  // one set of coefficients for all points
  shared.algebras = 1;
  TreeShape twos = points;
  twos.block = 2;
  twos.algebras = 2;
  TreeShape fours = all;
  fours.block = 4;  // some numbers are left over
  std::vector<Case> forms = {
      {"product1", one},        {"product7ResidualHidden", more},      {"product20NoBias", wide},
      {"pointsNoBias", points}, {"pointsProduct7ResidualHidden", all}, {"pointsSharedNoBias", shared}};
  if (dimension > 4) {
    forms.push_back({"blocks2SharedNoBias", twos});
    forms.push_back({"blocks4Product7ResidualHidden", fours});
  }
  std::vector<Case> cases;
  for (const Case& form : forms) {
    for (int bits = 0; bits < 4; ++bits) {
      Case made = form;
      made.shape.code = (bits & 1) != 0 ? 5 : 0;
      made.shape.normalise = (bits & 2) != 0;
      made.name += std::string(made.shape.code > 0 ? "Autoencoder" : "") + (made.shape.normalise ? "Normalise" : "") +
                   "D" + std::to_string(dimension);
      cases.push_back(made);
    }
  }
  return cases;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const size_t dimension : {1, 7, 65}) {
    for (const size_t hidden : {1, 8}) {
      for (Case& made : shapes(dimension, hidden)) cases.push_back(std::move(made));
    }
    TreeShape one_layer;
    one_layer.dimension = dimension;
    one_layer.hidden = 0;
    one_layer.normalise = false;
    one_layer.output_activation = Activation::tanh;
    cases.push_back({"treenn1D" + std::to_string(dimension), one_layer});
  }
  for (const size_t dimension : {2, 7, 65}) {
    for (Case& made : product_shapes(dimension)) cases.push_back(std::move(made));
  }
  return cases;
}

// In one dimension the only unit vectors are 1 and -1, and nothing moves them a little.
bool has_gradient(const TreeShape& shape) {
  return shape.dimension > 1 || !shape.normalise;
}

constexpr Training kTreeTraining{77, 0.25, 0.7};

// Not as at the start of training, where zero biases and tiny weights would hide mistakes; nor so large that vectors
// grow with every level.
template <class Real>
std::vector<Real> some_parameters(const encode::Layout& layout) {
  std::vector<Real> parameters;
  for (const encode::Tensor& tensor : layout.tensors()) {
    const double deviation = tensor.weight ? 1 / std::sqrt(static_cast<double>(tensor.shape.back())) : 0.5;
    const std::vector<Real> part = gaussians<Real>(tensor.size(), deviation, tensor.offset);
    parameters.insert(parameters.end(), part.begin(), part.end());
  }
  return parameters;
}

// Both networks on one schedule, through passes that may have seen others.
template <class Real>
class Pair {
 public:
  Pair(const TreeShape& shape, const encode::Vocabulary& vocabulary)
      : fused_(shape, vocabulary),
        oracle_(make_torch_tree<Real>(shape, vocabulary)),
        fused_pass_(fused_.pass()),
        oracle_pass_(oracle_->pass()),
        parameters(some_parameters<Real>(fused_.layout())) {}

  void expect_same(const encode::Schedule& schedule, double vector_bound, double gradient_bound) {
    compare(asked_oracle(schedule), schedule, vector_bound, gradient_bound);
  }

  // The oracle is asked once: its answers depend on no instruction set, and take it longer than the fused network.
  void expect_same_on_every_isa(const encode::Schedule& schedule, double vector_bound, double gradient_bound) {
    const Answers answers = asked_oracle(schedule);
    on_every_isa([&](kernels::Isa isa) {
      SCOPED_TRACE(kernels::name(isa));
      compare(answers, schedule, vector_bound, gradient_bound);
    });
  }

 private:
  struct Answers {
    Result<Real> training;
    std::vector<Real> vectors;  // in inference
  };

  Answers asked_oracle(const encode::Schedule& schedule) {
    return {train_step(*oracle_pass_, *oracle_, parameters, schedule, kTreeTraining),
            inference(*oracle_pass_, *oracle_, parameters, schedule)};
  }

  void compare(const Answers& answers, const encode::Schedule& schedule, double vector_bound, double gradient_bound) {
    const Result<Real> fused = train_step(*fused_pass_, fused_, parameters, schedule, kTreeTraining);
    const Result<Real>& oracle = answers.training;
    const TreeShape& shape = fused_.parameters().shape;
    const bool moves = has_gradient(shape);
    const double scale = moves ? largest(oracle.gradient) : 1;
    EXPECT_GT(scale, 1e-3) << "a comparison of zeros shows nothing";
    EXPECT_LE(largest_difference(fused.gradient, oracle.gradient), gradient_bound * scale);
    EXPECT_NEAR(fused.own_loss, oracle.own_loss, gradient_bound * std::max(1.0, std::abs(oracle.own_loss)));
    const bool autoencoded = shape.code > 0 && schedule.rows() > schedule.leaves;
    EXPECT_TRUE(!moves || autoencoded == (oracle.own_loss != 0));

    const double length = std::max(1.0, largest(oracle.vectors));
    EXPECT_LE(largest_difference(fused.vectors, oracle.vectors), vector_bound * length);
    EXPECT_LE(largest_difference(inference(*fused_pass_, fused_, parameters, schedule), answers.vectors),
              vector_bound * length);
    EXPECT_GT(largest(answers.vectors), 1e-3);
    const bool noisy = answers.vectors != oracle.vectors;
    EXPECT_TRUE(!moves || noisy == (shape.leaf_noise > 0)) << "training has noise, inference none";
  }

  models::TreeNetwork<Real> fused_;
  std::unique_ptr<encode::Network<Real>> oracle_;
  std::unique_ptr<encode::Pass<Real>> fused_pass_, oracle_pass_;

 public:
  std::vector<Real> parameters;
};

// All shapes on every instruction set in one test: a process for each would spend its time on loading libtorch.
template <class Real>
void expect_same_everywhere(double vector_bound, double gradient_bound) {
  Expressions expressions;
  for (const Case& tested : all_cases()) {
    SCOPED_TRACE(tested.name);
    Pair<Real> networks(tested.shape, expressions.vocabulary());
    for (const auto& [name, schedule] : expressions.batches()) {
      SCOPED_TRACE(name);
      networks.expect_same_on_every_isa(schedule, vector_bound, gradient_bound);
    }
  }
}

TEST(TreeGradients, AreThoseOfAutogradInDouble) {
  expect_same_everywhere<double>(1e-10, 1e-9);
}

TEST(TreeGradients, AreThoseOfAutogradInFloat) {
  expect_same_everywhere<float>(1e-4, 1e-4);
}

// Every case with every other batch: autograd was asked about all of them.
TEST(TreeGradients, AreThoseOfFiniteDifferences) {
  Expressions expressions;
  size_t number = 0;
  for (const Case& tested : all_cases()) {
    SCOPED_TRACE(tested.name);
    TreeShape shape = tested.shape;
    shape.bias = true;  // else these biases, which are not 0, do change the loss but get no gradient
    const models::TreeNetwork<double> fused(shape, expressions.vocabulary());
    const std::vector<double> parameters = some_parameters<double>(fused.layout());
    for (const auto& [name, schedule] : expressions.batches()) {
      SCOPED_TRACE(name);
      if (++number % 2 == 0) continue;
      // Products of products have larger third derivatives, which are the error of a difference.
      const double allowed = shape.product > 0 || shape.points ? 1e-5 : 1e-6;
      EXPECT_LE(finite_difference_error(fused, schedule, kTreeTraining, parameters), allowed);
    }
  }
}

TEST(TreeGradients, AreThoseOfAutogradOverSeveralBlocks) {
  Expressions expressions;
  const encode::Schedule schedule = expressions.many();
  const auto bigger = [](const auto& a, const auto& b) { return a.end - a.begin < b.end - b.begin; };
  const auto& level = *std::max_element(schedule.levels.begin(), schedule.levels.end(), bigger);
  const auto& group = *std::max_element(schedule.groups.begin(), schedule.groups.end(), bigger);
  ASSERT_GT(group.end - group.begin, 128U) << "the autoencoder works on blocks of 128 rows";
  ASSERT_GT(level.end - level.begin, 256U) << "inference works on blocks of 256";
  // On one instruction set and in few shapes: blocks are cut above the loops, and the oracle takes seconds per case.
  std::vector<Case> cases;
  for (Case& made : shapes(7, 3)) {
    if (made.shape.normalise == made.shape.linear) cases.push_back(std::move(made));
  }
  for (Case& made : product_shapes(7)) {
    if (made.shape.code > 0 && made.shape.normalise && made.shape.linear) cases.push_back(std::move(made));
  }
  for (const Case& tested : cases) {
    SCOPED_TRACE(tested.name);
    Pair<double>(tested.shape, expressions.vocabulary()).expect_same(schedule, 1e-10, 1e-9);
  }
}

// Where a vector is zero it has no direction; both networks leave it zero and stop the gradient there.
TEST(TreeGradients, AreThoseOfAutogradWhereVectorsAreZero) {
  Expressions expressions;
  TreeShape shape;
  shape.dimension = 7;
  shape.code = 4;
  Pair<double> networks(shape, expressions.vocabulary());
  std::fill_n(networks.parameters.begin(), shape.dimension, 0.0);  // the first leaf
  for (const auto& [name, schedule] : expressions.batches()) {
    SCOPED_TRACE(name);
    if (schedule.rows() == 1) continue;  // that leaf alone: nothing is left to compare
    networks.expect_same(schedule, 1e-10, 1e-9);
  }
}

TEST(TreeGradients, AreThoseOfAutogradWhereNothingIsOrEverythingIsDropped) {
  Expressions expressions;
  for (const double dropped : {0.0, 1.0}) {
    SCOPED_TRACE(dropped);
    TreeShape shape;
    shape.dimension = 7;
    shape.code = 4;
    shape.code_dropped = dropped;
    Pair<double> networks(shape, expressions.vocabulary());
    networks.expect_same(expressions.schedule(expressions.mixed_roots()), 1e-10, 1e-9);
  }
}

// Where training starts, vectors and weights are small (treenn2: 1e-4, vectors of 1e-11), and RMSProp looks at each
// element's gradient in units of its own size. So float must be right tensor by tensor, not only against the largest.
TEST(TreeGradients, OfEachTensorAreThoseOfAutogradAtTheStartOfTrainingInFloat) {
  Expressions expressions;
  const encode::Schedule schedule = expressions.schedule(expressions.mixed_roots());
  const std::vector<encode::Settings> all = {models::settings("eqnet"), models::settings("eqnet-mul"),
                                             models::settings("eqnet-mul", "paper"), models::settings("treenn1"),
                                             models::settings("treenn2")};
  for (const encode::Settings& settings : all) {
    const TreeShape shape = eqnet::testing::tree_shape(settings);
    const models::TreeNetwork<float> fused(shape, expressions.vocabulary());
    const std::unique_ptr<encode::Network<double>> oracle = make_torch_tree<double>(shape, expressions.vocabulary());
    std::vector<float> parameters(fused.layout().size());
    base::Random random(1);
    fused.layout().initialise(parameters.data(), random);
    const Result<float> found = train_step(*fused.pass(), fused, parameters, schedule, kTreeTraining);
    const Result<double> expected = train_step(
        *oracle->pass(), *oracle, std::vector<double>(parameters.begin(), parameters.end()), schedule, kTreeTraining);
    for (const encode::Tensor& tensor : fused.layout().tensors()) {
      SCOPED_TRACE(settings.kind().name + " " + tensor.name);
      const std::vector<double> right(expected.gradient.data() + tensor.offset,
                                      expected.gradient.data() + tensor.offset + tensor.size());
      const std::vector<double> gradient(found.gradient.data() + tensor.offset,
                                         found.gradient.data() + tensor.offset + tensor.size());
      const bool learned = shape.bias || !(tensor.name.ends_with(".bo") || tensor.name.ends_with(".bi"));
      EXPECT_EQ(largest(right) > 0, learned);
      EXPECT_LE(largest_difference(gradient, right), 1e-3 * largest(right));
    }
  }
}

TEST(TreeGradients, AreAddedToWhatIsThere) {
  Expressions expressions;
  const encode::Schedule schedule = expressions.schedule(expressions.mixed_roots());
  TreeShape shape;
  shape.dimension = 7;
  shape.code = 4;
  const models::TreeNetwork<double> fused(shape, expressions.vocabulary());
  const std::unique_ptr<encode::Network<double>> oracle = make_torch_tree<double>(shape, expressions.vocabulary());
  const std::vector<double> parameters = some_parameters<double>(fused.layout());
  for (const encode::Network<double>* network :
       std::initializer_list<const encode::Network<double>*>{&fused, oracle.get()}) {
    const std::unique_ptr<encode::Pass<double>> pass = network->pass();
    const Result<double> once = train_step(*pass, *network, parameters, schedule, kTreeTraining);
    std::vector<double> sum = once.gradient;
    std::vector<double> vectors(once.vectors.size());
    pass->forward(parameters.data(), schedule, kTreeTraining, vectors.data());
    pass->backward(parameters.data(), schedule, gaussians<double>(vectors.size(), 1, 5).data(), sum.data());
    std::vector<double> twice = once.gradient;
    for (double& number : twice) number *= 2;
    EXPECT_LE(largest_difference(sum, twice), 1e-12 * largest(twice));
    EXPECT_GT(largest(twice), 0);
  }
}

}  // namespace
}  // namespace eqnet::torch_networks
