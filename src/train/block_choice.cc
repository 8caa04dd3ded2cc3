#include "train/block_choice.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "base/random.h"
#include "train/larger_trees.h"

namespace eqnet::train {
namespace {

constexpr size_t kMostTried = 512;           // assignments
constexpr size_t kMostClasses = 2000;        // of the training data
constexpr size_t kMostWork = 2'000'000'000;  // some seconds; then the best so far is taken
// Vectors become longer where more than this share of what is looked up would be found wrongly, by so many numbers at a
// time.
constexpr double kWrong = 0.005;
constexpr size_t kLonger = 64;

class Choosing {
 public:
  Choosing(const Task& task, const Equations& equations, const std::vector<FiniteTables>& algebras, uint64_t seed)
      : random_(base::Random::stream(seed, uint64_t{8} << 32)) {
    std::vector<uint32_t> classes = equations.class_terms();
    random_.shuffle(classes);
    classes.resize(std::min(classes.size(), kMostClasses));
    expr::Pool pool;
    const std::vector<expr::NodeId> trees = larger_trees(task, seed, pool);
    const expr::Subgraph nodes(pool, trees);
    const std::vector<uint32_t> numbers = task.vocabulary.numbers(pool.symbols);
    std::vector<uint8_t> terms;
    std::vector<uint8_t> values(nodes.size());
    std::vector<FiniteTables> all;
    for (const FiniteTables& algebra : algebras) {
      for (FiniteTables& part : quotients(algebra)) all.push_back(std::move(part));
    }
    for (const FiniteTables& algebra : all) {
      most_values_ = std::max(most_values_, algebra.values);
      for (const auto& leaves : some(algebra.assignments, kMostTried / all.size() + 1)) {
        encode::FinitePart part = generated(algebra, leaves);
        if (part.values < 2) continue;
        Tried& tried = tried_.emplace_back();
        tried.part = std::move(part);
        algebra.evaluate(equations, leaves, terms);
        for (const uint32_t term : classes) tried.values.push_back(terms[term]);
        for (size_t place = 0; place < nodes.size(); ++place) {
          const uint32_t number = numbers[pool.symbol(nodes.id(place))];
          const auto children = nodes.children(place);
          size_t at = 0;
          for (size_t c = children.size(); c-- > 0;) at = at * algebra.values + values[children[c]];
          values[place] = children.empty() ? leaves[number] : algebra.operators[number][at];
        }
        for (size_t i = 0; i < trees.size(); ++i) tried.values.push_back(values[nodes.root(i)]);
      }
    }
    // Classes count twice as much as trees, however many there are of each.
    weight_.assign(classes.size(), 2 * static_cast<double>(trees.size() + 1) / static_cast<double>(classes.size() + 1));
    weight_.resize(classes.size() + trees.size(), 1);
    cell_.resize(weight_.size());
    keep_meanings();
  }

  BlockChoice run(const Room& given) {
    const size_t numbers = needed(given);
    // What is wanted where there are no blocks says how large they may have to be.
    std::set<size_t> sizes;
    size_t room = numbers;
    choose(
        1, [&](size_t size) { return size <= room; },
        [&](const Tried& tried) {
          sizes.insert(tried.size());
          room -= tried.size();
        });
    Packing best;
    double least = HUGE_VAL;
    for (const size_t size : sizes) {
      // What a part costs counts for much, for little or for nothing: none of them is always the best.
      for (const double power : {1.0, 0.5, 0.0}) {
        if (work_ >= kMostWork && least < HUGE_VAL) break;
        Packing packing(numbers / size, size);
        choose(
            power, [&](size_t needed) { return packing.fits(needed); }, [&](Tried& tried) { packing.put(tried); });
        if (work_ < kMostWork) exchange(packing);
        const double together = left_together(packing.all());
        if (together >= least) continue;
        least = together;
        best = std::move(packing);
      }
    }
    BlockChoice choice;
    choice.numbers = numbers;
    choice.size = best.size;
    for (const auto& block : best.blocks) {
      auto& parts = choice.blocks.emplace_back();
      for (const Tried* tried : block) parts.push_back(tried->part);
    }
    return choice;
  }

 private:
  struct Tried {
    encode::FinitePart part;
    std::vector<uint8_t> values;  // by class, then by tree
    size_t times = 0;             // that it was chosen

    [[nodiscard]] size_t size() const { return part.values - 1; }
  };

  // Parts in blocks.
  struct Packing {
    Packing() = default;
    Packing(size_t count, size_t size) : size(size), blocks(count), room(count, size) {}

    // The fullest block that has room; none: their number.
    [[nodiscard]] size_t place(size_t needed) const {
      size_t best = room.size();
      for (size_t i = 0; i < room.size(); ++i) {
        if (room[i] >= needed && (best == room.size() || room[i] < room[best])) best = i;
      }
      return best;
    }
    [[nodiscard]] bool fits(size_t needed) const { return place(needed) < room.size(); }
    void put(Tried& tried) {
      const size_t block = place(tried.size());
      room[block] -= tried.size();
      blocks[block].push_back(&tried);
    }
    [[nodiscard]] std::vector<Tried*> all() const {
      std::vector<Tried*> parts;
      for (const auto& block : blocks) parts.insert(parts.end(), block.begin(), block.end());
      return parts;
    }

    size_t size = 0;
    std::vector<std::vector<Tried*>> blocks;
    std::vector<size_t> room;
  };

  // How many of them it takes.
  size_t needed(const Room& room) {
    if (room.most <= room.numbers) return room.numbers;
    const double enough = kWrong * std::accumulate(weight_.begin(), weight_.end(), 0.0);
    size_t used = 0;
    bool done = false;
    choose(
        1, [&](size_t size) { return !done && used + size <= room.most; },
        [&](const Tried& tried) {
          used += tried.size();
          done = weight_together(tried.values) <= enough;
        });
    if (used <= room.numbers) return room.numbers;
    return std::min(room.most, (used + kLonger) / kLonger * kLonger - 1);
  }

  // Expressions that nothing tells apart mean the same: one is kept of them, with the weight of all.
  void keep_meanings() {
    std::map<std::string, size_t> places;
    std::vector<size_t> first;  // by meaning
    std::vector<double> weight;
    for (size_t i = 0; i < weight_.size(); ++i) {
      std::string meaning;
      meaning.reserve(tried_.size());
      for (const Tried& tried : tried_) meaning.push_back(static_cast<char>(tried.values[i]));
      const auto [place, is_new] = places.emplace(std::move(meaning), first.size());
      if (is_new) {
        first.push_back(i);
        weight.push_back(0);
      }
      weight[place->second] += weight_[i];
    }
    for (Tried& tried : tried_) {
      std::vector<uint8_t> kept;
      kept.reserve(first.size());
      for (const size_t i : first) kept.push_back(tried.values[i]);
      tried.values = std::move(kept);
    }
    weight_ = std::move(weight);
    cell_.resize(weight_.size());
  }

  // One part after the other, as long as there is room: that which tells most pairs apart for what it costs (size to
  // this power). When nothing more can be told apart it starts anew, so that most pairs are told apart more than once.
  template <class Fits, class Take>
  void choose(double power, const Fits& fits, const Take& take) {
    for (Tried& tried : tried_) tried.times = 0;
    size_t times = 1;  // that each may be chosen
    start_anew();
    for (bool fresh = true;;) {
      Tried* const best = most_telling(power, fits, times);
      if (best != nullptr) {
        ++best->times;
        take(*best);
        refine(best->values);
        fresh = false;
      } else if (!fresh) {
        start_anew();
        fresh = true;
      } else {
        // All that fit were chosen so often.
        const auto again = [&](const Tried& tried) { return tried.times == times && fits(tried.size()); };
        if (std::ranges::none_of(tried_, again)) return;
        ++times;
      }
    }
  }

  // Puts others of the same size in the place of parts, where that tells more pairs apart.
  void exchange(Packing& packing) {
    constexpr size_t kRounds = 3;
    for (size_t round = 0; round < kRounds; ++round) {
      bool changed = false;
      for (auto& block : packing.blocks) {
        for (Tried*& own : block) {
          std::vector<Tried*> others = packing.all();
          others.erase(std::ranges::find(others, own));
          left_together(others);
          if (work_ >= kMostWork) return;
          double least = weight_together(own->values);
          for (Tried& tried : tried_) {
            if (tried.size() != own->size()) continue;
            const double together = weight_together(tried.values);
            if (together >= least) continue;
            least = together;
            own = &tried;
            changed = true;
          }
        }
      }
      if (!changed) return;
    }
  }

  // The weight of the pairs that all of these parts leave together; the cells are then theirs.
  double left_together(const std::vector<Tried*>& parts) {
    start_anew();
    for (const Tried* part : parts) refine(part->values);
    return together_;
  }

  template <class Fits>
  Tried* most_telling(double power, const Fits& fits, size_t times) {
    Tried* best = nullptr;
    double most = 0;
    for (Tried& tried : tried_) {
      if (tried.times >= times || !fits(tried.size())) continue;
      const double cost = std::pow(static_cast<double>(tried.size()), power);
      const double gain = (together_ - weight_together(tried.values)) / cost;
      if (gain <= most) continue;
      most = gain;
      best = &tried;
    }
    return best;
  }

  std::vector<std::vector<uint8_t>> some(std::vector<std::vector<uint8_t>> all, size_t most) {
    random_.shuffle(all);
    all.resize(std::min(all.size(), most));
    return all;
  }

  void start_anew() {
    open_.resize(cell_.size());
    std::iota(open_.begin(), open_.end(), 0);
    std::ranges::fill(cell_, 0);
    cells_ = 1;
    together_ = weight_together(std::vector<uint8_t>(cell_.size()));
  }

  // What is expected to be found wrongly: who asks for a meaning gets any expression of the same cell and value. Where
  // their weights are w, of the sum W, the share of another meaning is 1 - w / W for each.
  double weight_together(const std::vector<uint8_t>& values) {
    sums_.assign(cells_ * most_values_, {});
    work_ += open_.size() + sums_.size();
    for (const uint32_t i : open_) {
      Sums& sums = sums_[cell_[i] * most_values_ + values[i]];
      sums.weight += weight_[i];
      sums.square += weight_[i] * weight_[i];
    }
    double wrong = 0;
    for (const Sums& sums : sums_) {
      if (sums.weight > 0) wrong += sums.weight - sums.square / sums.weight;
    }
    return wrong;
  }
  void refine(const std::vector<uint8_t>& values) {
    together_ = weight_together(values);
    counts_.assign(cells_ * most_values_, 0);
    for (const uint32_t i : open_) ++counts_[cell_[i] * most_values_ + values[i]];
    std::erase_if(open_, [&](uint32_t i) { return counts_[cell_[i] * most_values_ + values[i]] == 1; });
    std::ranges::fill(counts_, 0);  // now: the number of the new cell, from 1 on
    uint32_t cells = 0;
    for (const uint32_t i : open_) {
      uint32_t& number = counts_[cell_[i] * most_values_ + values[i]];
      if (number == 0) number = ++cells;
      cell_[i] = number - 1;
    }
    cells_ = cells;
  }

  base::Random random_;
  std::vector<Tried> tried_;
  std::vector<double> weight_;  // by meaning
  std::vector<uint32_t> open_;  // the meanings that are not told apart from all others yet
  std::vector<uint32_t> cell_;  // by meaning, of the open ones: those with the same are not told apart
  struct Sums {
    double weight = 0, square = 0;
  };
  std::vector<Sums> sums_;        // by cell and value
  std::vector<uint32_t> counts_;  // the same: of meanings
  size_t cells_ = 1, most_values_ = 1;
  double together_ = 0;
  size_t work_ = 0;  // steps of all loops so far
};

}  // namespace

BlockChoice choose_blocks(const Task& task, const Equations& equations, const std::vector<FiniteTables>& algebras,
                          const Room& room, uint64_t seed) {
  return Choosing(task, equations, algebras, seed).run(room);
}

}  // namespace eqnet::train
