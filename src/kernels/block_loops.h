// The loops of rows.h on blocks. Included by loops.cc alone, once for each instruction set, so everything has internal
// linkage.
//
// A register holds one number of as many rows as fit: rows are turned into that form a register's worth at a time,
// whatever the length of a block. An operator's terms are then products of such registers, and its coefficients,
// which are the same for all rows, are numbers.
#pragma once

#include "kernels/numbers.h"

namespace eqnet::kernels {
namespace {  // NOLINT(cert-dcl59-cpp,google-build-namespaces): see above

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
    products_ = out_ + vectors;
    sums_ = products_ + terms_ * kLanes;
  }

  // The children of up to kLanes rows; the lanes behind them are zeros.
  void load_children(const Real* x, size_t rows) { turn(x, rows, shape_.arity * shape_.dimension, children_); }
  // Their gradients.
  void load_out(const Real* from, size_t rows, size_t stride) { turn(from, rows, shape_.dimension, out_, stride); }

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

  // Adds to the sums of coefficients' gradients, a register each.
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

 private:
  static Vector get(const Real* from) { return R::load(from); }
  static void put(Real* to, Vector vector) { __builtin_memcpy(to, &vector, kRegister); }

  static void turn(const Real* from, size_t rows, size_t width, Real* to, size_t stride = 0) {
    if (stride == 0) stride = width;
    for (size_t j = 0; j < width; ++j) {
      for (size_t lane = 0; lane < kLanes; ++lane) to[j * kLanes + lane] = lane < rows ? from[lane * stride + j] : 0;
    }
  }
  static void turn_back(const Real* from, size_t rows, size_t width, bool add, Real* to) {
    for (size_t lane = 0; lane < rows; ++lane) {
      Real* row = to + lane * width;
      for (size_t j = 0; j < width; ++j) row[j] = (add ? row[j] : Real(0)) + from[j * kLanes + lane];
    }
  }

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

template <class Real>
void blocks(const Blocks& shape, const Real* x, size_t n, const Real* coefficients, Real* work, Real* to) {
  BlockTile<Real> tile(shape, work);
  const size_t width = shape.arity * shape.dimension;
  for (size_t i = 0; i < n; i += tile.kLanes) {
    const size_t rows = smaller(tile.kLanes, n - i);
    tile.load_children(x + i * width, rows);
    tile.forward(coefficients);
    tile.add_out(rows, to + i * shape.dimension);
  }
}

template <class Real>
void blocks_backward(const Blocks& shape, const Real* x, size_t n, const Real* coefficients, const Real* gradient,
                     size_t stride, bool add, Real* work, Real* dx) {
  BlockTile<Real> tile(shape, work);
  const size_t width = shape.arity * shape.dimension;
  for (size_t i = 0; i < n; i += tile.kLanes) {
    const size_t rows = smaller(tile.kLanes, n - i);
    tile.load_children(x + i * width, rows);
    tile.load_out(gradient + i * stride, rows, stride);
    tile.backward(coefficients);
    tile.put_down(rows, add, dx + i * width);
  }
}

template <class Real>
void blocks_coefficients(const Blocks& shape, const Real* x, size_t n, const Real* gradient, size_t stride, Real* work,
                         Real* coefficients) {
  BlockTile<Real> tile(shape, work);
  tile.clear_sums();
  const size_t width = shape.arity * shape.dimension;
  for (size_t i = 0; i < n; i += tile.kLanes) {
    const size_t rows = smaller(tile.kLanes, n - i);
    tile.load_children(x + i * width, rows);
    tile.load_out(gradient + i * stride, rows, stride);
    tile.add_coefficients();
  }
  tile.add_sums(coefficients);
}

}  // namespace
}  // namespace eqnet::kernels
