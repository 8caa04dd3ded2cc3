#include "torch/stack_update.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/zeros_like.h>

#include <algorithm>
#include <vector>

namespace eqnet::torch_networks {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

template <class Real>
variable_list StackUpdate<Real>::forward(AutogradContext* context, const at::Tensor& stack, const at::Tensor& controls,
                                         int64_t rows, int64_t depth) {
  context->save_for_backward({stack, controls});
  const int64_t old_rows = stack.size(0);
  const int64_t old_depth = stack.size(1);
  const int64_t stacks = stack.size(2);
  at::Tensor new_stack = at::empty({rows, depth, stacks}, stack.options());
  at::Tensor top = at::empty({rows, stacks}, stack.options());
  const Real* from = stack.data_ptr<Real>();
  const Real* control = controls.data_ptr<Real>();
  Real* to = new_stack.data_ptr<Real>();
  const std::vector<Real> empty(static_cast<size_t>(stacks), Real(kEmptyStack));
  for (int64_t row = 0; row < old_rows; ++row) {
    const Real* push = control + row * 2 * stacks;
    const Real* value = push + stacks;
    const Real* old = from + row * old_depth * stacks;
    for (int64_t i = 0; i < depth; ++i) {
      const Real* above = i == 0 ? value : old + (i - 1) * stacks;
      const Real* below = i + 1 < old_depth ? old + (i + 1) * stacks : empty.data();
      Real* target = to + (row * depth + i) * stacks;
      for (int64_t s = 0; s < stacks; ++s) target[s] = below[s] + push[s] * (above[s] - below[s]);
    }
  }
  std::fill(to + old_rows * depth * stacks, to + rows * depth * stacks, Real(kEmptyStack));
  Real* first = top.data_ptr<Real>();
  for (int64_t row = 0; row < rows; ++row) std::copy_n(to + row * depth * stacks, stacks, first + row * stacks);
  return {new_stack, top};
}

// With g the gradient of the new stack (that of its top added): s'[i] gets push g[i + 1] + pop g[i - 1], the value
// push g[0], and push the sum over i of g[i] (above - below).
template <class Real>
variable_list StackUpdate<Real>::backward(AutogradContext* context, variable_list gradients) {
  const variable_list saved = context->get_saved_variables();
  const at::Tensor& stack = saved[0];
  const at::Tensor& controls = saved[1];
  const int64_t old_depth = stack.size(1);
  const int64_t stacks = stack.size(2);
  const at::Tensor of_stack = gradients[0].contiguous();
  const at::Tensor of_top = gradients[1].contiguous();
  const int64_t depth = of_stack.size(1);
  at::Tensor stack_gradient = at::zeros_like(stack);
  at::Tensor control_gradient = at::zeros_like(controls);
  const std::vector<Real> empty(static_cast<size_t>(stacks), Real(kEmptyStack));
  std::vector<Real> g(static_cast<size_t>(stacks));
  for (int64_t row = 0; row < stack.size(0); ++row) {
    const Real* push = controls.data_ptr<Real>() + row * 2 * stacks;
    const Real* value = push + stacks;
    const Real* old = stack.data_ptr<Real>() + row * old_depth * stacks;
    Real* d_push = control_gradient.data_ptr<Real>() + row * 2 * stacks;
    Real* d_value = d_push + stacks;
    Real* d_old = stack_gradient.data_ptr<Real>() + row * old_depth * stacks;
    for (int64_t i = 0; i < depth; ++i) {
      std::copy_n(of_stack.data_ptr<Real>() + (row * depth + i) * stacks, stacks, g.data());
      if (i == 0) {
        const Real* top = of_top.data_ptr<Real>() + row * stacks;
        for (int64_t s = 0; s < stacks; ++s) g[s] += top[s];
      }
      const Real* above = i == 0 ? value : old + (i - 1) * stacks;
      Real* d_above = i == 0 ? d_value : d_old + (i - 1) * stacks;
      for (int64_t s = 0; s < stacks; ++s) d_above[s] += push[s] * g[s];
      const bool has_below = i + 1 < old_depth;
      const Real* below = has_below ? old + (i + 1) * stacks : empty.data();
      for (int64_t s = 0; s < stacks; ++s) d_push[s] += g[s] * (above[s] - below[s]);
      if (!has_below) continue;
      Real* d_below = d_old + (i + 1) * stacks;
      for (int64_t s = 0; s < stacks; ++s) d_below[s] += (Real(1) - push[s]) * g[s];
    }
  }
  return {stack_gradient, control_gradient, at::Tensor(), at::Tensor()};
}

template struct StackUpdate<float>;
template struct StackUpdate<double>;

}  // namespace eqnet::torch_networks
