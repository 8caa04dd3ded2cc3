#include "train/real_search.h"

#include <algorithm>
#include <cmath>

#include "domain/deadline.h"
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
constexpr size_t kUnpromising = 10;  // starts that all stay where they are: there is nothing to be found
constexpr Stage kStages[] = {{100, 0.1}, {100, 0.01}, {200, 6e-4}};

// More assignments of the leaves: from random values like those that were found, the equations are solved for the
// leaves alone. Where leaves may have any value, they hold at once.
void add_leaves(Multilinear& algebra, std::vector<double> x, size_t wanted, base::Random& random,
                domain::Deadline& deadline, VectorAlgebra& found) {
  const auto first = static_cast<std::ptrdiff_t>(algebra.first_leaf());
  const size_t k = found.size;
  std::vector<double> mean(k);
  std::vector<double> square(k);
  size_t count = 0;
  for (const std::vector<double>& leaves : found.leaves) {
    for (size_t i = 0; i < leaves.size(); ++i) {
      mean[i % k] += leaves[i];
      square[i % k] += leaves[i] * leaves[i];
    }
    count += leaves.size() / k;
  }
  for (size_t attempt = 0; attempt < wanted && found.leaves.size() < wanted && !deadline.terminate(); ++attempt) {
    std::vector<double> leaves(x.begin() + first, x.end());
    for (size_t i = 0; i < leaves.size(); ++i) {
      const size_t number = i / Multilinear::kPoints % k;
      const double middle = mean[number] / static_cast<double>(count);
      const double variance = square[number] / static_cast<double>(count) - middle * middle;
      leaves[i] = middle + std::sqrt(std::max(0.0, variance)) * random.gaussian();
    }
    const auto put = [&](const std::vector<double>& at) { std::ranges::copy(at, x.begin() + first); };
    kernels::least_squares(
        [&](const std::vector<double>& at, std::vector<double>& residuals, std::vector<double>* derivatives) {
          put(at);
          algebra.residuals(x, 0, residuals, derivatives, algebra.first_leaf());
        },
        leaves, kAgreement, 2 * kSolving);
    put(leaves);
    algebra.measure(x);
    if (!(algebra.error() < kNearAgreement) || algebra.told_apart() < kTellsEnough) continue;
    for (std::vector<double>& own : algebra.leaves(x)) found.leaves.push_back(std::move(own));
  }
}

}  // namespace

std::optional<VectorAlgebra> find_real(const Equations& equations, const RealSearchParams& params) {
  domain::Deadline deadline(params.most_seconds > 0 ? params.most_seconds : 1e9);
  base::Random random = base::Random::stream(params.seed, (uint64_t{9} << 32) + params.size);
  Multilinear algebra(equations, params.size, random);
  if (!algebra.sensible()) return std::nullopt;
  std::optional<VectorAlgebra> best;
  std::vector<double> best_x;
  double most = kTellsEnough;
  size_t promised = 0;
  for (size_t start = 0; start < params.starts && !deadline.terminate(); ++start) {
    if (start == kUnpromising && promised == 0) break;
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
    ++promised;
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
    best = VectorAlgebra{params.size, algebra.operators(x), algebra.leaves(x)};
    best_x = x;
    if (most == 1) break;
  }
  if (!best) return best;
  add_leaves(algebra, best_x, params.assignments, random, deadline, *best);
  algebra.measure(best_x);
  whiten(*best, algebra.spread());
  return best;
}

}  // namespace eqnet::train
