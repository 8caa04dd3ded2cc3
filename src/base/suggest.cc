#include "base/suggest.h"

#include <algorithm>
#include <vector>

#include "eqnet/base/error.h"

namespace eqnet::base {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Damerau and Levenshtein's distance, where no part is changed twice ("optimal string alignment").
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before_last(b.size() + 1);
  std::vector<size_t> last(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool exchanged = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (exchanged) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, std::span<const std::string> candidates) {
  constexpr size_t kLongest = 64;  // nobody mistypes more, and the time grows with the square
  if (word.size() > kLongest) return {};
  std::string best;
  size_t fewest = std::max<size_t>(1, (word.size() + 1) / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kLongest) continue;
    const size_t changes = distance(word, candidate);
    if (changes < fewest && changes < candidate.size()) {
      fewest = changes;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates, std::string_view otherwise) {
  const std::string nearest = nearest_word(word, candidates);
  return nearest.empty() ? std::string(otherwise) : "did you mean " + base::quoted(nearest) + "?";
}

}  // namespace eqnet::base
