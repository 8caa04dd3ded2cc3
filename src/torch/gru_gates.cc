#include "torch/gru_gates.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>

#include <algorithm>

#include "kernels/rows.h"

namespace eqnet::torch_networks {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

template <class Real>
at::Tensor GruGates<Real>::forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& g,
                                   const at::Tensor& h, int64_t rows) {
  const int64_t n = h.size(0);
  const int64_t d = h.size(1);
  at::Tensor gates = at::empty({n, 2 * d}, h.options());
  at::Tensor candidate = at::empty({n, d}, h.options());
  at::Tensor next = at::empty({rows, d}, h.options());
  const Real* xs = x.data_ptr<Real>();
  const Real* gs = g.data_ptr<Real>();
  const Real* hs = h.data_ptr<Real>();
  Real* rz = gates.data_ptr<Real>();
  Real* ns = candidate.data_ptr<Real>();
  Real* to = next.data_ptr<Real>();
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < 2 * d; ++j) rz[i * 2 * d + j] = xs[i * 3 * d + j] + gs[i * 3 * d + j];
  }
  kernels::rows<Real>().activate(rz, static_cast<size_t>(n * 2 * d), kernels::Activation::sigmoid);
  for (int64_t i = 0; i < n; ++i) {
    const int64_t last = i * 3 * d + 2 * d;
    for (int64_t j = 0; j < d; ++j) ns[i * d + j] = xs[last + j] + rz[i * 2 * d + j] * gs[last + j];
  }
  kernels::rows<Real>().activate(ns, static_cast<size_t>(n * d), kernels::Activation::tanh);
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < d; ++j) {
      const Real z = rz[i * 2 * d + d + j];
      to[i * d + j] = ns[i * d + j] + z * (hs[i * d + j] - ns[i * d + j]);
    }
  }
  std::fill(to + n * d, to + rows * d, Real(0));
  context->save_for_backward({g, h, gates, candidate});
  return next;
}

// By the chain rule from h' = n + z (h - n), n = tanh(x_n + r g_n), with sigmoid' = y (1 - y) and tanh' = 1 - y^2.
template <class Real>
variable_list GruGates<Real>::backward(AutogradContext* context, variable_list gradients) {
  const variable_list saved = context->get_saved_variables();
  const at::Tensor& g = saved[0];
  const at::Tensor& h = saved[1];
  const int64_t n = h.size(0);
  const int64_t d = h.size(1);
  const at::Tensor of_next = gradients[0].contiguous();
  at::Tensor x_gradient = at::empty_like(g);
  at::Tensor g_gradient = at::empty_like(g);
  at::Tensor h_gradient = at::empty_like(h);
  for (int64_t i = 0; i < n; ++i) {
    const Real* dy = of_next.data_ptr<Real>() + i * d;
    const Real* hs = h.data_ptr<Real>() + i * d;
    const Real* gn = g.data_ptr<Real>() + i * 3 * d + 2 * d;
    const Real* rs = saved[2].data_ptr<Real>() + i * 2 * d;
    const Real* zs = rs + d;
    const Real* ns = saved[3].data_ptr<Real>() + i * d;
    Real* dx = x_gradient.data_ptr<Real>() + i * 3 * d;
    Real* dg = g_gradient.data_ptr<Real>() + i * 3 * d;
    Real* dh = h_gradient.data_ptr<Real>() + i * d;
    for (int64_t j = 0; j < d; ++j) {
      const Real dn = dy[j] * (Real(1) - zs[j]) * (Real(1) - ns[j] * ns[j]);
      dx[j] = dn * gn[j] * rs[j] * (Real(1) - rs[j]);
      dx[d + j] = dy[j] * (hs[j] - ns[j]) * zs[j] * (Real(1) - zs[j]);
      dx[2 * d + j] = dn;
      dg[2 * d + j] = dn * rs[j];
      dh[j] = dy[j] * zs[j];
    }
    std::copy_n(dx, 2 * d, dg);
  }
  return {x_gradient, g_gradient, h_gradient, at::Tensor()};
}

template struct GruGates<float>;
template struct GruGates<double>;

}  // namespace eqnet::torch_networks
