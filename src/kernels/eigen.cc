// Jacobi's method: turn two axes so that their common entry becomes 0, and go round all pairs until none is left. Each
// turn takes 2 a_pq^2 from the sum of squares off the diagonal; after the first rounds the sum falls quadratically, so
// six to ten rounds are enough. LAPACK is faster, but its part of OpenBLAS's static archive needs the run-time library
// of Fortran, which the program would carry for this alone.
#include "kernels/eigen.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace eqnet::kernels {
namespace {

// x' = c x - s y, y' = s x + c y.
void turn(double* x, double* y, size_t n, double c, double s) {
  for (size_t i = 0; i < n; ++i) {
    const double old = x[i];
    x[i] = c * old - s * y[i];
    y[i] = s * old + c * y[i];
  }
}

class Jacobi {
 public:
  Jacobi(std::vector<double> matrix, size_t n) : n_(n), a_(std::move(matrix)), v_(n * n, 0.0) {
    for (size_t i = 0; i < n; ++i) v_[i * n + i] = 1;
    const double length = std::sqrt(std::inner_product(a_.begin(), a_.end(), a_.begin(), 0.0));
    nothing_ = 0x1p-54 * length;
  }

  Eigen run() {
    constexpr int kMost = 60;  // far more than are ever needed
    for (int round = 0; round < kMost && sweep(); ++round) continue;
    std::vector<size_t> order(n_);
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t i, size_t j) { return at(i, i) > at(j, j); });
    Eigen result;
    for (const size_t i : order) {
      result.values.push_back(at(i, i));
      result.vectors.insert(result.vectors.end(), row(v_, i), row(v_, i) + n_);
    }
    return result;
  }

 private:
  double* row(std::vector<double>& matrix, size_t i) { return matrix.data() + i * n_; }
  double& at(size_t i, size_t j) { return a_[i * n_ + j]; }

  // Whether anything was turned.
  bool sweep() {
    bool turned = false;
    for (size_t p = 0; p + 1 < n_; ++p) {
      for (size_t q = p + 1; q < n_; ++q) {
        if (std::abs(at(p, q)) <= nothing_) continue;
        rotate(p, q);
        turned = true;
      }
    }
    return turned;
  }

  // The angle for which the new a_pq is 0: with theta = (a_qq - a_pp) / (2 a_pq) its tangent t is the root of
  // t^2 + 2 theta t - 1 that is smaller in size, so that a turn is at most 45 degrees and what is done stays done.
  void rotate(size_t p, size_t q) {
    const double off = at(p, q);
    const double theta = (at(q, q) - at(p, p)) / (2 * off);
    const double t = std::copysign(1 / (std::abs(theta) + std::hypot(theta, 1.0)), theta);
    const double c = 1 / std::hypot(t, 1.0);
    const double s = t * c;
    const double pp = at(p, p) - t * off;
    const double qq = at(q, q) + t * off;
    turn(row(a_, p), row(a_, q), n_, c, s);
    at(p, p) = pp;
    at(q, q) = qq;
    at(p, q) = at(q, p) = 0;
    for (size_t i = 0; i < n_; ++i) {  // the columns are the rows
      at(i, p) = at(p, i);
      at(i, q) = at(q, i);
    }
    turn(row(v_, p), row(v_, q), n_, c, s);
  }

  size_t n_;
  std::vector<double> a_, v_;
  double nothing_;  // an entry of this size is rounding
};

}  // namespace

Eigen symmetric_eigen(std::vector<double> matrix, size_t n) {
  return Jacobi(std::move(matrix), n).run();
}

}  // namespace eqnet::kernels
