#include "train/vector_algebra.h"

#include <algorithm>
#include <cmath>

#include "kernels/eigen.h"

namespace eqnet::train {

void Spread::add(const double* value, size_t stride) {
  const size_t k = sum_.size();
  double length = 1;
  for (size_t i = 0; i < k; ++i) length += value[i * stride] * value[i * stride];
  if (!std::isfinite(length)) return;
  weight_ += 1 / length;
  for (size_t i = 0; i < k; ++i) {
    sum_[i] += value[i * stride] / length;
    for (size_t j = 0; j < k; ++j) products_[i * k + j] += value[i * stride] * (value[j * stride] / length);
  }
}

std::vector<double> Spread::mean() const {
  std::vector<double> mean = sum_;
  for (double& one : mean) one /= weight_;
  return mean;
}

std::vector<double> Spread::covariance() const {
  const std::vector<double> mean = this->mean();
  std::vector<double> covariance = products_;
  for (size_t i = 0; i < covariance.size(); ++i) {
    covariance[i] = covariance[i] / weight_ - mean[i / mean.size()] * mean[i % mean.size()];
  }
  return covariance;
}

// With h = (1, v) for a value, h' = M h, where M has the rows (1, 0) and (-W m, W).
void whiten(VectorAlgebra& algebra, const Spread& spread) {
  const size_t k = algebra.size;
  const size_t n = k + 1;
  const kernels::Eigen eigen = kernels::symmetric_eigen(spread.covariance(), k);
  constexpr double kLeast = 1e-6;  // of the largest
  const double least = kLeast * std::max(eigen.values[0], 1e-12);
  const std::vector<double> mean = spread.mean();
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
      to[(i + 1) * n] -= to[(i + 1) * n + j + 1] * mean[j];
    }
    back[(i + 1) * n] = mean[i];
  }
  for (std::vector<double>& coefficients : algebra.operators) {
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
  for (std::vector<double>& leaves : algebra.leaves) {
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

}  // namespace eqnet::train
