#include "domain/boolean/small_forms.h"

#include <algorithm>
#include <string>

#include "domain/boolean/sum_of_products.h"
#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"

namespace eqnet::domain {
namespace {

constexpr size_t kTables = size_t{1} << (size_t{1} << SmallForms::kVariables);
constexpr size_t kRows = size_t{1} << SmallForms::kVariables;

}  // namespace

SmallForms::SmallForms() : canonical_(kTables), known_(kTables) {
  std::array<uint8_t, kVariables> order = {0, 1, 2, 3};
  do {
    permutations_.push_back(order);
  } while (std::ranges::next_permutation(order).found);
  for (size_t table = 0; table < kTables; ++table) canonical_[table] = {static_cast<Table>(table), 0};
  for (size_t p = 1; p < permutations_.size(); ++p) {
    std::array<size_t, kRows> row{};  // where each bit of the permuted table comes from
    for (size_t to = 0; to < kRows; ++to) {
      for (size_t i = 0; i < kVariables; ++i) row[to] |= (to >> i & 1) << permutations_[p][i];
    }
    // Byte by byte, since each bit goes its own way.
    std::array<std::array<Table, 256>, 2> moved{};
    for (size_t to = 0; to < kRows; ++to) {
      for (size_t byte = 0; byte < 256; ++byte) {
        if ((byte >> (row[to] % 8) & 1) != 0) moved[row[to] / 8][byte] |= static_cast<Table>(1U << to);
      }
    }
    for (size_t table = 0; table < kTables; ++table) {
      const auto permuted = static_cast<Table>(moved[0][table & 0xFF] | moved[1][table >> 8]);
      if (permuted < canonical_[table].table) canonical_[table] = {permuted, static_cast<uint8_t>(p)};
    }
  }
}

const SmallForms::Form& SmallForms::form(Table canonical, const Forms::Shortest& shortest) {
  Form& found = known_[canonical];
  if (found.size == 0) {
    uint64_t word = canonical;
    for (size_t bits = kRows; bits < 64; bits *= 2) word |= word << bits;
    const std::string text = sum_of_products({&word, 1}, {"x1", "x2", "x3", "x4"});
    expr::Pool own;  // what is found depends on the numbers of nodes, so not on what was asked before
    const expr::NodeId node = shortest(own, expr::parse(text, boolean().syntax(), own));
    found.node = expr::copy(own, node, pool_);
    found.size = pool_.tree_size(found.node);
  }
  return found;
}

size_t SmallForms::size(Table table, const Forms::Shortest& shortest) {
  return form(canonical_[table].table, shortest).size;
}

expr::NodeId SmallForms::make(Table table, std::span<const expr::NodeId> inputs, const Forms::Shortest& shortest,
                              expr::Pool& pool) {
  const Canonical& canonical = canonical_[table];
  const auto& order = permutations_[canonical.permutation];
  // Variable i of the permuted table is variable order[i] of this one.
  const auto input = [&](const expr::Symbol& variable) {
    return inputs[order[static_cast<size_t>(variable.name[1] - '1')]];
  };
  return expr::substitute(pool_, form(canonical.table, shortest).node, input, pool);
}

}  // namespace eqnet::domain
