#include "search/form_table.h"

#include <algorithm>
#include <array>

#include "eqnet/base/error.h"

namespace eqnet::search {
namespace {

using domain::FunctionId;
using expr::NodeId;

constexpr size_t kMostMeanings = size_t{1} << 16;     // the boolean functions of four variables
constexpr size_t kMostBytes = size_t{128} << 20;      // of the meanings
constexpr size_t kMostBytesMade = size_t{256} << 20;  // of meanings that are looked at
constexpr size_t kMostWork = size_t{160} << 20;       // expressions that are looked at; a few seconds for booleans
constexpr size_t kMostSlowWork = size_t{2} << 20;     // where functions are no tables: a hundred times as much each
constexpr size_t kMostEffort = 80000;                 // where the algebra counts it: some tenths of a second
constexpr size_t kMostCost = 255;                     // times the dearest node
constexpr size_t kMostConstants = 16;
constexpr size_t kMostCone = 100;  // nodes of a piece: else chains of few variables take quadratic time
constexpr const char* kIntegers[] = {"0", "1", "2", "3", "-1"};
constexpr const char* kExponents[] = {"2", "3", "4", "5"};

}  // namespace

FormTable::FormTable(const domain::Domain& domain, const std::vector<std::string>& operators, const Costs& costs,
                     size_t inputs, std::function<bool()> late)
    : late_(std::move(late)) {
  for (size_t i = 0; i < inputs; ++i) inputs_.push_back("x" + std::to_string(i + 1));
  algebra_ = domain.algebra(inputs_);
  slow_ = algebra_->effort() > 0;
  most_meanings_ = std::min(kMostMeanings, kMostBytes / algebra_->bytes_each());
  most_work_ = std::min(algebra_->most() > 0 ? kMostWork : kMostSlowWork, kMostBytesMade / algebra_->bytes_each());
  const expr::Syntax& syntax = domain.syntax();
  for (const expr::OperatorSyntax& op : syntax.operators) {
    if (std::ranges::find(operators, op.symbol) == operators.end()) continue;
    const expr::Symbol symbol{std::string(op.symbol), expr::SymbolKind::op, op.arity};
    operators_.push_back({symbol, costs.of(symbol), op.literal_last, !op.literal_last && commutes(symbol)});
  }
  const auto leaf = [&](expr::SymbolId id) {
    const expr::Symbol symbol = pool_.symbols[id];
    const FunctionId meaning = algebra_->apply(symbol, {});
    leaves_.push_back({meaning, costs.of(symbol), id});
    return meaning;
  };
  for (const std::string& name : inputs_) leaf(pool_.symbols.variable(name));
  for (size_t i = 0; i < std::min(syntax.constants.size(), kMostConstants); ++i) {
    leaf(pool_.symbols.constant(syntax.constants[i].symbol));
  }
  // Another constant might make an expression cheaper than all that are made of these.
  integers_ = syntax.integers;
  constant_cost_ = costs.constant;
  has_all_constants_ = !syntax.integers && syntax.constants.size() <= kMostConstants;
  if (syntax.integers) {
    for (const char* number : kIntegers) leaf(pool_.symbols.constant(number));
    for (const char* number : kExponents) literals_.push_back(leaf(pool_.symbols.constant(number)));
  }
  fill();
  late_ = {};  // what it refers to need not last
  made_ = algebra_->size();
  made_bytes_ = algebra_->bytes();
}

bool FormTable::is_overgrown() const {
  constexpr size_t kMostMet = size_t{1} << 15;
  return algebra_->size() - made_ > kMostMet || algebra_->bytes() - made_bytes_ > kMostBytes / 4;
}

void FormTable::add(FunctionId meaning, size_t cost, expr::SymbolId symbol, std::span<const FunctionId> children) {
  if (known_.size() <= meaning) known_.resize(std::max<size_t>(meaning + 1, 2 * known_.size()));
  if (known_[meaning].cost != UINT32_MAX) return;
  std::vector<NodeId> nodes;
  for (const FunctionId child : children) nodes.push_back(known_[child].node);
  known_[meaning] = {pool_.node(symbol, nodes), static_cast<uint32_t>(cost)};
  if (levels_.size() <= cost) levels_.resize(cost + 1);
  levels_[cost].push_back(meaning);
  ++count_;
}

// By what it makes of two inputs, which have all values there are.
bool FormTable::commutes(const expr::Symbol& op) {
  if (op.arity != 2 || inputs_.size() < 2) return false;
  const auto input = [&](size_t i) { return algebra_->apply({inputs_[i], expr::SymbolKind::variable, 0}, {}); };
  const std::array<FunctionId, 2> one = {input(0), input(1)};
  const std::array<FunctionId, 2> other = {one[1], one[0]};
  return algebra_->apply(op, one) == algebra_->apply(op, other);
}

bool FormTable::is_too_much() {
  if (work_ > most_work_) return true;
  if (!slow_) return false;
  cut_short_ = cut_short_ || (late_ && late_());
  return cut_short_ || algebra_->effort() > kMostEffort;
}

void FormTable::fill() {
  size_t dearest = 1;
  for (const Leaf& leaf : leaves_) dearest = std::max(dearest, leaf.cost);
  for (const Operator& op : operators_) dearest = std::max(dearest, op.cost);
  for (size_t cost = 0; cost <= kMostCost * dearest; ++cost) {
    levels_.resize(std::max(levels_.size(), cost + 1));
    for (const Leaf& leaf : leaves_) {
      if (leaf.cost == cost) add(leaf.meaning, cost, leaf.symbol, {});
    }
    for (const Operator& op : operators_) {
      std::vector<FunctionId> first;
      if (cost >= op.cost) make_row(op, first, cost - op.cost, cost);
    }
    if (full_) return;
    if (!levels_[cost].empty()) occupied_.push_back(cost);
    complete_to_ = cost;
    has_all_ = is_done();
    if (has_all_) return;
  }
}

// All expressions of an operator with these first children, whose others cost `left` in all.
void FormTable::make_row(const Operator& op, std::vector<FunctionId>& first, size_t left, size_t cost) {
  if (is_done()) return;
  if (first.size() + 1 == op.symbol.arity) {
    if (left >= levels_.size()) return;
    lasts_ = levels_[left];  // a copy: the level itself may grow
    if (op.literal_last) {
      std::erase_if(lasts_, [&](FunctionId one) { return std::ranges::find(literals_, one) == literals_.end(); });
    }
    if (lasts_.empty()) return;
    work_ += lasts_.size();
    full_ = is_too_much();
    if (full_) return;
    results_.resize(lasts_.size());
    std::vector<FunctionId> children = first;
    children.push_back(0);
    try {
      algebra_->apply_row(op.symbol, first, lasts_, results_);
    } catch (const base::Error&) {
      return;  // too large for the algebra
    }
    const expr::SymbolId symbol = pool_.symbols.op(op.symbol.name, op.symbol.arity);
    for (size_t i = 0; i < lasts_.size(); ++i) {
      children.back() = lasts_[i];
      add(results_[i], cost, symbol, children);
      full_ = full_ || count_ > most_meanings_;
    }
    return;
  }
  // Where the order of children does not matter, the first costs no more than the second.
  const size_t most = op.commutes ? left / 2 : left;
  for (size_t level = 0; level < occupied_.size() && occupied_[level] <= most; ++level) {
    const size_t own = occupied_[level];
    for (size_t i = 0; i < levels_[own].size() && !is_done(); ++i) {
      first.push_back(levels_[own][i]);
      make_row(op, first, left - own, cost);
      first.pop_back();
    }
  }
}

std::optional<FunctionId> FormTable::meaning(const expr::Pool& pool, NodeId root, std::span<const NodeId> inputs) {
  // Down to the inputs only.
  std::map<NodeId, FunctionId> meanings;
  for (size_t i = 0; i < inputs.size(); ++i) {
    meanings.emplace(inputs[i], algebra_->apply({inputs_[i], expr::SymbolKind::variable, 0}, {}));
  }
  std::vector<NodeId> open = {root};
  std::vector<FunctionId> children;
  while (!open.empty()) {
    const NodeId node = open.back();
    if (meanings.contains(node)) {
      open.pop_back();
      continue;
    }
    if (open.size() + meanings.size() > kMostCone) return std::nullopt;
    children.clear();
    bool ready = true;
    for (const NodeId child : pool.children(node)) {
      const auto known = meanings.find(child);
      if (known == meanings.end()) {
        open.push_back(child);
        ready = false;
      } else {
        children.push_back(known->second);
      }
    }
    if (!ready) continue;
    const expr::Symbol& symbol = pool.symbol_of(node);
    if (symbol.kind == expr::SymbolKind::variable) return std::nullopt;  // none of the inputs
    try {
      meanings.emplace(node, algebra_->apply(symbol, children));
    } catch (const base::Error&) {
      return std::nullopt;
    }
    open.pop_back();
  }
  return meanings.at(root);
}

std::optional<FormTable::Form> FormTable::cheapest(FunctionId meaning) {
  std::optional<Form> known;
  if (meaning < known_.size() && known_[meaning].cost != UINT32_MAX) {
    known = Form{known_[meaning].node, known_[meaning].cost};
  }
  // Integers are more than a table holds.
  if (integers_ && (inputs_.empty() || !known) && (!known || known->cost > constant_cost_)) {
    const std::string text = algebra_->name(meaning);
    const bool number = text.find_first_not_of("0123456789", text.starts_with('-') ? 1 : 0) == std::string::npos;
    if (number) return Form{pool_.constant(text), constant_cost_};
  }
  return known;
}

NodeId FormTable::with(NodeId form, std::span<const NodeId> inputs, expr::Pool& to) const {
  return expr::substitute(
      pool_, form, [&](const expr::Symbol& variable) { return inputs[input(variable.name)]; }, to);
}

}  // namespace eqnet::search
