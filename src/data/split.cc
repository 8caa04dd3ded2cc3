// The paper's split. Shares and rounding are those of the published files: floor(15%) to validation, floor(25%) to
// SeenEqClass, the rest to training.
#include <algorithm>
#include <numeric>
#include <unordered_map>

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

// The symbols of some classes' expressions, by symbol.
void note_symbols(const expr::Pool& pool, std::span<const expr::NodeId> roots, std::vector<bool>& known) {
  const expr::Subgraph graph(pool, roots);
  for (size_t place = 0; place < graph.size(); ++place) known[pool.symbol(graph.id(place))] = true;
}

bool all_known(const expr::Pool& pool, expr::NodeId root, const std::vector<bool>& known) {
  const expr::Subgraph graph(pool, {&root, 1});
  for (size_t place = 0; place < graph.size(); ++place) {
    if (!known[pool.symbol(graph.id(place))]) return false;
  }
  return true;
}

// A model can say nothing of a symbol that it has not been trained with: expressions with such symbols go to training,
// from UnseenEqClass with their whole class. Where every symbol occurs often, as in generated data, nothing moves.
void keep_symbols_in_training(Dataset& dataset) {
  Split& split = *dataset.split;
  Classes& train = split[static_cast<size_t>(Part::train)];
  std::vector<bool> known(dataset.pool.symbols.size());
  for (const EquivalenceClass& c : train) note_symbols(dataset.pool, c.members, known);
  if (std::ranges::find(known, false) == known.end()) return;
  std::unordered_map<std::string, std::vector<expr::NodeId>> moved;  // to training, by class
  for (const Part part : {Part::validation, Part::seen, Part::unseen}) {
    Classes& classes = split[static_cast<size_t>(part)];
    for (EquivalenceClass& c : classes) {
      const auto stays = [&](expr::NodeId member) { return all_known(dataset.pool, member, known); };
      if (std::ranges::all_of(c.members, stays)) continue;
      const auto cut =
          part == Part::unseen ? c.members.begin() : std::stable_partition(c.members.begin(), c.members.end(), stays);
      std::vector<expr::NodeId>& to = moved[c.name];
      to.insert(to.end(), cut, c.members.end());
      c.members.erase(cut, c.members.end());
      note_symbols(dataset.pool, to, known);
    }
    std::erase_if(classes, [](const EquivalenceClass& c) { return c.members.empty(); });
  }
  for (EquivalenceClass& c : train) {
    const auto found = moved.find(c.name);
    if (found == moved.end()) continue;
    c.members.insert(c.members.end(), found->second.begin(), found->second.end());
    moved.erase(found);
  }
  for (const EquivalenceClass& c : dataset.classes) {  // in the dataset's order, whatever the map's
    if (const auto found = moved.find(c.name); found != moved.end())
      train.push_back({c.name, std::move(found->second)});
  }
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
  keep_symbols_in_training(dataset);
}

}  // namespace eqnet::data
