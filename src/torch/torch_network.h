// A network written with libtorch: a derived class says what the vectors of the roots are, as tensor operations on one
// flat parameter tensor, and autograd does the rest. To the trainer it is a network like any other.
//
// The flat tensor is the only leaf of the graph, so one backward pass gives the flat gradient, and nothing is shared
// between passes: each thread may run its own.
#pragma once

// Before any other header of libtorch: clang in C++20 does not compile 1.13's in another order (vectors of IValue,
// still incomplete, become constant expressions).
#include <ATen/core/ivalue.h>

#include <ATen/core/Tensor.h>

#include <memory>
#include <optional>
#include <vector>

#include "encode/network.h"

namespace eqnet::torch_networks {

using encode::Schedule;
using encode::Training;

template <class Real>
class TorchNetwork : public encode::Network<Real> {
 public:
  [[nodiscard]] const encode::Layout& layout() const final { return layout_; }
  [[nodiscard]] size_t dimension() const final { return dimension_; }
  [[nodiscard]] std::unique_ptr<encode::Pass<Real>> pass() const final;

  // The vectors of the roots, roots x dimension(). parameters: layout().size() numbers; they want a gradient if and
  // only if `training` is given, else grad mode is off. A network with a loss of its own puts it, one number, into
  // own_loss. Called from several threads at once.
  virtual at::Tensor encode(const at::Tensor& parameters, const Schedule& schedule,
                            const std::optional<Training>& training, at::Tensor* own_loss) const = 0;

 protected:
  TorchNetwork(encode::Layout layout, size_t dimension) : layout_(std::move(layout)), dimension_(dimension) {}

  // The layout's tensors in their order and shapes.
  [[nodiscard]] std::vector<at::Tensor> parts(const at::Tensor& parameters) const;

 private:
  encode::Layout layout_;
  size_t dimension_;
};

}  // namespace eqnet::torch_networks
