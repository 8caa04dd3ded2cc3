#include "kernels/least_squares.h"

#include <Eigen/Cholesky>
#include <cmath>

namespace eqnet::kernels {

double least_squares(const Residuals& f, std::vector<double>& x, double enough, size_t most) {
  using ::Eigen::Index;
  using ::Eigen::MatrixXd;
  using ::Eigen::VectorXd;
  constexpr double kFirst = 1e-6;  // damping, as a share of the largest curvature
  constexpr double kMost = 1e6;
  const auto n = static_cast<Index>(x.size());
  std::vector<double> residuals;
  std::vector<double> derivatives;
  f(x, residuals, nullptr);
  const auto rows = static_cast<Index>(residuals.size());
  const auto sum_of = [&] { return ::Eigen::Map<const VectorXd>(residuals.data(), rows).squaredNorm(); };
  double sum = sum_of();
  double damping = kFirst;
  for (size_t step = 0; step < most && std::isfinite(sum) && sum > enough; ++step) {
    f(x, residuals, &derivatives);
    const ::Eigen::Map<const MatrixXd> jacobian(derivatives.data(), rows, n);
    MatrixXd curvature = MatrixXd::Zero(n, n);
    curvature.selfadjointView<::Eigen::Lower>().rankUpdate(jacobian.transpose());
    const VectorXd slope = jacobian.transpose() * ::Eigen::Map<const VectorXd>(residuals.data(), rows);
    const double largest = curvature.diagonal().maxCoeff();
    const std::vector<double> before = x;
    bool better = false;
    while (!better && damping < kMost) {
      MatrixXd damped = curvature;
      damped.diagonal().array() += damping * largest;
      const VectorXd way = damped.selfadjointView<::Eigen::Lower>().ldlt().solve(slope);
      for (Index i = 0; i < n; ++i) x[static_cast<size_t>(i)] = before[static_cast<size_t>(i)] - way[i];
      f(x, residuals, nullptr);
      const double next = sum_of();
      better = next < sum;
      damping *= better ? 0.1 : 10;
      if (better) sum = next;
    }
    if (better) continue;
    x = before;
    break;
  }
  return sum;
}

}  // namespace eqnet::kernels
