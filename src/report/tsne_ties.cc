#include "report/tsne_ties.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string_view>
#include <utility>

#include "base/random.h"

namespace eqnet::report {
namespace {

std::string_view bytes(const encode::UnitRows& rows, size_t i) {
  return {reinterpret_cast<const char*>(rows.row(i)), rows.width() * sizeof(float)};
}

// A step that reaches all of n places in a circle.
size_t step_round(base::Random& random, size_t n) {
  for (;;) {
    const size_t step = 1 + random.below(n - 1);
    if (std::gcd(step, n) == 1) return step;
  }
}

}  // namespace

std::vector<std::vector<uint32_t>> equal_rows(const encode::UnitRows& rows, size_t k) {
  std::vector<std::pair<size_t, uint32_t>> order(rows.size());
  for (uint32_t i = 0; i < rows.size(); ++i) order[i] = {std::hash<std::string_view>()(bytes(rows, i)), i};
  std::ranges::sort(order);
  std::vector<std::vector<uint32_t>> groups;
  for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && order[end].first == order[begin].first) ++end;
    if (end - begin <= k + 1) continue;
    std::vector<uint32_t> group;
    for (size_t i = begin; i < end; ++i) {  // others with this hash there are hardly any, and they keep what they have
      if (bytes(rows, order[i].second) == bytes(rows, order[begin].second)) group.push_back(order[i].second);
    }
    if (group.size() > k + 1) groups.push_back(std::move(group));
  }
  return groups;
}

void redraw(const std::vector<std::vector<uint32_t>>& groups, size_t k, std::span<encode::Neighbour> neighbours) {
  for (const std::vector<uint32_t>& group : groups) {
    for (const uint32_t row : group) {
      base::Random random = base::Random::stream(0, row);
      size_t at = random.below(group.size());
      const size_t step = step_round(random, group.size());
      for (size_t j = 0; j < k; at = (at + step) % group.size()) {
        if (group[at] != row) neighbours[row * k + j++] = {group[at], 1.0F};
      }
    }
  }
}

}  // namespace eqnet::report
