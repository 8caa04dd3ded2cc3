// Combine over a block of rows of one operator, forward and backward: the arithmetic that the levels of a tree and the
// autoencoder's reconstruction share.
#pragma once

#include <algorithm>

#include "kernels/blas.h"
#include "models/tree_network.h"

namespace eqnet::models {

// What forward keeps for backward, n rows each; the caller owns the arrays.
template <class Real>
struct CombineRows {
  const Real* x;         // arity * D
  Real* hidden;          // `hidden`
  Real* r;               // D
  Real* inverse_length;  // 1
};

template <class Real>
class Combine {
 public:
  Combine(const TreeParameters& shape, const OperatorParameters& at, const Real* parameters)
      : all_(shape), at_(at), p_(parameters) {}

  // scratch: all.scratch_size(n) numbers.
  void forward(size_t n, const CombineRows<Real>& rows, Real* scratch) const {
    const TreeShape& shape = all_.shape;
    const size_t d = shape.dimension;
    const size_t width = at_.arity * d;
    const size_t stacked = all_.stacked();
    const size_t first = shape.linear ? d : 0;  // of the hidden part in a stacked row
    kernels::gemm(kernels::Op::plain, kernels::Op::transposed, n, stacked, width, Real(1), rows.x, width, p_ + at_.w,
                  width, Real(0), scratch, stacked);
    k_.activate_add_bias(scratch + first, n, shape.hidden, stacked, p_ + at_.b + d, shape.hidden_activation,
                         rows.hidden);
    Real* w1 = scratch + n * stacked;  // transposed
    for (size_t j = 0; j < d; ++j) {
      for (size_t h = 0; h < shape.hidden; ++h) w1[h * d + j] = p_[at_.w1 + j * shape.hidden + h];
    }
    k_.output(shape.linear ? scratch : nullptr, n, d, stacked, p_ + at_.b, rows.hidden, shape.hidden, w1, rows.r);
    if (shape.output_activation != Activation::identity) k_.activate(rows.r, n * d, shape.output_activation);
    if (shape.normalise) k_.normalise(rows.r, n, d, rows.inverse_length);
  }

  // The same for a single row, of which nothing is kept: a product of a matrix and a vector costs what reading the
  // matrix costs. scratch: stacked() numbers.
  void one(const Real* x, Real* r, Real* scratch) const {
    const TreeShape& shape = all_.shape;
    const size_t d = shape.dimension;
    Real* hidden = scratch + (shape.linear ? d : 0);
    if (shape.linear) std::copy_n(p_ + at_.b, d, scratch);
    std::copy_n(p_ + at_.b + d, shape.hidden, hidden);
    k_.add_product(p_ + at_.w, all_.stacked(), at_.arity * d, x, scratch);
    std::copy_n(shape.linear ? scratch : p_ + at_.b, d, r);
    if (shape.hidden > 0) {
      k_.activate(hidden, shape.hidden, shape.hidden_activation);
      k_.add_product(p_ + at_.w1, d, shape.hidden, hidden, r);
    }
    if (shape.output_activation != Activation::identity) k_.activate(r, d, shape.output_activation);
    Real inverse = 0;
    if (shape.normalise) k_.normalise(r, 1, d, &inverse);
  }

  // dr: gradient of r. dz: n rows of [gradient of o; gradient of the hidden layer before its activation], overwritten.
  // dx = gradient of x + beta dx.
  void backward(size_t n, const CombineRows<Real>& rows, const Real* dr, Real* dz, Real beta, Real* dx) const {
    const TreeShape& shape = all_.shape;
    const size_t d = shape.dimension;
    const size_t width = at_.arity * d;
    const size_t stride = d + shape.hidden;
    if (shape.normalise) {
      k_.normalise_backward(rows.r, rows.inverse_length, n, d, dr, dz, stride);
    } else {
      k_.copy(dr, n, d, dz, stride);
    }
    k_.activation_backward(rows.r, n, d, shape.output_activation, dz, stride);
    if (shape.hidden > 0) {
      kernels::gemm(kernels::Op::plain, kernels::Op::plain, n, shape.hidden, d, Real(1), dz, stride, p_ + at_.w1,
                    shape.hidden, Real(0), dz + d, stride);
      k_.activation_backward(rows.hidden, n, shape.hidden, shape.hidden_activation, dz + d, stride);
    }
    const Real* from = shape.linear ? dz : dz + d;
    kernels::gemm(kernels::Op::plain, kernels::Op::plain, n, width, all_.stacked(), Real(1), from, stride, p_ + at_.w,
                  width, beta, dx, width);
  }

  // Adds the gradients of W, b and W1 for rows whose dz is complete.
  void add_weight_gradients(size_t n, const CombineRows<Real>& rows, const Real* dz, Real* gradient) const {
    const TreeShape& shape = all_.shape;
    const size_t d = shape.dimension;
    const size_t width = at_.arity * d;
    const size_t stride = d + shape.hidden;
    const Real* from = shape.linear ? dz : dz + d;
    kernels::gemm(kernels::Op::transposed, kernels::Op::plain, all_.stacked(), width, n, Real(1), from, stride, rows.x,
                  width, Real(1), gradient + at_.w, width);
    k_.add_column_sums(dz, n, stride, stride, gradient + at_.b);
    if (shape.hidden > 0) {
      kernels::gemm(kernels::Op::transposed, kernels::Op::plain, d, shape.hidden, n, Real(1), dz, stride, rows.hidden,
                    shape.hidden, Real(1), gradient + at_.w1, shape.hidden);
    }
  }

 private:
  const TreeParameters& all_;
  const OperatorParameters& at_;
  const Real* p_;
  const kernels::Rows<Real>& k_ = kernels::rows<Real>();
};

}  // namespace eqnet::models
