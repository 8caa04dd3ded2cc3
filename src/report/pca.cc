#include "report/pca.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/threads.h"
#include "eqnet/base/error.h"
#include "kernels/blas.h"
#include "kernels/eigen.h"

namespace eqnet::report {
namespace {

constexpr size_t kParts = 16;        // whose sums are added in order, whatever the threads
constexpr size_t kBlock = 256;       // rows that are copied into doubles at a time
constexpr size_t kProjected = 1024;  // rows that are projected at a time

// Sums over rows x, less the first row: equal rows then have a covariance of 0, not of rounding.
struct Moments {
  std::vector<double> sum;       // width
  std::vector<double> products;  // width x width

  void add(const Moments& other) {
    for (size_t i = 0; i < sum.size(); ++i) sum[i] += other.sum[i];
    for (size_t i = 0; i < products.size(); ++i) products[i] += other.products[i];
  }
};

Moments moments(std::span<const float> rows, size_t width, const float* origin) {
  Moments result{std::vector<double>(width), std::vector<double>(width * width)};
  std::vector<double> block(kBlock * width);
  for (size_t begin = 0; begin < rows.size(); begin += kBlock * width) {
    const size_t count = std::min(kBlock, (rows.size() - begin) / width);
    for (size_t i = 0; i < count * width; ++i) {
      block[i] = static_cast<double>(rows[begin + i]) - static_cast<double>(origin[i % width]);
      result.sum[i % width] += block[i];
    }
    kernels::gemm(kernels::Op::transposed, kernels::Op::plain, width, width, count, 1.0, block.data(), width,
                  block.data(), width, 1.0, result.products.data(), width);
  }
  return result;
}

Moments moments(std::span<const float> rows, size_t width, size_t threads) {
  const size_t n = rows.size() / width;
  std::array<Moments, kParts> parts;
  base::parallel_for(kParts, threads, [&](size_t p) {
    const size_t begin = n * p / kParts;
    const size_t end = n * (p + 1) / kParts;
    parts[p] = moments(rows.subspan(begin * width, (end - begin) * width), width, rows.data());
  });
  for (size_t p = 1; p < kParts; ++p) parts[0].add(parts[p]);
  return std::move(parts[0]);
}

// Its largest entry, the first of several, becomes positive.
void fix_sign(std::span<double> direction) {
  const auto largest =
      std::ranges::max_element(direction, [](double a, double b) { return std::abs(a) < std::abs(b); });
  if (*largest >= 0) return;
  for (double& entry : direction) entry = -entry;
}

}  // namespace

void check_finite(std::span<const float> rows, size_t width) {
  for (size_t i = 0; i < rows.size(); ++i) {
    if (std::isfinite(rows[i])) continue;
    throw base::Error("row " + std::to_string(i / width), "holds a number that is not finite",
                      "vectors must be finite to be projected");
  }
}

Pca pca(std::span<const float> rows, size_t width, const PcaParams& params) {
  const size_t components = params.components;
  const size_t n = width == 0 ? 0 : rows.size() / width;
  Pca result{std::vector<float>(n * components), std::vector<double>(components)};
  if (n == 0) return result;
  check_finite(rows, width);
  Moments total = moments(rows, width, params.threads);
  const auto count = static_cast<double>(n);
  double variance = 0;  // n times it, as all here
  for (size_t i = 0; i < width; ++i) {
    for (size_t j = 0; j < width; ++j) total.products[i * width + j] -= total.sum[i] * total.sum[j] / count;
    variance += total.products[i * width + i];
  }
  if (!(variance > 0)) return result;
  kernels::Eigen eigen = kernels::symmetric_eigen(total.products, width);
  const size_t found = std::min(components, width);
  for (size_t c = 0; c < found; ++c) {
    result.shares[c] = std::max(0.0, eigen.values[c]) / variance;
    fix_sign({eigen.vectors.data() + c * width, width});
  }
  base::parallel_for((n + kProjected - 1) / kProjected, params.threads, [&](size_t chunk) {
    for (size_t i = chunk * kProjected; i < std::min(n, (chunk + 1) * kProjected); ++i) {
      for (size_t c = 0; c < found; ++c) {
        double at = 0;
        for (size_t j = 0; j < width; ++j) {
          const double difference = static_cast<double>(rows[i * width + j]) - static_cast<double>(rows[j]);
          at += (difference - total.sum[j] / count) * eigen.vectors[c * width + j];
        }
        result.coordinates[i * components + c] = static_cast<float>(at);
      }
    }
  });
  return result;
}

}  // namespace eqnet::report
