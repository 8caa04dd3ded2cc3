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
constexpr size_t kLeastWithDivisor = 6;  // nodes: what is shorter has few variables
constexpr size_t kMostDivisorSize = 30;  // nodes
constexpr size_t kMostDivisors = 2;      // in one replacement, the second a literal

class Rewriting {
 public:
  Rewriting(expr::Pool& pool, std::span<const NodeId> inputs, SmallForms& small, const Forms::Shortest& shortest,
            RewritingParams params)
      : pool_(pool),
        inputs_(inputs),
        small_(small),
        shortest_(shortest),
        params_(std::move(params)),
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
  // What a part must be: true under some assignments, false under others.
  struct Wanted {
    Table on, off;
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
      if (const auto plan = find(wanted(table(node), places[at].care), size, kMostDivisors)) {
        return with(places, at, build(*plan));
      }
      add_children(places, at);
    }
    return std::nullopt;
  }

  [[nodiscard]] static Wanted wanted(const Table& table, const Table& care) {
    Wanted result{table, table};
    for (size_t w = 0; w < table.size(); ++w) {
      result.on[w] = table[w] & care[w];
      result.off[w] = ~table[w] & care[w];
    }
    return result;
  }

  void add_children(std::vector<Place>& places, size_t at) {
    const std::vector<NodeId> children(pool_.children(places[at].node).begin(), pool_.children(places[at].node).end());
    const expr::Symbol symbol = pool_.symbol_of(places[at].node);
    const Table zero(words_, 0);
    const Table one(words_, ~uint64_t{0});
    for (size_t i = 0; i < children.size(); ++i) {
      std::vector<const Table*> tables(children.size());
      std::ranges::transform(children, tables.begin(), [&](NodeId child) { return &table(child); });
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

  // Of less than `limit` nodes, with at most so many divisors.
  std::optional<Plan> find(const Wanted& wanted, size_t limit, size_t divisors) {
    uint32_t essential = 0;
    for (size_t v = 0; v < inputs_.size(); ++v) {
      if (depends(wanted.on, wanted.off, v)) essential |= 1U << v;
    }
    const auto needed = static_cast<size_t>(std::popcount(essential));
    if (needed > 0 && 2 * needed - 1 >= limit) return std::nullopt;
    std::optional<Plan> best = find_small(wanted.on, wanted.off, essential, limit);
    if (best) limit = best->size;
    if (divisors == 0 || limit < kLeastWithDivisor) return best;
    const size_t count = divisors == kMostDivisors ? divisors_.size() : literals_;
    for (size_t i = 0; i < count; ++i) {
      if (divisors_[i].size + 2 >= limit) {
        if (i < literals_) continue;
        break;
      }
      for (const auto& [way, rest] : ways(wanted, divisors_[i].table)) {
        auto plan = find(rest, limit - divisors_[i].size - 1, divisors - 1);
        if (!plan) continue;
        plan->size += divisors_[i].size + 1;
        plan->steps.insert(plan->steps.begin(), {way, i});
        limit = plan->size;
        best = std::move(plan);
      }
    }
    return best;
  }

  // What g must be for d op g to be what is wanted, for each op that can be.
  [[nodiscard]] std::vector<std::pair<Way, Wanted>> ways(const Wanted& wanted, const Table& d) const {
    bool covers = true;
    bool within = true;
    for (size_t w = 0; w < words_; ++w) {
      covers = covers && (wanted.on[w] & ~d[w]) == 0;
      within = within && (wanted.off[w] & d[w]) == 0;
    }
    std::vector<std::pair<Way, Wanted>> found;
    if (covers) {
      found.emplace_back(Way::conjunction, wanted);
      Table& off = found.back().second.off;
      for (size_t w = 0; w < words_; ++w) off[w] &= d[w];
    }
    if (within) {
      found.emplace_back(Way::disjunction, wanted);
      Table& on = found.back().second.on;
      for (size_t w = 0; w < words_; ++w) on[w] &= ~d[w];
      if (params_.has_implies) found.emplace_back(Way::implied, Wanted{wanted.off, on});
    }
    if (params_.has_xor) {
      found.emplace_back(Way::exclusive, wanted);
      auto& [on, off] = found.back().second;
      for (size_t w = 0; w < words_; ++w) {
        on[w] = (wanted.on[w] & ~d[w]) | (wanted.off[w] & d[w]);
        off[w] = (wanted.off[w] & ~d[w]) | (wanted.on[w] & d[w]);
      }
    }
    return found;
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
    for (size_t i = plan.steps.size(); i-- > 0;) {
      const auto& [way, divisor] = plan.steps[i];
      const NodeId d = divisors_[divisor].node;
      static constexpr std::array<const char*, 4> kNames = {"And", "Or", "Xor", "Implies"};
      const std::array<NodeId, 2> children =
          way == Way::implied ? std::array<NodeId, 2>{node, d} : std::array<NodeId, 2>{d, node};
      node = pool_.node(pool_.symbols.op(kNames[static_cast<size_t>(way)], 2), children);
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
