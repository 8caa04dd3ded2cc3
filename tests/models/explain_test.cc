#include "models/explain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "encode/model.h"
#include "eqnet/base/error.h"
#include "models/registry.h"
#include "models/some_algebra.h"

namespace eqnet::models {
namespace {

using Vector = std::vector<double>;

Law one_law(const LearnedAlgebra& algebra, LawKind kind, size_t op, size_t other = kNoOperator) {
  for (const Law& law : algebra.laws) {
    if (law.kind == kind && law.op == op && (other == kNoOperator || law.other == other)) return law;
  }
  return {};
}

// Whether some numbering of the algebra's values makes its operators the table's.
bool is_table_of(const SomeAlgebra& algebra, const LearnedTable& table) {
  if (table.values.size() != algebra.count) return false;
  std::vector<uint32_t> numbers(algebra.count);
  std::iota(numbers.begin(), numbers.end(), 0);
  do {
    bool same = true;
    for (size_t op = 0; op < algebra.operators.size(); ++op) {
      const auto& [name, arity, result] = algebra.operators[op];
      for (size_t choice = 0; choice < table.operators[op].size(); ++choice) {
        const std::vector<size_t> children = algebra.digits(choice, arity);
        size_t place = 0;
        for (size_t c = arity; c-- > 0;) place = place * algebra.count + numbers[children[c]];
        same = same && table.operators[op][place] == numbers[result(children)];
      }
    }
    if (same) return true;
  } while (std::ranges::next_permutation(numbers).found);
  return false;
}

double& leaf_number(const TreeParameters& all, Vector& parameters, size_t leaf, size_t block, size_t number = 0) {
  return parameters[all.leaves + leaf * all.leaf_width() + block * all.shape.block + number];
}

// The values of the leaves, by block.
std::set<Vector> different_leaves(const TreeParameters& all, Vector parameters) {
  std::set<Vector> different;
  for (size_t block = 0; block < all.blocks(); ++block) {
    Vector own;
    for (size_t i = 0; i < all.leaf_count * all.shape.block; ++i) {
      own.push_back(leaf_number(all, parameters, i / all.shape.block, block, i % all.shape.block));
    }
    different.insert(own);
  }
  return different;
}

void expect_laws_of_modulo_three(const LearnedAlgebra& algebra) {
  enum : size_t { minus, plus, times };
  for (const size_t op : {plus, times}) {
    EXPECT_TRUE(one_law(algebra, LawKind::commutes, op).holds);
    EXPECT_TRUE(one_law(algebra, LawKind::associates, op).holds);
    EXPECT_FALSE(one_law(algebra, LawKind::idempotent, op).holds);
    EXPECT_TRUE(one_law(algebra, LawKind::identity, op).holds);
  }
  EXPECT_TRUE(one_law(algebra, LawKind::distributes, times, plus).holds);
  EXPECT_FALSE(one_law(algebra, LawKind::distributes, plus, times).holds);
  EXPECT_TRUE(one_law(algebra, LawKind::distributes, minus, plus).holds);
  EXPECT_TRUE(one_law(algebra, LawKind::involution, minus).holds);
  EXPECT_TRUE(one_law(algebra, LawKind::inverses, plus).holds);
  EXPECT_EQ(one_law(algebra, LawKind::inverses, plus).other, minus);
  EXPECT_FALSE(one_law(algebra, LawKind::inverses, times).holds) << "0 has none";
}

// The algebra with these values of the leaves, as training writes it into parts of blocks.
encode::FinitePart finite_part(const SomeAlgebra& algebra, std::vector<uint8_t> leaves) {
  encode::FinitePart part{.values = algebra.count, .operators = {}, .leaves = std::move(leaves)};
  for (const auto& [name, arity, result] : algebra.operators) {
    std::vector<uint8_t>& results = part.operators.emplace_back();
    const auto choices = static_cast<size_t>(std::pow(algebra.count, arity));
    for (size_t i = 0; i < choices; ++i) results.push_back(static_cast<uint8_t>(result(algebra.digits(i, arity))));
  }
  return part;
}

// Writes the algebra into these numbers of a set's blocks, in the manner of SomeAlgebra::parameters.
void write_algebra(const SomeAlgebra& algebra, const TreeParameters& all, size_t set,
                   const std::vector<size_t>& numbers, Vector& parameters) {
  for (size_t op = 0; op < algebra.operators.size(); ++op) {
    const size_t arity = algebra.operators[op].arity;
    const Vector own = algebra.coefficients(algebra.operators[op]);
    const size_t own_terms = own.size() / numbers.size();
    const size_t terms = kernels::block_terms(all.blocks_of(arity));
    for (size_t i = 0; i < own.size(); ++i) {
      const std::vector<size_t> digits = algebra.digits(i % own_terms, arity);
      size_t term = 0;
      for (size_t c = arity; c-- > 0;) {
        term = term * (all.shape.block + 1) + (digits[c] == 0 ? 0 : numbers[digits[c] - 1] + 1);
      }
      parameters[all.coefficient(all.operators[op], set, numbers[i / own_terms] * terms + term)] = own[i];
    }
  }
}

// Coefficients of an operator of numbers, 1 + x + y + xy.
void set_point(const TreeParameters& all, Vector& parameters, size_t op, size_t set, const Vector& coefficients) {
  for (size_t i = 0; i < coefficients.size(); ++i) {
    parameters[all.coefficient(all.operators[op], set, i)] = coefficients[i];
  }
}

}  // namespace

TEST(Explain, FindsTheIntegersModuloThree) {
  const SomeAlgebra algebra = modulo_three();
  const TreeParameters all(shape_of_blocks(2, 12, 3, 1), algebra.vocabulary(2));
  base::Random random(1);
  Vector parameters = algebra.parameters(all, random);
  // A block in which all leaves are (0, 0) would be dead.
  for (size_t block = 0; block < 12; ++block) {
    double& second = leaf_number(all, parameters, 1, block, 1);
    if (leaf_number(all, parameters, 1, block, 0) == 0) second = 1;
  }
  const size_t assignments = different_leaves(all, parameters).size();
  ASSERT_GT(assignments, 3U);
  for (const double disturbance : {0.0, 0.01}) {
    disturb(all, parameters, disturbance, random);
    const Explanation learned = explain(all, parameters, algebra.vocabulary(2));
    EXPECT_EQ(learned.blocks, 12U);
    EXPECT_EQ(learned.block, 2U);
    EXPECT_EQ(learned.sets, 3U);
    EXPECT_EQ(learned.looked_at, 3U);
    EXPECT_FALSE(learned.apart());
    ASSERT_EQ(learned.algebras.size(), 1U);
    const LearnedAlgebra& found = learned.algebras[0];
    EXPECT_EQ(found.learned, Learned::table);
    EXPECT_EQ(found.sets, 3U);
    EXPECT_EQ(found.distinct, disturbance == 0 ? 1U : 3U);
    EXPECT_EQ(found.assignments, assignments);
    ASSERT_TRUE(found.table);
    EXPECT_TRUE(is_table_of(algebra, *found.table));
    EXPECT_EQ(found.table->values, (std::vector<std::string>{"v0", "v1", "v2"}));
    expect_laws_of_modulo_three(found);
    for (const Law& law : found.laws) {
      if (!law.holds) continue;
      ASSERT_TRUE(law.error);
      EXPECT_LT(*law.error, disturbance == 0 ? 1e-12 : 0.2);
      if (disturbance > 0) {
        EXPECT_GT(*law.error, 1e-5);
      }
    }
    if (disturbance == 0) {
      EXPECT_LT(found.table->error, 1e-12);
    }
    if (disturbance > 0) {
      EXPECT_GT(found.table->error, 1e-3);
    }
  }
}

// Who knows a number modulo 2 and modulo 3 knows it modulo 6; training puts such parts side by side.
TEST(Explain, TakesBlocksOfSeveralAlgebrasApart) {
  const SomeAlgebra two = integers_modulo(2);
  const SomeAlgebra three = modulo_three();
  const encode::Vocabulary vocabulary = two.vocabulary(2);
  const TreeParameters all(shape_of_blocks(3, 7, 0, 2), vocabulary);
  const std::vector<std::vector<encode::FinitePart>> blocks = {
      {finite_part(two, {0, 1}), finite_part(three, {1, 2})},
      {finite_part(three, {1, 2}), finite_part(two, {1, 1})},
      {finite_part(two, {1, 0}), finite_part(two, {0, 1}), finite_part(two, {1, 1})},
      {finite_part(three, {2, 0})},  // and a number with nothing in it
      {finite_part(two, {0, 1})},
      {finite_part(three, {2, 1}), finite_part(two, {1, 0})},
  };
  const auto parameters = parameters_of_tables(all, blocks);
  ASSERT_TRUE(parameters);
  const Explanation learned = explain(all, *parameters, vocabulary);
  EXPECT_EQ(learned.block, 3U);
  EXPECT_EQ(learned.blocks, 7U);
  EXPECT_EQ(learned.live, 6U);
  EXPECT_EQ(learned.parts, 11U);
  EXPECT_TRUE(learned.apart());
  EXPECT_EQ(learned.live_sets, 11U);
  EXPECT_EQ(learned.looked_at, 11U);
  EXPECT_EQ(learned.sets, 12U) << "with that of the dead block";
  ASSERT_EQ(learned.algebras.size(), 2U);
  const LearnedAlgebra& twos = learned.algebras[0];
  const LearnedAlgebra& threes = learned.algebras[1];
  EXPECT_EQ(twos.sets, 7U);
  EXPECT_EQ(twos.distinct, 1U);
  EXPECT_EQ(twos.live, 7U);
  EXPECT_EQ(twos.blocks, 7U);
  EXPECT_EQ(twos.assignments, 3U) << "0 1, 1 1 and 1 0";
  EXPECT_EQ(threes.sets, 4U);
  EXPECT_EQ(threes.distinct, 1U);
  EXPECT_EQ(threes.live, 4U);
  EXPECT_EQ(threes.assignments, 3U) << "1 2, 2 0 and 2 1";
  ASSERT_TRUE(twos.table && threes.table);
  EXPECT_TRUE(is_table_of(two, *twos.table));
  EXPECT_TRUE(is_table_of(three, *threes.table));
  EXPECT_LT(threes.table->error, 1e-12);
  expect_laws_of_modulo_three(threes);
  EXPECT_TRUE(one_law(twos, LawKind::idempotent, 2).holds);
}

// The numbers of a part need not be next to each other, and blocks may share coefficients.
TEST(Explain, TakesBlocksApartThatShareCoefficients) {
  const SomeAlgebra two = integers_modulo(2);
  const SomeAlgebra three = modulo_three();
  const encode::Vocabulary vocabulary = two.vocabulary(3);
  const TreeParameters all(shape_of_blocks(4, 10, 2), vocabulary);
  Vector parameters(all.layout.size());
  base::Random random(9);
  size_t live_twos = 0;
  size_t live_threes = 0;
  std::set<std::vector<size_t>> assignments_of_two;
  std::set<std::vector<size_t>> assignments_of_three;
  for (const size_t set : {0, 1}) {
    const std::vector<size_t> for_three = set == 0 ? std::vector<size_t>{0, 3} : std::vector<size_t>{2, 1};
    const size_t for_two = set == 0 ? 2 : 0;  // one number is left
    write_algebra(three, all, set, for_three, parameters);
    write_algebra(two, all, set, {for_two}, parameters);
    for (size_t block = 0; block < all.blocks(); ++block) {
      if (all.blocks_of(1).set_of(block) != set) continue;
      std::vector<size_t> of_two;
      std::vector<size_t> of_three;
      for (size_t leaf = 0; leaf < 3; ++leaf) {
        of_two.push_back(random.below(2));
        of_three.push_back(random.below(3));
        if (of_two[leaf] == 1) leaf_number(all, parameters, leaf, block, for_two) = 1;
        if (of_three[leaf] > 0) leaf_number(all, parameters, leaf, block, for_three[of_three[leaf] - 1]) = 1;
      }
      // Where all leaves are 0, a part is dead.
      if (std::ranges::count(of_two, size_t{0}) < 3) {
        ++live_twos;
        assignments_of_two.insert(of_two);
      }
      if (std::ranges::count(of_three, size_t{0}) < 3) {
        ++live_threes;
        assignments_of_three.insert(of_three);
      }
    }
  }
  const Explanation learned = explain(all, parameters, vocabulary);
  EXPECT_EQ(learned.parts, live_twos + live_threes);
  EXPECT_EQ(learned.sets, 4U);
  ASSERT_EQ(learned.algebras.size(), 2U);
  for (const LearnedAlgebra& algebra : learned.algebras) {
    ASSERT_TRUE(algebra.table);
    const bool is_three = algebra.table->values.size() == 3;
    EXPECT_TRUE(is_table_of(is_three ? three : two, *algebra.table));
    EXPECT_EQ(algebra.live, is_three ? live_threes : live_twos);
    EXPECT_EQ(algebra.blocks, 10U);
    EXPECT_EQ(algebra.sets, 2U);
    EXPECT_EQ(algebra.assignments, (is_three ? assignments_of_three : assignments_of_two).size());
  }
}

// What links two parts makes them one, of as many values as there are pairs.
TEST(Explain, LeavesLinkedPartsTogether) {
  const SomeAlgebra two = integers_modulo(2);
  const encode::Vocabulary vocabulary = two.vocabulary(2);
  const TreeParameters all(shape_of_blocks(2, 2, 0), vocabulary);
  const std::vector<std::vector<encode::FinitePart>> blocks(2, {finite_part(two, {0, 1}), finite_part(two, {1, 0})});
  Vector parameters = *parameters_of_tables(all, blocks);
  EXPECT_EQ(explain(all, parameters, vocabulary).parts, 4U);
  parameters[all.coefficient(all.operators[0], 1, 2)] = 1e-3;  // Minus: number 0 by number 1
  const Explanation learned = explain(all, parameters, vocabulary);
  EXPECT_EQ(learned.parts, 3U);
  ASSERT_EQ(learned.algebras.size(), 2U);
  EXPECT_EQ(learned.algebras[0].table->values.size(), 2U);
  EXPECT_EQ(learned.algebras[0].live, 2U);
  EXPECT_EQ(learned.algebras[1].table->values.size(), 4U);
  EXPECT_EQ(learned.algebras[1].live, 1U);
}

TEST(Explain, CallsNothingLiveWhereAllIsZero) {
  const encode::Vocabulary vocabulary = modulo_three().vocabulary(2);
  const TreeParameters all(shape_of_blocks(2, 3, 0), vocabulary);
  const Explanation learned = explain(all, Vector(all.layout.size()), vocabulary);
  EXPECT_EQ(learned.live, 0U);
  EXPECT_EQ(learned.parts, 0U);
  EXPECT_EQ(learned.sets, 3U);
  EXPECT_TRUE(learned.algebras.empty());
}

// Every point writes false and true in its own way, sometimes the larger number for false.
TEST(Explain, TakesTruthValuesAtAllPointsForOneAlgebra) {
  const SomeAlgebra algebra = booleans();
  constexpr size_t kPoints = 20;
  const TreeParameters all(shape_of_blocks(1, kPoints, 0), algebra.vocabulary(3));
  ASSERT_TRUE(all.single());
  base::Random random(7);
  Vector parameters = algebra.parameters(all, random);
  const size_t assignments = different_leaves(all, parameters).size();
  for (size_t point = 0; point < kPoints; ++point) {
    const double low = 1 + random.uniform();
    const double size = point % 2 == 0 ? 1 : -1;
    const Vector numbers = {low * -size, (low + random.uniform()) * size};  // of false and true
    const double width = numbers[1] - numbers[0];
    // Indicators of the two are (1, x) times these.
    const Vector indicators[2] = {{numbers[1] / width, -1 / width}, {-numbers[0] / width, 1 / width}};
    for (size_t op = 0; op < algebra.operators.size(); ++op) {
      const auto& [name, arity, result] = algebra.operators[op];
      Vector coefficients(size_t{1} << arity);
      for (size_t choice = 0; choice < coefficients.size(); ++choice) {
        for (size_t term = 0; term < coefficients.size(); ++term) {
          double product = numbers[result(algebra.digits(choice, arity))];
          for (size_t c = 0; c < arity; ++c) product *= indicators[choice >> c & 1][term >> c & 1];
          coefficients[term] += product;
        }
      }
      set_point(all, parameters, op, point, coefficients);
    }
    for (size_t leaf = 0; leaf < 3; ++leaf) {
      double& value = leaf_number(all, parameters, leaf, point);
      value = numbers[value == 0 ? 0 : 1];
    }
  }
  const Explanation learned = explain(all, parameters, algebra.vocabulary(3));
  ASSERT_EQ(learned.algebras.size(), 1U);
  const LearnedAlgebra& found = learned.algebras[0];
  EXPECT_EQ(found.distinct, kPoints);
  EXPECT_EQ(found.live, kPoints);
  EXPECT_EQ(found.assignments, assignments);
  ASSERT_TRUE(found.table);
  EXPECT_EQ(found.table->operators, (std::vector<std::vector<uint32_t>>{{0, 0, 0, 1}, {1, 0}, {0, 1, 1, 1}}));
  EXPECT_LT(found.table->error, 1e-12);
  EXPECT_EQ(one_law(found, LawKind::identity, 0).value, 1U);
  EXPECT_EQ(one_law(found, LawKind::identity, 2).value, 0U);
  EXPECT_TRUE(one_law(found, LawKind::distributes, 0, 2).holds);
  EXPECT_TRUE(one_law(found, LawKind::distributes, 2, 0).holds);
}

// Product, sum, and transposition of matrices of 2 x 2 numbers.
TEST(Explain, FindsTheLawsOfMatrices) {
  enum : size_t { minus, product, sum, transposed };
  const encode::Vocabulary vocabulary({{"a"}, {"b"}, {"c"}}, {{"Minus", expr::SymbolKind::op, 1},
                                                              {"Product", expr::SymbolKind::op, 2},
                                                              {"Sum", expr::SymbolKind::op, 2},
                                                              {"Transposed", expr::SymbolKind::op, 1}});
  const TreeParameters all(shape_of_blocks(4, 6, 2), vocabulary);
  Vector parameters(all.layout.size());
  base::Random random(3);
  for (size_t i = 0; i < all.leaf_count * all.leaf_width(); ++i) parameters[all.leaves + i] = random.gaussian();
  for (const size_t set : {0, 1}) {
    const auto put = [&](size_t op, size_t number, size_t left, size_t right, double coefficient) {
      const size_t terms = kernels::block_terms(all.blocks_of(all.operators[op].arity));
      parameters[all.coefficient(all.operators[op], set, number * terms + left + 5 * right)] += coefficient;
    };
    for (size_t row = 0; row < 2; ++row) {
      for (size_t column = 0; column < 2; ++column) {
        const size_t number = 2 * row + column;
        for (size_t i = 0; i < 2; ++i) put(product, number, 2 * row + i + 1, 2 * i + column + 1, 1);
        put(sum, number, number + 1, 0, 1);
        put(sum, number, 0, number + 1, 1);
        put(minus, number, number + 1, 0, -1);
        put(transposed, number, 2 * column + row + 1, 0, 1);
      }
    }
  }
  const Explanation learned = explain(all, parameters, vocabulary);
  ASSERT_EQ(learned.algebras.size(), 1U);
  const LearnedAlgebra& found = learned.algebras[0];
  EXPECT_EQ(found.learned, Learned::laws);
  EXPECT_FALSE(found.table);
  EXPECT_EQ(found.distinct, 1U);
  EXPECT_EQ(found.assignments, 6U);
  const auto expect = [&](const Law& law, bool holds) {
    EXPECT_EQ(law.holds, holds) << static_cast<int>(law.kind) << " of " << learned.operators[law.op];
    EXPECT_FALSE(law.value) << "values have no numbers";
    ASSERT_TRUE(law.error);
    if (holds) {
      EXPECT_LT(*law.error, 1e-6);
    } else {
      EXPECT_GT(*law.error, 0.1);
    }
  };
  expect(one_law(found, LawKind::associates, product), true);
  expect(one_law(found, LawKind::commutes, product), false);
  expect(one_law(found, LawKind::identity, product), true);
  expect(one_law(found, LawKind::inverses, product), false);
  expect(one_law(found, LawKind::distributes, product, sum), true);
  EXPECT_EQ(one_law(found, LawKind::distributes, product, sum).side, Side::both);
  expect(one_law(found, LawKind::associates, sum), true);
  expect(one_law(found, LawKind::commutes, sum), true);
  expect(one_law(found, LawKind::idempotent, sum), false);
  expect(one_law(found, LawKind::inverses, sum), true);
  EXPECT_EQ(one_law(found, LawKind::inverses, sum).other, minus);
  expect(one_law(found, LawKind::distributes, sum, product), false);
  expect(one_law(found, LawKind::involution, transposed), true);
  expect(one_law(found, LawKind::idempotent, transposed), false);
  expect(one_law(found, LawKind::distributes, transposed, sum), true);
  expect(one_law(found, LawKind::distributes, transposed, product), false);
}

TEST(Explain, FindsNoLawsInRandomCoefficients) {
  const encode::Vocabulary vocabulary = modulo_three().vocabulary(3);
  const TreeParameters all(shape_of_blocks(3, 4, 1), vocabulary);
  Vector parameters(all.layout.size());
  base::Random random(11);
  disturb(all, parameters, 1, random);
  const Explanation learned = explain(all, parameters, vocabulary);
  ASSERT_EQ(learned.algebras.size(), 1U);
  EXPECT_EQ(learned.algebras[0].learned, Learned::laws);
  EXPECT_EQ(learned.algebras[0].laws.size(), 14U);
  for (const Law& law : learned.algebras[0].laws) {
    EXPECT_FALSE(law.holds);
    EXPECT_GT(*law.error, 0.2);
  }
}

TEST(Explain, CountsTheDeadAndTheCopies) {
  const SomeAlgebra algebra = modulo_three();
  const encode::Vocabulary vocabulary = algebra.vocabulary(2);
  const TreeParameters all(shape_of_blocks(2, 8, 4), vocabulary);  // blocks 0 and 1 are of set 0, and so on
  base::Random random(5);
  Vector parameters = algebra.parameters(all, random);
  for (size_t i = 0; i < 16; ++i) leaf_number(all, parameters, 0, i / 2, i % 2) = i % 2 == 0 ? 1 : 0;
  for (const size_t block : {1, 4, 5}) {
    for (size_t i = 0; i < 4; ++i) leaf_number(all, parameters, i / 2, block, i % 2) = 0.01;
  }
  for (const OperatorParameters& at : all.operators) {
    const size_t n = 2 * kernels::block_terms(all.blocks_of(at.arity));
    for (size_t i = 0; i < n; ++i) {
      parameters[all.coefficient(at, 1, i)] *= 1 + 1e-7;  // the rounding of a file
      parameters[all.coefficient(at, 3, i)] += 1e-3 * random.gaussian();
    }
  }
  const Explanation learned = explain(all, parameters, vocabulary);
  EXPECT_EQ(learned.live, 5U);
  EXPECT_EQ(learned.sets, 4U);
  EXPECT_EQ(learned.live_sets, 3U);
  ASSERT_EQ(learned.algebras.size(), 1U);
  EXPECT_EQ(learned.algebras[0].sets, 3U);
  EXPECT_EQ(learned.algebras[0].distinct, 2U);
  EXPECT_EQ(learned.algebras[0].blocks, 6U);
  EXPECT_EQ(learned.algebras[0].live, 5U);
}

// Plus of numbers at one point; at the others something that comes to nothing.
TEST(Explain, TellsWhatHasForgottenItsChildren) {
  const encode::Vocabulary vocabulary({{"a"}, {"b"}, {"c"}}, {{"Plus", expr::SymbolKind::op, 2}});
  const TreeParameters all(shape_of_blocks(1, 4, 0), vocabulary);
  Vector parameters(all.layout.size());
  set_point(all, parameters, 0, 0, {0, 1, 1, 0});
  set_point(all, parameters, 0, 1, {0.7, 0.02, -0.03, 0.01});
  set_point(all, parameters, 0, 2, {0.7, -0.02, 0.02, 0.03});
  set_point(all, parameters, 0, 3, {0, 1, 0, 0});
  for (size_t leaf = 0; leaf < 3; ++leaf) {
    for (size_t point = 0; point < 3; ++point)
      leaf_number(all, parameters, leaf, point) = static_cast<double>(leaf) - 0.8;
    leaf_number(all, parameters, leaf, 3) = 1.5;
  }
  const Explanation learned = explain(all, parameters, vocabulary);
  ASSERT_EQ(learned.algebras.size(), 3U);
  EXPECT_EQ(learned.algebras[0].learned, Learned::forgotten);
  EXPECT_EQ(learned.algebras[0].live, 2U);
  EXPECT_TRUE(learned.algebras[0].laws.empty());
  std::set<Learned> others = {learned.algebras[1].learned, learned.algebras[2].learned};
  EXPECT_EQ(others, (std::set<Learned>{Learned::laws, Learned::single_value}));
}

// 0 and 1 are leaves; 2 is reached.
TEST(Explain, NamesValuesByConstants) {
  const SomeAlgebra algebra = modulo_three();
  std::vector<expr::Symbol> leaves = {{"a"}, {"b"}};
  for (const char* name : {"one", "zero"}) leaves.push_back({name, expr::SymbolKind::constant, 0});
  const encode::Vocabulary vocabulary(leaves, algebra.vocabulary(1).operators());
  const TreeParameters all(shape_of_blocks(2, 9, 3), vocabulary);
  base::Random random(6);
  Vector parameters = algebra.parameters(all, random);
  const auto number = [&](const char* name) { return vocabulary.number({name, expr::SymbolKind::constant, 0}); };
  for (size_t block = 0; block < 9; ++block) {
    for (size_t i = 0; i < 2; ++i) {
      leaf_number(all, parameters, number("zero"), block, i) = 0;
      leaf_number(all, parameters, number("one"), block, i) = i == 0 ? 1 : 0;
    }
  }
  Explanation learned = explain(all, parameters, vocabulary);
  ASSERT_EQ(learned.algebras.size(), 1U);
  ASSERT_TRUE(learned.algebras[0].table);
  const std::vector<std::string> names = learned.algebras[0].table->values;
  EXPECT_EQ(names[*one_law(learned.algebras[0], LawKind::identity, 1).value], "zero");
  EXPECT_EQ(names[*one_law(learned.algebras[0], LawKind::identity, 2).value], "one");
  EXPECT_EQ(names[2], "v2");
  // A constant that is no constant names nothing.
  leaf_number(all, parameters, number("one"), 4, 0) = 0;
  learned = explain(all, parameters, vocabulary);
  ASSERT_EQ(learned.algebras.size(), 1U) << "sets are copies and stay together";
  const std::vector<std::string>& fewer = learned.algebras[0].table->values;
  EXPECT_EQ(std::ranges::count(fewer, "one"), 0);
  EXPECT_EQ(std::ranges::count(fewer, "zero"), 1);
}

// Results overflow, but errors are numbers that JSON can hold.
TEST(Explain, StaysFiniteWhereValuesDoNot) {
  const encode::Vocabulary vocabulary = modulo_three().vocabulary(3);
  const TreeParameters all(shape_of_blocks(2, 4, 2), vocabulary);
  Vector parameters(all.layout.size());
  base::Random random(12);
  disturb(all, parameters, 1e38, random);
  const Explanation learned = explain(all, parameters, vocabulary);
  EXPECT_EQ(learned.looked_at, 2U);
  size_t asked = 0;
  for (const LearnedAlgebra& algebra : learned.algebras) {
    for (const Law& law : algebra.laws) {
      EXPECT_TRUE(std::isfinite(law.error.value_or(0)));
      EXPECT_EQ(law.kind == LawKind::associates && law.holds, false);
      ++asked;
    }
  }
  EXPECT_GT(asked, 0U);
}

TEST(Explain, IsForValuesAtPointsAlone) {
  const encode::Vocabulary vocabulary = booleans().vocabulary(2);
  for (const auto& [kind, recipe] :
       {std::pair("eqnet", "tuned"), std::pair("eqnet-mul", "paper"), std::pair("gru", "tuned")}) {
    encode::Model model;
    model.settings = settings(kind, recipe);
    model.vocabulary = vocabulary;
    EXPECT_FALSE(explain(model, "m")) << kind;
  }
  encode::Model model;
  model.settings = settings("eqnet-mul");
  model.vocabulary = vocabulary;
  model.parameters.resize(make_network(model.settings, vocabulary)->layout().size());
  EXPECT_TRUE(explain(model, "m")) << "even where all is 0";
  model.parameters.pop_back();
  EXPECT_THROW((void)explain(model, "m"), base::Error);
}

}  // namespace eqnet::models
