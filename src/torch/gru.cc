#include "torch/gru.h"

#include "torch/sequence_network.h"  // before other headers of libtorch: see torch_network.h

#include <ATen/ops/addmm.h>
#include <ATen/ops/embedding.h>

#include <algorithm>

#include "torch/gru_gates.h"

namespace eqnet::torch_networks {
namespace {

encode::Layout gru_layout(const encode::Settings& settings, const encode::Vocabulary& vocabulary) {
  const size_t d = settings.integer("dimension");
  const size_t token_d = settings.integer("token_dimension");
  const double deviation = settings.number("init_std");
  encode::Layout layout;
  layout.add({"embeddings", {vocabulary.tokens(), token_d}, false, settings.number("embedding_std")});
  layout.add({"W", {3 * d, token_d}, true, deviation});
  layout.add({"U", {3 * d, d}, true, deviation});
  layout.add({"b", {3 * d}, false, 0});
  layout.add({"c", {3 * d}, false, 0});
  return layout;
}

template <class Real>
class Gru final : public SequenceNetwork<Real> {
 public:
  Gru(const encode::Settings& settings, const encode::Vocabulary& vocabulary)
      : SequenceNetwork<Real>(gru_layout(settings, vocabulary), settings.integer("dimension"), vocabulary) {}

 protected:
  [[nodiscard]] at::Tensor read(const std::vector<at::Tensor>& parts, const PackedSequences& sequences) const override {
    const auto d = static_cast<int64_t>(this->dimension());
    // W x + b of each token of the vocabulary, not of each token read: those are many more.
    const at::Tensor table = at::addmm(parts[3], parts[0], parts[1].t());
    const std::vector<at::Tensor> inputs = at::embedding(table, sequences.tokens).split_with_sizes(sequences.rows);
    const at::Tensor u = parts[2].t();
    at::Tensor h = table.new_zeros({sequences.rows[0], d});
    for (size_t step = 0; step < inputs.size(); ++step) {
      const int64_t rows = sequences.rows[std::min(step + 1, inputs.size() - 1)];
      h = GruGates<Real>::apply(inputs[step], at::addmm(parts[4], h, u), h, rows);
    }
    return h;
  }
};

}  // namespace

template <class Real>
std::unique_ptr<encode::Network<Real>> make_gru(const encode::Settings& settings,
                                                const encode::Vocabulary& vocabulary) {
  return std::make_unique<Gru<Real>>(settings, vocabulary);
}

template std::unique_ptr<encode::Network<float>> make_gru(const encode::Settings&, const encode::Vocabulary&);
template std::unique_ptr<encode::Network<double>> make_gru(const encode::Settings&, const encode::Vocabulary&);

}  // namespace eqnet::torch_networks
