// One step of a batch of continuous stacks, as one operation with its gradient: in tensor operations it would be six,
// each over the whole depth, and each kept for backward.
#pragma once

#include <torch/csrc/autograd/custom_function.h>

namespace eqnet::torch_networks {

constexpr double kEmptyStack = -1;  // every number of a stack that nothing was pushed onto

// Stacks are rows x depth x stacks, so that the inner loops run over the stacks of a row.
template <class Real>
struct StackUpdate : public torch::autograd::Function<StackUpdate<Real>> {
  // controls: for each row of `stack` the probability of push for each stack (pop has the rest), then the values.
  // Returns {the new stacks: their first `depth` numbers, and empty ones in rows that join until there are `rows`;
  // their tops: rows x stacks}. Numbers of `stack` past its depth count as empty, and are needed only where `depth`
  // is not smaller. require: 1 <= depth <= stack's depth + 1.
  static torch::autograd::variable_list forward(torch::autograd::AutogradContext* context, const at::Tensor& stack,
                                                const at::Tensor& controls, int64_t rows, int64_t depth);
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients);
};

}  // namespace eqnet::torch_networks
