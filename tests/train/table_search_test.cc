#include "train/table_search.h"

#include <gtest/gtest.h>

#include <bit>
#include <chrono>

#include "train/algebra_data.h"

namespace eqnet::train {
namespace {

struct SearchExample {
  data::Dataset dataset;
  Task task;
  Equations equations;

  // The training part where there is a split, else all of it.
  explicit SearchExample(data::Dataset made)
      : dataset(std::move(made)), task(dataset.split ? make_task(dataset) : task_of_all(dataset)), equations(task) {}
  SearchExample(const SomeAlgebra& algebra, size_t variables, size_t max_size)
      : SearchExample(data_of(algebra, variables, max_size)) {}
  SearchExample(const SearchExample&) = delete;  // the task knows the dataset by its address
  SearchExample& operator=(const SearchExample&) = delete;

  [[nodiscard]] std::vector<FiniteTables> find(const TableSearchParams& params = {}) const {
    return find_tables(equations, params);
  }
};

TableSearchParams one_algebra(size_t most_values) {
  TableSearchParams params;
  params.most_values = most_values;
  params.several = false;
  return params;
}

// Expressions of these leaves, constants among them, in classes by what they mean.
data::Dataset with_constants(const SomeAlgebra& algebra, const std::vector<expr::Symbol>& leaves, size_t max_size) {
  data::Dataset dataset;
  dataset.name = "constants";
  dataset.domain = &domain_of(algebra);
  std::vector<expr::Symbol> operators;
  for (const auto& op : algebra.operators) operators.push_back({op.name, expr::SymbolKind::op, op.arity});
  std::vector<expr::NodeId> trees;
  for (size_t size = 1; size <= max_size; size += 2) {
    const auto drawn = data::draw_trees(leaves, operators, {size, 600, 1}, dataset.pool);
    trees.insert(trees.end(), drawn.begin(), drawn.end());
  }
  const std::vector<uint32_t> groups = dataset.domain->classify(dataset.pool, trees);
  for (size_t i = 0; i < trees.size(); ++i) {
    if (groups[i] == dataset.classes.size()) dataset.classes.push_back({std::to_string(groups[i]), {}});
    dataset.classes[groups[i]].members.push_back(trees[i]);
  }
  data::make_split(dataset, 1);
  return dataset;
}

// The training part with two classes called one.
void confuse(data::Dataset& dataset, size_t one, size_t other) {
  data::Classes& training = (*dataset.split)[static_cast<size_t>(data::Part::train)];
  training[one].members.push_back(training[other].members[0]);
}

void expect_same_tables(const std::vector<FiniteTables>& one, const std::vector<FiniteTables>& other) {
  ASSERT_EQ(one.size(), other.size());
  for (size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].values, other[i].values);
    EXPECT_EQ(one[i].operators, other[i].operators);
    EXPECT_EQ(one[i].assignments, other[i].assignments);
  }
}

}  // namespace

TEST(TableSearch, FindsTheIntegersModuloThree) {
  const SearchExample example(modulo(3), 2, 7);
  const auto found = example.find();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(isomorphic(found[0], modulo(3)));
  EXPECT_EQ(found[0].assignments.size(), 9U) << "of two variables";
  expect_knowledge(found, example.task, 31);
}

TEST(TableSearch, FindsTheIntegersModuloFour) {
  const SearchExample example(modulo(4), 2, 7);
  const auto found = example.find();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(isomorphic(found[0], modulo(4)));
  expect_knowledge(found, example.task, 31);
}

TEST(TableSearch, FindsKleenesLogic) {
  const SearchExample example(kleene(), 3, 6);
  const auto found = example.find();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(isomorphic(found[0], kleene()));
  expect_knowledge(found, example.task, 20);
}

TEST(TableSearch, FindsAnOperatorThatDoesNotAssociate) {
  const SearchExample example(rock_paper_scissors(), 3, 7);
  const auto found = example.find();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(isomorphic(found[0], rock_paper_scissors()));
  expect_knowledge(found, example.task, 31);
}

// A chain of any length is a lattice that two values tell all about.
TEST(TableSearch, TakesTheFewestValuesThatTellAllApart) {
  const SomeAlgebra chain = {4,
                             {{"Max", 2, [](const Values& x) { return std::max(x[0], x[1]); }},
                              {"Min", 2, [](const Values& x) { return std::min(x[0], x[1]); }}}};
  const SearchExample example(chain, 3, 7);
  const auto found = example.find();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].values, 2U);
  expect_knowledge(found, example.task, 31);
}

TEST(TableSearch, FindsOperatorsOfThreeChildren) {
  const SomeAlgebra median = {3, {{"Flip", 1, [](const Values& x) { return 2 - x[0]; }}, {"Median", 3, [](Values x) {
                                                                                            std::ranges::sort(x);
                                                                                            return x[1];
                                                                                          }}}};
  const SearchExample example(median, 3, 7);
  const auto found = example.find();
  ASSERT_FALSE(found.empty());
  expect_knowledge(found, example.task, 30);
}

TEST(TableSearch, FindsOperatorsOfOneChildAlone) {
  const SomeAlgebra cycle = {5, {{"Next", 1, [](const Values& x) { return (x[0] + 1) % 5; }}}};
  data::Dataset dataset = data_of(cycle, 2, 8);
  dataset.split.reset();
  const SearchExample example(std::move(dataset));
  const auto found = example.find(one_algebra(9));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(isomorphic(found[0], cycle));
}

TEST(TableSearch, FindsConstantsAmongTheLeaves) {
  const std::vector<expr::Symbol> leaves = {
      {"a"}, {"b"}, {"0", expr::SymbolKind::constant, 0}, {"1", expr::SymbolKind::constant, 0}};
  const SearchExample example(with_constants(modulo(3), leaves, 5));
  const auto found = example.find();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(isomorphic(found[0], modulo(3)));
  EXPECT_EQ(found[0].assignments.size(), 9U) << "of the variables, not of the constants";
  expect_knowledge(found, example.task, 21);
}

// Two names of one value, as open data may have them.
TEST(TableSearch, FindsConstantsThatAreEqual) {
  const SearchExample example(
      data_of("A\ta\nA\t(f a n)\nA\t(f o a)\nA\t(f n a)\nA\t(f a o)\n"
              "B\tb\nB\t(f b n)\nB\t(f o b)\nB\t(f n b)\nB\t(f b o)\n"
              "O\tn\nO\to\nO\t(f a a)\nO\t(f b b)\nO\t(f n o)\nAB\t(f a b)\nAB\t(f b a)\n"));
  const auto found = example.find();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].values, 2U) << "exclusive or";
  const encode::Vocabulary& vocabulary = example.task.vocabulary;
  for (const auto& leaves : found[0].assignments) {
    EXPECT_EQ(leaves[vocabulary.number({"n"})], leaves[vocabulary.number({"o"})]);
  }
  EXPECT_EQ(found[0].assignments.size(), 4U);
}

TEST(TableSearch, TellsIntegersModuloSixApart) {
  const SearchExample example(cyclic(6), 2, 13);
  const auto found = example.find();
  ASSERT_FALSE(found.empty());
  size_t product = 1;
  for (const FiniteTables& algebra : found) product *= algebra.values;
  EXPECT_EQ(product, 6U) << "one of 6 values, or 2 and 3";
  expect_knowledge(found, example.task, 41);
}

TEST(TableSearch, MissesNoAlgebraOfOperatorsOfOneChild) {
  base::Random random(1);
  for (size_t i = 0; i < 100; ++i) {
    Values f;
    Values g;
    for (size_t v = 0; v < 4; ++v) {
      f.push_back(random.below(4));
      g.push_back(random.below(4));
    }
    const SomeAlgebra algebra = {
        4, {{"F", 1, [f](const Values& x) { return f[x[0]]; }}, {"G", 1, [g](const Values& x) { return g[x[0]]; }}}};
    data::Dataset dataset = data_of(algebra, 1, 5);
    dataset.split.reset();
    EXPECT_EQ(SearchExample(std::move(dataset)).find(one_algebra(4)).size(), 1U) << i;
  }
}

// f takes turns between two values and g between three; neither moves what the other does. So no value of the one kind
// ever comes out of one of the other kind.
TEST(TableSearch, FindsValuesThatNothingLeadsTo) {
  std::string lines;
  for (size_t length = 0; length <= 4; ++length) {
    for (size_t word = 0; word < size_t{1} << length; ++word) {  // a digit 1 is f, and 0 is g
      const auto fs = static_cast<size_t>(std::popcount(word));
      std::string tree = "a";
      for (size_t i = 0; i < length; ++i) tree = ((word >> i) % 2 == 1 ? "(f " : "(g ") + tree + ")";
      lines += std::to_string(fs % 2) + std::to_string((length - fs) % 3) + "\t" + tree + "\n";
    }
  }
  const auto found = SearchExample(data_of(lines)).find(one_algebra(5));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].values, 5U);
}

TEST(TableSearch, FindsNothingWhereClassesContradictEachOther) {
  for (size_t i = 1; i < 8; ++i) {
    data::Dataset dataset = data_of(modulo(3), 2, 5);
    confuse(dataset, 0, i);
    const SearchExample example(std::move(dataset));
    const auto found = example.find(one_algebra(3));
    for (const FiniteTables& algebra : found) EXPECT_FALSE(isomorphic(algebra, modulo(3)));
  }
}

// f(f(...f(a))) is never what it was before. With values that take turns, 4 here and 5 there, nine values tell 20
// apart.
TEST(TableSearch, FindsNothingWhereValuesNeverEnd) {
  std::string lines;
  std::string tree = "a";
  for (size_t i = 0; i < 7; ++i) {
    lines += std::to_string(i) + "\t" + tree + "\n";
    tree = "(f " + tree + ")";
  }
  const SearchExample example(data_of(lines));
  EXPECT_TRUE(example.find(one_algebra(5)).empty());
  EXPECT_EQ(example.find(one_algebra(6)).size(), 1U) << "for what the data has, they are enough";
}

TEST(TableSearch, FindsNothingWhereThereIsNothingToTellApart) {
  EXPECT_TRUE(SearchExample(data_of("A\ta\nA\t(f a)\n")).find().empty());
}

TEST(TableSearch, IsAFunctionOfTheSeed) {
  const SearchExample example(modulo(4), 2, 5);
  expect_same_tables(example.find(), example.find());
  const SearchExample again(modulo(4), 2, 5);
  expect_same_tables(example.find(), again.find());
}

TEST(TableSearch, EndsWithItsTime) {
  const SearchExample example(data_of(cyclic(9), 2, 17, 20));
  TableSearchParams params;
  params.most_seconds = 0.2;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(example.find(params).empty());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_LT(seconds, 2) << "without a limit it takes twenty";
}

TEST(FiniteTables, EvaluateTermsAsTreesAreEvaluated) {
  const SearchExample example(modulo(3), 2, 5);
  const FiniteTables truth = tables_of(modulo(3), 2);
  std::vector<uint8_t> terms;
  for (const auto& leaves : truth.assignments) {
    EXPECT_FALSE(truth.evaluate(example.equations, leaves, terms));
    for (size_t i = 0; i < example.task.training.roots.size(); ++i) {
      EXPECT_EQ(terms[example.equations.classes[example.task.training.labels[i]]],
                value_of(truth, leaves, example.task.vocabulary, example.dataset.pool, example.task.training.roots[i]));
    }
  }
}

TEST(FiniteTables, NameTheSmallestApplicationThatDisagrees) {
  const SearchExample example(modulo(3), 2, 5);
  FiniteTables wrong = tables_of(modulo(3), 2);
  wrong.operators[0][table_place(std::vector<uint8_t>{1, 2}, 3)] = 1;  // 1 + 2 = 0 = 2 + 1
  std::vector<uint8_t> terms;
  size_t disagree = 0;
  for (const auto& leaves : wrong.assignments) {
    const auto found = wrong.evaluate(example.equations, leaves, terms);
    disagree += found ? 1 : 0;
    if (!found) continue;
    const Application& application = example.equations.applications[*found];
    std::vector<uint8_t> children;
    for (const uint32_t child : example.equations.children_of(application)) children.push_back(terms[child]);
    EXPECT_NE(wrong.operators[application.op][table_place(children, 3)], terms[application.result]);
  }
  EXPECT_GT(disagree, 2U);
}

}  // namespace eqnet::train
