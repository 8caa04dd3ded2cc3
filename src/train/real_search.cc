#include "train/real_search.h"

#include <algorithm>
#include <cmath>

#include "domain/deadline.h"
#include "kernels/eigen.h"
#include "kernels/least_squares.h"
#include "kernels/minimise.h"
#include "train/multilinear.h"

namespace eqnet::train {
namespace {

constexpr double kDeviation = 0.15;      // of coefficients at a start
constexpr double kPairWeight = 1.2;      // Multilinear::objective
constexpr double kAgreement = 1e-12;     // error of equations that hold
constexpr double kNearAgreement = 1e-9;  // the same, but for what settling can do
constexpr double kSolvable = 1e-4;       // error from which equations may come to hold
constexpr size_t kSolving = 5;           // steps of Levenberg and Marquardt, for each of these
constexpr double kBarriers[] = {1e-7, 1e-10, 0};
// Of the pairs that are looked at: fewer told apart means that it has forgotten what matters.
constexpr double kTellsEnough = 0.95;
// A start is given so many evaluations, and goes on where it has come to less than this error. Of those that come to an
// algebra, nearly all have by then; others stay where they are.
struct Stage {
  size_t evaluations;
  double error;
};
constexpr Stage kStages[] = {{100, 0.1}, {100, 0.01}, {200, 6e-4}};

// Another basis for the values, in which their mean is 0 and their covariance 1: an algebra stays the same in any, but
// vectors are compared by their cosine. With h = (1, v) for a value, h' = M h, where M has the rows (1, 0) and (-W m,
// W).
void whiten(FoundReal& found, const Multilinear::Spread& spread) {
  const size_t k = found.size;
  const size_t n = k + 1;
  const kernels::Eigen eigen = kernels::symmetric_eigen(spread.covariance, k);
  constexpr double kLeast = 1e-6;  // of the largest
  const double least = kLeast * std::max(eigen.values[0], 1e-12);
  std::vector<double> to(n * n);    // M
  std::vector<double> back(n * n);  // its inverse
  to[0] = back[0] = 1;
  for (size_t i = 0; i < k; ++i) {
    for (size_t j = 0; j < k; ++j) {
      for (size_t e = 0; e < k; ++e) {
        const double root = std::sqrt(std::max(eigen.values[e], least));
        const double both = eigen.vectors[e * k + i] * eigen.vectors[e * k + j];
        to[(i + 1) * n + j + 1] += both / root;
        back[(i + 1) * n + j + 1] += both * root;
      }
      to[(i + 1) * n] -= to[(i + 1) * n + j + 1] * spread.mean[j];
    }
    back[(i + 1) * n] = spread.mean[i];
  }
  for (std::vector<double>& coefficients : found.operators) {
    const size_t terms = coefficients.size() / k;
    // The results, with the product of the weights as their first.
    std::vector<double> results(n * terms);
    results[0] = 1;
    std::ranges::copy(coefficients, results.begin() + static_cast<std::ptrdiff_t>(terms));
    // One child after the other: its numbers are those of the new basis.
    for (size_t stride = 1; stride < terms; stride *= n) {
      std::vector<double> next(results.size());
      for (size_t i = 0; i < results.size(); ++i) {
        const size_t digit = i / stride % n;
        for (size_t d = 0; d < n; ++d) next[i + d * stride - digit * stride] += results[i] * back[digit * n + d];
      }
      results = std::move(next);
    }
    for (size_t i = 0; i < k; ++i) {
      for (size_t t = 0; t < terms; ++t) {
        double sum = 0;
        for (size_t j = 0; j < n; ++j) sum += to[(i + 1) * n + j] * results[j * terms + t];
        coefficients[i * terms + t] = sum;
      }
    }
  }
  for (std::vector<double>& leaves : found.leaves) {
    for (size_t leaf = 0; leaf < leaves.size(); leaf += k) {
      std::vector<double> value(k);
      for (size_t i = 0; i < k; ++i) {
        value[i] = to[(i + 1) * n];
        for (size_t j = 0; j < k; ++j) value[i] += to[(i + 1) * n + j + 1] * leaves[leaf + j];
      }
      std::ranges::copy(value, leaves.begin() + static_cast<std::ptrdiff_t>(leaf));
    }
  }
}

}  // namespace

std::optional<FoundReal> find_real(const Equations& equations, const RealSearchParams& params) {
  domain::Deadline deadline(params.most_seconds > 0 ? params.most_seconds : 1e9);
  base::Random random = base::Random::stream(params.seed, (uint64_t{9} << 32) + params.size);
  Multilinear algebra(equations, params.size, random);
  if (!algebra.sensible()) return std::nullopt;
  std::optional<FoundReal> best;
  double most = kTellsEnough;
  for (size_t start = 0; start < params.starts && !deadline.terminate(); ++start) {
    std::vector<double> x = algebra.random_start(kDeviation, random);
    bool promising = true;
    for (const Stage& stage : kStages) {
      if (!promising) break;
      kernels::minimise(
          [&](const std::vector<double>& at, std::vector<double>& gradient) {
            return deadline.terminate() ? HUGE_VAL : algebra.objective(at, kPairWeight, gradient);
          },
          x, stage.evaluations);
      algebra.measure(x);
      promising = algebra.error() < stage.error;
    }
    if (!promising || deadline.terminate()) continue;
    for (const double barrier : kBarriers) {
      if (deadline.terminate()) break;
      kernels::least_squares(
          [&](const std::vector<double>& at, std::vector<double>& residuals, std::vector<double>* derivatives) {
            algebra.residuals(at, barrier, residuals, derivatives);
            if (deadline.terminate()) std::ranges::fill(residuals, HUGE_VAL);  // no step is good enough then
          },
          x, kAgreement, kSolving);
      algebra.measure(x);
      if (!(algebra.error() < kSolvable)) break;
    }
    if (!(algebra.error() < kNearAgreement) || algebra.told_apart() <= most) continue;
    most = algebra.told_apart();
    best = FoundReal{params.size, algebra.operators(x), algebra.leaves(x)};
    whiten(*best, algebra.spread());
    if (most == 1) break;
  }
  return best;
}

}  // namespace eqnet::train
