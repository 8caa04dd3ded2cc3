// By the library Eigen: to a tridiagonal matrix by Householder's reflections, and that by shifted QR. Not LAPACK: its
// part of OpenBLAS's static archive needs the run-time library of Fortran, which the program would carry for this
// alone.
#include "kernels/eigen.h"

#include <Eigen/Eigenvalues>

namespace eqnet::kernels {

Eigen symmetric_eigen(const std::vector<double>& matrix, size_t n) {
  if (n == 0) return {};
  const auto size = static_cast<::Eigen::Index>(n);
  const ::Eigen::SelfAdjointEigenSolver<::Eigen::MatrixXd> solver(
      ::Eigen::Map<const ::Eigen::MatrixXd>(matrix.data(), size, size));
  Eigen result;
  for (::Eigen::Index i = size; i-- > 0;) {  // the library has the smallest first, and vectors as columns
    result.values.push_back(solver.eigenvalues()[i]);
    const auto vector = solver.eigenvectors().col(i);
    result.vectors.insert(result.vectors.end(), vector.begin(), vector.end());
  }
  return result;
}

}  // namespace eqnet::kernels
