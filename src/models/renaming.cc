#include "models/renaming.h"

#include <algorithm>
#include <numeric>

namespace eqnet::models {
namespace {

using Renaming = std::vector<uint32_t>;

// Results of an operator under new names, in the order of the children's new numbers.
std::vector<uint32_t> renamed_results(const std::vector<uint32_t>& results, size_t arity, const Renaming& to) {
  std::vector<uint32_t> renamed(results.size());
  for (size_t choice = 0; choice < results.size(); ++choice) {
    size_t place = 0;
    size_t factor = 1;
    size_t left = choice;
    for (size_t c = 0; c < arity; ++c) {
      place += factor * to[left % to.size()];
      factor *= to.size();
      left /= to.size();
    }
    renamed[place] = to[results[choice]];
  }
  return renamed;
}

}  // namespace

Renamed rename_values(const ValueTable& table, std::span<const size_t> arities, std::span<const uint32_t> constants) {
  const size_t q = table.values.size();
  Renaming to(q);
  std::iota(to.begin(), to.end(), 0);
  Renamed best;
  std::vector<std::vector<uint32_t>> least;
  do {
    std::vector<std::vector<uint32_t>> results;
    // -1: less than the least so far; 1: more.
    int order = least.empty() ? -1 : 0;
    const auto add = [&](std::vector<uint32_t> next) {
      if (order == 0 && next != least[results.size()]) order = next < least[results.size()] ? -1 : 1;
      results.push_back(std::move(next));
    };
    for (size_t op = 0; op < arities.size() && order <= 0; ++op) {
      add(renamed_results(table.operators[op], arities[op], to));
    }
    std::vector<uint32_t> names;
    for (const uint32_t value : constants) names.push_back(value == kNoValue ? kNoValue : to[value]);
    if (order <= 0) add(std::move(names));
    if (order < 0) best.renamings.clear();
    if (order < 0) least = std::move(results);
    if (order <= 0) best.renamings.push_back(to);
  } while (q <= kMostRenamed && std::ranges::next_permutation(to).found);
  best.table.error = table.error;
  best.table.values.resize(q);
  for (size_t value = 0; value < q; ++value) best.table.values[best.renamings[0][value]] = table.values[value];
  least.pop_back();  // the constants
  best.table.operators = std::move(least);
  return best;
}

}  // namespace eqnet::models
