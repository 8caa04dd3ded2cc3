#include "models/autoencoder.h"

#include <cmath>

namespace eqnet::models {

using kernels::gemm;
using kernels::Op;

template <class Real>
double Autoencoder<Real>::run(const OperatorParameters& at, const Real* parameters, size_t n, const Real* r,
                              const Real* x, const Real* weights, uint64_t seed, size_t first_row, Real* dr, Real* dx,
                              Real* gradient) {
  const size_t d = all_.shape.dimension;
  const size_t width = at.arity * d;
  double loss = 0;
  for (size_t begin = 0; begin < n; begin += kBlock) {
    const size_t rows = std::min(kBlock, n - begin);
    loss += block(at, parameters, rows, r + begin * d, x + begin * width, weights + begin, seed, first_row + begin,
                  dr + begin * d, dx + begin * width, gradient);
  }
  return loss;
}

template <class Real>
double Autoencoder<Real>::block(const OperatorParameters& at, const Real* parameters, size_t n, const Real* r,
                                const Real* x, const Real* weights, uint64_t seed, size_t first_row, Real* dr, Real* dx,
                                Real* gradient) {
  const TreeShape& shape = all_.shape;
  const size_t d = shape.dimension;
  const size_t m = shape.code;
  const size_t width = at.arity * d;  // of x
  const size_t whole = d + width;     // of [r, x]
  const size_t stride = d + shape.hidden;
  const Real* we = parameters + at.encoder;
  const Real* wd = parameters + all_.decoder;
  e_.resize(kBlock * whole);
  de_.resize(kBlock * whole);
  u_.resize(kBlock * m);
  du_.resize(kBlock * m);
  for (auto* array : {&v_, &x_, &dx_}) array->resize(kBlock * width);
  hidden_.resize(kBlock * shape.hidden);
  r_.resize(kBlock * d);
  inverse_.resize(kBlock);
  scale_.resize(kBlock);
  scratch_.resize(kBlock * all_.stacked());
  dz_.resize(kBlock * stride);

  // Forward.
  for (size_t i = 0; i < n; ++i) {
    std::copy_n(r + i * d, d, e_.data() + i * whole);
    std::copy_n(x + i * width, width, e_.data() + i * whole + d);
  }
  kernels::drop(e_.data(), n * whole, seed, first_row * whole, shape.code_dropped, Real(1));
  gemm(Op::plain, Op::transposed, n, m, whole, Real(1), e_.data(), whole, we, whole, Real(0), u_.data(), m);
  kernels::activate(u_.data(), n * m, Activation::tanh);
  gemm(Op::plain, Op::transposed, n, width, m, Real(1), u_.data(), m, wd, m, Real(0), v_.data(), width);
  kernels::activate(v_.data(), n * width, Activation::tanh);
  for (size_t i = 0; i < n; ++i) {
    const Real* v = v_.data() + i * width;
    const Real length = std::sqrt(kernels::dot(x + i * width, x + i * width, width));
    const Real square = kernels::dot(v, v, width);
    scale_[i] = square > 0 ? length / std::sqrt(square) : Real(0);
    for (size_t j = 0; j < width; ++j) x_[i * width + j] = v[j] * scale_[i];
  }
  const Combine<Real> combine(all_, at, parameters);
  const CombineRows<Real> rows{x_.data(), hidden_.data(), r_.data(), inverse_.data()};
  combine.forward(n, rows, scratch_.data());

  double loss = 0;
  for (size_t i = 0; i < n; ++i) {
    const Real w = weights[i];
    loss -= static_cast<double>(w) *
            (kernels::dot(x_.data() + i * width, x + i * width, width) + kernels::dot(r_.data() + i * d, r + i * d, d));
    kernels::add_scaled(r_.data() + i * d, d, -w, dr + i * d);
    for (size_t j = 0; j < d; ++j) dz_[i * stride + j] = -w * r[i * d + j];
  }

  // Backward through Combine, then through v -> x~ = s v with s = |x| / |v|:
  //   dv = s (dx~ - v (v . dx~) / |v|^2),  dx += x (v . dx~) / (|v| |x|)
  combine.backward(n, rows, dz_.data(), dx_.data());
  combine.add_weight_gradients(n, rows, dz_.data(), gradient);
  for (size_t i = 0; i < n; ++i) {
    const Real w = weights[i];
    const Real s = scale_[i];
    const Real* v = v_.data() + i * width;
    const Real* xi = x + i * width;
    Real* down = dx_.data() + i * width;
    kernels::add_scaled(xi, width, -w, down);
    kernels::add_scaled(x_.data() + i * width, width, -w, dx + i * width);
    const Real square = kernels::dot(v, v, width);
    if (square == Real(0) || s == Real(0)) {
      std::fill_n(down, width, Real(0));
      continue;
    }
    const Real along = kernels::dot(v, down, width);
    const Real through_length = along / (square * s);  // 1 / (|v| |x|) = 1 / (|v|^2 s)
    for (size_t j = 0; j < width; ++j) {
      dx[i * width + j] += through_length * xi[j];
      down[j] = s * (down[j] - v[j] * along / square) * (Real(1) - v[j] * v[j]);
    }
  }
  gemm(Op::transposed, Op::plain, width, m, n, Real(1), dx_.data(), width, u_.data(), m, Real(1),
       gradient + all_.decoder, m);
  gemm(Op::plain, Op::plain, n, m, width, Real(1), dx_.data(), width, wd, m, Real(0), du_.data(), m);
  kernels::activation_backward(u_.data(), n, m, Activation::tanh, du_.data(), m);
  gemm(Op::transposed, Op::plain, m, whole, n, Real(1), du_.data(), m, e_.data(), whole, Real(1), gradient + at.encoder,
       whole);
  gemm(Op::plain, Op::plain, n, whole, m, Real(1), du_.data(), m, we, whole, Real(0), de_.data(), whole);
  kernels::drop(de_.data(), n * whole, seed, first_row * whole, shape.code_dropped, Real(1));
  for (size_t i = 0; i < n; ++i) {
    kernels::add_scaled(de_.data() + i * whole, d, Real(1), dr + i * d);
    kernels::add_scaled(de_.data() + i * whole + d, width, Real(1), dx + i * width);
  }
  return loss;
}

template class Autoencoder<float>;
template class Autoencoder<double>;

}  // namespace eqnet::models
