#include "models/settle.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "kernels/minimise.h"
#include "models/value_table.h"

namespace eqnet::models {
namespace {

constexpr double kRough = 0.05;               // error of a block that is worth settling
constexpr double kExact = 1e-12;              // error of one with which nothing is left to do
constexpr double kFine = 1e-7;                // error of one that is a model of the algebra
constexpr double kFair = 0.01;                // error of one that is worth trying
constexpr double kLarger = 1.5;               // ln of the size of its values, beside those that there are
constexpr double kSpread = 0.02;              // of the largest: less means that it has come to nothing
constexpr size_t kEvaluations = 150;          // of a search for agreement
constexpr size_t kTried = 512;                // blocks
constexpr size_t kMostPairs = 100000;         // of classes
constexpr size_t kHardPairs = 20000;          // of which are looked at
constexpr size_t kMostLooks = 2'000'000'000;  // at a pair, in all
constexpr size_t kMostFilled = 1024;          // blocks; more of them are left as they are
constexpr size_t kSmallest = 64;              // trees whose values leaves may get
constexpr double kNearStart = 0.1;            // weight of the distance from the start

using Vector = std::vector<double>;
using Clock = std::chrono::steady_clock;

// A block that may be taken.
struct Candidate {
  size_t set = 0;
  Vector leaves;
  std::vector<bool> apart;  // the pairs of classes that it tells apart
  bool used = false;
};

class Settling {
 public:
  Settling(const TreeParameters& all, encode::Pass<double>& pass, const Schedule& schedule,
           std::span<const uint32_t> labels, const encode::SettleParams& params)
      : all_(all),
        pass_(pass),
        schedule_(schedule),
        labels_(labels),
        random_(params.random),
        begin_(Clock::now()),
        most_seconds_(params.most_seconds),
        shape_(all.blocks_of(1)),
        width_(all.leaf_width()),
        classes_(labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end()) + 1),
        sizes_(classes_),
        roots_(labels.size() * all.shape.dimension),
        down_(roots_.size()),
        units_(labels.size() * shape_.count * (shape_.size + 1)),
        inverse_(labels.size() * shape_.count),
        means_(classes_ * shape_.count * (shape_.size + 1)),
        error_(shape_.count),
        spread_(shape_.count),
        live_(shape_.count, true) {
    for (const uint32_t label : labels) ++sizes_[label];
    // Networks that are larger than usual get fewer evaluations, so that settling never takes minutes.
    constexpr size_t kUsual = 500'000;
    const size_t work = std::max<size_t>(1, schedule.rows() * all.shape.dimension);
    evaluations_ = std::clamp(kEvaluations * kUsual / work, kEvaluations / 10, kEvaluations);
    draw_pairs();
    smallest_.resize(labels.size());
    for (uint32_t i = 0; i < smallest_.size(); ++i) smallest_[i] = i;
    std::stable_sort(smallest_.begin(), smallest_.end(),
                     [&](uint32_t a, uint32_t b) { return schedule.sizes[a] < schedule.sizes[b]; });
    smallest_.resize(std::min(smallest_.size(), kSmallest));
  }

  std::optional<encode::Settled<double>> run(Vector parameters) {
    x_ = std::move(parameters);
    if (!find_live()) return std::nullopt;
    snap();
    agree(evaluations_);
    snap();
    for (size_t times = 1; times <= 3 && !late() && survey(); ++times) {
      place();
      measure(x_);
      if (worst() < kFine) break;
      agree(times * evaluations_);
      if (worst() < kFine) break;
    }
    const double error = worst();
    if (!std::isfinite(error)) return std::nullopt;
    return encode::Settled<double>{std::move(x_), error};
  }

 private:
  [[nodiscard]] size_t set_of(size_t block) const { return shape_.set_of(block); }
  [[nodiscard]] size_t leaf_at(size_t leaf, size_t block) const {
    return all_.leaves + leaf * width_ + block * shape_.size;
  }

  // The values of all roots, their means by class, and every block's error and spread. A value is compared by the
  // direction of (1, value), as vectors are: so none is so large that all others are alike beside it.
  void measure(const Vector& x) {
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

  // The sum over the sets of ln(error / spread), over all their live blocks together. Of all exact solutions, which may
  // be moved and scaled, one near the start is wanted.
  double objective(const Vector& x, Vector& gradient) {
    constexpr double kLeast = 1e-14;  // of an error: below it is rounding
    if (late()) return HUGE_VAL;
    measure(x);
    Vector errors(shape_.sets, kLeast);
    Vector spreads(shape_.sets);
    for (size_t b = 0; b < shape_.count; ++b) {
      if (!live_[b]) continue;
      errors[set_of(b)] += error_[b];
      spreads[set_of(b)] += spread_[b];
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
        const size_t set = set_of(b);
        if (!live_[b] || exact_[set]) continue;
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

  void agree(size_t evaluations) {
    start_ = x_;
    exact_.assign(shape_.sets, true);
    for (size_t b = 0; b < shape_.count; ++b) {
      if (live_[b] && !(error_[b] < kExact * spread_[b])) exact_[set_of(b)] = false;
    }
    if (std::ranges::all_of(exact_, [](bool exact) { return exact; })) return;
    kernels::minimise([&](const Vector& x, Vector& gradient) { return objective(x, gradient); }, x_, evaluations);
    measure(x_);
  }

  // Then no value of the objective is good enough, which ends the search.
  [[nodiscard]] bool late() const {
    return most_seconds_ > 0 && std::chrono::duration<double>(Clock::now() - begin_).count() > most_seconds_;
  }

  // Error of a block, of the live ones.
  [[nodiscard]] double worst() const {
    double error = 0;
    for (size_t b = 0; b < shape_.count; ++b) {
      if (live_[b]) error = std::max(error, error_[b] / spread_[b]);
    }
    return error;
  }

  // False where there is none.
  bool find_live() {
    measure(x_);
    constexpr double kRounding = 1e-12;
    largest_ = *std::max_element(spread_.begin(), spread_.end());
    if (!(largest_ > kRounding)) return false;
    bool any = false;
    for (size_t b = 0; b < shape_.count; ++b) {
      live_[b] = spread_[b] > kSpread * largest_ && error_[b] < kRough * spread_[b];
      any = any || live_[b];
    }
    return any;
  }

  // Makes those sets exact whose values are few: without a search.
  void snap() {
    tables_.assign(shape_.sets, std::nullopt);
    for (size_t set = 0; set < shape_.sets; ++set) {
      std::vector<size_t> own;
      for (size_t b = 0; b < shape_.count; ++b) {
        if (live_[b] && set_of(b) == set) own.push_back(b);
      }
      if (own.empty()) continue;
      const auto table = value_table(all_, x_, set, own);
      if (!table) continue;
      const Vector kept = x_;
      if (!make_exact(all_, *table, set, x_)) continue;
      // The leaves are these values.
      for (const size_t b : own) {
        for (size_t leaf = 0; leaf < all_.leaf_count; ++leaf) {
          double* value = x_.data() + leaf_at(leaf, b);
          std::ranges::copy(table->values[nearest(table->values, {value, shape_.size})], value);
        }
      }
      measure(x_);
      double after = HUGE_VAL;
      for (const size_t b : own) after = std::min(after, error_[b] / spread_[b]);
      if (!(after < 1e-9)) {
        x_ = kept;
        measure(x_);
        continue;
      }
      tables_[set] = table;
    }
  }

  void draw_pairs() {
    const size_t all = classes_ < 2 ? 0 : classes_ * (classes_ - 1) / 2;
    if (all <= kMostPairs) {
      for (uint32_t a = 0; a < classes_; ++a) {
        for (uint32_t b = 0; b < a; ++b) pairs_.emplace_back(a, b);
      }
      return;
    }
    while (pairs_.size() < kMostPairs) {
      const auto a = static_cast<uint32_t>(random_.below(classes_));
      const auto b = static_cast<uint32_t>(random_.below(classes_));
      if (a != b) pairs_.emplace_back(a, b);
    }
  }

  // By a tenth of their length.
  [[nodiscard]] std::vector<bool> pairs_apart(size_t block) const {
    constexpr double kApart = 0.01;
    const size_t n = shape_.size + 1;
    std::vector<bool> apart(pairs_.size());
    for (size_t i = 0; i < pairs_.size(); ++i) {
      const double* a = means_.data() + (pairs_[i].first * shape_.count + block) * n;
      const double* b = means_.data() + (pairs_[i].second * shape_.count + block) * n;
      double distance = 0;
      for (size_t j = 0; j < n; ++j) distance += (a[j] - b[j]) * (a[j] - b[j]);
      apart[i] = distance > kApart;
    }
    return apart;
  }
  // The value of a root in a block.
  void value_of(const Vector& units, size_t root, size_t block, double* to) const {
    const double* unit = units.data() + (root * shape_.count + block) * (shape_.size + 1);
    for (size_t j = 0; j < shape_.size; ++j) to[j] = unit[j + 1] / unit[0];
  }

  // Tries other values for the leaves, in the blocks of sets that are exact. False where none is.
  bool survey() {
    candidates_.clear();
    live_of_.assign(shape_.sets, {});
    set_error_.assign(shape_.sets, HUGE_VAL);
    double best = HUGE_VAL;
    for (size_t b = 0; b < shape_.count; ++b) {
      if (live_[b]) best = std::min(best, error_[b] / spread_[b]);
    }
    const double limit = std::max(kFine, 10 * best);
    for (size_t b = 0; b < shape_.count; ++b) {
      const double ratio = error_[b] / spread_[b];
      if (!live_[b] || !(ratio < limit)) continue;
      live_of_[set_of(b)].push_back(b);
      set_error_[set_of(b)] = std::min(set_error_[set_of(b)], ratio);
      take(b, x_);
    }
    if (candidates_.empty() || shape_.count > kMostFilled) return false;
    const Vector units = units_;
    double largest = 0;
    for (size_t b = 0; b < shape_.count; ++b) {
      if (live_[b]) largest = std::max(largest, size_of_values(b));
    }
    Vector trial = x_;
    const size_t rounds = (kTried + shape_.count - 1) / shape_.count;
    for (size_t round = 0; round < rounds; ++round) {
      for (size_t b = 0; b < shape_.count; ++b) {
        if (!live_of_[set_of(b)].empty()) try_leaves(b, round % 2 == 0, units, trial);
      }
      measure(trial);
      for (size_t b = 0; b < shape_.count; ++b) {
        if (live_of_[set_of(b)].empty() || !(spread_[b] > kSpread * largest_)) continue;
        if (error_[b] < kFair * spread_[b] && size_of_values(b) < kLarger * largest) take(b, trial);
      }
    }
    return true;
  }

  // Any values of the set's table; without one, values of leaves or of small trees.
  void try_leaves(size_t block, bool of_leaves, const Vector& units, Vector& trial) {
    const std::vector<size_t>& live = live_of_[set_of(block)];
    const std::optional<ValueTable>& table = tables_[set_of(block)];
    for (size_t leaf = 0; leaf < all_.leaf_count; ++leaf) {
      const size_t from = live[random_.below(live.size())];
      double* to = trial.data() + leaf_at(leaf, block);
      if (table) {
        std::ranges::copy(table->values[random_.below(table->values.size())], to);
      } else if (of_leaves) {
        std::copy_n(x_.data() + leaf_at(random_.below(all_.leaf_count), from), shape_.size, to);
      } else {
        value_of(units, smallest_[random_.below(smallest_.size())], from, to);
      }
    }
  }

  // The mean of ln |(1, value)|.
  [[nodiscard]] double size_of_values(size_t block) const {
    double sum = 0;
    for (size_t i = 0; i < labels_.size(); ++i)
      sum -= std::log(std::abs(units_[(i * shape_.count + block) * (shape_.size + 1)]));
    return sum / static_cast<double>(labels_.size());
  }

  static bool alike(const Candidate& a, const Candidate& b) {
    if (a.set != b.set) return false;
    double distance = 0;
    double size = 0;
    for (size_t i = 0; i < a.leaves.size(); ++i) {
      distance += (a.leaves[i] - b.leaves[i]) * (a.leaves[i] - b.leaves[i]);
      size += a.leaves[i] * a.leaves[i] + b.leaves[i] * b.leaves[i];
    }
    return distance < 1e-3 * size;
  }

  void take(size_t block, const Vector& x) {
    Candidate candidate{set_of(block), {}, {}};
    for (size_t leaf = 0; leaf < all_.leaf_count; ++leaf) {
      for (size_t i = 0; i < shape_.size; ++i) candidate.leaves.push_back(x[leaf_at(leaf, block) + i]);
    }
    if (std::ranges::any_of(candidates_, [&](const Candidate& other) { return alike(candidate, other); })) return;
    candidate.apart = pairs_apart(block);
    candidates_.push_back(std::move(candidate));
  }

  // The sets to go on with, best first: one that tells as many classes apart as any, and is the most exact of those;
  // and those that are as exact and tell apart what it does not.
  [[nodiscard]] std::vector<size_t> choose_sets() const {
    std::vector<std::vector<bool>> apart(shape_.sets, std::vector<bool>(pairs_.size()));
    std::vector<size_t> sets;
    for (const Candidate& candidate : candidates_) {
      if (std::ranges::find(sets, candidate.set) == sets.end()) sets.push_back(candidate.set);
      for (size_t i = 0; i < pairs_.size(); ++i) {
        if (candidate.apart[i]) apart[candidate.set][i] = true;
      }
    }
    std::vector<size_t> coverage(shape_.sets);
    size_t most = 0;
    for (const size_t set : sets) {
      coverage[set] = static_cast<size_t>(std::ranges::count(apart[set], true));
      most = std::max(most, coverage[set]);
    }
    const auto whole = [&](size_t set) { return coverage[set] + 1 + (pairs_.size() - most) / 4 >= most; };
    // As exact as its error says, to a power of ten, and rounding aside.
    const auto digits = [&](size_t set) { return std::ceil(std::log10(std::max(set_error_[set], 1e-9))); };
    std::stable_sort(sets.begin(), sets.end(), [&](size_t a, size_t b) {
      if (whole(a) != whole(b)) return whole(a);
      if (whole(a) && digits(a) != digits(b)) return digits(a) < digits(b);
      return coverage[a] > coverage[b];
    });
    const double limit = std::max(1e-7, 100 * set_error_[sets.front()]);
    std::vector<size_t> chosen;
    std::vector<bool> covered(pairs_.size());
    for (const size_t set : sets) {
      size_t more = 0;
      for (size_t i = 0; i < pairs_.size(); ++i) more += apart[set][i] && !covered[i] ? 1 : 0;
      if (!chosen.empty() && (set_error_[set] > limit || (more == 0 && !whole(set)))) continue;
      chosen.push_back(set);
      for (size_t i = 0; i < pairs_.size(); ++i) covered[i] = covered[i] || apart[set][i];
    }
    return chosen;
  }

  // Of the candidates of these sets: the pairs that the fewest of them tell apart, but some do.
  void keep_hard_pairs(const std::vector<size_t>& sets) {
    std::erase_if(candidates_, [&](const Candidate& c) { return std::ranges::find(sets, c.set) == sets.end(); });
    std::vector<uint32_t> times(pairs_.size());
    for (const Candidate& candidate : candidates_) {
      for (size_t i = 0; i < pairs_.size(); ++i) times[i] += candidate.apart[i] ? 1 : 0;
    }
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < pairs_.size(); ++i) {
      if (times[i] > 0) order.push_back(i);
    }
    const size_t looks = shape_.count * std::max<size_t>(1, candidates_.size());
    hard_ = std::min({kHardPairs, order.size(), std::max<size_t>(1, kMostLooks / looks)});
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(hard_), order.end(),
                      [&](uint32_t a, uint32_t b) { return times[a] != times[b] ? times[a] < times[b] : a < b; });
    order.resize(hard_);
    for (Candidate& candidate : candidates_) {
      std::vector<bool> apart(hard_);
      for (size_t i = 0; i < hard_; ++i) apart[i] = candidate.apart[order[i]];
      candidate.apart = std::move(apart);
    }
  }

  // Gives every block one of the chosen sets, and the leaves that tell apart most of what the others do not.
  void place() {
    const std::vector<size_t> chosen = choose_sets();
    keep_hard_pairs(chosen);
    std::vector<size_t> model(shape_.sets);
    size_t next = 0;
    for (size_t set = 0; set < shape_.sets; ++set) {
      const bool stays = std::ranges::find(chosen, set) != chosen.end();
      model[set] = stays ? set : chosen[next++ % chosen.size()];
    }
    const Vector before = x_;
    for (size_t set = 0; set < shape_.sets; ++set) copy_set(before, model[set], set);
    Vector weight(hard_, 1);  // halved by every block that tells the pair apart
    for (size_t b = 0; b < shape_.count; ++b) {
      Candidate* best = nullptr;
      double most = -1;
      for (Candidate& candidate : candidates_) {
        if (candidate.set != model[set_of(b)]) continue;
        double gain = 0;
        for (size_t i = 0; i < hard_; ++i) gain += candidate.apart[i] ? weight[i] : 0;
        if (candidate.used) gain *= 0.01;
        if (gain <= most) continue;
        most = gain;
        best = &candidate;
      }
      best->used = true;
      live_[b] = true;
      for (size_t i = 0; i < hard_; ++i) weight[i] *= best->apart[i] ? 0.5 : 1;
      for (size_t leaf = 0; leaf < all_.leaf_count; ++leaf) {
        for (size_t i = 0; i < shape_.size; ++i) x_[leaf_at(leaf, b) + i] = best->leaves[leaf * shape_.size + i];
      }
    }
  }

  void copy_set(const Vector& from, size_t source, size_t target) {
    for (const OperatorParameters& at : all_.operators) {
      const size_t n = shape_.size * kernels::block_terms(all_.blocks_of(at.arity));
      for (size_t i = 0; i < n; ++i) x_[all_.coefficient(at, target, i)] = from[all_.coefficient(at, source, i)];
    }
  }

  const TreeParameters& all_;
  encode::Pass<double>& pass_;
  const Schedule& schedule_;
  std::span<const uint32_t> labels_;
  base::Random& random_;
  Clock::time_point begin_;
  double most_seconds_;
  kernels::Blocks shape_;
  size_t width_, classes_;
  std::vector<size_t> sizes_;  // of the classes
  Vector x_, start_;
  Vector roots_, down_, units_, inverse_, means_, center_, error_, spread_;
  std::vector<bool> live_;   // by block
  std::vector<bool> exact_;  // by set: nothing is left to do
  double largest_ = 0;       // spread
  std::vector<std::pair<uint32_t, uint32_t>> pairs_;
  std::vector<uint32_t> smallest_;  // roots
  std::vector<std::vector<size_t>> live_of_;
  std::vector<std::optional<ValueTable>> tables_;  // by set, where it is exact and has one
  Vector set_error_;
  std::vector<Candidate> candidates_;
  size_t hard_ = 0;
  size_t evaluations_ = 0;  // of one search
};

}  // namespace

std::optional<encode::Settled<double>> settle(const TreeParameters& all, encode::Pass<double>& pass,
                                              std::vector<double> parameters, const Schedule& schedule,
                                              std::span<const uint32_t> labels, const encode::SettleParams& params) {
  return Settling(all, pass, schedule, labels, params).run(std::move(parameters));
}

}  // namespace eqnet::models
