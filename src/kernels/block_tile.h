// The loops on blocks of any shape, for as many rows as fit a register. Included by block_loops.h alone.
//
// A register holds one number of as many rows as fit: rows are turned into that form a register's worth at a time,
// whatever the length of a block. An operator's terms are then products of such registers, and its coefficients,
// which are the same for all rows, are numbers.
#pragma once

#include <utility>

#include "kernels/numbers.h"

namespace eqnet::kernels {
namespace {  // NOLINT(cert-dcl59-cpp,google-build-namespaces): see numbers.h

// ---- from rows to registers and back ----

// The numbers of two registers in turn, from place kFrom of both on.
template <class Real, size_t kFrom, size_t... kLane>
inline typename Register<Real>::Vector in_turn(typename Register<Real>::Vector a, typename Register<Real>::Vector b,
                                               std::index_sequence<kLane...> /*lanes*/) {
  return __builtin_shufflevector(a, b, (kFrom + kLane / 2 + kLane % 2 * Register<Real>::kNumbers)...);
}

// As many rows, `stride` apart, as a register has numbers, into as many registers: number j of row i becomes number i
// of register j, and the registers follow each other `to_stride` apart, added to what is there or in its place. To take
// the two halves of a sequence in turn moves each place's highest bit to the lowest; after as many times as a lane's
// number has bits, the bits of register and lane have changed places. All numbers of times are known, so that the
// square stays in registers.
template <class Real>
inline void turn_square(const Real* from, size_t stride, bool add, Real* to, size_t to_stride) {
  using R = Register<Real>;
  constexpr size_t kLanes = R::kNumbers;
  constexpr auto kAll = std::make_index_sequence<kLanes>();
  typename R::Vector square[kLanes];
  for (size_t i = 0; i < kLanes; ++i) square[i] = R::load(from + i * stride);
  for (size_t times = kLanes; times > 1; times /= 2) {
    typename R::Vector turned[kLanes];
    for (size_t i = 0; i < kLanes / 2; ++i) {
      turned[2 * i] = in_turn<Real, 0>(square[i], square[i + kLanes / 2], kAll);
      turned[2 * i + 1] = in_turn<Real, kLanes / 2>(square[i], square[i + kLanes / 2], kAll);
    }
    for (size_t i = 0; i < kLanes; ++i) square[i] = turned[i];
  }
  for (size_t i = 0; i < kLanes; ++i) {
    const typename R::Vector sum = add ? R::load(to + i * to_stride) + square[i] : square[i];
    __builtin_memcpy(to + i * to_stride, &sum, kRegister);
  }
}

// Up to a register's worth of rows, `stride` apart, into one register for each of their `width` numbers; the lanes
// behind the last row are zeros.
template <class Real>
void turn(const Real* from, size_t rows, size_t width, size_t stride, Real* to) {
  constexpr size_t kLanes = Register<Real>::kNumbers;
  size_t j = 0;
  if (rows == kLanes) {
    for (; j + kLanes <= width; j += kLanes) turn_square(from + j, stride, false, to + j * kLanes, kLanes);
  }
  for (; j < width; ++j) {
    for (size_t lane = 0; lane < kLanes; ++lane) to[j * kLanes + lane] = lane < rows ? from[lane * stride + j] : 0;
  }
}

// And back, to contiguous rows: in their place, or added to what is there.
template <class Real>
void turn_back(const Real* from, size_t rows, size_t width, bool add, Real* to) {
  constexpr size_t kLanes = Register<Real>::kNumbers;
  size_t j = 0;
  if (rows == kLanes) {
    for (; j + kLanes <= width; j += kLanes) turn_square(from + j * kLanes, kLanes, add, to + j, width);
  }
  for (; j < width; ++j) {
    for (size_t lane = 0; lane < rows; ++lane) {
      Real* number = to + lane * width + j;
      *number = (add ? *number : Real(0)) + from[j * kLanes + lane];
    }
  }
}

// ---- a tile ----

template <class Real>
class BlockTile {
 public:
  using R = Register<Real>;
  using Vector = typename R::Vector;
  static constexpr size_t kLanes = R::kNumbers;

  BlockTile(const Blocks& shape, Real* work)
      : shape_(shape), homogeneous_(shape.size + 1), terms_(block_terms(shape)), last_(shape.dimension - 1) {
    scale_ = Real(1) / root(static_cast<Real>(last_));
    const size_t vectors = shape.dimension * kLanes;
    // Everything starts at a register's boundary.
    auto address = reinterpret_cast<uintptr_t>(work);
    children_ = work + ((address + kRegister - 1) / kRegister * kRegister - address) / sizeof(Real);
    down_ = children_ + shape.arity * vectors;
    out_ = down_ + shape.arity * vectors;
    products_ = children_ + block_vectors(shape) * vectors;
    sums_ = products_ + terms_ * kLanes;
  }

  // The children of up to kLanes rows; the lanes behind them are zeros.
  void load_children(const Real* x, size_t rows) {
    const size_t width = shape_.arity * shape_.dimension;
    turn(x, rows, width, width, children_);
  }
  // Their gradients.
  void load_out(const Real* from, size_t rows, size_t stride) { turn(from, rows, shape_.dimension, stride, out_); }

  // out = P(children).
  void forward(const Real* coefficients) {
    const size_t per_set = shape_.size * terms_;
    for (size_t block = 0; block < shape_.count; ++block) {
      multiply(block);
      const Real* a = coefficients + shape_.set_of(block) * per_set;
      Real* to = out_ + block * shape_.size * kLanes;
      size_t i = 0;
      for (; i + 4 <= shape_.size; i += 4) sums<4>(a + i * terms_, to + i * kLanes);
      for (; i < shape_.size; ++i) sums<1>(a + i * terms_, to + i * kLanes);
    }
    for (size_t i = shape_.count * shape_.size; i < last_; ++i) put(out_ + i * kLanes, Vector{});
    put(out_ + last_ * kLanes, weights() / scale_);
  }

  // down = gradient of the children, from that of out.
  void backward(const Real* coefficients) {
    const size_t per_set = shape_.size * terms_;
    for (size_t i = 0; i < shape_.arity * shape_.dimension; ++i) put(down_ + i * kLanes, Vector{});
    for (size_t block = 0; block < shape_.count; ++block) {
      const Real* a = coefficients + shape_.set_of(block) * per_set;
      const Real* g = out_ + block * shape_.size * kLanes;
      size_t term = 0;
      for (; term + 4 <= terms_; term += 4) term_gradients<4>(a + term, g, products_ + term * kLanes);
      for (; term < terms_; ++term) term_gradients<1>(a + term, g, products_ + term * kLanes);
      multiply_backward(block);
    }
    // So far the weights' places hold the gradients of the weights that blocks have used.
    const Vector g = get(out_ + last_ * kLanes);
    for (size_t c = 0; c < shape_.arity; ++c) {
      Real* to = down_ + (c * shape_.dimension + last_) * kLanes;
      put(to, scale_ * get(to) + g * weights(c));
    }
  }

  // Adds n rows to the sums of coefficients' gradients, a register each.
  void add_rows(const Real* x, size_t n, const Real* gradient, size_t stride) {
    for (size_t i = 0; i < n; i += kLanes) {
      const size_t rows = smaller(kLanes, n - i);
      load_children(x + i * shape_.arity * shape_.dimension, rows);
      load_out(gradient + i * stride, rows, stride);
      add_coefficients();
    }
  }
  void add_coefficients() {
    const size_t per_set = shape_.size * terms_;
    for (size_t block = 0; block < shape_.count; ++block) {
      multiply(block);
      Real* to = sums_ + shape_.set_of(block) * per_set * kLanes;
      for (size_t i = 0; i < shape_.size; ++i, to += terms_ * kLanes) {
        const Vector g = get(out_ + (block * shape_.size + i) * kLanes);
        for (size_t term = 0; term < terms_; ++term) {
          put(to + term * kLanes, get(to + term * kLanes) + g * get(products_ + term * kLanes));
        }
      }
    }
  }
  void clear_sums() { __builtin_memset(sums_, 0, block_coefficients(shape_) * kLanes * sizeof(Real)); }
  void add_sums(Real* coefficients) const {
    for (size_t i = 0; i < block_coefficients(shape_); ++i) {
      Real sum = 0;
      for (size_t lane = 0; lane < kLanes; ++lane) sum += sums_[i * kLanes + lane];
      coefficients[i] += sum;
    }
  }

  void add_out(size_t rows, Real* to) const { turn_back(out_, rows, shape_.dimension, true, to); }
  void put_down(size_t rows, bool add, Real* to) const {
    turn_back(down_, rows, shape_.arity * shape_.dimension, add, to);
  }

 protected:
  static Vector get(const Real* from) { return R::load(from); }
  static void put(Real* to, Vector vector) { __builtin_memcpy(to, &vector, kRegister); }

  // Number `digit` of a child's block with its weight: the weight, then the values.
  [[nodiscard]] Vector factor(size_t child, size_t block, size_t digit) const {
    const Real* vector = children_ + child * shape_.dimension * kLanes;
    if (digit == 0) return scale_ * get(vector + last_ * kLanes);
    return get(vector + (block * shape_.size + digit - 1) * kLanes);
  }
  // The product of all children's weights but one's.
  [[nodiscard]] Vector weights(size_t but = kMostPointChildren) const {
    Vector product = {};
    product += Real(1);
    for (size_t c = 0; c < shape_.arity; ++c) {
      if (c != but) product *= factor(c, 0, 0);
    }
    return product;
  }

  // The products of all choices of one number of each child, the first child's changing fastest.
  void multiply(size_t block) {
    size_t n = 1;
    put(products_, Vector{} + Real(1));
    for (size_t c = 0; c < shape_.arity; ++c, n *= homogeneous_) {
      for (size_t digit = homogeneous_; digit-- > 0;) {  // the first part is what the others are made from
        const Vector f = factor(c, block, digit);
        for (size_t i = 0; i < n; ++i) put(products_ + (digit * n + i) * kLanes, f * get(products_ + i * kLanes));
      }
    }
  }

  template <size_t kRows>
  void sums(const Real* a, Real* to) const {
    Vector sum[kRows] = {};
    for (size_t term = 0; term < terms_; ++term) {
      const Vector product = get(products_ + term * kLanes);
      for (size_t i = 0; i < kRows; ++i) sum[i] += a[i * terms_ + term] * product;
    }
    for (size_t i = 0; i < kRows; ++i) put(to + i * kLanes, sum[i]);
  }

  template <size_t kTerms>
  void term_gradients(const Real* a, const Real* g, Real* to) const {
    Vector sum[kTerms] = {};
    for (size_t i = 0; i < shape_.size; ++i) {
      const Vector gradient = get(g + i * kLanes);
      for (size_t term = 0; term < kTerms; ++term) sum[term] += a[i * terms_ + term] * gradient;
    }
    for (size_t term = 0; term < kTerms; ++term) put(to + term * kLanes, sum[term]);
  }

  // From the gradients of the products, which are used up, to those of the children: the last child first, whose part
  // of the products then collapses.
  void multiply_backward(size_t block) {
    size_t n = terms_;
    for (size_t c = shape_.arity; c-- > 0;) {
      n /= homogeneous_;
      for (size_t digit = 0; digit < homogeneous_; ++digit) {
        // The products of the children before c are made again, digit by digit of theirs.
        Vector sum = {};
        for (size_t i = 0; i < n; ++i) sum += get(products_ + (digit * n + i) * kLanes) * before(c, block, i);
        Real* to = down_ + (c * shape_.dimension + (digit == 0 ? last_ : block * shape_.size + digit - 1)) * kLanes;
        put(to, get(to) + sum);
      }
      for (size_t i = 0; i < n; ++i) {
        Vector sum = {};
        for (size_t digit = 0; digit < homogeneous_; ++digit) {
          sum += factor(c, block, digit) * get(products_ + (digit * n + i) * kLanes);
        }
        put(products_ + i * kLanes, sum);
      }
    }
  }
  // Product i of the first `count` children.
  [[nodiscard]] Vector before(size_t count, size_t block, size_t i) const {
    if (count == 0) return Vector{} + Real(1);
    Vector product = factor(0, block, i % homogeneous_);
    for (size_t c = 1; c < count; ++c) {
      i /= homogeneous_;
      product *= factor(c, block, i % homogeneous_);
    }
    return product;
  }

  Blocks shape_;
  size_t homogeneous_;  // numbers of a block with its weight
  size_t terms_, last_;
  Real scale_;
  // A register for each number: the children's vectors, their gradients, the result or its gradient, the products of
  // one block, and the coefficients' gradients.
  Real *children_, *down_, *out_, *products_, *sums_;
};

}  // namespace
}  // namespace eqnet::kernels
