#include "train/table_solver.h"

#include <gtest/gtest.h>

#include <cmath>

#include "train/algebra_data.h"

namespace eqnet::train {
namespace {

// Random expressions over two leaves and these operators, in random classes.
struct SolverExample {
  data::Dataset dataset;
  Task task;

  SolverExample(const std::vector<expr::Symbol>& operators, uint64_t seed) {
    base::Random random(seed);
    dataset.domain = &domain::open();
    std::vector<expr::NodeId> trees;
    for (const size_t size : {1, 2, 3, 4}) {
      const auto drawn =
          data::draw_trees(std::vector<expr::Symbol>{{"a"}, {"b"}}, operators, {size, 4, seed}, dataset.pool);
      trees.insert(trees.end(), drawn.begin(), drawn.end());
    }
    const size_t classes = 4 + random.below(8);
    std::vector<uint32_t> labels{0, 1};
    while (labels.size() < trees.size()) labels.push_back(static_cast<uint32_t>(random.below(classes)));
    task = task_of(dataset, trees, labels);
  }
};

// Calls visit with all tables of so many values for these operators.
template <class Visit>
void for_all_tables(const std::vector<expr::Symbol>& operators, size_t values, const Visit& visit) {
  FiniteTables tables;
  tables.values = values;
  size_t entries = 0;
  for (const expr::Symbol& op : operators) {
    tables.operators.emplace_back(static_cast<size_t>(std::pow(values, op.arity)));
    entries += tables.operators.back().size();
  }
  for (size_t number = 0; number < static_cast<size_t>(std::pow(values, entries)); ++number) {
    size_t rest = number;
    for (auto& table : tables.operators) {
      for (uint8_t& entry : table) {
        entry = static_cast<uint8_t>(rest % values);
        rest /= values;
      }
    }
    visit(tables);
  }
}

// The oracle: whether the expressions of a class have the same value under all values of variables, for these values of
// constants, and whether the first two classes then differ somewhere.
bool explains(const FiniteTables& tables, const Task& task, const Equations& equations,
              const std::vector<uint8_t>& constants) {
  const auto values = static_cast<uint8_t>(tables.values);
  bool differ = false;
  for (uint8_t a = 0; a < values; ++a) {
    for (uint8_t b = 0; b < values; ++b) {
      std::vector<uint8_t> leaves{a, b};
      for (size_t leaf = 0; leaf < 2; ++leaf) {
        if (!equations.variable[leaf]) leaves[leaf] = constants[leaf];
      }
      std::map<uint32_t, uint8_t> of_class;
      for (size_t i = 0; i < task.training.roots.size(); ++i) {
        const uint8_t value = value_of(tables, leaves, task.vocabulary, task.dataset->pool, task.training.roots[i]);
        if (of_class.emplace(task.training.labels[i], value).first->second != value) return false;
      }
      differ = differ || of_class[0] != of_class[1];
    }
  }
  return differ;
}

bool any_explains(const std::vector<expr::Symbol>& operators, size_t values, const Task& task,
                  const Equations& equations) {
  bool any = false;
  for_all_tables(operators, values, [&](const FiniteTables& tables) {
    // Values of constants; one choice stands for all where there are none.
    for (uint8_t a = 0; a < (equations.variable[0] ? 1 : values) && !any; ++a) {
      for (uint8_t b = 0; b < (equations.variable[1] ? 1 : values) && !any; ++b) {
        any = explains(tables, task, equations, {a, b});
      }
    }
  });
  return any;
}

// Everything asked under all assignments.
void ask_everything(TableSolver& solver, const Equations& equations, size_t values) {
  std::vector<size_t> points;
  for (uint8_t a = 0; a < values; ++a) {
    for (uint8_t b = 0; b < values; ++b) points.push_back(solver.add_point(std::vector<uint8_t>{a, b}));
  }
  for (const size_t point : points) {
    for (uint32_t i = 0; i < equations.applications.size(); ++i) solver.ask(point, i);
  }
  solver.tell_apart(equations.classes[0], equations.classes[1], points);
  solver.order_values(0);
}

}  // namespace

TEST(TableSolver, FindsTablesJustWhereThereAreSome) {
  const std::vector<expr::Symbol> unary = {{"f", expr::SymbolKind::op, 1}, {"g", expr::SymbolKind::op, 1}};
  const std::vector<expr::Symbol> binary = {{"f", expr::SymbolKind::op, 1}, {"g", expr::SymbolKind::op, 2}};
  size_t found = 0;
  size_t none = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const auto& operators = seed % 2 == 0 ? unary : binary;
    const size_t values = seed % 2 == 0 ? 3 : 2;
    const SolverExample example(operators, seed);
    ASSERT_EQ(example.task.vocabulary.operators().size(), 2U);
    const Equations equations(example.task);
    TableSolver solver(equations, values);
    ask_everything(solver, equations, values);
    domain::Deadline deadline(1e9);
    Effort effort(1'000'000, deadline);
    const TableSolver::Status status = solver.solve(effort);
    const bool any = any_explains(operators, values, example.task, equations);
    EXPECT_EQ(status, any ? TableSolver::Status::found : TableSolver::Status::none) << seed;
    ++(any ? found : none);
    if (status != TableSolver::Status::found) continue;
    std::vector<uint8_t> constants;
    for (size_t leaf = 0; leaf < 2; ++leaf) constants.push_back(equations.variable[leaf] ? 0 : solver.constant(leaf));
    EXPECT_TRUE(explains(solver.tables(), example.task, equations, constants)) << seed;
  }
  EXPECT_GT(found, 10U);
  EXPECT_GT(none, 10U);
}

TEST(TableSolver, ChoosesTheValuesOfAFreePoint) {
  // f moves some value, though not 0.
  const data::Dataset dataset = data_of("A\ta\nA\t(f (f a))\nB\t(f a)\n");
  const Task task = task_of_all(dataset);
  const Equations equations(task);
  TableSolver solver(equations, 3);
  const size_t zero = solver.add_point(std::vector<uint8_t>{0});
  const size_t point = solver.add_free_point();
  for (uint32_t i = 0; i < equations.applications.size(); ++i) {
    solver.ask(zero, i);
    solver.ask(point, i);
  }
  solver.tell_apart(equations.classes[0], equations.classes[1], std::vector<size_t>{point});
  domain::Deadline deadline(1e9);
  Effort effort(100'000, deadline);
  ASSERT_EQ(solver.solve(effort), TableSolver::Status::found);
  const std::vector<uint8_t> f = solver.tables().operators[0];
  EXPECT_EQ(f[f[0]], 0);
  EXPECT_TRUE((f[0] != 0 && f[f[0]] == 0) || (f[1] != 1 && f[f[1]] == 1) || (f[2] != 2 && f[f[2]] == 2));
}

TEST(TableSolver, GivesUpWithoutEffortOrTime) {
  const data::Dataset dataset = data_of(modulo(5), 2, 5);
  const Task task = task_of_all(dataset);
  const Equations equations(task);
  domain::Deadline later(1e9);
  domain::Deadline past(0);
  Effort spent(1, later);
  Effort late(1'000'000, past);
  for (Effort* effort : {&spent, &late}) {
    TableSolver solver(equations, 5);
    ask_everything(solver, equations, 5);
    EXPECT_EQ(solver.solve(*effort), TableSolver::Status::gave_up);
  }
}

}  // namespace eqnet::train
