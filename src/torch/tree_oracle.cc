#include "torch/tree_oracle.h"

#include "torch/torch_network.h"  // before other headers of libtorch: see torch_network.h

#include <ATen/TensorOperators.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/dot.h>
#include <ATen/ops/mv.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros_like.h>

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
        r[row] = combine(p, vocabulary_.operators()[level.op].name, x[row]);
      }
    }
    if (training && shape_.code > 0 && training->mu != 0) *own_loss = autoencoder(p, schedule, *training, r, x);
    std::vector<at::Tensor> roots;
    for (const uint32_t root : schedule.roots) roots.push_back(r[root]);
    return at::stack(roots);
  }

 private:
  using Named = std::map<std::string, at::Tensor>;

  // The parameters by name: offsets in the flat vector are part of what is tested.
  [[nodiscard]] Named named(const at::Tensor& parameters) const {
    const std::vector<at::Tensor> parts = this->parts(parameters);
    Named named;
    for (size_t i = 0; i < parts.size(); ++i) named[this->layout().tensors()[i].name] = parts[i];
    return named;
  }

  [[nodiscard]] std::vector<at::Tensor> leaves(const Named& p, const Schedule& schedule,
                                               const std::optional<Training>& training) const {
    base::Random random = base::Random::stream(training ? training->seed : 0, 0);
    std::vector<at::Tensor> leaves;
    for (uint32_t row = 0; row < schedule.leaves; ++row) {
      at::Tensor leaf = p.at("leaves").select(0, schedule.symbols[row]);
      if (training && shape_.leaf_noise > 0) {
        std::vector<Real> noise(shape_.dimension);
        for (Real& number : noise) number = static_cast<Real>(shape_.leaf_noise * training->noise * random.gaussian());
        leaf = leaf + at::tensor(noise);
      }
      leaves.push_back(shape_.normalise ? unit(leaf) : leaf);
    }
    return leaves;
  }

  [[nodiscard]] at::Tensor combine(const Named& p, const std::string& op, const at::Tensor& x) const {
    at::Tensor o = p.at(op + ".bo");
    if (shape_.linear) o = o + at::mv(p.at(op + ".W0"), x);
    if (shape_.hidden > 0) {
      const at::Tensor h = activate(at::mv(p.at(op + ".Wi"), x) + p.at(op + ".bi"), shape_.hidden_activation);
      o = o + at::mv(p.at(op + ".W1"), h);
    }
    o = activate(o, shape_.output_activation);
    return shape_.normalise ? unit(o) : o;
  }

  [[nodiscard]] at::Tensor autoencoder(const Named& p, const Schedule& schedule, const Training& training,
                                       const std::vector<at::Tensor>& r, const std::vector<at::Tensor>& x) const {
    const std::vector<double> weights = occurrence_weights(schedule);
    at::Tensor loss;
    for (uint32_t row = schedule.leaves; row < schedule.rows(); ++row) {
      const size_t op = schedule.symbols[row];
      const std::string& name = vocabulary_.operators()[op].name;
      const at::Tensor whole = at::cat({r[row], x[row]});
      std::vector<Real> mask(static_cast<size_t>(whole.numel()), Real(1));
      kernels::rows<Real>().drop(mask.data(), mask.size(), models::mask_seed(training.seed, op), row * mask.size(),
                                 shape_.code_dropped, Real(1));
      const at::Tensor u = at::tanh(at::mv(p.at(name + ".We"), whole * at::tensor(mask)));
      const at::Tensor v = at::tanh(at::mv(p.at("decoder").narrow(0, 0, x[row].numel()), u));
      const at::Tensor x_again = with_length(v, length(x[row]));
      const at::Tensor r_again = combine(p, name, x_again);
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
