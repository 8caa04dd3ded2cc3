#include "domain/finite/algebra.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#include "eqnet/base/error.h"
#include "eqnet/expr/print.h"

namespace eqnet::domain {
namespace {

uint64_t hash_table(const Value* table, size_t bytes) {
  uint64_t hash = 0;
  for (size_t at = 0; at < bytes; at += sizeof(uint64_t)) {
    uint64_t word = 0;
    std::memcpy(&word, table + at, sizeof word);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

size_t count_assignments(size_t values, size_t variables, size_t most) {
  size_t count = 1;
  for (size_t i = 0; i < variables && values > 1; ++i) {
    if (count > most / values) return SIZE_MAX;
    count *= values;
  }
  return count;
}

FiniteAlgebra::FiniteAlgebra(const Definition& definition, const expr::Syntax& syntax,
                             std::vector<std::string> variables)
    : definition_(definition),
      syntax_(syntax),
      variables_(std::move(variables)),
      assignments_(count_assignments(definition.values.size(), variables_.size(), kMostTableAssignments)) {
  if (assignments_ == SIZE_MAX) {
    throw base::Error("functions of " + definition.name + " are kept as tables of up to " +
                      std::to_string(kMostTableAssignments) + " assignments; " + std::to_string(variables_.size()) +
                      " variables of " + std::to_string(definition.values.size()) + " values have more");
  }
  stride_ = (assignments_ + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
  scratch_.resize(stride_);
  offsets_.resize(assignments_);
  grow();
}

FunctionId FiniteAlgebra::apply(const expr::Symbol& symbol, std::span<const FunctionId> children) {
  if (symbol.kind == expr::SymbolKind::op) {
    FunctionId result = 0;
    apply_row(symbol, children.first(children.size() - 1), children.last(1), {&result, 1});
    return result;
  }
  if (symbol.kind == expr::SymbolKind::constant) {
    std::fill_n(scratch_.begin(), assignments_, definition_.value(symbol));
    return intern(symbol, {}, nullptr);
  }
  const auto place = std::ranges::lower_bound(variables_, symbol.name);
  if (place == variables_.end() || *place != symbol.name) {
    throw base::Error("variable " + base::quoted(symbol.name) + " is not one of the algebra's");
  }
  // Assignment number j gives variable i the digit i of j, in the base of the number of values.
  const size_t values = definition_.values.size();
  size_t weight = 1;
  for (auto before = variables_.begin(); before != place; ++before) weight *= values;
  for (size_t j = 0; j < assignments_; ++j) scratch_[j] = static_cast<Value>(j / weight % values);
  return intern(symbol, {}, nullptr);
}

void FiniteAlgebra::apply_row(const expr::Symbol& symbol, std::span<const FunctionId> first,
                              std::span<const FunctionId> lasts, std::span<FunctionId> results) {
  const FiniteOperator& op = definition_.op(symbol);
  const auto values = static_cast<uint32_t>(definition_.values.size());
  // Where the part of the operator's table starts that the first children leave.
  std::ranges::fill(offsets_, 0U);
  for (const FunctionId child : first) {
    const Value* own = table(child);
    for (size_t j = 0; j < assignments_; ++j) offsets_[j] = (offsets_[j] + own[j]) * values;
  }
  const Value* entries = op.table.data();
  const uint32_t* offsets = offsets_.data();
  for (size_t i = 0; i < lasts.size(); ++i) {
    const Value* last = table(lasts[i]);
    Value* result = scratch_.data();
    for (size_t j = 0; j < assignments_; ++j) result[j] = entries[offsets[j] + last[j]];
    results[i] = intern(symbol, first, &lasts[i]);
  }
}

// The function whose table is in scratch_.
FunctionId FiniteAlgebra::intern(const expr::Symbol& symbol, std::span<const FunctionId> first,
                                 const FunctionId* last) {
  if (index_.slots() < size() * 4) grow();
  const auto same = [&](FunctionId id) { return std::memcmp(table(id), scratch_.data(), stride_) == 0; };
  FunctionId& found = index_.find(hash_table(scratch_.data(), stride_), same);
  if (found != base::HashIndex::kNone) return found;
  if (tables_.size() + stride_ > kMostBytes) {
    throw base::Error("the functions of " + definition_.name + " take more than " + std::to_string(kMostBytes >> 30) +
                      " GiB; choose fewer variables or smaller trees");
  }
  found = static_cast<FunctionId>(size());
  tables_.insert(tables_.end(), scratch_.begin(), scratch_.end());
  origins_.push_back({number_of(symbol), static_cast<uint32_t>(children_.size())});
  children_.insert(children_.end(), first.begin(), first.end());
  if (last != nullptr) children_.push_back(*last);
  return found;
}

uint32_t FiniteAlgebra::number_of(const expr::Symbol& symbol) {
  const auto same = [&](const expr::Symbol& one) { return one.kind == symbol.kind && one.name == symbol.name; };
  const auto found = std::ranges::find_if(symbols_, same);
  const auto number = static_cast<uint32_t>(found - symbols_.begin());
  if (found == symbols_.end()) symbols_.push_back(symbol);
  return number;
}

void FiniteAlgebra::grow() {
  index_.reset(std::max<size_t>(1024, std::bit_ceil(size() * 8)));
  for (FunctionId id = 0; id < size(); ++id) index_.add(hash_table(table(id), stride_), id);
}

std::string FiniteAlgebra::name(FunctionId function) const {
  const auto parts = [&](FunctionId f) {
    const Origin& origin = origins_[f];
    return std::span(children_).subspan(origin.children_begin, symbols_[origin.symbol].arity);
  };
  std::map<FunctionId, expr::NodeId> nodes;  // of the function and its parts, which have smaller numbers
  for (std::vector<FunctionId> open{function}; !open.empty();) {
    const FunctionId f = open.back();
    open.pop_back();
    if (nodes.emplace(f, 0).second) open.insert(open.end(), parts(f).begin(), parts(f).end());
  }
  expr::Pool pool;
  std::vector<expr::NodeId> arguments;
  for (auto& [f, node] : nodes) {
    const expr::Symbol& symbol = symbols_[origins_[f].symbol];
    arguments.clear();
    for (const FunctionId part : parts(f)) arguments.push_back(nodes.at(part));
    const expr::SymbolId id = symbol.kind == expr::SymbolKind::op         ? pool.symbols.op(symbol.name, symbol.arity)
                              : symbol.kind == expr::SymbolKind::constant ? pool.symbols.constant(symbol.name)
                                                                          : pool.symbols.variable(symbol.name);
    node = pool.node(id, arguments);
  }
  return expr::print(pool, nodes.at(function), syntax_);
}

}  // namespace eqnet::domain
