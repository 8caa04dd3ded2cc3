#include "train/objective.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "eqnet/base/error.h"
#include "kernels/blas.h"
#include "kernels/rows.h"
#include "train/contrastive.h"

namespace eqnet::train {
namespace {

using kernels::gemm;
using kernels::Op;

template <class Real>
class Margin final : public Objective<Real> {
 public:
  explicit Margin(const ObjectiveParams& params) : d_(params.dimension), margin_(static_cast<Real>(params.margin)) {
    layout_.add({"classes", {params.class_sizes.size(), d_}, false, params.deviation});
    const auto total =
        static_cast<double>(std::accumulate(params.class_sizes.begin(), params.class_sizes.end(), size_t{0}));
    for (const size_t size : params.class_sizes) {
      bias_.push_back(static_cast<Real>(std::log(static_cast<double>(size) / total)));
    }
  }

  [[nodiscard]] const encode::Layout& layout() const override { return layout_; }

  double run(const Real* parameters, const Real* roots, std::span<const uint32_t> labels, double scale,
             Real* root_gradient, Real* gradient) override {
    double loss = 0;
    for_blocks(parameters, roots, labels.size(), [&](size_t i, Real* scores) {
      const uint32_t own = labels[i];
      const Real own_score = scores[own] + bias_[own];
      scores[own] = -std::numeric_limits<Real>::infinity();
      const size_t best = k_.largest(scores, bias_.data(), bias_.size());
      // A NaN among the scores must reach the loss, where the trainer looks for it.
      if (std::isnan(own_score)) loss = std::numeric_limits<double>::quiet_NaN();
      const Real violation = scores[best] - own_score + margin_;
      Real* down = root_gradient + i * d_;
      if (best == own || violation <= Real(0)) {  // own: there is no other class
        std::fill_n(down, d_, Real(0));
        return;
      }
      loss += scale * static_cast<double>(violation);
      const Real s = static_cast<Real>(scale);
      const Real* r = roots + i * d_;
      const Real* q_own = parameters + own * d_;
      const Real* q_best = parameters + best * d_;
      for (size_t k = 0; k < d_; ++k) down[k] = s * (q_best[k] - q_own[k]);
      k_.add_scaled(r, d_, s, gradient + best * d_);
      k_.add_scaled(r, d_, -s, gradient + own * d_);
    });
    return loss;
  }

  bool classify(const Real* parameters, const Real* roots, size_t n, uint32_t* chosen) override {
    for_blocks(parameters, roots, n, [&](size_t i, Real* scores) {
      chosen[i] = static_cast<uint32_t>(k_.largest(scores, bias_.data(), bias_.size()));
    });
    return true;
  }

 private:
  static constexpr size_t kScores = size_t{1} << 16;  // of a block: they stay in the second-level cache

  // visit(i, r_i . q_j for all j, which it may change), a block of rows at a time.
  template <class Visit>
  void for_blocks(const Real* parameters, const Real* roots, size_t n, const Visit& visit) {
    const size_t classes = bias_.size();
    const size_t block = std::clamp<size_t>(kScores / classes, 32, 512);
    scores_.resize(block * classes);
    for (size_t begin = 0; begin < n; begin += block) {
      const size_t rows = std::min(block, n - begin);
      gemm(Op::plain, Op::transposed, rows, classes, d_, Real(1), roots + begin * d_, d_, parameters, d_, Real(0),
           scores_.data(), classes);
      for (size_t i = 0; i < rows; ++i) visit(begin + i, scores_.data() + i * classes);
    }
  }

  size_t d_;
  Real margin_;
  encode::Layout layout_;
  std::vector<Real> bias_, scores_;
  const kernels::Rows<Real>& k_ = kernels::rows<Real>();
};

template <class Real>
class Siamese final : public Objective<Real> {
 public:
  explicit Siamese(const ObjectiveParams& params) : d_(params.dimension), margin_(params.margin) {}

  [[nodiscard]] const encode::Layout& layout() const override { return layout_; }

  double run(const Real*, const Real* roots, std::span<const uint32_t> labels, double scale, Real* root_gradient,
             Real*) override {
    const size_t n = labels.size();
    squares_.resize(n);
    for (size_t i = 0; i < n; ++i) squares_[i] = kernels::rows<Real>().dot(roots + i * d_, roots + i * d_, d_);
    factors_.assign(n * n, Real(0));
    gemm(Op::plain, Op::transposed, n, n, d_, Real(1), roots, d_, roots, d_, Real(0), factors_.data(), n);
    double same = 0;
    double other = 0;
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < i; ++j) (labels[i] == labels[j] ? same : other) += 1;
    }
    // Each kind of pair counts as a whole, times the part's share of the batch.
    const double share = scale * static_cast<double>(n);
    const double same_weight = same > 0 ? share / same : 0;
    const double other_weight = other > 0 ? share / other : 0;
    double loss = 0;
    // factors_[i, j]: the derivative of the loss by d_ij, over d_ij; then d loss / d r_i = sum_j f_ij (r_i - r_j).
    for (size_t i = 0; i < n; ++i) {
      factors_[i * n + i] = 0;
      for (size_t j = 0; j < i; ++j) {
        const double square = std::max(
            static_cast<double>(squares_[i]) + squares_[j] - 2 * static_cast<double>(factors_[i * n + j]), 0.0);
        double factor = 0;
        if (labels[i] == labels[j]) {
          loss += same_weight * square / 2;
          factor = same_weight;
        } else if (const double distance = std::sqrt(square); distance < margin_) {
          const double missing = margin_ - distance;
          loss += other_weight * missing * missing / 2;
          factor = -other_weight * missing / std::max(distance, 1e-6);
        }
        if (std::isnan(square)) loss = std::numeric_limits<double>::quiet_NaN();
        factors_[i * n + j] = factors_[j * n + i] = static_cast<Real>(factor);
      }
    }
    for (size_t i = 0; i < n; ++i) {
      Real sum = 0;
      for (size_t j = 0; j < n; ++j) sum += factors_[i * n + j];
      for (size_t k = 0; k < d_; ++k) root_gradient[i * d_ + k] = sum * roots[i * d_ + k];
    }
    gemm(Op::plain, Op::plain, n, d_, n, Real(-1), factors_.data(), n, roots, d_, Real(1), root_gradient, d_);
    return loss;
  }

  bool classify(const Real*, const Real*, size_t, uint32_t*) override { return false; }

 private:
  size_t d_;
  double margin_;
  encode::Layout layout_;
  std::vector<Real> squares_, factors_;
};

}  // namespace

template <class Real>
std::unique_ptr<Objective<Real>> make_objective(const std::string& name, const ObjectiveParams& params) {
  if (name == "margin") return std::make_unique<Margin<Real>>(params);
  if (name == "siamese") return std::make_unique<Siamese<Real>>(params);
  if (name == "contrastive") return std::make_unique<Contrastive<Real>>(params);
  throw base::Error("there is no objective " + base::quoted(name) + "; choose margin, siamese or contrastive");
}

template std::unique_ptr<Objective<float>> make_objective(const std::string&, const ObjectiveParams&);
template std::unique_ptr<Objective<double>> make_objective(const std::string&, const ObjectiveParams&);

}  // namespace eqnet::train
