#include "models/explain.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "models/kinds.h"
#include "models/points.h"
#include "models/registry.h"
#include "models/renaming.h"

namespace eqnet::models {
namespace {

constexpr uint64_t kExplainSeed = 1;
constexpr double kCopied = 1e-5;          // of the largest coefficient: less is rounding
constexpr double kSameAssignment = 1e-3;  // the same of a leaf's numbers
constexpr double kClearTable = 0.1;       // error up to which a table is believed
constexpr size_t kMostBlocks = 64;        // of a set, in whose values laws are measured
constexpr size_t kSamples = 512;          // in all sets together, but ...
constexpr size_t kLeastByTable = 4;       // ... in each so many at least; with a table they need not decide anything
constexpr size_t kLeastByNumbers = 32;
constexpr double kOverhead = 60;   // multiplications that one application of an operator takes besides its own
constexpr double kMostWork = 3e8;  // multiplications, about

struct LiveSet {
  Part part;                                  // the first of the copies
  size_t copies = 1;                          // with itself
  size_t blocks = 0;                          // of all copies
  std::vector<BlockOperator> operators = {};  // of the first
  std::vector<LeafValues> live = {};          // by live block of all copies
};

struct LookedAt {
  LiveSet set;
  std::optional<Renamed> table = {};
  std::vector<uint32_t> constants = {};  // their values in the table, or kNoValue where they vary
  Learned learned = Learned::laws;
  std::vector<Law> laws = {};
};

class Explaining {
 public:
  Explaining(const TreeParameters& all, std::span<const double> parameters, const encode::Vocabulary& vocabulary)
      : all_(all), parameters_(parameters), vocabulary_(vocabulary) {
    for (const expr::Symbol& op : vocabulary.operators()) {
      result_.operators.push_back(op.name);
      result_.arities.push_back(op.arity);
    }
  }

  Explanation run() {
    find_sets();
    std::vector<LookedAt> looked;
    double work = 0;
    for (LiveSet& set : sets_) {
      if (!looked.empty() && work > kMostWork) break;
      result_.looked_at += set.copies;
      looked.push_back(look_at(std::move(set), work));
    }
    for (LookedAt& one : looked) measure(one, looked.size());
    group(looked);
    return std::move(result_);
  }

 private:
  using Vector = std::vector<double>;

  // Those that live, without copies.
  void find_sets() {
    const kernels::Blocks shape = all_.blocks_of(1);
    const std::vector<double> sizes = leaf_sizes(all_, parameters_.data());
    const double least = kAlive * *std::ranges::max_element(sizes);
    std::vector<std::vector<size_t>> blocks(shape.sets);
    for (size_t block = 0; block < shape.count; ++block) blocks[shape.set_of(block)].push_back(block);
    std::vector<bool> lives(shape.count);
    for (size_t set = 0; set < shape.sets; ++set) {
      const size_t before = result_.live_sets;
      for (const Part& part : parts_of(all_, parameters_, set)) {
        LiveSet own{.part = part, .blocks = blocks[set].size()};
        for (const size_t block : blocks[set]) {
          double size = 0;
          for (const size_t number : part.numbers) size = std::max(size, sizes[block * shape.size + number]);
          if (size == 0 || size < least) continue;
          own.live.push_back(leaves_of(all_, parameters_, part, block));
          lives[block] = true;
        }
        if (!own.live.empty()) add(std::move(own));
      }
      result_.sets += std::max<size_t>(1, result_.live_sets - before);
    }
    result_.block = shape.size;
    result_.blocks = shape.count;
    result_.live = static_cast<size_t>(std::ranges::count(lives, true));
  }

  void add(LiveSet set) {
    set.operators = operators_of(all_, parameters_, set.part);
    Vector own;
    for (const BlockOperator& op : set.operators) {
      own.insert(own.end(), op.coefficients().begin(), op.coefficients().end());
    }
    double largest = 0;
    for (const double number : own) largest = std::max(largest, std::abs(number));
    ++result_.live_sets;
    result_.parts += set.live.size();
    const auto model = std::ranges::find_if(known_, [&](const Vector& other) { return copied(other, own, largest); });
    if (model == known_.end()) {
      known_.push_back(std::move(own));
      sets_.push_back(std::move(set));
      return;
    }
    LiveSet& copy_of = sets_[static_cast<size_t>(model - known_.begin())];
    ++copy_of.copies;
    copy_of.blocks += set.blocks;
    std::ranges::move(set.live, std::back_inserter(copy_of.live));
  }

  // Of coefficients. Most that are none differ in the first number, which makes this fast for thousands of sets.
  static bool copied(const Vector& a, const Vector& b, double largest) {
    return std::ranges::equal(a, b, [&](double x, double y) { return std::abs(x - y) <= kCopied * largest; });
  }

  // Multiplications of one application of every operator, to as many choices of children as `choices` says.
  template <class Choices>
  static double work_of(const LiveSet& set, const Choices& choices) {
    double sum = 0;
    for (const BlockOperator& op : set.operators) {
      sum += choices(op.arity()) * (static_cast<double>(op.coefficients().size()) + kOverhead);
    }
    return sum;
  }

  // The same for all laws and one sample: with n operators, each is asked about some 10 n times.
  static double work_of_sample(const LiveSet& set) {
    return 10 * static_cast<double>(set.operators.size()) *
           work_of(set, [](size_t arity) { return arity > 2 ? 0 : 1; });
  }
  // To take in this one of so many sets.
  static size_t samples(const LiveSet& set, size_t sets, size_t least) {
    const double affordable = kMostWork / (static_cast<double>(sets) * (1 + work_of_sample(set)));
    return std::max(least, std::min(kSamples / sets, static_cast<size_t>(std::min(affordable, 1e6))));
  }

  // Adds to `work` what it may have taken.
  LookedAt look_at(LiveSet set, double& work) const {
    LookedAt one{.set = std::move(set)};
    auto table = value_table(one.set.operators, one.set.live);
    if (table && table->error > kClearTable) table.reset();
    const auto values = static_cast<double>(table ? table->values.size() : kMostValues);
    // Values are found in some rounds. Where there are too many, that shows sooner.
    work += (table ? 4 : 1) * work_of(one.set, [&](size_t arity) { return std::min(1e5, std::pow(values, arity)); });
    work += kLeastByNumbers * work_of_sample(one.set);
    if (!table) return one;
    for (size_t leaf = 0; leaf < all_.leaf_count; ++leaf) {
      if (vocabulary_.leaves()[leaf].kind == expr::SymbolKind::constant)
        one.constants.push_back(constant(leaf, one.set, *table));
    }
    one.table = rename_values(*table, result_.arities, one.constants);
    for (uint32_t& value : one.constants) {
      if (value != kNoValue) value = one.table->renamings[0][value];
    }
    return one;
  }

  // Its value in all live blocks, or kNoValue.
  static uint32_t constant(size_t leaf, const LiveSet& set, const ValueTable& table) {
    const auto value = [&](const LeafValues& block) { return nearest(table.values, block[leaf]); };
    const uint32_t first = value(set.live[0]);
    return std::ranges::all_of(set.live, [&](const LeafValues& block) { return value(block) == first; }) ? first
                                                                                                         : kNoValue;
  }

  void measure(LookedAt& one, size_t sets) {
    const Part& part = one.set.part;
    base::Random random = base::Random::stream(kExplainSeed, part.set + part.numbers[0] * all_.sets());
    std::vector<LeafValues> blocks = one.set.live;
    if (blocks.size() > kMostBlocks) {
      random.shuffle(blocks);
      blocks.resize(kMostBlocks);
    }
    const OccurringValues values(one.set.operators, blocks, random);
    const size_t count = samples(one.set, sets, one.table ? kLeastByTable : kLeastByNumbers);
    if (!values.differ() || values.forgotten(count)) {
      one.learned = values.differ() ? Learned::forgotten : Learned::single_value;
      one.table.reset();
      return;
    }
    one.learned = one.table ? Learned::table : Learned::laws;
    if (!one.table) {
      one.laws = values.laws(count);
      return;
    }
    // Tables of the same results obey the same laws: most models have one for all blocks.
    const auto [found, is_new] = laws_of_.try_emplace(one.table->table.operators);
    if (is_new) found->second = laws_of_table(one.table->table, result_.arities);
    one.laws = found->second;
    for (Law& law : one.laws) law.error = values.error(law, one.table->table, count);
  }

  static bool same_algebra(const LookedAt& a, const LookedAt& b) {
    if (a.learned != b.learned) return false;
    if (a.table) return a.table->table.operators == b.table->table.operators && a.constants == b.constants;
    return std::ranges::equal(a.laws, b.laws, [](const Law& x, const Law& y) { return x.agrees(y); });
  }

  void group(const std::vector<LookedAt>& looked) {
    std::vector<std::vector<const LookedAt*>> groups;
    for (const LookedAt& one : looked) {
      const auto own = std::ranges::find_if(groups, [&](const auto& group) { return same_algebra(*group[0], one); });
      own == groups.end() ? groups.push_back({&one}) : own->push_back(&one);
    }
    for (const auto& group : groups) result_.algebras.push_back(summary(group));
    std::ranges::stable_sort(result_.algebras, std::greater(), &LearnedAlgebra::live);
  }

  [[nodiscard]] LearnedAlgebra summary(const std::vector<const LookedAt*>& group) const {
    LearnedAlgebra algebra;
    const LookedAt& first = *group[0];
    algebra.distinct = group.size();
    algebra.learned = first.learned;
    algebra.laws = first.laws;
    for (size_t i = 0; i < algebra.laws.size(); ++i) {
      double sum = 0;
      double count = 0;
      for (const LookedAt* one : group) {
        const std::optional<double>& error = one->laws[i].error;
        count += error ? 1 : 0;
        sum += error ? *error * *error : 0;
      }
      if (count > 0) algebra.laws[i].error = std::sqrt(sum / count);
    }
    for (const LookedAt* one : group) {
      algebra.sets += one->set.copies;
      algebra.blocks += one->set.blocks;
      algebra.live += one->set.live.size();
    }
    if (first.table) {
      algebra.table = LearnedTable{.values = names(first), .operators = first.table->table.operators};
      for (const LookedAt* one : group) algebra.table->error = std::max(algebra.table->error, one->table->table.error);
      algebra.assignments = assignments_by_name(group);
    } else {
      for (const LookedAt* one : group) algebra.assignments += assignments_by_numbers(one->set);
    }
    return algebra;
  }

  [[nodiscard]] std::vector<std::string> names(const LookedAt& one) const {
    std::vector<std::string> names(one.table->table.values.size());
    size_t number = 0;
    for (const expr::Symbol& leaf : vocabulary_.leaves()) {
      if (leaf.kind != expr::SymbolKind::constant) continue;
      const uint32_t value = one.constants[number++];
      if (value != kNoValue && names[value].empty()) names[value] = leaf.name;
    }
    for (size_t i = 0; i < names.size(); ++i) {
      if (names[i].empty()) names[i] = "v" + std::to_string(i);
    }
    return names;
  }

  // Of the renamings that lead to the same table, that one which makes an assignment the least.
  static size_t assignments_by_name(const std::vector<const LookedAt*>& group) {
    std::set<std::vector<uint32_t>> different;
    for (const LookedAt* one : group) {
      const std::vector<uint32_t>& to = one->table->renamings[0];
      std::vector<uint32_t> back(to.size());
      for (uint32_t i = 0; i < to.size(); ++i) back[to[i]] = i;
      for (const LeafValues& leaves : one->set.live) {
        std::vector<uint32_t> values;
        for (const Vector& leaf : leaves) values.push_back(back[nearest(one->table->table.values, leaf)]);
        std::vector<uint32_t> least;
        for (const std::vector<uint32_t>& renaming : one->table->renamings) {
          std::vector<uint32_t> renamed = values;
          for (uint32_t& value : renamed) value = renaming[value];
          if (least.empty() || renamed < least) least = std::move(renamed);
        }
        different.insert(std::move(least));
      }
    }
    return different.size();
  }

  static size_t assignments_by_numbers(const LiveSet& set) {
    const auto same = [](const LeafValues& a, const LeafValues& b) {
      double distance = 0;
      double size = 0;
      for (size_t leaf = 0; leaf < a.size(); ++leaf) {
        for (size_t i = 0; i < a[leaf].size(); ++i) {
          const double one = a[leaf][i];
          const double other = b[leaf][i];
          distance += (one - other) * (one - other);
          size += one * one + other * other;
        }
      }
      return distance <= kSameAssignment * kSameAssignment * size;
    };
    std::vector<const LeafValues*> different;
    for (const LeafValues& block : set.live) {
      if (std::ranges::none_of(different, [&](const LeafValues* other) { return same(*other, block); })) {
        different.push_back(&block);
      }
    }
    return different.size();
  }

  const TreeParameters& all_;
  std::span<const double> parameters_;
  const encode::Vocabulary& vocabulary_;
  std::vector<LiveSet> sets_;
  std::vector<Vector> known_;                                               // by set: its coefficients
  std::map<std::vector<std::vector<uint32_t>>, std::vector<Law>> laws_of_;  // by table
  Explanation result_;
};

}  // namespace

bool explainable(const TreeShape& shape) {
  return shape.points && !shape.linear && shape.hidden == 0 && shape.product == 0 && !shape.bias &&
         shape.output_activation == Activation::identity;
}

Explanation explain(const TreeParameters& all, std::span<const double> parameters,
                    const encode::Vocabulary& vocabulary) {
  return Explaining(all, parameters, vocabulary).run();
}

std::optional<Explanation> explain(encode::Model model, const std::string& source) {
  if (&model.settings.kind() != &eqnet_mul() || !model.settings.flag("points")) return std::nullopt;
  const auto network = make_network(model.settings, model.vocabulary);
  const auto* tree = dynamic_cast<const TreeNetwork<float>*>(network.get());
  if (tree == nullptr || !explainable(tree->parameters().shape) || model.vocabulary.leaves().empty())
    return std::nullopt;
  encode::arrange_parameters(model, network->layout(), source);
  return explain(tree->parameters(), std::vector<double>(model.parameters.begin(), model.parameters.end()),
                 model.vocabulary);
}

}  // namespace eqnet::models
