// Eigenvalues and eigenvectors of a symmetric matrix.
#pragma once

#include <cstddef>
#include <vector>

namespace eqnet::kernels {

struct Eigen {
  std::vector<double> values;   // n, largest first
  std::vector<double> vectors;  // n x n, row i belongs to values[i]; rows have length 1 and are orthogonal
};

// matrix: n x n, symmetric, finite. For up to a few hundred rows: 64 take 2 milliseconds, 256 take 0.4 seconds.
Eigen symmetric_eigen(std::vector<double> matrix, size_t n);

}  // namespace eqnet::kernels
