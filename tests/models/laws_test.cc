#include "models/laws.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "models/some_algebra.h"

namespace eqnet::models {
namespace {

using Function = std::function<uint32_t(uint32_t, uint32_t)>;

const Law& law_of(const std::vector<Law>& laws, LawKind kind, size_t op, size_t other = kNoOperator) {
  static const Law none;
  for (const Law& law : laws) {
    if (law.kind == kind && law.op == op && (other == kNoOperator || law.other == other)) return law;
  }
  ADD_FAILURE() << "no law " << static_cast<int>(kind) << " of operator " << op;
  return none;
}

bool has_law(const std::vector<Law>& laws, LawKind kind, size_t op) {
  return std::ranges::any_of(laws, [&](const Law& law) { return law.kind == kind && law.op == op; });
}

ValueTable table_of(uint32_t q, const std::vector<Function>& binary,
                    const std::vector<std::function<uint32_t(uint32_t)>>& unary = {}) {
  ValueTable table;
  for (uint32_t value = 0; value < q; ++value) table.values.push_back({static_cast<double>(value)});
  for (const Function& f : binary) {
    std::vector<uint32_t>& results = table.operators.emplace_back();
    for (uint32_t y = 0; y < q; ++y) {
      for (uint32_t x = 0; x < q; ++x) results.push_back(f(x, y));
    }
  }
  for (const auto& f : unary) {
    std::vector<uint32_t>& results = table.operators.emplace_back();
    for (uint32_t x = 0; x < q; ++x) results.push_back(f(x));
  }
  return table;
}

bool for_all(uint32_t q, const std::function<bool(uint32_t, uint32_t, uint32_t)>& says) {
  for (uint32_t i = 0; i < q * q * q; ++i) {
    if (!says(i % q, i / q % q, i / q / q)) return false;
  }
  return true;
}

// Whether a law with sides is what the definitions on each side ask for.
void expect_sides(const Law& law, bool left, bool right, bool both) {
  EXPECT_EQ(law.holds, left || right);
  if (law.holds) {
    EXPECT_EQ(law.side, both ? Side::both : left ? Side::left : Side::right);
  }
}

}  // namespace

// All 16 operators of two truth values beside all 16.
TEST(Laws, OfATableAreThoseOfTheirDefinitions) {
  for (uint32_t pair = 0; pair < 256; ++pair) {
    const auto f = [&](uint32_t x, uint32_t y) { return pair >> (2 * x + y) & 1; };
    const auto g = [&](uint32_t x, uint32_t y) { return pair >> (4 + 2 * x + y) & 1; };
    const std::vector<Law> laws = laws_of_table(table_of(2, {f, g}), std::vector<size_t>{2, 2});
    SCOPED_TRACE(pair);
    EXPECT_EQ(law_of(laws, LawKind::commutes, 0).holds, f(0, 1) == f(1, 0));
    EXPECT_EQ(law_of(laws, LawKind::idempotent, 0).holds, f(0, 0) == 0 && f(1, 1) == 1);
    EXPECT_EQ(law_of(laws, LawKind::associates, 0).holds,
              for_all(2, [&](uint32_t x, uint32_t y, uint32_t z) { return f(f(x, y), z) == f(x, f(y, z)); }));
    bool left[2];
    bool right[2];
    for (const uint32_t e : {0, 1}) {
      left[e] = f(e, 0) == 0 && f(e, 1) == 1;
      right[e] = f(0, e) == 0 && f(1, e) == 1;
    }
    const Law& identity = law_of(laws, LawKind::identity, 0);
    const bool both = (left[0] && right[0]) || (left[1] && right[1]);
    expect_sides(identity, left[0] || left[1], right[0] || right[1], both);
    EXPECT_EQ(identity.value.has_value(), identity.holds);
    EXPECT_EQ(has_law(laws, LawKind::inverses, 0), both);
    if (both) {
      const uint32_t e = *identity.value;
      const Law& inverses = law_of(laws, LawKind::inverses, 0);
      EXPECT_EQ(inverses.holds, f(1 - e, 1 - e) == e) << "the other one cannot be the inverse of e";
      if (inverses.holds) {
        EXPECT_EQ(inverses.other, 0U) << "every value is its own";
      }
    }
    expect_sides(law_of(laws, LawKind::distributes, 0, 1),
                 for_all(2, [&](uint32_t x, uint32_t y, uint32_t z) { return f(x, g(y, z)) == g(f(x, y), f(x, z)); }),
                 for_all(2, [&](uint32_t x, uint32_t y, uint32_t z) { return f(g(y, z), x) == g(f(y, x), f(z, x)); }),
                 for_all(2, [&](uint32_t x, uint32_t y, uint32_t z) {
                   return f(x, g(y, z)) == g(f(x, y), f(x, z)) && f(g(y, z), x) == g(f(y, x), f(z, x));
                 }));
  }
}

// Permutations of three things as the numbers of their order, by what they do.
TEST(Laws, OfPermutationsAreThoseOfAGroup) {
  std::vector<std::vector<uint32_t>> all;
  std::vector<uint32_t> one = {0, 1, 2};
  do all.push_back(one);
  while (std::ranges::next_permutation(one).found);
  const auto number = [&](const std::vector<uint32_t>& permutation) {
    return static_cast<uint32_t>(std::ranges::find(all, permutation) - all.begin());
  };
  const auto after = [&](uint32_t x, uint32_t y) {
    return number({all[x][all[y][0]], all[x][all[y][1]], all[x][all[y][2]]});
  };
  const auto undo = [&](uint32_t x) {
    std::vector<uint32_t> back(3);
    for (uint32_t i = 0; i < 3; ++i) back[all[x][i]] = i;
    return number(back);
  };
  const std::vector<Law> laws = laws_of_table(table_of(6, {after}, {undo}), std::vector<size_t>{2, 1});
  EXPECT_TRUE(law_of(laws, LawKind::associates, 0).holds);
  EXPECT_FALSE(law_of(laws, LawKind::commutes, 0).holds);
  EXPECT_FALSE(law_of(laws, LawKind::idempotent, 0).holds);
  EXPECT_EQ(law_of(laws, LawKind::identity, 0).value, 0U);
  EXPECT_TRUE(law_of(laws, LawKind::inverses, 0).holds);
  EXPECT_EQ(law_of(laws, LawKind::inverses, 0).other, 1U);
  EXPECT_TRUE(law_of(laws, LawKind::involution, 1).holds);
  EXPECT_FALSE(law_of(laws, LawKind::idempotent, 1).holds);
  EXPECT_FALSE(law_of(laws, LawKind::distributes, 1, 0).holds) << "it turns products around";
  // Without the operator they are there all the same.
  const std::vector<Law> alone = laws_of_table(table_of(6, {after}), std::vector<size_t>{2});
  EXPECT_TRUE(law_of(alone, LawKind::inverses, 0).holds);
  EXPECT_EQ(law_of(alone, LawKind::inverses, 0).other, kNoOperator);
}

// f(x, y) = (1 + d) x + y of numbers differs from f(y, x) by d (x - y): the error is in proportion to d, and of its
// size.
TEST(Laws, HaveAnErrorInProportionToTheFault) {
  const encode::Vocabulary vocabulary({{"a"}, {"b"}, {"c"}}, {{"Plus", expr::SymbolKind::op, 2}});
  const TreeParameters all(shape_of_blocks(1, 1, 0), vocabulary);
  std::map<double, double> errors;
  for (const double fault : {0.0, 0.005, 0.01, 0.02, 2.0}) {
    std::vector<double> parameters(all.layout.size());
    const std::vector<double> coefficients = {0, 1 + fault, 1, 0};
    for (size_t i = 0; i < 4; ++i) parameters[all.coefficient(all.operators[0], 0, i)] = coefficients[i];
    std::ranges::copy(std::vector<double>{0.3, -1.2, 0.5},
                      parameters.begin() + static_cast<std::ptrdiff_t>(all.leaves));
    base::Random random(2);
    const Part whole = whole_block(all, 0);
    const OccurringValues values(operators_of(all, parameters, whole),
                                 std::vector<LeafValues>{leaves_of(all, parameters, whole, 0)}, random);
    ASSERT_TRUE(values.differ());
    const Law law = law_of(values.laws(256), LawKind::commutes, 0);
    EXPECT_EQ(law.holds, fault < 1) << fault;
    errors[fault] = *law.error;
  }
  EXPECT_LT(errors[0], 1e-15);
  EXPECT_GT(errors[0.01], 0.002);
  EXPECT_LT(errors[0.01], 0.02);
  EXPECT_NEAR(errors[0.02] / errors[0.01], 2, 0.1);
  EXPECT_NEAR(errors[0.01] / errors[0.005], 2, 0.1);
  EXPECT_GT(errors[2.0], 0.2);
}

}  // namespace eqnet::models
