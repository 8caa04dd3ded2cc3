#include "train/relation_choice.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>

#include "train/larger_trees.h"

namespace eqnet::train {
namespace {

constexpr size_t kDrawnRelations = 256;  // choices of the leaves' relations, for each number of points
constexpr size_t kDrawnFirst = 64;
constexpr double kAloneFirst = 0.3;  // share of the classes that so many tell from all others
constexpr double kAlone = 0.95;      // that all do
constexpr size_t kChanges = 3000;    // that are tried
constexpr double kHopeless = 2;      // times as much left together before changes as by the best number of points
constexpr size_t kFewRelationClasses = 10;
constexpr size_t kMostRelationClasses = 2000;
// Vectors become longer where more than this share of what is looked up would be found wrongly, by so many numbers at a
// time (block_choice.cc has the same).
constexpr double kFoundWrongly = 0.005;
constexpr size_t kLongerBy = 64;

// A choice of the leaves' relations, and what each thing is with it.
struct RelationBlock {
  std::vector<RelationBits> leaves, values;
};

// A number that depends on all bits of both.
uint64_t scrambled(size_t block, RelationBits value) {
  uint64_t h = (uint64_t{value} + 1 + (uint64_t{block} << 32)) * 0x9E3779B97F4A7C15ULL;
  h = (h ^ h >> 32) * 0xD6E8FEB86659FD93ULL;
  return h ^ h >> 32;
}

// Adds up weights of things by a key.
class WeightsByKey {
 public:
  explicit WeightsByKey(const std::vector<double>& weight) : weight_(weight) {
    size_t size = 2;
    while (size < 2 * weight.size()) size *= 2;
    slots_.resize(size);
  }

  // What is expected to be found wrongly: who asks for a thing gets any of the same key. Where their weights are w, of
  // the sum W, the share of another is 1 - w / W for each.
  template <class KeyOf>
  double wrong(const KeyOf& key_of) {
    ++round_;
    used_.clear();
    for (size_t i = 0; i < weight_.size(); ++i) {
      const uint64_t key = key_of(i);
      size_t at = key & (slots_.size() - 1);
      while (slots_[at].round == round_ && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
      Slot& slot = slots_[at];
      if (slot.round != round_) {
        slot = {key, round_, 0, 0};
        used_.push_back(at);
      }
      slot.sum += weight_[i];
      slot.square += weight_[i] * weight_[i];
    }
    double wrong = 0;
    for (const size_t at : used_) wrong += slots_[at].sum - slots_[at].square / slots_[at].sum;
    return wrong;
  }

 private:
  struct Slot {
    uint64_t key = 0, round = 0;
    double sum = 0, square = 0;
  };
  const std::vector<double>& weight_;
  std::vector<Slot> slots_;
  std::vector<size_t> used_;
  uint64_t round_ = 0;
};

class ChoosingRelations {
 public:
  ChoosingRelations(const RelationThings& things, const RelationOperators& operators, const RelationRoom& room,
                    uint64_t seed, const std::function<bool()>& stop)
      : things_(things),
        operators_(operators),
        room_(room),
        random_(base::Random::stream(seed, uint64_t{13} << 32)),
        stop_(stop) {
    for (size_t leaf = 0; leaf < operators.leaves.size(); ++leaf) {
      if (operators.leaves[leaf] == LeafRelation::drawn) variables_.push_back(leaf);
    }
  }

  std::optional<RelationChoice> run(const std::vector<size_t>& points) {
    if (things_.classes() < kFewRelationClasses || variables_.empty()) return std::nullopt;
    std::vector<std::vector<RelationBlock>> drawn;
    std::vector<SmallRelations> kinds;
    std::vector<uint64_t> meanings(things_.size());
    for (const size_t count : points) {
      const SmallRelations& relations = kinds.emplace_back(count);
      if (relations.pairs() > std::max(room_.numbers, room_.most)) {
        kinds.pop_back();
        continue;
      }
      drawn.emplace_back();
      for (size_t i = 0; i < kDrawnRelations; ++i) {
        drawn.back().push_back(draw(relations));
        const size_t number = drawn.size() * kDrawnRelations + i;
        for (size_t t = 0; t < meanings.size(); ++t) meanings[t] ^= scrambled(number, drawn.back().back().values[t]);
        if (drawn.size() == 1 && i + 1 == kDrawnFirst && alone(meanings) < kAloneFirst) return std::nullopt;
        if (stop_()) return std::nullopt;
      }
    }
    if (drawn.empty() || alone(meanings) < kAlone) return std::nullopt;
    weigh(meanings);
    std::vector<Taken> all;
    double least = 1;
    for (size_t i = 0; i < kinds.size(); ++i) {
      all.push_back(taken(kinds[i], drawn[i]));
      least = std::min(least, all.back().wrong);
    }
    std::optional<RelationChoice> best;
    for (size_t i = 0; i < kinds.size(); ++i) {
      if (all[i].wrong > kHopeless * least) continue;
      if (all[i].blocks.empty()) continue;  // no room
      RelationChoice choice = improved(kinds[i], std::move(all[i]));
      const auto order = [](const RelationChoice& one) {
        return std::pair(std::max(one.wrong, kFoundWrongly), one.numbers);
      };
      if (!best || order(choice) < order(*best)) best = std::move(choice);
    }
    return best;
  }

 private:
  struct Taken {
    std::vector<RelationBlock> blocks;
    size_t numbers = 0;  // of a vector
    double wrong = 1;    // share of the weights
  };

  RelationBlock draw(const SmallRelations& relations) {
    RelationBlock block;
    for (const LeafRelation leaf : operators_.leaves) {
      block.leaves.push_back(relations.draw(leaf, operators_.letters, random_));
    }
    block.values = things_.values(relations, operators_, block.leaves);
    return block;
  }

  // The share of the classes whose meaning no other class has.
  [[nodiscard]] double alone(const std::vector<uint64_t>& meanings) const {
    std::unordered_map<uint64_t, size_t> count;
    for (size_t i = 0; i < things_.classes(); ++i) ++count[meanings[i]];
    const auto alone = std::ranges::count_if(count, [](const auto& one) { return one.second == 1; });
    return static_cast<double>(alone) / static_cast<double>(things_.classes());
  }

  // Classes count twice as much as trees, however many there are of each. Things that nothing drawn tells apart mean
  // the same: the first of them has the weight of all.
  void weigh(const std::vector<uint64_t>& meanings) {
    const auto classes = static_cast<double>(things_.classes());
    const double trees = static_cast<double>(things_.size()) - classes;
    std::unordered_map<uint64_t, size_t> first;
    for (size_t i = 0; i < meanings.size(); ++i) {
      const auto [place, is_new] = first.emplace(meanings[i], weight_.size());
      if (is_new) {
        kept_.push_back(i);
        weight_.push_back(0);
      }
      weight_[place->second] += i < things_.classes() ? 2 * (trees + 1) / (classes + 1) : 1;
    }
    total_ = std::accumulate(weight_.begin(), weight_.end(), 0.0);
  }

  // The most telling ones one after the other, as many as are needed and there is room for.
  Taken taken(const SmallRelations& relations, const std::vector<RelationBlock>& drawn) {
    WeightsByKey weights(weight_);
    std::vector<uint64_t> keys(kept_.size());
    Taken result;
    std::vector<RelationBlock>& blocks = result.blocks;
    std::vector<double> wrong = {1};  // by number of blocks
    const size_t longest = std::max(room_.numbers, room_.most) / relations.pairs();
    while (blocks.size() < longest && wrong.back() > 0 && !(wrong.size() > 1 && stop_())) {
      const RelationBlock* best = nullptr;
      double least = 0;
      for (const RelationBlock& block : drawn) {
        const double left =
            weights.wrong([&](size_t i) { return keys[i] ^ scrambled(blocks.size(), block.values[kept_[i]]); });
        if (best != nullptr && left >= least) continue;
        least = left;
        best = &block;
      }
      for (size_t i = 0; i < keys.size(); ++i) keys[i] ^= scrambled(blocks.size(), best->values[kept_[i]]);
      blocks.push_back(*best);
      wrong.push_back(least / total_);
    }
    result.numbers = room_.numbers;
    const auto count = [&] { return std::min(blocks.size(), result.numbers / relations.pairs()); };
    while (wrong[count()] > kFoundWrongly && result.numbers + kLongerBy <= room_.most) {
      result.numbers = (result.numbers + kLongerBy) / kLongerBy * kLongerBy;
    }
    blocks.resize(count());
    result.wrong = wrong[count()];
    return result;
  }

  // By changes of one leaf in one block, where they leave no more together.
  RelationChoice improved(const SmallRelations& relations, Taken taken) {
    RelationChoice choice;
    choice.points = relations.points();
    choice.numbers = taken.numbers;
    std::vector<RelationBlock>& blocks = taken.blocks;
    WeightsByKey weights(weight_);
    std::vector<uint64_t> keys(kept_.size());
    for (size_t b = 0; b < blocks.size(); ++b) {
      for (size_t i = 0; i < keys.size(); ++i) keys[i] ^= scrambled(b, blocks[b].values[kept_[i]]);
    }
    double least = weights.wrong([&](size_t i) { return keys[i]; });
    for (size_t change = 0; change < kChanges && least > 0 && !stop_(); ++change) {
      const size_t b = random_.below(blocks.size());
      RelationBlock changed{blocks[b].leaves, {}};
      RelationBits& leaf = changed.leaves[variables_[random_.below(variables_.size())]];
      leaf = other(relations, leaf);
      if (changed.leaves == blocks[b].leaves) continue;
      changed.values = things_.values(relations, operators_, changed.leaves);
      const auto key_of = [&](size_t i) {
        return keys[i] ^ scrambled(b, blocks[b].values[kept_[i]]) ^ scrambled(b, changed.values[kept_[i]]);
      };
      const double left = weights.wrong(key_of);
      if (left > least) continue;
      least = left;
      for (size_t i = 0; i < keys.size(); ++i) keys[i] = key_of(i);
      blocks[b] = std::move(changed);
    }
    choice.wrong = least / total_;
    for (RelationBlock& block : blocks) choice.leaves.push_back(std::move(block.leaves));
    return choice;
  }
  // Mostly one that is nearly the same.
  RelationBits other(const SmallRelations& relations, RelationBits leaf) {
    constexpr size_t kAnew = 16, kTwo = 4;  // one change of so many
    if (operators_.letters != RelationLetters::any || random_.below(kAnew) == 0) {
      return relations.draw(operators_.letters, random_);
    }
    const auto pair = [&] { return RelationBits{1} << random_.below(relations.pairs()); };
    leaf ^= pair();
    return random_.below(kTwo) == 0 ? leaf ^ pair() : leaf;
  }

  const RelationThings& things_;
  const RelationOperators& operators_;
  const RelationRoom& room_;
  base::Random random_;
  const std::function<bool()>& stop_;
  std::vector<size_t> variables_;  // leaves
  std::vector<size_t> kept_;       // things, one of each meaning
  std::vector<double> weight_;     // of these
  double total_ = 0;
};

}  // namespace

RelationThings::RelationThings(const Task& task, uint64_t seed) : trees_(larger_trees(task, seed, pool_)) {
  constexpr expr::NodeId kNone = UINT32_MAX;
  std::vector<expr::NodeId> members(task.class_sizes.size(), kNone);
  for (size_t i = 0; i < task.training.roots.size(); ++i) members[task.training.labels[i]] = task.training.roots[i];
  std::erase(members, kNone);
  base::Random random = base::Random::stream(seed, uint64_t{14} << 32);
  random.shuffle(members);
  members.resize(std::min(members.size(), kMostRelationClasses));
  classes_ = members.size();
  add(task, task.dataset->pool, members);
  add(task, pool_, trees_);
}

void RelationThings::add(const Task& task, const expr::Pool& pool, const std::vector<expr::NodeId>& roots) {
  Part& part = parts_.emplace_back(Part{expr::Subgraph(pool, roots), {}, roots.size()});
  const std::vector<uint32_t> numbers = task.vocabulary.numbers(pool.symbols);
  for (size_t place = 0; place < part.nodes.size(); ++place) {
    part.number.push_back(numbers[pool.symbol(part.nodes.id(place))]);
  }
}

std::vector<RelationBits> RelationThings::values(const SmallRelations& relations, const RelationOperators& operators,
                                                 const std::vector<RelationBits>& leaves) const {
  std::vector<RelationBits> all, of_node;
  std::array<RelationBits, models::kMostFormChildren> children{};
  for (const Part& part : parts_) {
    of_node.resize(part.nodes.size());
    for (size_t place = 0; place < of_node.size(); ++place) {
      const auto below = part.nodes.children(place);
      for (size_t i = 0; i < below.size(); ++i) children[i] = of_node[below[i]];
      const uint32_t number = part.number[place];
      of_node[place] =
          below.empty() ? leaves[number] : relations.apply(operators.forms[number], {children.data(), below.size()});
    }
    for (size_t i = 0; i < part.roots; ++i) all.push_back(of_node[part.nodes.root(i)]);
  }
  return all;
}

std::optional<RelationChoice> choose_relations(const RelationThings& things, const RelationOperators& operators,
                                               const RelationRoom& room, const std::vector<size_t>& points,
                                               uint64_t seed, const std::function<bool()>& stop) {
  return ChoosingRelations(things, operators, room, seed, stop).run(points);
}

}  // namespace eqnet::train
