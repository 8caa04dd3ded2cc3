// For each of some vectors the row of a matrix with the largest product: class vectors, or class means.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/blas.h"

namespace eqnet::train {

// vectors: n x d; rows: count x d; scores: work space.
template <class Real>
void nearest_rows(const Real* vectors, size_t n, const Real* rows, size_t count, size_t d, std::vector<Real>& scores,
                  uint32_t* nearest) {
  constexpr size_t kAtATime = 32;
  scores.resize(std::max(scores.size(), kAtATime * count));
  for (size_t begin = 0; begin < n; begin += kAtATime) {
    const size_t some = std::min(kAtATime, n - begin);
    kernels::gemm(kernels::Op::plain, kernels::Op::transposed, some, count, d, Real(1), vectors + begin * d, d, rows, d,
                  Real(0), scores.data(), count);
    for (size_t i = 0; i < some; ++i) {
      const Real* row = scores.data() + i * count;
      nearest[begin + i] = static_cast<uint32_t>(std::max_element(row, row + count) - row);
    }
  }
}

}  // namespace eqnet::train
