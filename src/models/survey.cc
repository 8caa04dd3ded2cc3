#include "models/survey.h"

#include <algorithm>
#include <cmath>

namespace eqnet::models {
namespace {

constexpr double kFair = 0.01;         // error of a block that is worth trying
constexpr double kLarger = 1.5;        // ln of the size of its values, beside those that there are
constexpr size_t kTried = 512;         // blocks
constexpr size_t kMostPairs = 100000;  // of classes
constexpr size_t kMostFilled = 1024;   // blocks; more of them are left as they are
constexpr size_t kSmallest = 64;       // trees whose values leaves may get

bool alike(const Candidate& a, const Candidate& b) {
  if (a.set != b.set) return false;
  double distance = 0;
  double size = 0;
  for (size_t i = 0; i < a.leaves.size(); ++i) {
    distance += (a.leaves[i] - b.leaves[i]) * (a.leaves[i] - b.leaves[i]);
    size += a.leaves[i] * a.leaves[i] + b.leaves[i] * b.leaves[i];
  }
  return distance < 1e-3 * size;
}

}  // namespace

Survey::Survey(const TreeParameters& all, Agreement& agreement, const Schedule& schedule, base::Random& random)
    : all_(all), agreement_(agreement), random_(random), shape_(all.blocks_of(1)) {
  draw_pairs();
  smallest_.resize(schedule.sizes.size());
  for (uint32_t i = 0; i < smallest_.size(); ++i) smallest_[i] = i;
  std::stable_sort(smallest_.begin(), smallest_.end(),
                   [&](uint32_t a, uint32_t b) { return schedule.sizes[a] < schedule.sizes[b]; });
  smallest_.resize(std::min(smallest_.size(), kSmallest));
}

void Survey::draw_pairs() {
  const size_t classes = agreement_.classes();
  const size_t all = classes < 2 ? 0 : classes * (classes - 1) / 2;
  if (all <= kMostPairs) {
    for (uint32_t a = 0; a < classes; ++a) {
      for (uint32_t b = 0; b < a; ++b) pairs_.emplace_back(a, b);
    }
    return;
  }
  while (pairs_.size() < kMostPairs) {
    const auto a = static_cast<uint32_t>(random_.below(classes));
    const auto b = static_cast<uint32_t>(random_.below(classes));
    if (a != b) pairs_.emplace_back(a, b);
  }
}

std::optional<Surveyed> Survey::run(const Vector& x, const std::vector<bool>& live,
                                    const std::vector<std::optional<ValueTable>>& tables, double largest_spread) {
  Surveyed result{.pairs = pairs_.size(), .set_errors = Vector(shape_.sets, HUGE_VAL)};
  live_of_.assign(shape_.sets, {});
  double best = HUGE_VAL;
  for (size_t b = 0; b < shape_.count; ++b) {
    if (live[b]) best = std::min(best, agreement_.error(b) / agreement_.spread(b));
  }
  const double limit = std::max(kFine, 10 * best);
  for (size_t b = 0; b < shape_.count; ++b) {
    const double ratio = agreement_.error(b) / agreement_.spread(b);
    if (!live[b] || !(ratio < limit)) continue;
    live_of_[shape_.set_of(b)].push_back(b);
    result.set_errors[shape_.set_of(b)] = std::min(result.set_errors[shape_.set_of(b)], ratio);
    take(b, x, result.candidates);
  }
  if (result.candidates.empty() || shape_.count > kMostFilled) return std::nullopt;
  const Vector units = agreement_.units();
  double largest = 0;
  for (size_t b = 0; b < shape_.count; ++b) {
    if (live[b]) largest = std::max(largest, agreement_.size_of_values(b));
  }
  Vector trial = x;
  const size_t rounds = (kTried + shape_.count - 1) / shape_.count;
  for (size_t round = 0; round < rounds; ++round) {
    for (size_t b = 0; b < shape_.count; ++b) {
      const size_t set = shape_.set_of(b);
      if (!live_of_[set].empty()) try_leaves(b, tables[set], round % 2 == 0, units, x, trial);
    }
    agreement_.measure(trial);
    for (size_t b = 0; b < shape_.count; ++b) {
      if (live_of_[shape_.set_of(b)].empty() || !(agreement_.spread(b) > kSpread * largest_spread)) continue;
      if (agreement_.error(b) < kFair * agreement_.spread(b) && agreement_.size_of_values(b) < kLarger * largest)
        take(b, trial, result.candidates);
    }
  }
  return result;
}

// Any values of the set's table; without one, values of leaves or of small trees.
void Survey::try_leaves(size_t block, const std::optional<ValueTable>& table, bool of_leaves, const Vector& units,
                        const Vector& x, Vector& trial) {
  const std::vector<size_t>& live = live_of_[shape_.set_of(block)];
  for (size_t leaf = 0; leaf < all_.leaf_count; ++leaf) {
    const size_t from = live[random_.below(live.size())];
    double* to = trial.data() + all_.leaf_block(leaf, block);
    if (table) {
      std::ranges::copy(table->values[random_.below(table->values.size())], to);
    } else if (of_leaves) {
      std::copy_n(x.data() + all_.leaf_block(random_.below(all_.leaf_count), from), shape_.size, to);
    } else {
      value_of(units, smallest_[random_.below(smallest_.size())], from, to);
    }
  }
}

// The value of a root in a block.
void Survey::value_of(const Vector& units, size_t root, size_t block, double* to) const {
  const double* unit = units.data() + (root * shape_.count + block) * (shape_.size + 1);
  for (size_t j = 0; j < shape_.size; ++j) to[j] = unit[j + 1] / unit[0];
}

void Survey::take(size_t block, const Vector& x, std::vector<Candidate>& candidates) const {
  Candidate candidate{.set = shape_.set_of(block)};
  for (size_t leaf = 0; leaf < all_.leaf_count; ++leaf) {
    for (size_t i = 0; i < shape_.size; ++i) candidate.leaves.push_back(x[all_.leaf_block(leaf, block) + i]);
  }
  if (std::ranges::any_of(candidates, [&](const Candidate& other) { return alike(candidate, other); })) return;
  candidate.apart = pairs_apart(block);
  candidates.push_back(std::move(candidate));
}

// By a tenth of their length.
std::vector<bool> Survey::pairs_apart(size_t block) const {
  constexpr double kApart = 0.01;
  const size_t n = shape_.size + 1;
  std::vector<bool> apart(pairs_.size());
  for (size_t i = 0; i < pairs_.size(); ++i) {
    const double* a = agreement_.mean(pairs_[i].first, block);
    const double* b = agreement_.mean(pairs_[i].second, block);
    double distance = 0;
    for (size_t j = 0; j < n; ++j) distance += (a[j] - b[j]) * (a[j] - b[j]);
    apart[i] = distance > kApart;
  }
  return apart;
}

}  // namespace eqnet::models
