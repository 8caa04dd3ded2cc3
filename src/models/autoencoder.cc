#include "models/autoencoder.h"

namespace eqnet::models {

using kernels::gemm;
using kernels::Op;

template <class Real>
double Autoencoder<Real>::run(const OperatorParameters& at, const Real* parameters, size_t n, const Real* r,
                              const Real* x, const Real* weights, uint64_t seed, size_t first_row, Real* dr, Real* dx,
                              Real* gradient) {
  const size_t d = all_.shape.dimension;
  const size_t width = at.arity * d;
  const size_t most = block_rows(d);
  reserve(at, most);
  double loss = 0;
  for (size_t begin = 0; begin < n; begin += most) {
    const size_t rows = std::min(most, n - begin);
    loss += block(at, parameters, rows, r + begin * d, x + begin * width, weights + begin, seed, first_row + begin,
                  dr + begin * d, dx + begin * width, gradient);
  }
  return loss;
}

template <class Real>
void Autoencoder<Real>::reserve(const OperatorParameters& at, size_t rows) {
  const TreeShape& shape = all_.shape;
  const size_t width = at.arity * shape.dimension;
  e_.resize(rows * (shape.dimension + width));
  for (auto* array : {&u_, &du_}) array->resize(rows * shape.code);
  for (auto* array : {&y_, &dy_}) array->resize(rows * width);
  inner_.resize(rows * all_.inner());
  factors_.resize(rows * at.arity * shape.product);
  q_.resize(rows * shape.dimension);
  for (auto* array : {&inverse_, &scale_, &along_}) array->resize(rows);
  scratch_.resize(all_.scratch_size(rows));
  dq_.resize(rows * shape.dimension);
  dz_.resize(rows * all_.outer());
}

template <class Real>
double Autoencoder<Real>::block(const OperatorParameters& at, const Real* parameters, size_t n, const Real* r,
                                const Real* x, const Real* weights, uint64_t seed, size_t first_row, Real* dr, Real* dx,
                                Real* gradient) {
  const kernels::Rows<Real>& k = kernels::rows<Real>();
  const TreeShape& shape = all_.shape;
  const size_t d = shape.dimension;
  const size_t m = shape.code;
  const size_t width = at.arity * d;  // of x
  const size_t whole = d + width;     // of [r, x]
  const uint64_t place = first_row * whole;
  const Real* we = parameters + at.encoder;
  const Real* wd = parameters + all_.decoder;

  k.mask(r, d, x, width, n, seed, place, shape.code_dropped, e_.data());
  gemm(Op::plain, Op::transposed, n, m, whole, Real(1), e_.data(), whole, we, whole, Real(0), u_.data(), m);
  k.activate(u_.data(), n * m, Activation::tanh);
  gemm(Op::plain, Op::transposed, n, width, m, Real(1), u_.data(), m, wd, m, Real(0), y_.data(), width);
  k.rescale(y_.data(), x, n, width, scale_.data());
  const Combine<Real> combine(all_, at, parameters, work_.data());
  const CombineRows<Real> rows{y_.data(), inner_.data(), factors_.data(), q_.data(), inverse_.data()};
  combine.forward(n, rows, scratch_.data());
  const double loss = k.reconstruction(y_.data(), x, width, q_.data(), r, d, n, weights, dq_.data());

  combine.backward(n, rows, dq_.data(), dz_.data(), Real(0), dy_.data());
  combine.add_weight_gradients(n, rows, dz_.data(), gradient);
  k.rescale_backward(y_.data(), scale_.data(), x, n, width, weights, dy_.data(), along_.data());
  gemm(Op::transposed, Op::plain, width, m, n, Real(1), dy_.data(), width, u_.data(), m, Real(1),
       gradient + all_.decoder, m);
  gemm(Op::plain, Op::plain, n, m, width, Real(1), dy_.data(), width, wd, m, Real(0), du_.data(), m);
  k.activation_backward(u_.data(), n, m, m, Activation::tanh, du_.data(), m);
  gemm(Op::transposed, Op::plain, m, whole, n, Real(1), du_.data(), m, e_.data(), whole, Real(1), gradient + at.encoder,
       whole);
  // e is no longer needed: its gradient takes its place.
  gemm(Op::plain, Op::plain, n, whole, m, Real(1), du_.data(), m, we, whole, Real(0), e_.data(), whole);
  k.unmask(e_.data(), q_.data(), d, y_.data(), x, width, n, weights, along_.data(), seed, place, shape.code_dropped, dr,
           dx);
  return loss;
}

template class Autoencoder<float>;
template class Autoencoder<double>;

}  // namespace eqnet::models
