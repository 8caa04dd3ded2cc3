#include "models/renaming.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "base/random.h"

namespace eqnet::models {
namespace {

ValueTable nameless(size_t q, std::vector<std::vector<uint32_t>> operators) {
  ValueTable table;
  for (size_t value = 0; value < q; ++value) table.values.push_back({static_cast<double>(value)});
  table.operators = std::move(operators);
  return table;
}

}  // namespace

// Groupoids of n elements that are not isomorphic: 1, 10, 3330, ... (OEIS A001329).
TEST(Renaming, LeavesAsManyTablesAsThereAreAlgebras) {
  for (const auto& [q, tables, algebras] : {std::tuple(2U, 16U, 10U), std::tuple(3U, 19683U, 3330U)}) {
    std::set<std::vector<uint32_t>> different;
    for (uint32_t number = 0; number < tables; ++number) {
      std::vector<uint32_t> results(q * q);
      uint32_t left = number;
      for (uint32_t& result : results) {
        result = left % q;
        left /= q;
      }
      different.insert(rename_values(nameless(q, {results}), std::vector<size_t>{2}, {}).table.operators[0]);
    }
    EXPECT_EQ(different.size(), algebras);
  }
}

// Whichever names the values had: the results agree, values go along, and a constant keeps tables apart.
TEST(Renaming, TakesValuesAndConstantsAlong) {
  constexpr size_t kCount = 5;
  base::Random random(4);
  std::vector<uint32_t> binary(kCount * kCount);
  std::vector<uint32_t> unary(kCount);
  for (uint32_t& result : binary) result = static_cast<uint32_t>(random.below(kCount));
  for (uint32_t& result : unary) result = static_cast<uint32_t>(random.below(kCount));
  const std::vector<size_t> arities = {2, 1};
  const Renamed first = rename_values(nameless(kCount, {binary, unary}), arities, std::vector<uint32_t>{3});
  for (int times = 0; times < 10; ++times) {
    std::vector<uint32_t> names(kCount);
    std::iota(names.begin(), names.end(), 0);
    random.shuffle(names);
    ValueTable other = nameless(kCount, {binary, unary});
    for (size_t x = 0; x < kCount; ++x) {
      other.values[names[x]] = {static_cast<double>(x)};
      other.operators[1][names[x]] = names[unary[x]];
      for (size_t y = 0; y < kCount; ++y)
        other.operators[0][names[x] + kCount * names[y]] = names[binary[x + kCount * y]];
    }
    const Renamed again = rename_values(other, arities, std::vector<uint32_t>{names[3]});
    EXPECT_EQ(again.table.operators, first.table.operators);
    EXPECT_EQ(again.table.values, first.table.values) << "it has no symmetries";
    EXPECT_EQ(again.renamings[0][names[3]], first.renamings[0][3]);
  }
}

// x -> -x and, with no operator but the identity, all permutations.
TEST(Renaming, FindsSymmetries) {
  const ValueTable sums = nameless(3, {{0, 1, 2, 1, 2, 0, 2, 0, 1}});
  EXPECT_EQ(rename_values(sums, std::vector<size_t>{2}, {}).renamings.size(), 2U);
  EXPECT_EQ(rename_values(sums, std::vector<size_t>{2}, std::vector<uint32_t>{2}).renamings.size(), 1U);
  EXPECT_EQ(rename_values(sums, std::vector<size_t>{2}, std::vector<uint32_t>{kNoValue}).renamings.size(), 2U);
  EXPECT_EQ(rename_values(nameless(4, {{0, 1, 2, 3}}), std::vector<size_t>{1}, {}).renamings.size(), 24U);
  const std::vector<uint32_t> many = {6, 5, 4, 3, 2, 1, 0};
  const Renamed as_is = rename_values(nameless(7, {many}), std::vector<size_t>{1}, {});
  EXPECT_EQ(as_is.renamings.size(), 1U);
  EXPECT_EQ(as_is.table.operators[0], many);
}

}  // namespace eqnet::models
