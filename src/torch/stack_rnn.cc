#include "torch/stack_rnn.h"

#include "torch/sequence_network.h"  // before other headers of libtorch: see torch_network.h

#include <ATen/TensorOperators.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/tanh.h>

#include <algorithm>

#include "torch/stack_update.h"

namespace eqnet::torch_networks {
namespace {

encode::Layout stack_rnn_layout(const encode::Settings& settings, const encode::Vocabulary& vocabulary) {
  const size_t d = settings.integer("dimension");
  const size_t token_d = settings.integer("token_dimension");
  const size_t stacks = settings.integer("stacks");
  const double deviation = settings.number("init_std");
  encode::Layout layout;
  layout.add({"embeddings", {vocabulary.tokens(), token_d}, false, settings.number("embedding_std")});
  layout.add({"U", {d, token_d}, true, deviation});
  layout.add({"R", {d, d}, true, deviation});
  layout.add({"P", {d, stacks}, true, deviation});
  layout.add({"A.push", {stacks, d}, true, deviation});
  layout.add({"A.pop", {stacks, d}, true, deviation});
  layout.add({"D", {stacks, d}, true, deviation});
  return layout;
}

template <class Real>
class StackRnn final : public SequenceNetwork<Real> {
 public:
  StackRnn(const encode::Settings& settings, const encode::Vocabulary& vocabulary)
      : SequenceNetwork<Real>(stack_rnn_layout(settings, vocabulary), settings.integer("dimension"), vocabulary),
        stacks_(static_cast<int64_t>(settings.integer("stacks"))),
        tanh_(settings.choice("activation") == "tanh") {}

 protected:
  [[nodiscard]] at::Tensor read(const std::vector<at::Tensor>& parts, const PackedSequences& sequences) const override {
    const auto d = static_cast<int64_t>(this->dimension());
    const auto steps = static_cast<int64_t>(sequences.rows.size());
    // U x of each token of the vocabulary, not of each token read: those are many more.
    const at::Tensor table = at::mm(parts[0], parts[1].t());
    const std::vector<at::Tensor> inputs = at::embedding(table, sequences.tokens).split_with_sizes(sequences.rows);
    const at::Tensor r = parts[2].t();
    const at::Tensor p = parts[3].t();
    // A softmax over two is a sigmoid of their difference: push and value are one product and one sigmoid.
    const at::Tensor control = at::cat({parts[4] - parts[5], parts[6]}).t();
    at::Tensor h = table.new_zeros({sequences.rows[0], d});
    at::Tensor stack = table.new_empty({sequences.rows[0], 0, stacks_});
    at::Tensor top = table.new_full({sequences.rows[0], stacks_}, kEmptyStack);
    for (int64_t step = 0;; ++step) {
      h = at::addmm(at::addmm(inputs[step], h, r), top, p);
      h = tanh_ ? at::tanh(h) : at::sigmoid(h);
      const int64_t left = steps - 1 - step;
      if (left == 0) return h;
      // A number at place i reaches the top after i pops: deeper than the steps left it is no use. So depth grows to
      // half the sequence and shrinks again.
      const int64_t depth = std::min(stack.size(1) + 1, left);
      const int64_t rows = sequences.rows[step + 1];
      const auto next = StackUpdate<Real>::apply(stack, at::sigmoid(at::mm(h, control)), rows, depth);
      stack = next[0];
      top = next[1];
      if (rows > h.size(0)) h = at::cat({h, h.new_zeros({rows - h.size(0), d})});
    }
  }

 private:
  int64_t stacks_;
  bool tanh_;
};

}  // namespace

template <class Real>
std::unique_ptr<encode::Network<Real>> make_stack_rnn(const encode::Settings& settings,
                                                      const encode::Vocabulary& vocabulary) {
  return std::make_unique<StackRnn<Real>>(settings, vocabulary);
}

template std::unique_ptr<encode::Network<float>> make_stack_rnn(const encode::Settings&, const encode::Vocabulary&);
template std::unique_ptr<encode::Network<double>> make_stack_rnn(const encode::Settings&, const encode::Vocabulary&);

}  // namespace eqnet::torch_networks
