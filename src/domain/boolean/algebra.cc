#include "domain/boolean/algebra.h"

#include <algorithm>
#include <bit>

#include "domain/boolean/sum_of_products.h"
#include "eqnet/base/error.h"

namespace eqnet::domain {
namespace {

constexpr size_t kMostDirectVariables = 4;

uint64_t hash_table(std::span<const uint64_t> table) {
  uint64_t hash = 0;
  for (const uint64_t word : table) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

BooleanAlgebra::BooleanAlgebra(std::vector<std::string> variables) : variables_(std::move(variables)) {
  if (variables_.size() > kMostTableVariables) {
    throw base::Error("truth tables are kept up to " + std::to_string(kMostTableVariables) +
                      " variables, but there are " + std::to_string(variables_.size()));
  }
  words_ = std::max<size_t>(1, (size_t{1} << variables_.size()) / 64);
  scratch_.resize(words_);
  if (variables_.size() <= kMostDirectVariables) {
    direct_.assign(size_t{1} << (size_t{1} << variables_.size()), base::HashIndex::kNone);
  } else {
    grow();
  }
}

FunctionId BooleanAlgebra::apply(const expr::Symbol& symbol, std::span<const FunctionId> children) {
  const Gate gate = gate_of(symbol);
  if (gate == Gate::variable) {
    const auto place = std::ranges::lower_bound(variables_, symbol.name);
    if (place == variables_.end() || *place != symbol.name) {
      throw base::Error("variable " + base::quoted(symbol.name) + " is not one of the algebra's");
    }
    const auto index = static_cast<size_t>(place - variables_.begin());
    for (size_t w = 0; w < words_; ++w) scratch_[w] = variable_word(index, w);
  } else {
    for (size_t w = 0; w < words_; ++w) {
      const auto word = [&](size_t child) {
        return child < children.size() ? tables_[children[child] * words_ + w] : 0;
      };
      scratch_[w] = domain::apply(gate, word(0), word(1), word(2));
    }
  }
  return intern(scratch_);
}

void BooleanAlgebra::apply_row(const expr::Symbol& op, std::span<const FunctionId> first,
                               std::span<const FunctionId> lasts, std::span<FunctionId> results) {
  if (first.size() != 1) return Algebra::apply_row(op, first, lasts, results);
  const Gate gate = gate_of(op);
  for (size_t i = 0; i < lasts.size(); ++i) {
    for (size_t w = 0; w < words_; ++w) {
      scratch_[w] = domain::apply(gate, tables_[first[0] * words_ + w], tables_[lasts[i] * words_ + w]);
    }
    results[i] = intern(scratch_);
  }
}

FunctionId BooleanAlgebra::intern(std::span<const uint64_t> wanted) {
  if (!direct_.empty()) {
    FunctionId& found = direct_[wanted.front() & (direct_.size() - 1)];
    if (found == base::HashIndex::kNone) {
      found = static_cast<FunctionId>(tables_.size());
      tables_.push_back(wanted.front());
    }
    return found;
  }
  if (index_.slots() < size() * 4) grow();
  FunctionId& found =
      index_.find(hash_table(wanted), [&](FunctionId id) { return std::ranges::equal(table(id), wanted); });
  if (found != base::HashIndex::kNone) return found;
  found = static_cast<FunctionId>(size());
  tables_.insert(tables_.end(), wanted.begin(), wanted.end());
  return found;
}

void BooleanAlgebra::grow() {
  index_.reset(std::max<size_t>(1024, std::bit_ceil(size() * 8)));
  for (FunctionId id = 0; id < size(); ++id) index_.add(hash_table(table(id)), id);
}

std::string BooleanAlgebra::name(FunctionId function) const {
  return sum_of_products(table(function), variables_);
}

}  // namespace eqnet::domain
