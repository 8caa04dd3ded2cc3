#include "models/filling.h"

#include <algorithm>

namespace eqnet::models {
namespace {

constexpr size_t kHardPairs = 20000;          // of classes, that are looked at
constexpr size_t kMostLooks = 2'000'000'000;  // at a pair, in all

using Vector = std::vector<double>;

// Of the candidates of these sets: the pairs that the fewest of them tell apart, but some do. Returns their number.
size_t keep_hard_pairs(const std::vector<size_t>& sets, size_t blocks, size_t pairs,
                       std::vector<Candidate>& candidates) {
  std::erase_if(candidates, [&](const Candidate& c) { return std::ranges::find(sets, c.set) == sets.end(); });
  std::vector<uint32_t> times(pairs);
  for (const Candidate& candidate : candidates) {
    for (size_t i = 0; i < pairs; ++i) times[i] += candidate.apart[i] ? 1 : 0;
  }
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < pairs; ++i) {
    if (times[i] > 0) order.push_back(i);
  }
  const size_t looks = blocks * std::max<size_t>(1, candidates.size());
  const size_t hard = std::min({kHardPairs, order.size(), std::max<size_t>(1, kMostLooks / looks)});
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(hard), order.end(),
                    [&](uint32_t a, uint32_t b) { return times[a] != times[b] ? times[a] < times[b] : a < b; });
  order.resize(hard);
  for (Candidate& candidate : candidates) {
    std::vector<bool> apart(hard);
    for (size_t i = 0; i < hard; ++i) apart[i] = candidate.apart[order[i]];
    candidate.apart = std::move(apart);
  }
  return hard;
}

void copy_set(const TreeParameters& all, const Vector& from, size_t source, size_t target, Vector& x) {
  for (const OperatorParameters& at : all.operators) {
    const size_t n = all.shape.block * kernels::block_terms(all.blocks_of(at.arity));
    for (size_t i = 0; i < n; ++i) x[all.coefficient(at, target, i)] = from[all.coefficient(at, source, i)];
  }
}

}  // namespace

void fill_blocks(const TreeParameters& all, Surveyed surveyed, Vector& x, std::vector<bool>& live) {
  const kernels::Blocks shape = all.blocks_of(1);
  std::vector<Candidate>& candidates = surveyed.candidates;
  const std::vector<size_t> chosen = choose_sets(candidates, surveyed.pairs, surveyed.set_errors);
  const size_t hard = keep_hard_pairs(chosen, shape.count, surveyed.pairs, candidates);
  std::vector<size_t> model(shape.sets);
  size_t next = 0;
  for (size_t set = 0; set < shape.sets; ++set) {
    const bool stays = std::ranges::find(chosen, set) != chosen.end();
    model[set] = stays ? set : chosen[next++ % chosen.size()];
  }
  const Vector before = x;
  for (size_t set = 0; set < shape.sets; ++set) copy_set(all, before, model[set], set, x);
  Vector weight(hard, 1);  // halved by every block that tells the pair apart
  for (size_t b = 0; b < shape.count; ++b) {
    Candidate* best = nullptr;
    double most = -1;
    for (Candidate& candidate : candidates) {
      if (candidate.set != model[shape.set_of(b)]) continue;
      double gain = 0;
      for (size_t i = 0; i < hard; ++i) gain += candidate.apart[i] ? weight[i] : 0;
      if (candidate.used) gain *= 0.01;
      if (gain <= most) continue;
      most = gain;
      best = &candidate;
    }
    best->used = true;
    live[b] = true;
    for (size_t i = 0; i < hard; ++i) weight[i] *= best->apart[i] ? 0.5 : 1;
    for (size_t leaf = 0; leaf < all.leaf_count; ++leaf) {
      for (size_t i = 0; i < shape.size; ++i) x[all.leaf_block(leaf, b) + i] = best->leaves[leaf * shape.size + i];
    }
  }
}

}  // namespace eqnet::models
