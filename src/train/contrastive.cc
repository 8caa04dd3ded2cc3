#include "train/contrastive.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/blas.h"
#include "train/nearest_rows.h"

namespace eqnet::train {

using kernels::gemm;
using kernels::Op;

namespace {

constexpr size_t kScores = size_t{1} << 16;  // of a block of rows: they stay in the second-level cache

constexpr size_t kFew = 1024;  // expressions whose cosines among themselves are all kept
constexpr size_t kSide = 128;  // rows of these at a time, from the diagonal on

size_t block_rows(size_t columns) {
  return std::clamp<size_t>(kScores / std::max<size_t>(columns, 1), 32, 512);
}

}  // namespace

template <class Real>
Contrastive<Real>::Contrastive(const ObjectiveParams& params)
    : d_(params.dimension),
      classes_(params.class_sizes.size()),
      inverse_temperature_(static_cast<Real>(1 / params.temperature)),
      contrastive_(params.contrastive),
      softmax_(params.softmax),
      places_(classes_) {
  if (params.class_vectors) layout_.add({"classes", {classes_, d_}, false, params.deviation});
}

template <class Real>
double Contrastive<Real>::run(const Real* parameters, const Real* roots, std::span<const uint32_t> labels, double scale,
                              Real* root_gradient, Real* gradient) {
  const size_t n = labels.size();
  units_.assign(roots, roots + n * d_);
  lengths_.resize(n);
  k_.normalise(units_.data(), n, d_, lengths_.data());
  down_.assign(n * d_, Real(0));
  double loss = 0;
  if (contrastive_ > 0 && n > 1) loss += among_themselves(labels, scale * contrastive_);
  if (softmax_ > 0) {
    use_classes(parameters);
    loss += with_classes(labels, scale * softmax_);
    scores_.resize(std::max(scores_.size(), classes_ * d_));
    k_.normalise_backward(class_units_.data(), class_lengths_.data(), classes_, d_, class_down_.data(), scores_.data(),
                          d_);
    k_.add_scaled(scores_.data(), classes_ * d_, Real(1), gradient);
  }
  k_.normalise_backward(units_.data(), lengths_.data(), n, d_, down_.data(), root_gradient, d_);
  return loss;
}

// Puts expressions of one class side by side, so that they are found without a search; classes in order of their first
// expression. Counts are 0 before and after.
template <class Real>
void Contrastive<Real>::group_by_class(std::span<const uint32_t> labels) {
  const auto n = static_cast<uint32_t>(labels.size());
  by_class_.resize(n);
  group_.resize(n);
  for (const uint32_t label : labels) ++places_[label].count;
  uint32_t next = 0;
  for (uint32_t i = 0; i < n; ++i) {
    Places& own = places_[labels[i]];
    if (own.count > 0) {
      own.begin = own.end = next;
      next += own.count;
      own.count = 0;
    }
    by_class_[own.end++] = i;
  }
  for (uint32_t i = 0; i < n; ++i) group_[i] = {places_[labels[i]].begin, places_[labels[i]].end};
}

template <class Real>
double Contrastive<Real>::to_gradient(size_t i, Real* row, size_t n, double scale) {
  const std::span<const uint32_t> same = same_class(i);
  if (same.size() == 1) {  // i itself
    std::fill_n(row, n, Real(0));
    return 0;
  }
  row[i] = 0;
  double own = 0;
  for (const uint32_t j : same) own += static_cast<double>(row[j]);
  row[i] = -std::numeric_limits<Real>::max();
  const auto all = static_cast<double>(k_.softmax(row, n, inverse_temperature_));
  const auto others = static_cast<double>(same.size() - 1);
  for (const uint32_t j : same) row[j] -= static_cast<Real>(1 / others);
  row[i] = 0;
  return scale * (all - own * static_cast<double>(inverse_temperature_) / others);
}

// d loss / d u_i = sum_j (g_ij + g_ji) u_j, here and below.
template <class Real>
double Contrastive<Real>::among_few(double scale) {
  const size_t n = by_class_.size();
  scores_.resize(std::max(scores_.size(), n * n));
  Real* scores = scores_.data();
  for (size_t begin = 0; begin < n; begin += kSide) {
    gemm(Op::plain, Op::transposed, std::min(kSide, n - begin), n - begin, d_, Real(1), units_.data() + begin * d_, d_,
         units_.data() + begin * d_, d_, Real(0), scores + begin * n + begin, n);
  }
  k_.mirror(scores, n);
  double loss = 0;
  for (size_t i = 0; i < n; ++i) loss += to_gradient(i, scores + i * n, n, scale);
  k_.add_transposed(scores, n);
  gemm(Op::plain, Op::plain, n, d_, n, static_cast<Real>(scale) * inverse_temperature_, scores, n, units_.data(), d_,
       Real(1), down_.data(), d_);
  return loss;
}

template <class Real>
double Contrastive<Real>::among_themselves(std::span<const uint32_t> labels, double scale) {
  const size_t n = labels.size();
  group_by_class(labels);
  if (n <= kFew) return among_few(scale);
  const size_t block = std::min(block_rows(n), n);
  scores_.resize(std::max(scores_.size(), block * n));
  double loss = 0;
  for (size_t begin = 0; begin < n; begin += block) {
    const size_t rows = std::min(block, n - begin);
    gemm(Op::plain, Op::transposed, rows, n, d_, Real(1), units_.data() + begin * d_, d_, units_.data(), d_, Real(0),
         scores_.data(), n);
    for (size_t i = begin; i < begin + rows; ++i) loss += to_gradient(i, scores_.data() + (i - begin) * n, n, scale);
    const auto factor = static_cast<Real>(scale) * inverse_temperature_;
    gemm(Op::plain, Op::plain, rows, d_, n, factor, scores_.data(), n, units_.data(), d_, Real(1),
         down_.data() + begin * d_, d_);
    gemm(Op::transposed, Op::plain, n, d_, rows, factor, scores_.data(), n, units_.data() + begin * d_, d_, Real(1),
         down_.data(), d_);
  }
  return loss;
}

template <class Real>
void Contrastive<Real>::use_classes(const Real* parameters) {
  class_units_.assign(parameters, parameters + classes_ * d_);
  class_lengths_.resize(classes_);
  k_.normalise(class_units_.data(), classes_, d_, class_lengths_.data());
}

template <class Real>
double Contrastive<Real>::with_classes(std::span<const uint32_t> labels, double scale) {
  const size_t n = labels.size();
  class_down_.assign(classes_ * d_, Real(0));
  const size_t block = std::min(block_rows(classes_), n);
  scores_.resize(std::max(scores_.size(), block * classes_));
  double loss = 0;
  for (size_t begin = 0; begin < n; begin += block) {
    const size_t rows = std::min(block, n - begin);
    const Real* units = units_.data() + begin * d_;
    gemm(Op::plain, Op::transposed, rows, classes_, d_, Real(1), units, d_, class_units_.data(), d_, Real(0),
         scores_.data(), classes_);
    for (size_t i = 0; i < rows; ++i) {
      Real* row = scores_.data() + i * classes_;
      const uint32_t own = labels[begin + i];
      const double score = static_cast<double>(row[own]) * static_cast<double>(inverse_temperature_);
      loss += scale * (static_cast<double>(k_.softmax(row, classes_, inverse_temperature_)) - score);
      row[own] -= Real(1);
    }
    const auto factor = static_cast<Real>(scale) * inverse_temperature_;
    gemm(Op::plain, Op::plain, rows, d_, classes_, factor, scores_.data(), classes_, class_units_.data(), d_, Real(1),
         down_.data() + begin * d_, d_);
    gemm(Op::transposed, Op::plain, classes_, d_, rows, factor, scores_.data(), classes_, units, d_, Real(1),
         class_down_.data(), d_);
  }
  return loss;
}

template <class Real>
bool Contrastive<Real>::classify(const Real* parameters, const Real* roots, size_t n, uint32_t* classes) {
  if (softmax_ == 0) return false;
  use_classes(parameters);
  nearest_rows(roots, n, class_units_.data(), classes_, d_, scores_, classes);
  return true;
}

template class Contrastive<float>;
template class Contrastive<double>;

}  // namespace eqnet::train
