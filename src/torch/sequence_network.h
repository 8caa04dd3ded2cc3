// Networks that read an expression as a sequence of tokens. Sequences of many lengths are packed so that no step works
// on padding: they all end at the last step, the longer they are the earlier they begin, and the rows of a step are the
// sequences that have begun, longest first. So rows only ever join, and the last state of the last step holds the
// vectors of all. (Packed the usual way, beginning together, rows leave: each step would save what left, and its
// gradient would have to be padded.)
#pragma once

#include <span>

#include "torch/torch_network.h"

namespace eqnet::torch_networks {

struct PackedSequences {
  std::vector<int64_t> rows;  // by step; never falls
  at::Tensor tokens;          // step after step, of each of its rows
};

template <class Real>
class SequenceNetwork : public TorchNetwork<Real> {
 public:
  // Throws base::Error when an expression is too long to be read token by token.
  at::Tensor encode(const at::Tensor& parameters, const Schedule& schedule, const std::optional<Training>& training,
                    at::Tensor* own_loss) const final;

 protected:
  SequenceNetwork(encode::Layout layout, size_t dimension, encode::Vocabulary vocabulary)
      : TorchNetwork<Real>(std::move(layout), dimension), vocabulary_(std::move(vocabulary)) {}

  // The last states, one row a sequence. parts: the layout's tensors.
  [[nodiscard]] virtual at::Tensor read(const std::vector<at::Tensor>& parts,
                                        const PackedSequences& sequences) const = 0;

 private:
  // require: the roots come with falling lengths.
  [[nodiscard]] PackedSequences pack(const Schedule& schedule, std::span<const int64_t> roots) const;

  encode::Vocabulary vocabulary_;
};

}  // namespace eqnet::torch_networks
