// What expressions mean, by evaluating them: boolean ones under every assignment, polynomials at random points modulo a
// prime, where two that differ agree with a chance of their degree in 2^61.
#pragma once

#include <map>

#include "base/random.h"
#include "eqnet/data/dataset.h"

namespace eqnet::report {

class BruteForce {
 public:
  using Values = std::vector<uint64_t>;

  explicit BruteForce(const data::Dataset& dataset) : dataset_(dataset) {
    std::vector<expr::SymbolId> variables;
    for (expr::SymbolId id = 0; id < dataset.pool.symbols.size(); ++id) {
      if (dataset.pool.symbols[id].kind == expr::SymbolKind::variable) variables.push_back(id);
    }
    base::Random random(99);
    const size_t points = boolean() ? size_t{1} << variables.size() : 12;
    for (size_t v = 0; v < variables.size(); ++v) {
      for (size_t p = 0; p < points; ++p) {
        at_[variables[v]].push_back(boolean() ? p >> v & 1 : random.below(uint64_t{1} << 31));
      }
    }
    points_ = points;
  }

  // A value a point; the same for two nodes if and only if they are equivalent.
  const Values& of(expr::NodeId node) {
    if (const auto known = known_.find(node); known != known_.end()) return known->second;
    std::vector<Values> children;
    for (const expr::NodeId child : dataset_.pool.children(node)) children.push_back(of(child));
    const expr::Symbol& symbol = dataset_.pool.symbol_of(node);
    Values values;
    for (size_t p = 0; p < points_; ++p) {
      const uint64_t a = children.empty() ? 0 : children[0][p];
      const uint64_t b = children.size() < 2 ? 0 : children[1][p];
      const uint64_t c = children.size() < 3 ? 0 : children[2][p];
      values.push_back(boolean() ? boolean_value(symbol, p, dataset_.pool.symbol(node), a, b, c)
                                 : polynomial_value(symbol, p, dataset_.pool.symbol(node), a, b));
    }
    return known_[node] = values;
  }

  [[nodiscard]] Values negated(Values values) const {
    for (uint64_t& value : values) value = boolean() ? 1 - value : minus(value);
    return values;
  }

 private:
  static constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;

  [[nodiscard]] bool boolean() const { return dataset_.domain == &domain::boolean(); }
  static uint64_t minus(uint64_t a) { return a == 0 ? 0 : kPrime - a; }
  static uint64_t times(uint64_t a, uint64_t b) {
    return static_cast<uint64_t>(static_cast<unsigned __int128>(a) * b % kPrime);
  }
  uint64_t boolean_value(const expr::Symbol& symbol, size_t point, expr::SymbolId id, uint64_t a, uint64_t b,
                         uint64_t c) {
    if (symbol.kind == expr::SymbolKind::variable) return at_[id][point];
    if (symbol.kind == expr::SymbolKind::constant) return symbol.name == "true" ? 1 : 0;
    if (symbol.name == "And") return a * b;
    if (symbol.name == "Or") return a + b > 0 ? 1 : 0;
    if (symbol.name == "Xor") return a == b ? 0 : 1;
    if (symbol.name == "Implies") return a <= b ? 1 : 0;
    if (symbol.name == "Not") return 1 - a;
    if (symbol.name == "Ite") return a != 0 ? b : c;
    if (symbol.name == "Majority") return a + b + c >= 2 ? 1 : 0;
    throw std::logic_error(symbol.name);
  }
  uint64_t polynomial_value(const expr::Symbol& symbol, size_t point, expr::SymbolId id, uint64_t a, uint64_t b) {
    if (symbol.kind == expr::SymbolKind::variable) return at_[id][point];
    if (symbol.kind == expr::SymbolKind::constant) {
      const long long value = std::stoll(symbol.name);
      return value < 0 ? minus(static_cast<uint64_t>(-value)) : static_cast<uint64_t>(value);
    }
    if (symbol.name == "Add") return (a + b) % kPrime;
    if (symbol.name == "Subtract") return (a + minus(b)) % kPrime;
    if (symbol.name == "Multiply") return times(a, b);
    if (symbol.name == "Negate") return minus(a);
    if (symbol.name == "Power") {
      uint64_t power = 1;
      for (uint64_t i = 0; i < b; ++i) power = times(power, a);
      return power;
    }
    throw std::logic_error(symbol.name);
  }

  const data::Dataset& dataset_;
  size_t points_ = 0;
  std::map<expr::SymbolId, Values> at_;
  std::map<expr::NodeId, Values> known_;
};

}  // namespace eqnet::report
