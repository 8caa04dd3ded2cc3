#include "report/witnesses.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace eqnet::report {
namespace {

constexpr size_t kMostTried = 4096;
constexpr size_t kMostInVain = 256;          // points in a row that tell nothing apart
constexpr size_t kMostValues = 4'000'000;    // in a page, 16 MB before it is compressed
constexpr size_t kMostTextBytes = 16 << 20;  // of the values' texts

// The smallest node of each meaning.
std::vector<expr::NodeId> representatives(const data::Dataset& dataset, std::span<const expr::NodeId> nodes,
                                          const Meanings& meanings) {
  constexpr expr::NodeId kNone = UINT32_MAX;
  std::vector<expr::NodeId> smallest(meanings.count, kNone);
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (meanings.of[i] == Meanings::kUnknown) continue;
    expr::NodeId& best = smallest[meanings.of[i]];
    if (best == kNone || dataset.pool.tree_size(nodes[i]) < dataset.pool.tree_size(best)) best = nodes[i];
  }
  return smallest;
}

// Meanings that no point so far tells apart share a group.
class Groups {
 public:
  explicit Groups(size_t meanings) : group_(meanings, 0), count_(meanings == 0 ? 0 : 1) {}

  [[nodiscard]] bool all_apart() const { return count_ == group_.size(); }

  // Splits groups by the values of their members; whether any was split.
  bool split(const std::vector<uint32_t>& values) {
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> parts;
    std::vector<uint32_t> refined(group_.size());
    for (size_t m = 0; m < group_.size(); ++m) {
      refined[m] = parts.try_emplace({group_[m], values[m]}, static_cast<uint32_t>(parts.size())).first->second;
    }
    if (parts.size() == count_) return false;
    count_ = parts.size();
    group_ = std::move(refined);
    return true;
  }

 private:
  std::vector<uint32_t> group_;
  size_t count_;
};

}  // namespace

Witnesses witnesses_of(const data::Dataset& dataset, std::span<const expr::NodeId> nodes, const Meanings& meanings) {
  constexpr size_t kChunk = 16;
  Witnesses result;
  result.texts.emplace_back();
  if (!dataset.domain->has_meaning()) return result;
  const std::vector<expr::NodeId> of_meaning = representatives(dataset, nodes, meanings);
  std::unordered_map<std::string, uint32_t> places = {{"", 0}};  // of all texts that are kept
  size_t bytes = 0;
  size_t in_vain = 0;
  Groups groups(meanings.count);
  std::vector<uint32_t> values(meanings.count);
  for (size_t tried = 0; tried < kMostTried && in_vain < kMostInVain && !groups.all_apart(); tried += kChunk) {
    std::vector<domain::Sample> samples = dataset.domain->samples(dataset.pool, of_meaning, tried, kChunk);
    for (domain::Sample& sample : samples) {
      std::unordered_map<std::string_view, uint32_t> here;
      for (size_t m = 0; m < values.size(); ++m) {
        values[m] = here.try_emplace(sample.values[m], static_cast<uint32_t>(here.size())).first->second;
      }
      ++in_vain;
      if (!groups.split(values)) continue;
      in_vain = 0;
      for (size_t m = 0; m < values.size(); ++m) {
        const auto [place, added] = places.try_emplace(sample.values[m], static_cast<uint32_t>(result.texts.size()));
        if (added) result.texts.push_back(sample.values[m]);
        if (added) bytes += sample.values[m].size();
        values[m] = place->second;
      }
      if (result.values.size() + values.size() > kMostValues || bytes > kMostTextBytes) return result;
      result.points.push_back(std::move(sample.point));
      result.values.insert(result.values.end(), values.begin(), values.end());
    }
    if (samples.size() < kChunk) break;
  }
  return result;
}

}  // namespace eqnet::report
