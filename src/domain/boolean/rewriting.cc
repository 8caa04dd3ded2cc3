#include "domain/boolean/rewriting.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <unordered_map>

#include "domain/boolean/circuit.h"

namespace eqnet::domain {
namespace {

using expr::NodeId;
using Table = std::vector<uint64_t>;

constexpr size_t kMostSize = 600;        // nodes of an expression that is looked at
constexpr size_t kMostFree = 8;          // rows without a value for which both are tried
constexpr size_t kMostDivisorSize = 30;  // nodes
constexpr size_t kMostDivisors = 2;      // in one replacement, the second a literal

class Rewriting {
 public:
  Rewriting(expr::Pool& pool, std::span<const NodeId> inputs, SmallForms& small, const Forms::Shortest& shortest,
            const RewritingParams& params)
      : pool_(pool),
        inputs_(inputs),
        small_(small),
        shortest_(shortest),
        params_(params),
        words_(std::max<size_t>(1, (size_t{1} << inputs.size()) / 64)) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      Table& own = tables_[inputs[i]];
      for (size_t w = 0; w < words_; ++w) own.push_back(variable_word(i, w));
    }
    make_subsets();
  }

  NodeId run(NodeId root) {
    while (pool_.tree_size(root) <= kMostSize) {
      const std::optional<NodeId> next = shorter(root);
      if (!next) break;
      root = *next;
    }
    return root;
  }

 private:
  // A place in the tree.
  struct Place {
    NodeId node;
    size_t parent;
    size_t child;  // which of the parent's
    Table care;    // where the whole changes with it
  };
  struct Divisor {
    NodeId node;
    size_t size;
    Table table;
  };
  // d op g, or the last g.
  enum class Way : uint8_t { conjunction, disjunction, exclusive, implied };
  struct Plan {
    size_t size;
    std::vector<std::pair<Way, size_t>> steps;  // with which divisor
    std::array<uint8_t, SmallForms::kVariables> inputs;
    SmallForms::Table table;
  };

  void make_subsets() {
    const auto count = static_cast<uint8_t>(inputs_.size());
    for (uint8_t a = 0; a < count; ++a) {
      for (uint8_t b = a + 1; b < count; ++b) {
        for (uint8_t c = b + 1; c < count; ++c) {
          for (uint8_t d = c + 1; d < count; ++d) subsets_.push_back({a, b, c, d});
        }
      }
    }
  }

  const Table& table(NodeId root) {
    if (const auto known = tables_.find(root); known != tables_.end()) return known->second;
    const expr::Subgraph graph(pool_, {&root, 1});
    for (size_t place = 0; place < graph.size(); ++place) {
      const NodeId id = graph.id(place);
      if (tables_.contains(id)) continue;
      std::vector<const Table*> children;
      for (const NodeId child : pool_.children(id)) children.push_back(&tables_.at(child));
      tables_.emplace(id, applied(pool_.symbol_of(id), children));
    }
    return tables_.at(root);
  }

  Table applied(const expr::Symbol& symbol, std::span<const Table* const> children) const {
    const Gate gate = gate_of(symbol);
    Table result(words_);
    for (size_t w = 0; w < words_; ++w) {
      const auto word = [&](size_t i) { return i < children.size() ? (*children[i])[w] : 0; };
      uint64_t value = apply(gate, word(0), word(1), word(2));
      if (gate == Gate::conjunction || gate == Gate::disjunction || gate == Gate::exclusive) {
        for (size_t i = 2; i < children.size(); ++i) value = apply(gate, value, word(i));
      }
      result[w] = value;
    }
    return result;
  }

  // The whole with the first part from above replaced that can be made shorter.
  std::optional<NodeId> shorter(NodeId root) {
    make_divisors(root);
    std::vector<Place> places = {{root, 0, 0, Table(words_, ~uint64_t{0})}};
    for (size_t at = 0; at < places.size(); ++at) {
      const NodeId node = places[at].node;
      const size_t size = pool_.tree_size(node);
      if (size < 3) continue;
      if (params_.late()) break;
      if (const auto plan = find(table(node), places[at].care, size, kMostDivisors)) {
        return with(places, at, build(*plan));
      }
      add_children(places, at);
    }
    return std::nullopt;
  }

  void add_children(std::vector<Place>& places, size_t at) {
    const std::vector<NodeId> children(pool_.children(places[at].node).begin(), pool_.children(places[at].node).end());
    const expr::Symbol symbol = pool_.symbol_of(places[at].node);
    const Table zero(words_, 0);
    const Table one(words_, ~uint64_t{0});
    for (size_t i = 0; i < children.size(); ++i) {
      std::vector<const Table*> tables;
      for (const NodeId child : children) tables.push_back(&table(child));
      tables[i] = &zero;
      Table care = applied(symbol, tables);
      tables[i] = &one;
      const Table other = applied(symbol, tables);
      for (size_t w = 0; w < words_; ++w) care[w] = (care[w] ^ other[w]) & places[at].care[w];
      places.push_back({children[i], at, i, std::move(care)});
    }
  }

  NodeId with(const std::vector<Place>& places, size_t at, NodeId node) {
    while (at != 0) {
      const Place& parent = places[places[at].parent];
      std::vector<NodeId> children(pool_.children(parent.node).begin(), pool_.children(parent.node).end());
      children[places[at].child] = node;
      node = pool_.node(pool_.symbol(parent.node), children);
      at = places[at].parent;
    }
    return node;
  }

  // Short expressions and the parts of the whole, shortest first.
  void make_divisors(NodeId root) {
    divisors_.clear();
    const auto add = [&](NodeId node) {
      const size_t size = pool_.tree_size(node);
      if (size > kMostDivisorSize) return;
      divisors_.push_back({node, size, table(node)});
    };
    const auto negated = [&](NodeId node) { return pool_.node(pool_.symbols.op("Not", 1), {&node, 1}); };
    for (const NodeId input : inputs_) {
      add(input);
      add(negated(input));
    }
    literals_ = divisors_.size();
    for (size_t i = 0; i < inputs_.size(); ++i) {
      for (size_t j = i + 1; j < inputs_.size(); ++j) {
        const std::array<NodeId, 4> own = {inputs_[i], inputs_[j], inputs_[i], inputs_[j]};
        for (const SmallForms::Table pair : kPairs) add(small_.make(pair, own, shortest_, pool_));
      }
    }
    const expr::Subgraph graph(pool_, {&root, 1});
    for (size_t place = 0; place + 1 < graph.size(); ++place) {
      const NodeId id = graph.id(place);
      if (pool_.children(id).empty()) continue;
      add(id);
      add(negated(id));
    }
    std::stable_sort(divisors_.begin() + static_cast<ptrdiff_t>(literals_), divisors_.end(),
                     [](const Divisor& a, const Divisor& b) { return a.size < b.size; });
    // One of each function, the shortest.
    std::map<Table, size_t> seen;
    std::erase_if(divisors_, [&](const Divisor& divisor) { return !seen.emplace(divisor.table, 0).second; });
  }

  // Of less than `limit` nodes.
  std::optional<Plan> find(const Table& wanted, const Table& care, size_t limit, size_t deep) {
    Table on(words_), off(words_);
    for (size_t w = 0; w < words_; ++w) {
      on[w] = wanted[w] & care[w];
      off[w] = ~wanted[w] & care[w];
    }
    uint32_t essential = 0;
    for (size_t v = 0; v < inputs_.size(); ++v) {
      if (depends(on, off, v)) essential |= 1U << v;
    }
    const auto needed = static_cast<size_t>(std::popcount(essential));
    if (needed > 0 && 2 * needed - 1 >= limit) return std::nullopt;
    std::optional<Plan> best = find_small(on, off, essential, limit);
    if (best) limit = best->size;
    if (deep == 0 || limit < 6) return best;
    const size_t count = deep == kMostDivisors ? divisors_.size() : literals_;
    Table rest(words_), target(words_);
    for (size_t i = 0; i < count; ++i) {
      const Divisor& d = divisors_[i];
      if (d.size + 2 >= limit) {
        if (i < literals_) continue;
        break;
      }
      const auto attempt = [&](Way way) {
        auto plan = find(target, rest, limit - d.size - 1, deep - 1);
        if (!plan) return;
        plan->size += d.size + 1;
        plan->steps.insert(plan->steps.begin(), {way, i});
        limit = plan->size;
        best = std::move(plan);
      };
      bool covers = true, within = true;
      for (size_t w = 0; w < words_; ++w) {
        covers = covers && (on[w] & ~d.table[w]) == 0;
        within = within && (off[w] & d.table[w]) == 0;
      }
      if (covers) {
        target = wanted;
        for (size_t w = 0; w < words_; ++w) rest[w] = care[w] & d.table[w];
        attempt(Way::conjunction);
      }
      if (within) {
        target = wanted;
        for (size_t w = 0; w < words_; ++w) rest[w] = care[w] & ~d.table[w];
        attempt(Way::disjunction);
        if (params_.has_implies) {
          for (size_t w = 0; w < words_; ++w) target[w] = ~wanted[w];
          attempt(Way::implied);
        }
      }
      if (params_.has_xor) {
        for (size_t w = 0; w < words_; ++w) target[w] = wanted[w] ^ d.table[w];
        rest = care;
        attempt(Way::exclusive);
      }
    }
    return best;
  }

  // Whether some assignments with different values differ in this variable alone.
  [[nodiscard]] bool depends(const Table& on, const Table& off, size_t v) const {
    if (v >= 6) {
      const size_t bit = size_t{1} << (v - 6);
      for (size_t w = 0; w < words_; ++w) {
        if ((on[w] & off[w ^ bit]) != 0) return true;
      }
      return false;
    }
    const uint64_t mask = variable_word(v, 0);
    const unsigned shift = 1U << v;
    for (size_t w = 0; w < words_; ++w) {
      const uint64_t swapped = (off[w] & mask) >> shift | (off[w] & ~mask) << shift;
      if ((on[w] & swapped) != 0) return true;
    }
    return false;
  }

  std::optional<Plan> find_small(const Table& on, const Table& off, uint32_t essential, size_t limit) {
    std::optional<Plan> best;
    if (std::popcount(essential) > 4) return best;
    for (const auto& subset : subsets_) {
      uint32_t own = 0;
      for (const uint8_t v : subset) own |= 1U << v;
      if ((essential & ~own) != 0) continue;
      const SmallForms::Table ones = projected(on, subset);
      const SmallForms::Table zeros = projected(off, subset);
      if ((ones & zeros) != 0) continue;
      // All functions that agree.
      auto free = static_cast<SmallForms::Table>(~(ones | zeros));
      while (static_cast<size_t>(std::popcount(free)) > kMostFree) free &= static_cast<SmallForms::Table>(free - 1);
      SmallForms::Table more = free;
      while (true) {
        const auto table = static_cast<SmallForms::Table>(ones | more);
        const size_t size = small_.size(table, shortest_);
        if (size < limit) {
          best = Plan{size, {}, subset, table};
          limit = size;
        }
        if (more == 0) break;
        more = static_cast<SmallForms::Table>((more - 1) & free);
      }
    }
    return best;
  }

  // Over these four variables: 1 where it is 1 for some values of the others.
  [[nodiscard]] SmallForms::Table projected(const Table& table, const std::array<uint8_t, 4>& subset) const {
    Table any = table;
    uint32_t own = 0;
    for (const uint8_t v : subset) own |= 1U << v;
    for (size_t v = 6; v < inputs_.size(); ++v) {
      if ((own >> v & 1) != 0) continue;
      const size_t bit = size_t{1} << (v - 6);
      for (size_t w = 0; w < words_; ++w) {
        if ((w & bit) == 0) any[w] = any[w | bit] = any[w] | any[w | bit];
      }
    }
    for (size_t v = 0; v < std::min<size_t>(6, inputs_.size()); ++v) {
      if ((own >> v & 1) != 0) continue;
      const uint64_t mask = variable_word(v, 0);
      const unsigned shift = 1U << v;
      for (uint64_t& word : any) word |= (word & mask) >> shift | (word & ~mask) << shift;
    }
    SmallForms::Table result = 0;
    for (size_t row = 0; row < 16; ++row) {
      size_t assignment = 0;
      for (size_t i = 0; i < subset.size(); ++i) assignment |= (row >> i & 1) << subset[i];
      result |= static_cast<SmallForms::Table>((any[assignment / 64] >> (assignment % 64) & 1) << row);
    }
    return result;
  }

  NodeId build(const Plan& plan) {
    std::array<NodeId, 4> own{};
    for (size_t i = 0; i < own.size(); ++i) own[i] = inputs_[plan.inputs[i]];
    NodeId node = small_.make(plan.table, own, shortest_, pool_);
    for (auto step = plan.steps.rbegin(); step != plan.steps.rend(); ++step) {
      const NodeId d = divisors_[step->second].node;
      static constexpr std::array<const char*, 4> kNames = {"And", "Or", "Xor", "Implies"};
      const std::array<NodeId, 2> children =
          step->first == Way::implied ? std::array<NodeId, 2>{node, d} : std::array<NodeId, 2>{d, node};
      node = pool_.node(pool_.symbols.op(kNames[static_cast<size_t>(step->first)], 2), children);
    }
    return node;
  }

  // Functions of the first two of four variables that depend on both.
  static constexpr std::array<SmallForms::Table, 10> kPairs = {0x8888, 0xEEEE, 0x6666, 0x7777, 0x1111,
                                                               0x9999, 0x2222, 0x4444, 0xBBBB, 0xDDDD};

  expr::Pool& pool_;
  std::span<const NodeId> inputs_;
  SmallForms& small_;
  const Forms::Shortest& shortest_;
  RewritingParams params_;
  size_t words_;
  std::unordered_map<NodeId, Table> tables_;
  std::vector<std::array<uint8_t, 4>> subsets_;
  std::vector<Divisor> divisors_;
  size_t literals_ = 0;
};

}  // namespace

NodeId rewritten(expr::Pool& pool, NodeId root, std::span<const NodeId> inputs, SmallForms& small,
                 const Forms::Shortest& shortest, const RewritingParams& params) {
  return Rewriting(pool, inputs, small, shortest, params).run(root);
}

}  // namespace eqnet::domain
