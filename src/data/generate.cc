#include "eqnet/data/generate.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/random.h"
#include "data/node_names.h"
#include "data/productions.h"
#include "eqnet/base/error.h"

namespace eqnet::data {
namespace {

// Trees of each function over all sizes.
std::vector<Uint128> totals(const Productions& productions) {
  std::vector<Uint128> total(productions.algebra().size(), 0);
  for (size_t size = 1; size <= productions.max_size(); ++size) {
    const Level& level = productions.level(size);
    for (size_t i = 0; i < level.functions.size(); ++i) add(total[level.functions[i]], level.counts[i]);
  }
  return total;
}

// Every node of the pool gets its function's name as SemVec symbol.
std::shared_ptr<const NodeNames> name_nodes(const std::vector<FunctionId>& functions, const domain::Algebra& algebra) {
  auto names = std::make_shared<NodeNames>();
  names->name_of.assign(functions.begin(), functions.end());
  for (FunctionId f = 0; f < algebra.size(); ++f) names->names.push_back(algebra.name(f));
  return names;
}

// The dataset's pool under construction. Every tree is made once, so none is looked up.
class Builder {
 public:
  Builder(const Productions& productions, expr::Pool& pool) : pool_(pool) {
    for (const expr::Symbol& symbol : productions.symbols()) {
      symbols_.push_back(symbol.kind == expr::SymbolKind::variable   ? pool.symbols.variable(symbol.name)
                         : symbol.kind == expr::SymbolKind::constant ? pool.symbols.constant(symbol.name)
                                                                     : pool.symbols.op(symbol.name, symbol.arity));
    }
  }

  expr::NodeId node(uint32_t symbol, std::span<const expr::NodeId> children, FunctionId function) {
    functions.push_back(function);
    return pool_.append_new(symbols_[symbol], children);
  }

  std::vector<FunctionId> functions;  // by node

 private:
  expr::Pool& pool_;
  std::vector<expr::SymbolId> symbols_;  // by place in the productions
};

// All trees, smallest first, within a size in the order of the productions.
std::vector<std::vector<expr::NodeId>> enumerate(const Productions& productions, Builder& builder) {
  std::vector<std::vector<std::vector<expr::NodeId>>> nodes(productions.max_size() + 1);  // by size and place
  std::vector<std::vector<expr::NodeId>> members(productions.algebra().size());           // by function
  for (size_t size = 1; size <= productions.max_size(); ++size) {
    const Level& level = productions.level(size);
    nodes[size].resize(level.functions.size());
    std::vector<uint32_t> place(productions.algebra().size());
    for (uint32_t i = 0; i < level.functions.size(); ++i) place[level.functions[i]] = i;
    productions.for_each(size, [&](const Production& p) {
      auto& group = nodes[size][place[p.result]];
      std::vector<size_t> chosen(p.children.size(), 0);  // the tree of each child's group, the last running fastest
      std::vector<expr::NodeId> children(p.children.size());
      for (Uint128 made = 0; made < p.trees; ++made) {
        for (size_t c = 0; c < children.size(); ++c) {
          children[c] = nodes[p.children[c].size][p.children[c].place][chosen[c]];
        }
        group.push_back(builder.node(p.symbol, children, p.result));
        for (size_t c = chosen.size(); c-- > 0 && ++chosen[c] == p.children[c].count;) chosen[c] = 0;
      }
    });
    for (size_t i = 0; i < level.functions.size(); ++i) {
      auto& all = members[level.functions[i]];
      all.insert(all.end(), nodes[size][i].begin(), nodes[size][i].end());
    }
  }
  return members;
}

// Trees of chosen numbers, without building any other. A request names a tree by size, function and number within that
// group. Sizes are gone through from the largest: one pass over a size's productions meets the groups' numbers in
// ascending order and answers every request with the production it falls into, which asks for smaller trees in turn.
class Sampler {
 public:
  explicit Sampler(const Productions& productions)
      : productions_(productions), requests_(productions.max_size() + 1), trees_(productions.max_size() + 1) {}

  void request(size_t size, FunctionId function, Uint128 number) { requests_[size].push_back({function, number}); }

  void resolve() {
    for (size_t size = productions_.max_size(); size >= 1; --size) resolve(size);
  }

  // After resolve(): makes all requested trees, children first.
  void build(Builder& builder) {
    for (size_t size = 1; size < requests_.size(); ++size) {
      for (Request& r : requests_[size]) {
        children_.clear();
        const size_t arity = productions_.symbols()[r.symbol].arity;
        for (const Tree& child : std::span(trees_[size]).subspan(r.children, arity)) {
          children_.push_back(node(child.size, child.function, child.number));
        }
        r.node = builder.node(r.symbol, children_, r.function);
      }
    }
  }

  [[nodiscard]] expr::NodeId node(size_t size, FunctionId function, Uint128 number) {
    return find(size, function, number).node;
  }

 private:
  struct Tree {
    uint32_t size;
    FunctionId function;
    Uint128 number;
  };
  struct Request {
    FunctionId function;
    Uint128 number;
    size_t children = 0;  // where they begin in trees_ of its size: a list of its own would take three times the room
    uint32_t symbol = 0;
    expr::NodeId node = 0;

    [[nodiscard]] bool operator<(const Request& o) const {
      return function != o.function ? function < o.function : number < o.number;
    }
    [[nodiscard]] bool operator==(const Request& o) const { return function == o.function && number == o.number; }
  };

  Request& find(size_t size, FunctionId function, Uint128 number) {
    return *std::ranges::lower_bound(requests_[size], Request{function, number}, std::less<>());
  }

  void resolve(size_t size) {
    std::vector<Request>& requests = requests_[size];
    std::sort(requests.begin(), requests.end());
    requests.erase(std::unique(requests.begin(), requests.end()), requests.end());
    if (requests.empty()) return;
    struct Cursor {
      size_t next = 0, end = 0;  // the function's requests still to be answered
      Uint128 passed = 0;        // trees of the productions gone by
    };
    std::vector<Cursor> cursors(productions_.algebra().size());
    for (size_t i = 0; i < requests.size(); ++i) {
      Cursor& cursor = cursors[requests[i].function];
      if (cursor.end == 0) cursor.next = i;
      cursor.end = i + 1;
    }
    productions_.for_each(size, [&](const Production& p) {
      Cursor& cursor = cursors[p.result];
      if (cursor.next == cursor.end) return;
      for (; cursor.next < cursor.end && requests[cursor.next].number - cursor.passed < p.trees; ++cursor.next) {
        answer(size, requests[cursor.next], p, requests[cursor.next].number - cursor.passed);
      }
      cursor.passed += p.trees;
    });
  }

  void answer(size_t size, Request& r, const Production& p, Uint128 offset) {
    r.symbol = p.symbol;
    std::vector<Tree>& trees = trees_[size];
    r.children = trees.size();
    trees.resize(trees.size() + p.children.size());
    for (size_t c = p.children.size(); c-- > 0; offset /= p.children[c].count) {
      const Group& group = p.children[c];
      Tree& child = trees[r.children + c];
      child = {group.size, productions_.level(group.size).functions[group.place], offset % group.count};
      request(group.size, child.function, child.number);
    }
  }

  const Productions& productions_;
  std::vector<std::vector<Request>> requests_;  // by size
  std::vector<std::vector<Tree>> trees_;        // by size: the children of its requests
  std::vector<expr::NodeId> children_;          // work space
};

// k different numbers below n, every set equally likely (Floyd), ascending.
std::set<Uint128> draw(Uint128 n, size_t k, base::Random random) {
  std::set<Uint128> drawn;
  for (Uint128 j = n - k; j < n; ++j) {
    const Uint128 t = random.below128(j + 1);
    if (!drawn.insert(t).second) drawn.insert(j);
  }
  return drawn;
}

std::vector<std::vector<expr::NodeId>> sample(const Productions& productions, size_t per_class, uint64_t seed,
                                              Builder& builder) {
  struct Pick {
    FunctionId function;
    size_t size;
    Uint128 number;
  };
  std::vector<Pick> picks;
  const std::vector<Uint128> total = totals(productions);
  for (FunctionId f = 0; f < total.size(); ++f) {
    const size_t wanted = total[f] < per_class ? static_cast<size_t>(total[f]) : per_class;
    size_t size = 0;
    Uint128 before = 0;  // trees of f of smaller sizes
    Uint128 here = 0;    // and of this one
    for (const Uint128 number : draw(total[f], wanted, base::Random::stream(seed, f))) {
      while (number - before >= here) {
        before += here;
        const Level& level = productions.level(++size);
        const size_t place = level.index_of(f);
        here = place == Level::kAbsent ? 0 : level.counts[place];
      }
      picks.push_back({f, size, number - before});
    }
  }
  Sampler sampler(productions);
  for (const Pick& pick : picks) sampler.request(pick.size, pick.function, pick.number);
  sampler.resolve();
  sampler.build(builder);
  std::vector<std::vector<expr::NodeId>> members(total.size());
  for (const Pick& pick : picks) {
    members[pick.function].push_back(sampler.node(pick.size, pick.function, pick.number));
  }
  return members;
}

Count small(Uint128 count) {
  return {static_cast<uint64_t>(count >> 64), static_cast<uint64_t>(count)};
}

SpaceSize size_of(const Productions& productions, size_t per_class) {
  SpaceSize result;
  Uint128 expressions = 0;
  Uint128 kept = 0;
  for (const Uint128 count : totals(productions)) {
    if (count == 0) continue;
    ++result.classes;
    add(expressions, count);
    kept += per_class > 0 && count > per_class ? per_class : count;
  }
  result.expressions = small(expressions);
  result.kept = small(kept);
  result.by_size.resize(productions.max_size() + 1);
  for (size_t size = 1; size <= productions.max_size(); ++size) {
    Uint128 here = 0;
    for (const Uint128 count : productions.level(size).counts) here += count;
    result.by_size[size] = small(here);
  }
  return result;
}

// Listing every tree takes some 40 bytes for each.
void refuse_if_huge(const SpaceSize& size) {
  constexpr Count kMost = {0, 250'000'000};
  if (size.kept <= kMost) return;
  throw base::Error("the space has " + to_string(size.kept) +
                    " expressions, too many to list; draw from it with --per-class N");
}

}  // namespace

SpaceSize measure(const Space& space) {
  return size_of(Productions(space), space.per_class);
}

Dataset generate(const Space& space, uint64_t seed, SpaceSize* size) {
  const Productions productions(space);
  const SpaceSize counted = size_of(productions, space.per_class);
  refuse_if_huge(counted);
  if (size != nullptr) *size = counted;
  Dataset dataset;
  dataset.name = space.name;
  dataset.domain = space.domain;
  Builder builder(productions, dataset.pool);
  auto members =
      space.per_class > 0 ? sample(productions, space.per_class, seed, builder) : enumerate(productions, builder);
  dataset.node_names = name_nodes(builder.functions, productions.algebra());
  for (FunctionId f = 0; f < members.size(); ++f) {
    if (!members[f].empty()) dataset.classes.push_back({dataset.node_names->names[f], std::move(members[f])});
  }
  return dataset;
}

Count::operator double() const {
  return std::ldexp(static_cast<double>(high), 64) + static_cast<double>(low);
}

std::string to_string(Count count) {
  Uint128 rest = (Uint128{count.high} << 64) | count.low;
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
    rest /= 10;
  } while (rest > 0);
  return digits;
}

}  // namespace eqnet::data
