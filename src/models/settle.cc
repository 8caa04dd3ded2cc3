#include "models/settle.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/minimise.h"
#include "models/value_table.h"

namespace eqnet::models {
namespace {

constexpr double kRough = 0.05;         // error of a block that is worth settling
constexpr double kExact = 1e-12;        // error of one with which nothing is left to do
constexpr double kFair = 0.01;          // error of one that is worth trying
constexpr double kSpread = 0.02;        // of the largest: less means that it has come to nothing
constexpr size_t kEvaluations = 150;    // of a search for agreement
constexpr size_t kRounds = 24;          // of blocks that are tried
constexpr size_t kMostPairs = 100000;   // of classes
constexpr size_t kHardPairs = 4000;     // of which are looked at
constexpr size_t kSmallest = 64;        // trees whose values leaves may get
constexpr double kNearStart = 0.1;      // weight of the distance from the start

using Vector = std::vector<double>;

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
           std::span<const uint32_t> labels, base::Random& random)
      : all_(all),
        pass_(pass),
        schedule_(schedule),
        labels_(labels),
        random_(random),
        shape_(all.blocks_of(1)),
        width_(all.leaf_width()),
        classes_(labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end()) + 1),
        sizes_(classes_),
        roots_(labels.size() * all.shape.dimension),
        down_(roots_.size()),
        values_(labels.size() * width_),
        means_(classes_ * width_),
        scale_(classes_ * shape_.count),
        weights_(labels.size()),
        error_(shape_.count),
        spread_(shape_.count),
        live_(shape_.count, true) {
    for (const uint32_t label : labels) ++sizes_[label];
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
    agree(kEvaluations);
    measure(x_);
    snap();
    double error = 0;
    for (int times = 0; times < 3; ++times) {
      if (!survey()) return std::nullopt;
      place();
      measure(x_);
      agree((times + 1) * kEvaluations);
      measure(x_);
      error = 0;
      for (size_t b = 0; b < shape_.count; ++b) error = std::max(error, error_[b] / spread_[b]);
      if (getenv("SETTLE_V")) fprintf(stderr, "time %d error %.1e\n", times, error);
      if (error < 1e-6) break;
    }
    if (!std::isfinite(error)) return std::nullopt;
    if (getenv("SETTLE_V")) {
      for (size_t b = 0; b < shape_.count; ++b) {
        fprintf(stderr, "%zu: %.1e", set_of(b), error_[b]/spread_[b]);
        for (size_t leaf = 0; leaf < all_.leaf_count; ++leaf) { fprintf(stderr, " ("); for (size_t i = 0; i < shape_.size; ++i) fprintf(stderr, " %.2f", x_[leaf_at(leaf, b) + i]); fprintf(stderr, ")"); }
        fprintf(stderr, "\n");
      }
    }
    return encode::Settled<double>{std::move(x_), error};
  }

 private:
  [[nodiscard]] size_t set_of(size_t block) const { return shape_.set_of(block); }
  [[nodiscard]] size_t leaf_at(size_t leaf, size_t block) const {
    return all_.leaves + leaf * width_ + block * shape_.size;
  }

  // The values of all roots, their means by class, and every block's error and spread. Differences count relative to
  // the size of a class's values beside the weight 1, as they do in the direction of a vector.
  void measure(const Vector& x) {
    const size_t d = all_.shape.dimension;
    const size_t k = shape_.size;
    const double root = std::sqrt(static_cast<double>(d - 1));
    pass_.forward(x.data(), schedule_, encode::Training{0, 1, 0, 0}, roots_.data());
    std::fill(means_.begin(), means_.end(), 0);
    for (size_t i = 0; i < labels_.size(); ++i) {
      weights_[i] = roots_[i * d + d - 1] / root;
      double* mean = means_.data() + labels_[i] * width_;
      for (size_t j = 0; j < width_; ++j) {
        values_[i * width_ + j] = roots_[i * d + j] / weights_[i];
        mean[j] += values_[i * width_ + j] / static_cast<double>(sizes_[labels_[i]]);
      }
    }
    center_.assign(width_, 0);
    for (size_t c = 0; c < classes_; ++c) {
      for (size_t b = 0; b < shape_.count; ++b) {
        double size = 1;
        for (size_t j = b * k; j < (b + 1) * k; ++j) {
          const double mean = means_[c * width_ + j];
          size += mean * mean;
          center_[j] += mean / static_cast<double>(classes_);
        }
        scale_[c * shape_.count + b] = 1 / (size * static_cast<double>(labels_.size()));
      }
    }
    std::fill(error_.begin(), error_.end(), 0);
    std::fill(spread_.begin(), spread_.end(), 0);
    for (size_t i = 0; i < labels_.size(); ++i) {
      const double* mean = means_.data() + labels_[i] * width_;
      for (size_t b = 0; b < shape_.count; ++b) {
        double within = 0;
        double between = 0;
        for (size_t j = b * k; j < (b + 1) * k; ++j) {
          const double value = values_[i * width_ + j];
          within += (value - mean[j]) * (value - mean[j]);
          between += (mean[j] - center_[j]) * (mean[j] - center_[j]);
        }
        error_[b] += within * scale_[labels_[i] * shape_.count + b];
        spread_[b] += between * scale_[labels_[i] * shape_.count + b];
      }
    }
  }

  // The sum over the sets of ln(error / spread), over all their live blocks together. Of all exact solutions, which may
  // be moved and scaled, one near the start is wanted.
  double objective(const Vector& x, Vector& gradient) {
    constexpr double kLeast = 1e-13;  // of an error: below it is rounding
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
    std::fill(down_.begin(), down_.end(), 0);
    for (size_t i = 0; i < labels_.size(); ++i) {
      const double* mean = means_.data() + labels_[i] * width_;
      double to_weight = 0;
      for (size_t b = 0; b < shape_.count; ++b) {
        if (!live_[b] || exact_[set_of(b)]) continue;
        const double scale = 2 * scale_[labels_[i] * shape_.count + b];  // as if it were constant
        for (size_t j = b * k; j < (b + 1) * k; ++j) {
          const double value = values_[i * width_ + j];
          // The mean's own share in the error's gradient sums to nothing.
          const double slope =
              scale * ((value - mean[j]) / errors[set_of(b)] - (mean[j] - center_[j]) / spreads[set_of(b)]);
          down_[i * d + j] = slope / weights_[i];
          to_weight -= slope * value / weights_[i];
        }
      }
      down_[i * d + d - 1] = to_weight / root;
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
  }

  // False where there is none.
  bool find_live() {
    measure(x_);
    largest_ = *std::max_element(spread_.begin(), spread_.end());
    bool any = false;
    for (size_t b = 0; b < shape_.count; ++b) {
      live_[b] = spread_[b] > kSpread * largest_ && error_[b] < kRough * spread_[b];
      any = any || live_[b];
    }
    return any;
  }

  // Makes those sets exact whose values are few: without a search.
  void snap() {
    for (size_t set = 0; set < shape_.sets; ++set) {
      std::vector<size_t> own;
      double before = HUGE_VAL;
      for (size_t b = 0; b < shape_.count; ++b) {
        if (!live_[b] || set_of(b) != set) continue;
        own.push_back(b);
        before = std::min(before, error_[b] / spread_[b]);
      }
      if (own.empty()) continue;
      const auto table = value_table(all_, x_, set, own);
      if (getenv("SETTLE_V")) fprintf(stderr, "set %zu before %.1e: values %zu error %.2f\n", set, before, table ? table->values.size() : 0, table ? table->error : 0.0);
      if (!table && getenv("SETTLE_V")) {
        std::vector<Vector> seen; std::vector<size_t> counts;
        for (size_t i = 0; i < labels_.size(); ++i) for (size_t b : own) {
          Vector v(values_.begin() + i * width_ + b * shape_.size, values_.begin() + i * width_ + (b + 1) * shape_.size);
          size_t j = 0; for (; j < seen.size(); ++j) { double dd = 0, ss = 1; for (size_t t = 0; t < v.size(); ++t) dd += (v[t]-seen[j][t])*(v[t]-seen[j][t]), ss += v[t]*v[t]; if (dd < 0.05 * ss) break; }
          if (j == seen.size()) { if (seen.size() < 40) seen.push_back(v), counts.push_back(1); } else ++counts[j];
        }
        for (size_t j = 0; j < seen.size(); ++j) { fprintf(stderr, "     %6zu (", counts[j]); for (double x : seen[j]) fprintf(stderr, "%.2f ", x); fprintf(stderr, ")\n"); }
      }
      if (!table) continue;
      const Vector kept = x_;
      if (!make_exact(all_, *table, set, x_)) continue;
      // The leaves are these values.
      for (const size_t b : own) {
        for (size_t leaf = 0; leaf < all_.leaf_count; ++leaf) {
          double* value = x_.data() + leaf_at(leaf, b);
          const std::vector<double>* best = nullptr;
          double least = HUGE_VAL;
          for (const Vector& one : table->values) {
            double distance = 0;
            for (size_t i = 0; i < shape_.size; ++i) distance += (one[i] - value[i]) * (one[i] - value[i]);
            if (distance < least) least = distance, best = &one;
          }
          std::copy(best->begin(), best->end(), value);
        }
      }
      const Vector errors = error_, spreads = spread_;
      measure(x_);
      double after = HUGE_VAL;
      for (const size_t b : own) after = std::min(after, error_[b] / spread_[b]);
      if (getenv("SETTLE_V")) fprintf(stderr, "   after %.1e\n", after);
      if (!(after < 1e-9)) {
        x_ = kept;
        error_ = errors;
        spread_ = spreads;
        continue;
      }
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

  // By a tenth of their size.
  [[nodiscard]] std::vector<bool> pairs_apart(size_t block) const {
    constexpr double kApart = 0.01;
    const auto n = static_cast<double>(labels_.size());
    std::vector<bool> apart(pairs_.size());
    for (size_t i = 0; i < pairs_.size(); ++i) {
      const auto [a, b] = pairs_[i];
      double distance = 0;
      for (size_t j = block * shape_.size; j < (block + 1) * shape_.size; ++j) {
        const double difference = means_[a * width_ + j] - means_[b * width_ + j];
        distance += difference * difference;
      }
      const double scale = std::max(scale_[a * shape_.count + block], scale_[b * shape_.count + block]);
      apart[i] = distance > kApart * (1 / (scale * n) - 0.9);
    }
    return apart;
  }

  // Tries other values for the leaves in all blocks: those of other leaves, and those of small trees. False where
  // nothing agrees.
  bool survey() {
    candidates_.clear();
    live_of_.assign(shape_.sets, {});
    set_error_.assign(shape_.sets, HUGE_VAL);
    for (size_t b = 0; b < shape_.count; ++b) {
      const double ratio = error_[b] / spread_[b];
      live_[b] = live_[b] && spread_[b] > kSpread * largest_ && ratio < kRough;
      if (!live_[b]) continue;
      live_of_[set_of(b)].push_back(b);
      set_error_[set_of(b)] = std::min(set_error_[set_of(b)], ratio);
    }
    for (size_t b = 0; b < shape_.count; ++b) {
      if (live_[b]) take(b, x_);
    }
    const Vector values = values_;
    Vector trial = x_;
    for (size_t round = 0; round < kRounds; ++round) {
      for (size_t b = 0; b < shape_.count; ++b) {
        const std::vector<size_t>& live = live_of_[set_of(b)];
        if (live.empty()) continue;
        for (size_t leaf = 0; leaf < all_.leaf_count; ++leaf) {
          const size_t from = live[random_.below(live.size())];
          const double* value = round % 2 == 0 ? x_.data() + leaf_at(random_.below(all_.leaf_count), from)
                                               : values.data() + smallest_[random_.below(smallest_.size())] * width_ +
                                                     from * shape_.size;
          std::copy_n(value, shape_.size, trial.begin() + static_cast<std::ptrdiff_t>(leaf_at(leaf, b)));
        }
      }
      measure(trial);
      for (size_t b = 0; b < shape_.count; ++b) {
        if (live_of_[set_of(b)].empty() || !(spread_[b] > kSpread * largest_)) continue;
        if (error_[b] < kFair * spread_[b]) take(b, trial);
      }
    }
    return !candidates_.empty();
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
    if (getenv("SETTLE_V")) for (size_t s : sets) fprintf(stderr, "coverage %zu: %zu of %zu\n", s, coverage[s], pairs_.size());
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
    hard_ = std::min(kHardPairs, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(hard_), order.end(),
                      [&](uint32_t a, uint32_t b) { return times[a] != times[b] ? times[a] < times[b] : a < b; });
    order.resize(hard_);
    for (Candidate& candidate : candidates_) {
      std::vector<bool> apart;
      for (const uint32_t i : order) apart.push_back(candidate.apart[i]);
      candidate.apart = std::move(apart);
    }
  }

  // Gives every block one of the chosen sets, and the leaves that tell apart most of what the others do not.
  void place() {
    const std::vector<size_t> chosen = choose_sets();
    if (getenv("SETTLE_V")) {
      for (size_t set = 0; set < shape_.sets; ++set) {
        size_t n = 0;
        for (const Candidate& c : candidates_) n += c.set == set;
        fprintf(stderr, "set %zu: error %.1e candidates %zu live %zu %s\n", set, set_error_[set], n, live_of_[set].size(), std::ranges::find(chosen, set) != chosen.end() ? "chosen" : "");
      }
    }
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
  kernels::Blocks shape_;
  size_t width_, classes_;
  std::vector<size_t> sizes_;  // of the classes
  Vector x_, start_;
  Vector roots_, down_, values_, means_, scale_, center_, weights_, error_, spread_;
  std::vector<bool> live_;  // by block
  std::vector<bool> exact_;  // by set: nothing is left to do
  double largest_ = 0;      // spread
  std::vector<std::pair<uint32_t, uint32_t>> pairs_;
  std::vector<uint32_t> smallest_;  // roots
  std::vector<std::vector<size_t>> live_of_;
  Vector set_error_;
  std::vector<Candidate> candidates_;
  size_t hard_ = 0;
};

}  // namespace

std::optional<encode::Settled<double>> settle(const TreeParameters& all, encode::Pass<double>& pass,
                                              std::vector<double> parameters, const Schedule& schedule,
                                              std::span<const uint32_t> labels, base::Random& random) {
  return Settling(all, pass, schedule, labels, random).run(std::move(parameters));
}

}  // namespace eqnet::models
