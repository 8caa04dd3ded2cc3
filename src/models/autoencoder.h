// SubexpAE, EqNet's regulariser: a node's vector and its children's vectors must survive a narrow, noisy channel.
//
//   e = mask * [r, x],  u = tanh(We e),  v = tanh(Wd u),  y = v |x| / |v|,  q = Combine(y)
//   loss = -w (y . x + q . r)
//
// We belongs to the operator, Wd (its first rows) is shared. The gradient flows into r and x as well.
#pragma once

#include "models/combine.h"

namespace eqnet::models {

// The seed of an operator's masks: drop of kernels/rows.h draws element j of row i of [r, x] at place i * width + j,
// where rows count from the schedule's first.
inline uint64_t mask_seed(uint64_t seed, size_t op) {
  return base::Random::stream(seed, op + 1).next();
}

template <class Real>
class Autoencoder {
 public:
  explicit Autoencoder(const TreeParameters& shape)
      : all_(shape), work_(shape.shape.code > 0 ? shape.work_size() : 0) {}

  // Rows at a time: the block's arrays should stay in the second-level cache, but for large D the weights do not, and
  // are worth using for more rows.
  [[nodiscard]] static size_t block_rows(size_t dimension) { return std::max<size_t>(128, dimension); }

  // n rows of one operator, forward and backward at once; the gradient needs nothing from above. weights: w by row.
  // Overwrites dr and dx (gradients of r and x), adds to the flat gradient; returns the loss. first_row: of the
  // schedule, for the mask.
  double run(const OperatorParameters& at, const Real* parameters, size_t n, const Real* r, const Real* x,
             const Real* weights, uint64_t seed, size_t first_row, Real* dr, Real* dx, Real* gradient);

 private:
  void reserve(const OperatorParameters& at, size_t rows);
  double block(const OperatorParameters& at, const Real* parameters, size_t n, const Real* r, const Real* x,
               const Real* weights, uint64_t seed, size_t first_row, Real* dr, Real* dx, Real* gradient);

  const TreeParameters& all_;
  std::vector<Real> work_;
  std::vector<Real> e_, u_, y_, scale_, inner_, factors_, q_, inverse_, scratch_, dq_, dz_, dy_, along_, du_;
};

}  // namespace eqnet::models
