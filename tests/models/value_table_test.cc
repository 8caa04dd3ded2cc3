#include "models/value_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "eqnet/data/random_trees.h"
#include "models/some_algebra.h"

namespace eqnet::models {
namespace {

using Vector = std::vector<double>;

// An operator's result by its definition, a sum over all terms.
Vector apply(const TreeParameters& all, const Vector& parameters, size_t op, size_t set,
             const std::vector<Vector>& children) {
  const OperatorParameters& at = all.operators[op];
  const size_t k = all.shape.block;
  const size_t terms = kernels::block_terms(all.blocks_of(at.arity));
  Vector result(k);
  for (size_t i = 0; i < k * terms; ++i) {
    double product = parameters[all.coefficient(at, set, i)];
    size_t digits = i % terms;
    for (const Vector& child : children) {
      if (digits % (k + 1) > 0) product *= child[digits % (k + 1) - 1];
      digits /= k + 1;
    }
    result[i / terms] += product;
  }
  return result;
}

double distance(const Vector& a, const Vector& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

// Which value of the algebra each value of the table is.
std::vector<size_t> meanings(const SomeAlgebra& algebra, const ValueTable& table) {
  std::vector<size_t> meanings;
  for (const Vector& value : table.values) {
    for (size_t i = 0; i < algebra.count; ++i) {
      if (distance(value, algebra.numbers(i)) < 0.3) meanings.push_back(i);
    }
  }
  return meanings;
}

void expect_table(const SomeAlgebra& algebra, const ValueTable& table) {
  ASSERT_EQ(table.values.size(), algebra.count);
  const std::vector<size_t> meaning = meanings(algebra, table);
  ASSERT_EQ(meaning.size(), algebra.count);
  ASSERT_EQ(table.operators.size(), algebra.operators.size());
  for (size_t op = 0; op < algebra.operators.size(); ++op) {
    const size_t arity = algebra.operators[op].arity;
    SCOPED_TRACE(algebra.operators[op].name);
    ASSERT_EQ(table.operators[op].size(), static_cast<size_t>(std::pow(algebra.count, arity)));
    for (size_t choice = 0; choice < table.operators[op].size(); ++choice) {
      std::vector<size_t> children = algebra.digits(choice, arity);
      for (size_t& child : children) child = meaning[child];
      EXPECT_EQ(meaning[table.operators[op][choice]], algebra.operators[op].result(children)) << choice;
    }
  }
}

// The largest distance of a result from what the table says.
double largest_error(const SomeAlgebra& algebra, const TreeParameters& all, const Vector& parameters, size_t set,
                     const ValueTable& table) {
  double largest = 0;
  for (size_t op = 0; op < table.operators.size(); ++op) {
    for (size_t choice = 0; choice < table.operators[op].size(); ++choice) {
      std::vector<Vector> children;
      for (const size_t child : algebra.digits(choice, all.operators[op].arity))
        children.push_back(table.values[child]);
      const Vector result = apply(all, parameters, op, set, children);
      largest = std::max(largest, distance(result, table.values[table.operators[op][choice]]));
    }
  }
  return largest;
}

// The integers modulo 3 in blocks of two, one set for the first three blocks and one for the others, with
// errors of 2%.
struct TableExample {
  SomeAlgebra algebra = modulo_three();
  TreeParameters all{shape_of_blocks(2, 5, 2, 1), algebra.vocabulary(3)};
  base::Random random{7};
  Vector parameters = algebra.parameters(all, random);

  // Every leaf is 1 in every block: 2 and 0 come from the operators.
  TableExample() {
    for (size_t i = 0; i < all.leaf_count * all.leaf_width(); ++i) parameters[all.leaves + i] = i % 2 == 0 ? 1 : 0;
    disturb(all, parameters, 0.02, random);
  }

  inline static const std::vector<size_t> kBlocksOfSet[] = {{0, 1, 2}, {3, 4}};
};

// A chain of values with operators of one, two and three children.
SomeAlgebra chain(size_t count) {
  using Children = std::vector<size_t>;
  return {count,
          {{"Median", 3,
            [](Children x) {
              std::ranges::sort(x);
              return x[1];
            }},
           {"Next", 1, [count](const Children& x) { return (x[0] + 1) % count; }},
           {"Times", 2, [count](const Children& x) { return (x[0] + 2 * x[1]) % count; }}}};
}

// An algebra with values for the leaves, each of which is that of some leaf.
struct PartExample {
  SomeAlgebra algebra;
  std::vector<size_t> leaves;

  PartExample(SomeAlgebra of, size_t leaf_count, base::Random& random) : algebra(std::move(of)) {
    for (size_t i = 0; i < leaf_count; ++i) leaves.push_back(i % algebra.count);
    random.shuffle(leaves);
  }
  [[nodiscard]] encode::FinitePart part() const {
    encode::FinitePart part{algebra.count, {}, {leaves.begin(), leaves.end()}};
    for (const SomeAlgebra::Operator& op : algebra.operators) {
      auto& table = part.operators.emplace_back();
      for (size_t choice = 0; choice < std::pow(algebra.count, op.arity); ++choice) {
        table.push_back(static_cast<uint8_t>(op.result(algebra.digits(choice, op.arity))));
      }
    }
    return part;
  }
  [[nodiscard]] size_t value(const encode::Vocabulary& vocabulary, const expr::Pool& pool, expr::NodeId node) const {
    const uint32_t number = vocabulary.number(pool.symbol_of(node));
    if (pool.is_leaf(node)) return leaves[number];
    std::vector<size_t> children;
    for (const expr::NodeId child : pool.children(node)) children.push_back(value(vocabulary, pool, child));
    return algebra.operators[number].result(children);
  }
};

using PartsOfBlocks = std::vector<std::vector<PartExample>>;

std::vector<std::vector<encode::FinitePart>> tables_of(const PartsOfBlocks& blocks) {
  std::vector<std::vector<encode::FinitePart>> tables;
  for (const auto& parts : blocks) {
    auto& own = tables.emplace_back();
    for (const PartExample& example : parts) own.push_back(example.part());
  }
  return tables;
}

// That the numbers of random trees are those of the leaves which have the tree's value in that part.
template <class Real>
void expect_numbers(const TreeShape& shape, const encode::Vocabulary& vocabulary, const PartsOfBlocks& blocks,
                    double tolerance) {
  const TreeNetwork<Real> network(shape, vocabulary);
  const auto parameters = network.of_tables(tables_of(blocks));
  ASSERT_TRUE(parameters);
  ASSERT_EQ(parameters->size(), network.layout().size());
  expr::Pool pool;
  std::vector<expr::NodeId> trees;
  for (const size_t size : {1, 2, 3, 5, 8, 41, 200}) {
    const auto drawn = data::draw_trees(vocabulary.leaves(), vocabulary.operators(), {size, 30, 1}, pool);
    trees.insert(trees.end(), drawn.begin(), drawn.end());
  }
  Schedule schedule;
  encode::Scheduler(pool, vocabulary).schedule(trees, schedule);
  const size_t d = network.dimension();
  std::vector<Real> vectors(trees.size() * d);
  network.pass()->forward(parameters->data(), schedule, std::nullopt, vectors.data());
  const TreeParameters& all = network.parameters();
  for (size_t i = 0; i < trees.size(); ++i) {
    const Real* vector = vectors.data() + i * d;
    const double weight = vector[d - 1] / std::sqrt(d - 1.0);
    for (size_t block = 0; block < blocks.size(); ++block) {
      size_t first = block * shape.block;
      for (const PartExample& example : blocks[block]) {
        const size_t value = example.value(vocabulary, pool, trees[i]);
        const auto leaf = static_cast<size_t>(std::ranges::find(example.leaves, value) - example.leaves.begin());
        for (size_t j = 0; j + 1 < example.algebra.count; ++j) {
          ASSERT_NEAR(vector[first + j] / weight, (*parameters)[all.leaf(static_cast<uint32_t>(leaf)) + first + j],
                      tolerance)
              << "tree " << i << " of " << pool.tree_size(trees[i]) << " nodes, block " << block;
        }
        first += example.algebra.count - 1;
      }
    }
  }
}

}  // namespace

TEST(ValueTable, IsThatOfTheAlgebraInSpiteOfErrors) {
  const TableExample example;
  for (const size_t set : {0, 1}) {
    const auto table = value_table(example.all, example.parameters, set, TableExample::kBlocksOfSet[set]);
    ASSERT_TRUE(table);
    expect_table(example.algebra, *table);
    EXPECT_GT(table->error, 0.001);
    EXPECT_LT(table->error, 0.3);
    EXPECT_NEAR(
        table->error,
        largest_error(example.algebra, example.all, example.parameters, set, *table) /
            std::min({distance(table->values[0], table->values[1]), distance(table->values[0], table->values[2]),
                      distance(table->values[1], table->values[2])}),
        1e-12);
  }
}

TEST(ValueTable, IsMadeExactForItsSetAlone) {
  TableExample example;
  const auto table = value_table(example.all, example.parameters, 1, TableExample::kBlocksOfSet[1]);
  ASSERT_TRUE(table);
  EXPECT_GT(largest_error(example.algebra, example.all, example.parameters, 1, *table), 1e-3);
  const Vector before = example.parameters;
  ASSERT_TRUE(make_exact(example.all, *table, 1, example.parameters));
  EXPECT_LT(largest_error(example.algebra, example.all, example.parameters, 1, *table), 1e-12);
  EXPECT_LT(value_table(example.all, example.parameters, 1, TableExample::kBlocksOfSet[1])->error, 1e-12);
  size_t changed = 0;
  for (size_t i = 0; i < before.size(); ++i) {
    EXPECT_NEAR(example.parameters[i], before[i], 0.3) << "errors were small";
    changed += example.parameters[i] == before[i] ? 0 : 1;
  }
  size_t of_set = 0;
  for (const OperatorParameters& at : example.all.operators) {
    const size_t n = 2 * kernels::block_terms(example.all.blocks_of(at.arity));
    for (size_t i = 0; i < n; ++i) {
      const size_t other = example.all.coefficient(at, 0, i);
      EXPECT_EQ(example.parameters[other], before[other]);
    }
    of_set += n;
  }
  EXPECT_LE(changed, of_set) << "no leaf is changed";
}

// Truth values at points, each with coefficients of its own, which lie elsewhere.
TEST(ValueTable, IsFoundAtAPoint) {
  const SomeAlgebra algebra = booleans();
  const TreeParameters all(shape_of_blocks(1, 4, 0), algebra.vocabulary(2));
  ASSERT_TRUE(all.single());
  base::Random random(3);
  Vector parameters = algebra.parameters(all, random);
  disturb(all, parameters, 0.02, random);
  for (size_t point = 0; point < 4; ++point) {
    const auto table = value_table(all, parameters, point, std::vector<size_t>{point});
    ASSERT_TRUE(table);
    expect_table(algebra, *table);
    const Vector before = parameters;
    ASSERT_TRUE(make_exact(all, *table, point, parameters));
    EXPECT_NE(parameters, before);
    EXPECT_LT(largest_error(algebra, all, parameters, point, *table), 1e-12);
  }
}

TEST(ValueTable, MayHaveFewerValuesThanABlockHasRoomFor) {
  const SomeAlgebra algebra = booleans();
  const TreeParameters all(shape_of_blocks(3, 2, 1), algebra.vocabulary(2));
  Vector parameters(all.layout.size());
  // Truth values along a line in three dimensions: 0 is (0, 0, 0) and 1 is (1, -1, 2).
  const Vector direction = {1, -1, 2};
  const Vector inverse = {1.0 / 6, -1.0 / 6, 2.0 / 6};
  for (size_t op = 0; op < algebra.operators.size(); ++op) {
    const Vector plain = algebra.coefficients(algebra.operators[op]);
    const OperatorParameters& at = all.operators[op];
    const size_t terms = kernels::block_terms(all.blocks_of(at.arity));
    for (size_t i = 0; i < 3 * terms; ++i) {
      size_t digits = i % terms;
      size_t subset = 0;
      double product = direction[i / terms];
      for (size_t c = 0; c < at.arity; ++c, digits /= 4) {
        if (digits % 4 == 0) continue;
        subset |= size_t{1} << c;
        product *= inverse[digits % 4 - 1];
      }
      parameters[all.coefficient(at, 0, i)] = product * plain[subset];
    }
  }
  std::ranges::copy(direction, parameters.begin() + static_cast<std::ptrdiff_t>(all.leaves));
  base::Random random(5);
  disturb(all, parameters, 0.01, random);
  const auto table = value_table(all, parameters, 0, std::vector<size_t>{0, 1});
  ASSERT_TRUE(table);
  ASSERT_EQ(table->values.size(), 2U);
  EXPECT_GT(largest_error(algebra, all, parameters, 0, *table), 1e-3);
  ASSERT_TRUE(make_exact(all, *table, 0, parameters));
  EXPECT_LT(largest_error(algebra, all, parameters, 0, *table), 1e-12);
}

// Plus and times of numbers: 2 + 3, 2 * 3, and so on without an end.
TEST(ValueTable, IsNoneWhereValuesNeverEnd) {
  const encode::Vocabulary vocabulary({{"a"}, {"b"}},
                                      {{"Plus", expr::SymbolKind::op, 2}, {"Times", expr::SymbolKind::op, 2}});
  const TreeParameters all(shape_of_blocks(1, 3, 1), vocabulary);
  Vector parameters(all.layout.size());
  // Of 1, x, y and xy.
  std::ranges::copy(Vector{0, 1, 1, 0}, parameters.begin() + static_cast<std::ptrdiff_t>(all.operators[0].points));
  std::ranges::copy(Vector{0, 0, 0, 1}, parameters.begin() + static_cast<std::ptrdiff_t>(all.operators[1].points));
  const auto set_leaves = [&](double a, double b) {
    for (size_t i = 0; i < 3; ++i) {
      parameters[all.leaves + i] = a;
      parameters[all.leaves + 3 + i] = b;
    }
  };
  const std::vector<size_t> blocks = {0, 1, 2};
  set_leaves(2, 3);
  EXPECT_FALSE(value_table(all, parameters, 0, blocks));
  set_leaves(0, std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(value_table(all, parameters, 0, blocks));
  set_leaves(0, 0);
  EXPECT_FALSE(value_table(all, parameters, 0, blocks)) << "a single value says nothing";
  // Times alone is a table on 0 and 1, and with 1 + 1 for 0 so is Plus.
  set_leaves(0, 1);
  EXPECT_FALSE(value_table(all, parameters, 0, blocks));
  parameters[all.operators[0].points + 3] = -2;
  EXPECT_TRUE(value_table(all, parameters, 0, blocks));
}

TEST(ValueTable, IsNotMadeExactWhereItsValuesAreNotIndependent) {
  TableExample example;
  ValueTable table = *value_table(example.all, example.parameters, 0, TableExample::kBlocksOfSet[0]);
  const Vector before = example.parameters;
  table.values = {{0, 0}, {1, 1}, {2, 2}};
  EXPECT_FALSE(make_exact(example.all, table, 0, example.parameters)) << "on a line";
  table.values = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  for (size_t op = 0; op < table.operators.size(); ++op) {
    table.operators[op].assign(example.all.operators[op].arity == 1 ? 4 : 16, 0);
  }
  EXPECT_FALSE(make_exact(example.all, table, 0, example.parameters)) << "more than block + 1";
  EXPECT_EQ(example.parameters, before);
}

TEST(ParametersOfTables, ComputeWhatTheTablesSay) {
  base::Random random(1);
  const encode::Vocabulary vocabulary = chain(2).vocabulary(6);
  const auto part = [&](size_t count) { return PartExample(chain(count), 6, random); };
  const TreeShape shape = shape_of_blocks(5, 4, 0, 2);
  const PartsOfBlocks blocks = {{part(3), part(4)}, {part(5)}, {}, {part(2), part(2), part(4)}};
  expect_numbers<double>(shape, vocabulary, blocks, 1e-9);
  expect_numbers<float>(shape, vocabulary, blocks, 1e-3);
  expect_numbers<double>(shape_of_blocks(5, 1, 0), vocabulary, {{part(6)}}, 1e-9);
}

TEST(ParametersOfTables, AreForPointsToo) {
  base::Random random(1);
  const encode::Vocabulary vocabulary = booleans().vocabulary(3);
  const auto part = [&] { return PartExample(booleans(), 3, random); };
  const TreeShape shape = shape_of_blocks(1, 4, 0);
  ASSERT_TRUE(TreeParameters(shape, vocabulary).single());
  expect_numbers<double>(shape, vocabulary, {{part()}, {part()}, {part()}, {part()}}, 1e-9);
}

TEST(ParametersOfTables, PutAnyTwoValuesEquallyFarApart) {
  for (size_t count = 2; count <= 9; ++count) {
    base::Random random(count);
    const PartExample example(chain(count), count, random);
    const TreeParameters all(shape_of_blocks(count - 1, 1, 0), example.algebra.vocabulary(count));
    const auto parameters = parameters_of_tables(all, tables_of({{example}}));
    ASSERT_TRUE(parameters);
    std::vector<Vector> values;
    for (uint32_t leaf = 0; leaf < count; ++leaf) {
      const auto begin = parameters->begin() + static_cast<std::ptrdiff_t>(all.leaf(leaf));
      values.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(count) - 1);
    }
    for (size_t i = 0; i < count; ++i) {
      EXPECT_NEAR(distance(values[i], Vector(count - 1)), std::sqrt(count - 1.0), 1e-12) << "1 per number, as weights";
      for (size_t j = 0; j < i; ++j) EXPECT_NEAR(distance(values[i], values[j]), std::sqrt(2.0 * count), 1e-12);
    }
  }
}

TEST(ParametersOfTables, AreNoneWhereTheTablesDoNotFit) {
  base::Random random(1);
  const SomeAlgebra algebra = chain(3);
  const auto part = [&](size_t count) { return PartExample(chain(count), 3, random); };
  const TreeParameters all(shape_of_blocks(3, 2, 0), algebra.vocabulary(3));
  EXPECT_TRUE(parameters_of_tables(all, tables_of({{part(2), part(3)}, {part(4)}})));
  EXPECT_FALSE(parameters_of_tables(all, tables_of({{part(5)}}))) << "in no block";
  EXPECT_FALSE(parameters_of_tables(all, tables_of({{part(3), part(3)}}))) << "side by side";
  EXPECT_FALSE(parameters_of_tables(all, tables_of({{part(2)}, {part(2)}, {part(2)}}))) << "into two blocks";
  EXPECT_FALSE(parameters_of_tables(all, tables_of({{part(1)}}))) << "no values to tell apart";
}

TEST(ParametersOfTables, AreNoneWhereBlocksShareCoefficientsOrThereAreNone) {
  base::Random random(1);
  const SomeAlgebra algebra = chain(3);
  const auto tables = tables_of({{PartExample(algebra, 3, random)}});
  TreeShape shape = shape_of_blocks(2, 2, 1);
  EXPECT_FALSE(TreeNetwork<double>(shape, algebra.vocabulary(3)).of_tables(tables));
  shape.algebras = 0;
  EXPECT_TRUE(TreeNetwork<double>(shape, algebra.vocabulary(3)).of_tables(tables));
  shape.points = false;
  shape.linear = true;
  EXPECT_FALSE(TreeNetwork<double>(shape, algebra.vocabulary(3)).of_tables(tables));
}

}  // namespace eqnet::models
