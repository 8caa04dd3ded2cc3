// The paper's split. Shares and rounding are those of the published files: floor(15%) to validation, floor(25%) to
// SeenEqClass, the rest to training.
#include <algorithm>
#include <numeric>

#include "base/random.h"
#include "eqnet/data/generate.h"

namespace eqnet::data {
namespace {

void append(Classes& classes, const EquivalenceClass& c, std::vector<size_t> chosen) {
  if (chosen.empty()) return;
  std::ranges::sort(chosen);
  EquivalenceClass part{c.name, {}};
  for (const size_t index : chosen) part.members.push_back(c.members[index]);
  classes.push_back(std::move(part));
}

}  // namespace

void make_split(Dataset& dataset, uint64_t seed, const SplitParams& params) {
  const Classes& classes = dataset.classes;
  base::Random random(base::Random::stream(seed, 0x53504C4954).next());
  std::vector<size_t> order(classes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  random.shuffle(order);

  const size_t total = count_expressions(classes);
  std::vector<bool> unseen(classes.size(), false);
  size_t taken = 0;
  for (const size_t c : order) {
    if (static_cast<double>(taken) >= params.unseen_of_rest * static_cast<double>(classes.size() - taken)) break;
    const size_t members = classes[c].members.size();
    // Fewer than three times the average, in whole numbers.
    if (members < 2 || members * classes.size() >= 3 * total) continue;
    unseen[c] = true;
    ++taken;
  }

  Split split;
  const auto part = [&](Part which) -> Classes& { return split[static_cast<size_t>(which)]; };
  for (size_t c = 0; c < classes.size(); ++c) {
    if (unseen[c]) {
      part(Part::unseen).push_back(classes[c]);
      continue;
    }
    const size_t members = classes[c].members.size();
    std::vector<size_t> shuffled(members);
    std::iota(shuffled.begin(), shuffled.end(), size_t{0});
    random.shuffle(shuffled);
    const auto validation = static_cast<std::ptrdiff_t>(members * 15 / 100);
    const auto seen = static_cast<std::ptrdiff_t>(members * 25 / 100);
    const auto begin = shuffled.begin();
    append(part(Part::validation), classes[c], {begin, begin + validation});
    append(part(Part::seen), classes[c], {begin + validation, begin + validation + seen});
    append(part(Part::train), classes[c], {begin + validation + seen, shuffled.end()});
  }
  dataset.split = std::move(split);
}

}  // namespace eqnet::data
