#include "torch/tree_oracle.h"

#include "torch/torch_network.h"  // before other headers of libtorch: see torch_network.h

#include <ATen/TensorOperators.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/dot.h>
#include <ATen/ops/full.h>
#include <ATen/ops/mv.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros_like.h>

#include <cmath>
#include <map>
#include <string>

#include "models/autoencoder.h"

namespace eqnet::torch_networks {
namespace {

at::Tensor activate(const at::Tensor& values, kernels::Activation f) {
  switch (f) {
    case kernels::Activation::sigmoid:
      return at::sigmoid(values);
    case kernels::Activation::tanh:
      return at::tanh(values);
    default:
      return values;
  }
}

at::Tensor length(const at::Tensor& vector) {
  return at::dot(vector, vector).sqrt();
}

// v with another length; zeros stay zeros, where a direction has no gradient.
at::Tensor with_length(const at::Tensor& v, const at::Tensor& wanted) {
  const bool zero = at::dot(v, v).item<double>() == 0 || wanted.item<double>() == 0;
  return zero ? at::zeros_like(v) : v * wanted / length(v);
}

at::Tensor unit(const at::Tensor& v) {
  return with_length(v, v.new_ones({}));
}

// (L_1 x_1) * (L_2 x_2) * ...
at::Tensor product_of(const at::Tensor& factors, const std::vector<at::Tensor>& children) {
  at::Tensor product = at::mv(factors.select(0, 0), children[0]);
  for (size_t c = 1; c < children.size(); ++c) {
    product = product * at::mv(factors.select(0, static_cast<int64_t>(c)), children[c]);
  }
  return product;
}

// Values at points (models/points.h), term by term; coefficients: one row for each subset of the children.
at::Tensor values_at_points(const at::Tensor& coefficients, const std::vector<at::Tensor>& children) {
  const int64_t points = coefficients.size(1);
  const double root = std::sqrt(static_cast<double>(points));
  std::vector<at::Tensor> values;
  std::vector<at::Tensor> weights;
  for (const at::Tensor& child : children) {
    values.push_back(child.narrow(0, 0, points));
    weights.push_back(child.narrow(0, points, 1) / root);
  }
  at::Tensor sum = at::zeros_like(values[0]);
  for (int64_t subset = 0; subset < coefficients.size(0); ++subset) {
    at::Tensor term = coefficients.select(0, subset);
    for (size_t c = 0; c < children.size(); ++c) term = term * ((subset >> c & 1) != 0 ? values[c] : weights[c]);
    sum = sum + term;
  }
  at::Tensor weight = at::ones_like(weights[0]);
  for (const at::Tensor& factor : weights) weight = weight * factor;
  return at::cat({sum, weight * root});
}

// The same in blocks; coefficients: sets x numbers of a block x terms. The terms of some children are the outer product
// of the last one's numbers, its weight first, with the terms of those before it.
at::Tensor values_in_blocks(const at::Tensor& coefficients, const std::vector<at::Tensor>& children) {
  const int64_t size = coefficients.size(1);
  const int64_t values = children[0].numel() - 1;
  const int64_t blocks = values / size;
  const double root = std::sqrt(static_cast<double>(values));
  at::Tensor terms = children[0].new_ones({blocks, 1});
  at::Tensor weight = children[0].new_ones({1});
  for (const at::Tensor& child : children) {
    const at::Tensor own = child.narrow(0, values, 1) / root;
    const at::Tensor numbers =
        at::cat({own.expand({blocks, 1}), child.narrow(0, 0, blocks * size).view({blocks, size})}, 1);
    terms = (numbers.unsqueeze(2) * terms.unsqueeze(1)).flatten(1);
    weight = weight * own;
  }
  std::vector<int64_t> sets;
  for (int64_t block = 0; block < blocks; ++block) sets.push_back(block * coefficients.size(0) / blocks);
  const at::Tensor results = at::bmm(coefficients.index_select(0, at::tensor(sets)), terms.unsqueeze(2));
  return at::cat({at::constant_pad_nd(results.flatten(), {0, values - blocks * size}), weight * root});
}

// For each row the sum over the roots' trees of (its occurrences there) / (nodes of the tree that are not leaves), by
// walking through every tree as if nothing were shared.
std::vector<double> occurrence_weights(const Schedule& schedule) {
  std::vector<double> weights(schedule.rows());
  for (const uint32_t root : schedule.roots) {
    std::map<uint32_t, size_t> occurrences;
    size_t inner = 0;
    std::vector<uint32_t> left = {root};
    while (!left.empty()) {
      const uint32_t row = left.back();
      left.pop_back();
      if (row < schedule.leaves) continue;
      ++occurrences[row];
      ++inner;
      const std::span<const uint32_t> children = schedule.children_of(row);
      left.insert(left.end(), children.begin(), children.end());
    }
    for (const auto& [row, times] : occurrences)
      weights[row] += static_cast<double>(times) / static_cast<double>(inner);
  }
  return weights;
}

template <class Real>
class TorchTree final : public TorchNetwork<Real> {
 public:
  TorchTree(const models::TreeShape& shape, const encode::Vocabulary& vocabulary)
      : TorchNetwork<Real>(models::TreeParameters(shape, vocabulary).layout, shape.dimension),
        shape_(shape),
        vocabulary_(vocabulary) {}

  at::Tensor encode(const at::Tensor& parameters, const Schedule& schedule, const std::optional<Training>& training,
                    at::Tensor* own_loss) const override {
    const Named p = named(parameters);
    std::vector<at::Tensor> r = leaves(p, schedule, training);
    r.resize(schedule.rows());
    std::vector<at::Tensor> x(schedule.rows());
    for (const Schedule::Level& level : schedule.levels) {
      for (uint32_t row = level.begin; row < level.end; ++row) {
        std::vector<at::Tensor> children;
        for (const uint32_t child : schedule.children_of(row)) children.push_back(r[child]);
        x[row] = at::cat(children);
        r[row] = combine(p, vocabulary_.operators()[level.op], x[row]);
      }
    }
    if (training && shape_.code > 0 && training->mu != 0) *own_loss = autoencoder(p, schedule, *training, r, x);
    std::vector<at::Tensor> roots;
    for (const uint32_t root : schedule.roots) roots.push_back(r[root]);
    return at::stack(roots);
  }

 private:
  using Named = std::map<std::string, at::Tensor>;

  // The parameters by name: offsets in the flat vector are part of what is tested. Without TreeShape::bias the biases
  // are what they are, but not learned.
  [[nodiscard]] Named named(const at::Tensor& parameters) const {
    const std::vector<at::Tensor> parts = this->parts(parameters);
    Named named;
    for (size_t i = 0; i < parts.size(); ++i) {
      const std::string& name = this->layout().tensors()[i].name;
      const bool constant = !shape_.bias && (name.ends_with(".bo") || name.ends_with(".bi"));
      named[name] = constant ? parts[i].detach() : parts[i];
    }
    return named;
  }

  [[nodiscard]] std::vector<at::Tensor> leaves(const Named& p, const Schedule& schedule,
                                               const std::optional<Training>& training) const {
    base::Random random = base::Random::stream(training ? training->seed : 0, 0);
    std::vector<at::Tensor> leaves;
    for (uint32_t row = 0; row < schedule.leaves; ++row) {
      at::Tensor leaf = p.at("leaves").select(0, schedule.symbols[row]);
      if (shape_.points) {
        const auto values = static_cast<int64_t>(shape_.dimension) - 1;
        leaf = at::cat({at::constant_pad_nd(leaf, {0, values - leaf.numel()}),
                        at::full({1}, std::sqrt(static_cast<double>(values)), leaf.options())});
      }
      if (training && shape_.leaf_noise > 0) {
        std::vector<Real> noise(shape_.dimension);
        for (Real& number : noise) number = static_cast<Real>(shape_.leaf_noise * training->noise * random.gaussian());
        leaf = leaf + at::tensor(noise);
      }
      leaves.push_back(shape_.normalise ? unit(leaf) : leaf);
    }
    return leaves;
  }

  [[nodiscard]] at::Tensor combine(const Named& p, const expr::Symbol& op, const at::Tensor& x) const {
    const std::vector<at::Tensor> children = x.split(static_cast<int64_t>(shape_.dimension));
    const bool product = shape_.product > 0 && op.arity > 1;
    // A product needs two children; an operator of one would have nothing but its hidden layer.
    const bool linear = shape_.linear || (shape_.product > 0 && op.arity == 1 && !shape_.points);
    at::Tensor o = p.at(op.name + ".bo");
    if (linear) o = o + at::mv(p.at(op.name + ".W0"), x);
    std::vector<at::Tensor> inner;
    if (shape_.hidden > 0) {
      inner.push_back(activate(at::mv(p.at(op.name + ".Wi"), x) + p.at(op.name + ".bi"), shape_.hidden_activation));
    }
    if (product) inner.push_back(product_of(p.at(op.name + ".L"), children));
    if (!inner.empty()) o = o + at::mv(p.at(op.name + ".W1"), at::cat(inner));
    if (p.contains(op.name + ".points")) o = o + values_at_points(p.at(op.name + ".points"), children);
    if (p.contains(op.name + ".blocks")) o = o + values_in_blocks(p.at(op.name + ".blocks"), children);
    o = activate(o, shape_.output_activation);
    return shape_.normalise ? unit(o) : o;
  }

  [[nodiscard]] at::Tensor autoencoder(const Named& p, const Schedule& schedule, const Training& training,
                                       const std::vector<at::Tensor>& r, const std::vector<at::Tensor>& x) const {
    const std::vector<double> weights = occurrence_weights(schedule);
    at::Tensor loss;
    for (uint32_t row = schedule.leaves; row < schedule.rows(); ++row) {
      const size_t op = schedule.symbols[row];
      const expr::Symbol& symbol = vocabulary_.operators()[op];
      const at::Tensor whole = at::cat({r[row], x[row]});
      std::vector<Real> mask(static_cast<size_t>(whole.numel()), Real(1));
      kernels::rows<Real>().drop(mask.data(), mask.size(), models::mask_seed(training.seed, op), row * mask.size(),
                                 shape_.code_dropped, Real(1));
      const at::Tensor u = at::tanh(at::mv(p.at(symbol.name + ".We"), whole * at::tensor(mask)));
      const at::Tensor v = at::tanh(at::mv(p.at("decoder").narrow(0, 0, x[row].numel()), u));
      const at::Tensor x_again = with_length(v, length(x[row]));
      const at::Tensor r_again = combine(p, symbol, x_again);
      const at::Tensor term =
          (at::dot(x_again, x[row]) + at::dot(r_again, r[row])) * (-training.mu * training.scale * weights[row]);
      loss = loss.defined() ? loss + term : term;
    }
    return loss;
  }

  models::TreeShape shape_;
  encode::Vocabulary vocabulary_;
};

}  // namespace

template <class Real>
std::unique_ptr<encode::Network<Real>> make_torch_tree(const models::TreeShape& shape,
                                                       const encode::Vocabulary& vocabulary) {
  return std::make_unique<TorchTree<Real>>(shape, vocabulary);
}

template std::unique_ptr<encode::Network<float>> make_torch_tree(const models::TreeShape&, const encode::Vocabulary&);
template std::unique_ptr<encode::Network<double>> make_torch_tree(const models::TreeShape&, const encode::Vocabulary&);

}  // namespace eqnet::torch_networks
