#include "train/settling.h"

namespace eqnet::train {
namespace {

constexpr size_t kMostExpressions = 2000;

// Expressions of classes that have at least two: some of all classes rather than all of some. Labels count from 0 on.
Labelled sample(const Task& task, base::Random& random) {
  std::vector<uint32_t> order(task.training.roots.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  random.shuffle(order);
  std::vector<std::vector<uint32_t>> members(task.class_sizes.size());
  for (const uint32_t i : order) members[task.training.labels[i]].push_back(i);
  std::erase_if(members, [](const std::vector<uint32_t>& own) { return own.size() < 2; });
  Labelled chosen;
  constexpr size_t kTogether = 2;
  for (size_t first = 0; chosen.roots.size() < kMostExpressions; first += kTogether) {
    const size_t before = chosen.roots.size();
    for (uint32_t c = 0; c < members.size() && chosen.roots.size() < kMostExpressions; ++c) {
      for (size_t i = first; i < std::min(first + kTogether, members[c].size()); ++i) {
        chosen.roots.push_back(task.training.roots[members[c][i]]);
        chosen.labels.push_back(c);
      }
    }
    if (chosen.roots.size() == before) break;
  }
  return chosen;
}

}  // namespace

std::optional<encode::Settled<float>> settle(const Task& task, const encode::Network<float>& network,
                                             const std::vector<float>& parameters, const SettlingParams& params) {
  base::Random random = base::Random::stream(params.seed, uint64_t{6} << 32);
  const Labelled chosen = sample(task, random);
  if (chosen.roots.empty()) return std::nullopt;
  encode::Schedule schedule;
  encode::Scheduler(task.dataset->pool, task.vocabulary).schedule(chosen.roots, schedule);
  return network.settle(parameters.data(), schedule, chosen.labels, {random, params.most_seconds});
}

}  // namespace eqnet::train
