#include "models/agreement.h"

#include <algorithm>
#include <cmath>

#include "kernels/minimise.h"

namespace eqnet::models {
namespace {

constexpr double kExact = 1e-12;      // error of a block with which nothing is left to do
constexpr size_t kEvaluations = 150;  // of a search
constexpr double kNearStart = 0.1;    // weight of the distance from the start

}  // namespace

Agreement::Agreement(const TreeParameters& all, encode::Pass<double>& pass, const Schedule& schedule,
                     std::span<const uint32_t> labels, double most_seconds)
    : all_(all),
      pass_(pass),
      schedule_(schedule),
      labels_(labels),
      begin_(Clock::now()),
      most_seconds_(most_seconds),
      shape_(all.blocks_of(1)),
      classes_(labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end()) + 1),
      sizes_(classes_),
      roots_(labels.size() * all.shape.dimension),
      down_(roots_.size()),
      units_(labels.size() * shape_.count * (shape_.size + 1)),
      inverse_(labels.size() * shape_.count),
      means_(classes_ * shape_.count * (shape_.size + 1)),
      error_(shape_.count),
      spread_(shape_.count) {
  for (const uint32_t label : labels) ++sizes_[label];
  // Networks that are larger than usual get fewer evaluations, so that settling never takes minutes.
  constexpr size_t kUsual = 500'000;
  size_t work = std::max<size_t>(1, schedule.rows() * all.shape.dimension);
  size_t most_children = 2;
  for (const auto& op : all.operators) most_children = std::max<size_t>(most_children, op.arity);
  for (size_t i = 2; i < most_children; ++i) work *= shape_.size + 1;
  evaluations_ = std::clamp(kEvaluations * kUsual / work, kEvaluations / 10, kEvaluations);
}

void Agreement::measure(const Vector& x) {
  const size_t d = all_.shape.dimension;
  const size_t k = shape_.size;
  const double root = std::sqrt(static_cast<double>(d - 1));
  pass_.forward(x.data(), schedule_, encode::Training{0, 1, 0, 0}, roots_.data());
  std::fill(means_.begin(), means_.end(), 0);
  for (size_t i = 0; i < labels_.size(); ++i) {
    const double weight = roots_[i * d + d - 1] / root;
    for (size_t b = 0; b < shape_.count; ++b) {
      const double* from = roots_.data() + i * d + b * k;
      double* unit = units_.data() + (i * shape_.count + b) * (k + 1);
      double* mean = means_.data() + (labels_[i] * shape_.count + b) * (k + 1);
      double size = weight * weight;
      for (size_t j = 0; j < k; ++j) size += from[j] * from[j];
      const double inverse = 1 / std::sqrt(size);
      inverse_[i * shape_.count + b] = inverse;
      unit[0] = weight * inverse;
      for (size_t j = 0; j < k; ++j) unit[j + 1] = from[j] * inverse;
      for (size_t j = 0; j <= k; ++j) mean[j] += unit[j] / static_cast<double>(sizes_[labels_[i]]);
    }
  }
  const size_t width = shape_.count * (k + 1);
  center_.assign(width, 0);
  for (size_t c = 0; c < classes_; ++c) {
    for (size_t j = 0; j < width; ++j) center_[j] += means_[c * width + j] / static_cast<double>(classes_);
  }
  std::fill(error_.begin(), error_.end(), 0);
  std::fill(spread_.begin(), spread_.end(), 0);
  for (size_t i = 0; i < labels_.size(); ++i) {
    const double* unit = units_.data() + i * width;
    const double* mean = means_.data() + labels_[i] * width;
    for (size_t j = 0; j < width; ++j) {
      error_[j / (k + 1)] += (unit[j] - mean[j]) * (unit[j] - mean[j]);
      spread_[j / (k + 1)] += (mean[j] - center_[j]) * (mean[j] - center_[j]);
    }
  }
  for (size_t b = 0; b < shape_.count; ++b) {
    error_[b] /= static_cast<double>(labels_.size());
    spread_[b] /= static_cast<double>(labels_.size());
  }
}

double Agreement::largest_spread() const {
  return *std::max_element(spread_.begin(), spread_.end());
}

double Agreement::worst(const std::vector<bool>& live) const {
  double error = 0;
  for (size_t b = 0; b < shape_.count; ++b) {
    if (live[b]) error = std::max(error, error_[b] / spread_[b]);
  }
  return error;
}

double Agreement::size_of_values(size_t block) const {
  double sum = 0;
  for (size_t i = 0; i < labels_.size(); ++i)
    sum -= std::log(std::abs(units_[(i * shape_.count + block) * (shape_.size + 1)]));
  return sum / static_cast<double>(labels_.size());
}

// The sum over the sets of ln(error / spread), over all their live blocks together. Of all exact solutions, which may
// be moved and scaled, one near the start is wanted.
double Agreement::objective(const Vector& x, const std::vector<bool>& live, Vector& gradient) {
  constexpr double kLeast = 1e-14;  // of an error: below it is rounding
  if (late()) return HUGE_VAL;      // then none is good enough, which ends the search
  measure(x);
  Vector errors(shape_.sets, kLeast);
  Vector spreads(shape_.sets);
  for (size_t b = 0; b < shape_.count; ++b) {
    if (!live[b]) continue;
    errors[shape_.set_of(b)] += error_[b];
    spreads[shape_.set_of(b)] += spread_[b];
  }
  double sum = 0;
  for (size_t s = 0; s < shape_.sets; ++s) {
    if (spreads[s] > 0 && !exact_[s]) sum += std::log(errors[s] / spreads[s]);
  }
  const size_t d = all_.shape.dimension;
  const size_t k = shape_.size;
  const double root = std::sqrt(static_cast<double>(d - 1));
  const double scale = 2 / static_cast<double>(labels_.size());
  Vector slope(k + 1);
  std::fill(down_.begin(), down_.end(), 0);
  for (size_t i = 0; i < labels_.size(); ++i) {
    for (size_t b = 0; b < shape_.count; ++b) {
      const size_t set = shape_.set_of(b);
      if (!live[b] || exact_[set]) continue;
      const double* unit = units_.data() + (i * shape_.count + b) * (k + 1);
      const double* mean = means_.data() + (labels_[i] * shape_.count + b) * (k + 1);
      const double* center = center_.data() + b * (k + 1);
      double along = 0;
      for (size_t j = 0; j <= k; ++j) {
        // The mean's own share in the error's gradient sums to nothing.
        slope[j] = scale * ((unit[j] - mean[j]) / errors[set] - (mean[j] - center[j]) / spreads[set]);
        along += slope[j] * unit[j];
      }
      const double inverse = inverse_[i * shape_.count + b];
      for (size_t j = 0; j <= k; ++j) slope[j] = (slope[j] - along * unit[j]) * inverse;
      down_[i * d + d - 1] += slope[0] / root;
      for (size_t j = 0; j < k; ++j) down_[i * d + b * k + j] = slope[j + 1];
    }
  }
  std::fill(gradient.begin(), gradient.end(), 0);
  pass_.backward(x.data(), schedule_, down_.data(), gradient.data());
  for (size_t i = 0; i < x.size(); ++i) {
    const double away = x[i] - start_[i];
    sum += kNearStart * away * away;
    gradient[i] += 2 * kNearStart * away;
  }
  return sum;
}

void Agreement::search(Vector& x, const std::vector<bool>& live, size_t times) {
  start_ = x;
  exact_.assign(shape_.sets, true);
  for (size_t b = 0; b < shape_.count; ++b) {
    if (live[b] && !(error_[b] < kExact * spread_[b])) exact_[shape_.set_of(b)] = false;
  }
  if (std::ranges::all_of(exact_, [](bool exact) { return exact; })) return;
  const auto go_on = [&](size_t evaluations) {
    kernels::minimise([&](const Vector& at, Vector& gradient) { return objective(at, live, gradient); }, x,
                      evaluations);
    measure(x);
  };
  // Points that are near an algebra come to one. Blocks may be near without there being any; that shows soon.
  constexpr size_t kProbe = 4;       // of so many parts of the evaluations, one
  constexpr double kOnItsWay = 0.1;  // of the error before
  const double before = best(live);
  const size_t all = times * evaluations_;
  if (shape_.size == 1) return go_on(all);
  go_on(all / kProbe);
  if (best(live) < kOnItsWay * before) go_on(all - all / kProbe);
}

// Of the sets that are not exact yet.
double Agreement::best(const std::vector<bool>& live) const {
  double error = HUGE_VAL;
  for (size_t b = 0; b < shape_.count; ++b) {
    if (live[b] && !exact_[shape_.set_of(b)]) error = std::min(error, error_[b] / spread_[b]);
  }
  return error;
}

bool Agreement::late() const {
  return most_seconds_ > 0 && std::chrono::duration<double>(Clock::now() - begin_).count() > most_seconds_;
}

}  // namespace eqnet::models
