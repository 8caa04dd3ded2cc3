#include "models/set_choice.h"

#include <algorithm>
#include <cmath>

namespace eqnet::models {

std::vector<size_t> choose_sets(std::span<const Candidate> candidates, size_t pairs, std::span<const double> errors) {
  std::vector<std::vector<bool>> apart(errors.size(), std::vector<bool>(pairs));
  std::vector<size_t> sets;
  for (const Candidate& candidate : candidates) {
    if (std::ranges::find(sets, candidate.set) == sets.end()) sets.push_back(candidate.set);
    for (size_t i = 0; i < pairs; ++i) {
      if (candidate.apart[i]) apart[candidate.set][i] = true;
    }
  }
  std::vector<size_t> coverage(errors.size());
  size_t most = 0;
  for (const size_t set : sets) {
    coverage[set] = static_cast<size_t>(std::ranges::count(apart[set], true));
    most = std::max(most, coverage[set]);
  }
  const auto whole = [&](size_t set) { return coverage[set] + 1 + (pairs - most) / 4 >= most; };
  // As exact as its error says, to a power of ten, and rounding aside.
  const auto digits = [&](size_t set) { return std::ceil(std::log10(std::max(errors[set], 1e-9))); };
  std::stable_sort(sets.begin(), sets.end(), [&](size_t a, size_t b) {
    if (whole(a) != whole(b)) return whole(a);
    if (whole(a) && digits(a) != digits(b)) return digits(a) < digits(b);
    return coverage[a] > coverage[b];
  });
  const double limit = std::max(1e-7, 100 * errors[sets.front()]);
  std::vector<size_t> chosen;
  std::vector<bool> covered(pairs);
  for (const size_t set : sets) {
    size_t more = 0;
    for (size_t i = 0; i < pairs; ++i) more += apart[set][i] && !covered[i] ? 1 : 0;
    if (!chosen.empty() && (errors[set] > limit || (more == 0 && !whole(set)))) continue;
    chosen.push_back(set);
    for (size_t i = 0; i < pairs; ++i) covered[i] = covered[i] || apart[set][i];
  }
  return chosen;
}

}  // namespace eqnet::models
