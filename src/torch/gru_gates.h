// What a gated recurrent layer does between two products, as one operation with its gradient: in tensor operations it
// would be a dozen, each on a few thousand numbers, and libtorch would spend more time on calling them than in them.
#pragma once

#include <torch/csrc/autograd/custom_function.h>

namespace eqnet::torch_networks {

template <class Real>
struct GruGates : public torch::autograd::Function<GruGates<Real>> {
  // x = W input + b and g = U h + c, n x 3d, stacked as r, z, n (gru.h); h: n x d. Returns the next state, with zeros
  // in the rows that join until there are `rows`. require: all are contiguous.
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x, const at::Tensor& g,
                            const at::Tensor& h, int64_t rows);
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients);
};

}  // namespace eqnet::torch_networks
