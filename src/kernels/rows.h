// Element-wise arithmetic on rows of numbers, with backward passes, in float and double. A matrix is n rows of `width`
// numbers, `stride` apart where that is an argument, else contiguous. Nothing allocates.
//
//   kernels::rows<Real>().gather(...)
//
// The functions are pointers because there is one set of them for each instruction set (isa.h); loops.cc has the loops.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/isa.h"

namespace eqnet::kernels {

constexpr size_t kMostPointChildren = 8;

// Vectors of blocks (models/points.h has the formulas): `count` blocks of `size` numbers, perhaps unused numbers, and
// the weight. Blocks share `sets` sets of coefficients, neighbours the same one.
struct Blocks {
  size_t arity = 1, dimension = 2;
  size_t size = 1, count = 1, sets = 1;

  // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): none is undefined
  [[nodiscard]] constexpr size_t set_of(size_t block) const { return block * sets / count; }
};
// Choices of one number of each child's block, weight included.
constexpr size_t block_terms(const Blocks& shape) {
  size_t terms = 1;
  for (size_t c = 0; c < shape.arity; ++c) terms *= shape.size + 1;
  return terms;
}
// Coefficients of all sets: for each set and each number of a block a row of block_terms().
constexpr size_t block_coefficients(const Blocks& shape) {
  return shape.sets * shape.size * block_terms(shape);
}
// Numbers of work space for the functions on blocks, of any instruction set. A register's worth of rows needs one place
// for each number of the children, of their gradients and of the result; for the gradients of coefficients,
// kBlockTiles times as many rows are taken together.
constexpr size_t kBlockTiles = 4;
constexpr size_t block_vectors(const Blocks& shape) {
  return kBlockTiles * (shape.arity + 1);  // not below 2 arity + 1
}
constexpr size_t block_work(const Blocks& shape) {
  constexpr size_t kMostLanes = 16;
  return kMostLanes * (1 + block_vectors(shape) * shape.dimension + block_terms(shape) + block_coefficients(shape));
}

enum class Activation : uint8_t { identity, sigmoid, tanh };

template <class Real>
struct Rows {
  // ---- moving rows ----

  // to[i] = from[index[i]], `count` rows.
  void (*gather)(const Real* from, size_t width, const uint32_t* index, size_t count, Real* to);
  // to[index[i]] += from[i], in order of i.
  void (*scatter_add)(const Real* from, size_t width, const uint32_t* index, size_t count, Real* to);

  // ---- layers ----

  // to = f(from + bias), rows `stride` and `to_stride` apart; bias has `width` numbers.
  void (*activate_add_bias)(const Real* from, size_t n, size_t width, size_t stride, const Real* bias, Activation f,
                            Real* to, size_t to_stride);
  // values = f(values), n numbers.
  void (*activate)(Real* values, size_t n, Activation f);
  // gradient (rows `stride` apart) *= f'(.) where `values` (`from_stride` apart) = f(.) is the output of the
  // activation.
  void (*activation_backward)(const Real* values, size_t n, size_t width, size_t from_stride, Activation f,
                              Real* gradient, size_t stride);
  // Rows of `factors` are `count` vectors of `width` numbers: to (rows `stride` apart) = their product, element by
  // element.
  void (*multiply)(const Real* factors, size_t n, size_t count, size_t width, Real* to, size_t stride);
  // The gradient of the product (rows `stride` apart) to that of the factors, which takes their place.
  void (*multiply_backward)(const Real* gradient, size_t n, size_t count, size_t width, size_t stride, Real* factors);

  // ---- values at points (models/points.h has the formulas) ----

  // to += P(x) for n rows x of `arity` vectors of d numbers; coefficients: 2^arity rows of d - 1.
  void (*points)(const Real* x, size_t n, size_t arity, size_t d, const Real* coefficients, Real* to);
  // From the gradient of P(x) (rows `stride` apart) to that of x, which is added to dx, or put there.
  void (*points_backward)(const Real* x, size_t n, size_t arity, size_t d, const Real* coefficients,
                          const Real* gradient, size_t stride, bool add, Real* dx);
  // The same to that of the coefficients, which is added.
  void (*points_coefficients)(const Real* x, size_t n, size_t arity, size_t d, const Real* gradient, size_t stride,
                              Real* coefficients);

  // ---- the same in blocks; work: block_work() numbers ----

  void (*blocks)(const Blocks& shape, const Real* x, size_t n, const Real* coefficients, Real* work, Real* to);
  void (*blocks_backward)(const Blocks& shape, const Real* x, size_t n, const Real* coefficients, const Real* gradient,
                          size_t stride, bool add, Real* work, Real* dx);
  void (*blocks_coefficients)(const Blocks& shape, const Real* x, size_t n, const Real* gradient, size_t stride,
                              Real* work, Real* coefficients);

  // sums[j] += sum over rows of values[., j].
  void (*add_column_sums)(const Real* values, size_t n, size_t width, size_t stride, Real* sums);
  // Each row divided by its length; inverse_length[i] keeps 1 / |row|. A row of zeros stays zero (inverse length 0).
  void (*normalise)(Real* rows, size_t n, size_t width, Real* inverse_length);
  // Gradient through o -> r = o / |o|: to (rows `stride` apart) = (g - r (r . g)) / |o|.
  void (*normalise_backward)(const Real* rows, const Real* inverse_length, size_t n, size_t width, const Real* gradient,
                             Real* to, size_t stride);
  // to (rows `stride` apart) = from.
  void (*copy)(const Real* from, size_t n, size_t width, Real* to, size_t stride);
  // y = W x + y for a matrix of `height` rows: a product that is too small for BLAS.
  void (*add_product)(const Real* w, size_t height, size_t width, const Real* x, Real* y);

  // to = z + bias + W h for each row, where z has rows `stride` apart (nullptr: zeros) and w is W transposed (`hidden`
  // x d): for few columns, on which BLAS would spend most of its time with packing.
  void (*output)(const Real* z, size_t n, size_t d, size_t stride, const Real* bias, const Real* h, size_t hidden,
                 const Real* w, Real* to);

  // ---- sums ----

  Real (*dot)(const Real* a, const Real* b, size_t n);
  // to += factor * from
  void (*add_scaled)(const Real* from, size_t n, Real factor, Real* to);
  // to += from, or to = from where it is the first; from = 0.
  void (*collect)(Real* from, size_t n, bool first, Real* to);
  // to = keep * to + (1 - keep) * from
  void (*average)(const Real* from, size_t n, Real keep, Real* to);

  // ---- noise that is a function of (seed, place) alone ----

  // values[i] *= 0 with the given probability, else `factor`. The draw for values[i] depends on seed and `first + i`.
  void (*drop)(Real* values, size_t n, uint64_t seed, uint64_t first, double probability, Real factor);

  // ---- SubexpAE (models/autoencoder.h has the formulas) ----

  // e = mask * [r, x]: rows of d, then `width` numbers; the mask is that of drop for row i at place first + i * (d +
  // width).
  void (*mask)(const Real* r, size_t d, const Real* x, size_t width, size_t n, uint64_t seed, uint64_t first,
               double probability, Real* e);
  // v = tanh(v) scaled to the length of x; scale[i] keeps |x| / |tanh(v)|, 0 for a row of zeros.
  void (*rescale)(Real* v, const Real* x, size_t n, size_t width, Real* scale);
  // dq = -w r, the gradient of q. Returns the sum of -w (y . x + q . r).
  double (*reconstruction)(const Real* y, const Real* x, size_t width, const Real* q, const Real* r, size_t d, size_t n,
                           const Real* weights, Real* dq);
  // Backward through rescale, dy: gradient of y from behind, without that of the loss -w (y . x). On return dy is the
  // gradient before tanh, and along[i] the factor of x in the gradient of x through its length.
  void (*rescale_backward)(const Real* y, const Real* scale, const Real* x, size_t n, size_t width, const Real* weights,
                           Real* dy, Real* along);
  // dr = mask * de - w q,  dx = mask * de - w y + along x.
  void (*unmask)(const Real* de, const Real* q, size_t d, const Real* y, const Real* x, size_t width, size_t n,
                 const Real* weights, const Real* along, uint64_t seed, uint64_t first, double probability, Real* dr,
                 Real* dx);

  // ---- training ----

  // values = softmax(factor * values). Returns the logarithm of the sum of exponentials.
  Real (*softmax)(Real* values, size_t n, Real factor);
  // Of a square matrix of n rows: what is right of the diagonal becomes what is below it, too.
  void (*mirror)(Real* square, size_t n);
  // square += square transposed.
  void (*add_transposed)(Real* square, size_t n);
  // The first of the largest scores[i] + bias[i]; scores become these sums.
  size_t (*largest)(Real* scores, const Real* bias, size_t n);
  // RMSProp with Nesterov momentum, element by element; train/optimiser.h has the formulas.
  struct RmsProp {
    Real rate, rho, momentum, epsilon, clip;
  };
  void (*rmsprop)(const RmsProp& params, const Real* gradient, size_t n, Real* mean_square, Real* velocity,
                  Real* values);
  // Adam, element by element; rate and epsilon with the bias corrections in them.
  struct Adam {
    Real rate, beta1, beta2, epsilon, clip;
  };
  void (*adam)(const Adam& params, const Real* gradient, size_t n, Real* mean_square, Real* mean, Real* values);
};

// Of the instruction set in use.
template <class Real>
const Rows<Real>& rows();

}  // namespace eqnet::kernels
