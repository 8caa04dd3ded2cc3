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
  Real* inner;           // TreeParameters::inner(): [h; p]
  Real* factors;         // arity * product: L_c x_c, then their gradients
  Real* r;               // D
  Real* inverse_length;  // 1
};

template <class Real>
class Combine {
 public:
  // work: shape.work_size() numbers.
  Combine(const TreeParameters& shape, const OperatorParameters& at, const Real* parameters, Real* work)
      : all_(shape), at_(at), p_(parameters), work_(work) {}

  // scratch: all.scratch_size(n) numbers.
  void forward(size_t n, const CombineRows<Real>& rows, Real* scratch) const {
    const TreeShape& shape = all_.shape;
    const size_t d = shape.dimension;
    const size_t width = at_.arity * d;
    const size_t stacked = at_.stacked;
    const size_t stride = all_.inner();
    const size_t first = at_.linear ? d : 0;  // of the hidden part in a stacked row
    if (stacked > 0) {
      kernels::gemm(kernels::Op::plain, kernels::Op::transposed, n, stacked, width, Real(1), rows.x, width, p_ + at_.w,
                    width, Real(0), scratch, stacked);
      k_.activate_add_bias(scratch + first, n, shape.hidden, stacked, p_ + at_.b + d, shape.hidden_activation,
                           rows.inner, stride);
    }
    if (at_.product > 0) {
      for (size_t c = 0; c < at_.arity; ++c) {
        kernels::gemm(kernels::Op::plain, kernels::Op::transposed, n, at_.product, d, Real(1), rows.x + c * d, width,
                      factor(c), d, Real(0), rows.factors + c * at_.product, at_.arity * at_.product);
      }
      k_.multiply(rows.factors, n, at_.arity, at_.product, rows.inner + shape.hidden, stride);
    }
    const Real* z = at_.linear ? scratch : nullptr;
    if (at_.inner <= kFew && stride == at_.inner) {
      Real* w1 = scratch + n * stacked;  // transposed
      for (size_t j = 0; j < d; ++j) {
        for (size_t h = 0; h < at_.inner; ++h) w1[h * d + j] = p_[at_.w1 + j * at_.inner + h];
      }
      k_.output(z, n, d, stacked, p_ + at_.b, rows.inner, at_.inner, w1, rows.r);
    } else {
      k_.output(z, n, d, stacked, p_ + at_.b, nullptr, 0, nullptr, rows.r);
      if (at_.inner > 0) {
        kernels::gemm(kernels::Op::plain, kernels::Op::transposed, n, d, at_.inner, Real(1), rows.inner, stride,
                      p_ + at_.w1, at_.inner, Real(1), rows.r, d);
      }
    }
    if (shape.points) add_points(rows.x, n, rows.r);
    if (shape.output_activation != Activation::identity) k_.activate(rows.r, n * d, shape.output_activation);
    if (shape.normalise) k_.normalise(rows.r, n, d, rows.inverse_length);
  }

  // The same for a single row, of which nothing is kept: a product of a matrix and a vector costs what reading the
  // matrix costs. scratch: all.scratch_size(1) numbers.
  void one(const Real* x, Real* r, Real* scratch) const {
    const TreeShape& shape = all_.shape;
    const size_t d = shape.dimension;
    Real* inner = scratch + (at_.linear ? d : 0);
    if (at_.linear) std::copy_n(p_ + at_.b, d, scratch);
    std::copy_n(p_ + at_.b + d, shape.hidden, inner);
    k_.add_product(p_ + at_.w, at_.stacked, at_.arity * d, x, scratch);
    std::copy_n(at_.linear ? scratch : p_ + at_.b, d, r);
    k_.activate(inner, shape.hidden, shape.hidden_activation);
    if (at_.product > 0) {
      Real* factors = inner + all_.inner();
      std::fill_n(factors, at_.arity * at_.product, Real(0));
      for (size_t c = 0; c < at_.arity; ++c) {
        k_.add_product(factor(c), at_.product, d, x + c * d, factors + c * at_.product);
      }
      k_.multiply(factors, 1, at_.arity, at_.product, inner + shape.hidden, at_.inner);
    }
    k_.add_product(p_ + at_.w1, at_.inner > 0 ? d : 0, at_.inner, inner, r);
    if (shape.points) add_points(x, 1, r);
    if (shape.output_activation != Activation::identity) k_.activate(r, d, shape.output_activation);
    Real inverse = 0;
    if (shape.normalise) k_.normalise(r, 1, d, &inverse);
  }

  // dr: gradient of r. dz: n rows of TreeParameters::outer() numbers, overwritten by the gradients of o, of the hidden
  // layer before its activation, and of the product. dx = gradient of x + beta dx.
  void backward(size_t n, const CombineRows<Real>& rows, const Real* dr, Real* dz, Real beta, Real* dx) const {
    const TreeShape& shape = all_.shape;
    const size_t d = shape.dimension;
    const size_t width = at_.arity * d;
    const size_t stride = all_.outer();
    if (shape.normalise) {
      k_.normalise_backward(rows.r, rows.inverse_length, n, d, dr, dz, stride);
    } else {
      k_.copy(dr, n, d, dz, stride);
    }
    k_.activation_backward(rows.r, n, d, d, shape.output_activation, dz, stride);
    if (at_.inner > 0) {
      kernels::gemm(kernels::Op::plain, kernels::Op::plain, n, at_.inner, d, Real(1), dz, stride, p_ + at_.w1,
                    at_.inner, Real(0), dz + d, stride);
      k_.activation_backward(rows.inner, n, shape.hidden, all_.inner(), shape.hidden_activation, dz + d, stride);
    }
    if (at_.stacked > 0) {
      kernels::gemm(kernels::Op::plain, kernels::Op::plain, n, width, at_.stacked, Real(1), stacked_gradient(dz),
                    stride, p_ + at_.w, width, beta, dx, width);
      beta = 1;
    }
    if (shape.points) {
      if (all_.single()) {
        k_.points_backward(rows.x, n, at_.arity, d, p_ + at_.points, dz, stride, beta == Real(1), dx);
      } else {
        k_.blocks_backward(all_.blocks_of(at_.arity), rows.x, n, p_ + at_.points, dz, stride, beta == Real(1), work_,
                           dx);
      }
      beta = 1;
    }
    if (at_.product == 0) return;
    k_.multiply_backward(dz + d + shape.hidden, n, at_.arity, at_.product, stride, rows.factors);
    for (size_t c = 0; c < at_.arity; ++c) {
      kernels::gemm(kernels::Op::plain, kernels::Op::plain, n, d, at_.product, Real(1), rows.factors + c * at_.product,
                    at_.arity * at_.product, factor(c), d, beta, dx + c * d, width);
    }
  }

  // Adds the gradients of W, b, W1 and the L_c for rows that backward has gone over.
  void add_weight_gradients(size_t n, const CombineRows<Real>& rows, const Real* dz, Real* gradient) const {
    const TreeShape& shape = all_.shape;
    const size_t d = shape.dimension;
    const size_t width = at_.arity * d;
    const size_t stride = all_.outer();
    if (at_.stacked > 0) {
      kernels::gemm(kernels::Op::transposed, kernels::Op::plain, at_.stacked, width, n, Real(1), stacked_gradient(dz),
                    stride, rows.x, width, Real(1), gradient + at_.w, width);
    }
    if (shape.bias) k_.add_column_sums(dz, n, d + shape.hidden, stride, gradient + at_.b);
    if (at_.inner > 0) {
      kernels::gemm(kernels::Op::transposed, kernels::Op::plain, d, at_.inner, n, Real(1), dz, stride, rows.inner,
                    all_.inner(), Real(1), gradient + at_.w1, at_.inner);
    }
    if (shape.points && all_.single()) {
      k_.points_coefficients(rows.x, n, at_.arity, d, dz, stride, gradient + at_.points);
    } else if (shape.points) {
      k_.blocks_coefficients(all_.blocks_of(at_.arity), rows.x, n, dz, stride, work_, gradient + at_.points);
    }
    for (size_t c = 0; at_.product > 0 && c < at_.arity; ++c) {
      kernels::gemm(kernels::Op::transposed, kernels::Op::plain, at_.product, d, n, Real(1),
                    rows.factors + c * at_.product, at_.arity * at_.product, rows.x + c * d, width, Real(1),
                    gradient + at_.factors + c * at_.product * d, d);
    }
  }

 private:
  void add_points(const Real* x, size_t n, Real* r) const {
    if (all_.single()) {
      k_.points(x, n, at_.arity, all_.shape.dimension, p_ + at_.points, r);
    } else {
      k_.blocks(all_.blocks_of(at_.arity), x, n, p_ + at_.points, work_, r);
    }
  }

  static constexpr size_t kFew = 16;  // columns of W1 that are too few for BLAS

  [[nodiscard]] const Real* factor(size_t child) const {
    return p_ + at_.factors + child * at_.product * all_.shape.dimension;
  }
  // The rows of dz that belong to those of W.
  [[nodiscard]] const Real* stacked_gradient(const Real* dz) const {
    return at_.linear ? dz : dz + all_.shape.dimension;
  }

  const TreeParameters& all_;
  const OperatorParameters& at_;
  const Real* p_;
  Real* work_;
  const kernels::Rows<Real>& k_ = kernels::rows<Real>();
};

}  // namespace eqnet::models
