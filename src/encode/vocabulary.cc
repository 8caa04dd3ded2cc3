#include "encode/vocabulary.h"

#include <algorithm>

#include "eqnet/base/error.h"

namespace eqnet::encode {
namespace {

bool comes_before(const expr::Symbol& a, const expr::Symbol& b) {
  return std::tie(a.kind, a.name) < std::tie(b.kind, b.name);
}

bool same(const expr::Symbol& a, const expr::Symbol& b) {
  return a.kind == b.kind && a.name == b.name;
}

// Which symbols of the pool the roots use.
std::vector<bool> used_symbols(const expr::Pool& pool, std::span<const expr::NodeId> roots) {
  std::vector<bool> used(pool.symbols.size());
  const expr::Subgraph graph(pool, roots);
  for (size_t place = 0; place < graph.size(); ++place) used[pool.symbol(graph.id(place))] = true;
  return used;
}

}  // namespace

Vocabulary::Vocabulary(std::vector<expr::Symbol> leaves, std::vector<expr::Symbol> operators)
    : leaves_(std::move(leaves)), operators_(std::move(operators)) {
  for (auto* symbols : {&leaves_, &operators_}) {
    std::sort(symbols->begin(), symbols->end(), comes_before);
    const auto twice = std::adjacent_find(symbols->begin(), symbols->end(), same);
    if (twice != symbols->end()) throw base::Error("the vocabulary has " + base::quoted(twice->name) + " twice");
  }
  for (const expr::Symbol& op : operators_) {
    if (op.arity == 0) throw base::Error("operator " + base::quoted(op.name) + " has no children");
  }
}

Vocabulary Vocabulary::of(const expr::Pool& pool, std::span<const expr::NodeId> roots) {
  std::vector<expr::Symbol> leaves;
  std::vector<expr::Symbol> operators;
  const std::vector<bool> used = used_symbols(pool, roots);
  for (expr::SymbolId id = 0; id < used.size(); ++id) {
    const expr::Symbol& symbol = pool.symbols[id];
    if (used[id]) (symbol.kind == expr::SymbolKind::op ? operators : leaves).push_back(symbol);
  }
  return {std::move(leaves), std::move(operators)};
}

size_t Vocabulary::most_children() const {
  size_t most = 0;
  for (const expr::Symbol& op : operators_) most = std::max<size_t>(most, op.arity);
  return most;
}

uint32_t Vocabulary::number(const expr::Symbol& symbol) const {
  const auto& own = symbol.kind == expr::SymbolKind::op ? operators_ : leaves_;
  const auto found = std::lower_bound(own.begin(), own.end(), symbol, comes_before);
  const bool known = found != own.end() && same(*found, symbol) && found->arity == symbol.arity;
  return known ? static_cast<uint32_t>(found - own.begin()) : kUnknown;
}

std::vector<uint32_t> Vocabulary::numbers(const expr::SymbolTable& symbols) const {
  std::vector<uint32_t> numbers;
  for (expr::SymbolId id = 0; id < symbols.size(); ++id) numbers.push_back(number(symbols[id]));
  return numbers;
}

void check_known(const Vocabulary& vocabulary, const expr::Pool& pool, std::span<const expr::NodeId> roots,
                 std::string_view what) {
  const std::vector<uint32_t> numbers = vocabulary.numbers(pool.symbols);
  if (std::find(numbers.begin(), numbers.end(), Vocabulary::kUnknown) == numbers.end()) return;
  const std::vector<bool> used = used_symbols(pool, roots);
  constexpr size_t kMostNamed = 8;
  std::string unknown;
  size_t count = 0;
  for (expr::SymbolId id = 0; id < used.size(); ++id) {
    if (!used[id] || numbers[id] != Vocabulary::kUnknown || ++count > kMostNamed) continue;
    const expr::Symbol& symbol = pool.symbols[id];
    unknown += unknown.empty() ? "" : ", ";
    unknown += symbol.kind == expr::SymbolKind::op         ? "operator "
               : symbol.kind == expr::SymbolKind::constant ? "constant "
                                                           : "variable ";
    unknown += base::quoted(symbol.name);
    if (symbol.kind != expr::SymbolKind::op) continue;
    for (const expr::Symbol& op : vocabulary.operators()) {
      if (op.name == symbol.name) {
        unknown += " with " + std::to_string(symbol.arity) + " children, only with " + std::to_string(op.arity);
      }
    }
  }
  if (count == 0) return;
  if (count > kMostNamed) unknown += " and " + std::to_string(count - kMostNamed) + " more";
  std::string known;
  for (const auto* symbols : {&vocabulary.leaves(), &vocabulary.operators()}) {
    constexpr size_t kMostKnown = 40;
    for (size_t i = 0; i < std::min(kMostKnown, symbols->size()); ++i) {
      known += (known.empty() ? "" : ", ") + (*symbols)[i].name;
    }
    if (symbols->size() > kMostKnown) known += ", …";
  }
  const std::string problem = "the model has not learned " + unknown;
  if (what.empty()) throw base::Error(problem + "; it knows " + known);
  throw base::Error(what, problem, "it knows " + known);
}

}  // namespace eqnet::encode
