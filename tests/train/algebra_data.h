// Data of finite algebras that are written as functions, and what tables of such algebras mean.
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "eqnet/data/generate.h"
#include "eqnet/data/random_trees.h"
#include "models/some_algebra.h"
#include "train/finite_tables.h"

namespace eqnet::train {

using models::SomeAlgebra;
using Values = std::vector<size_t>;

inline SomeAlgebra modulo(size_t n) {
  return {n,
          {{"Add", 2, [n](const Values& x) { return (x[0] + x[1]) % n; }},
           {"Multiply", 2, [n](const Values& x) { return x[0] * x[1] % n; }},
           {"Subtract", 2, [n](const Values& x) { return (x[0] + n - x[1]) % n; }}}};
}
// Addition alone.
inline SomeAlgebra cyclic(size_t n) {
  return {n, {{"Add", 2, [n](const Values& x) { return (x[0] + x[1]) % n; }}}};
}
inline SomeAlgebra kleene() {
  return {3,
          {{"And", 2, [](const Values& x) { return std::min(x[0], x[1]); }},
           {"Not", 1, [](const Values& x) { return 2 - x[0]; }},
           {"Or", 2, [](const Values& x) { return std::max(x[0], x[1]); }}}};
}
// Two operators that were made up: nothing that a search knows by name.
inline SomeAlgebra unheard_of() {
  return {4,
          {{"First", 2, [](const Values& x) { return size_t{0x1320'0231'3102'2013} >> (4 * (4 * x[0] + x[1])) & 3; }},
           {"Second", 2, [](const Values& x) { return (x[0] == 3 ? x[1] : (x[0] * x[0] + 3 * x[1] + 1) % 4); }}}};
}
// Who wins: paper (1) against rock (0), scissors (2) against paper, rock against scissors.
inline SomeAlgebra rock_paper_scissors() {
  return {3, {{"Win", 2, [](const Values& x) { return (x[0] + 1) % 3 == x[1] ? x[1] : x[0]; }}}};
}

// As a finite domain, whose constants are the digits.
inline const domain::Domain& domain_of(const SomeAlgebra& algebra) {
  std::string text = "name = \"test\"\nvalues = [";
  for (size_t v = 0; v < algebra.count; ++v) text += (v == 0 ? "\"" : ", \"") + std::to_string(v) + "\"";
  text += "]\n";
  for (const SomeAlgebra::Operator& op : algebra.operators) {
    Values children;
    const auto table = [&](auto&& self) -> std::string {
      if (children.size() == op.arity) return "\"" + std::to_string(op.result(children)) + "\"";
      std::string row;
      for (size_t v = 0; v < algebra.count; ++v) {
        children.push_back(v);
        row += (v == 0 ? "[" : ", ") + self(self);
        children.pop_back();
      }
      return row + "]";
    };
    text += "[[operator]]\nname = \"" + op.name + "\"\ntable = " + table(table) + "\n";
  }
  return domain::domain_from_toml(text, "test");
}

// All expressions up to a size, with a split.
inline data::Dataset data_of(const SomeAlgebra& algebra, size_t variables, size_t max_size, size_t per_class = 0) {
  const domain::Domain& domain = domain_of(algebra);
  data::Dataset dataset =
      data::generate({"test", "", &domain, variables, domain.default_operators(), max_size, per_class}, 1);
  data::make_split(dataset, 1);
  return dataset;
}

// Of lines "class<TAB>expression", whose meaning nobody knows unless a domain is given.
inline data::Dataset data_of(const std::string& lines, const domain::Domain& domain = domain::open()) {
  data::LoadParams params;
  params.domain = &domain;
  return data::load_memory(lines, "lines", params);
}

// These expressions are all that training sees, and nothing is kept for validation.
inline Task task_of(const data::Dataset& dataset, std::vector<expr::NodeId> roots, std::vector<uint32_t> labels) {
  Task task;
  task.dataset = &dataset;
  task.vocabulary = encode::Vocabulary::of(dataset.pool, roots);
  for (const uint32_t label : labels) {
    task.class_sizes.resize(std::max<size_t>(task.class_sizes.size(), label + 1));
    ++task.class_sizes[label];
  }
  task.training = {std::move(roots), std::move(labels)};
  return task;
}
inline Task task_of_all(const data::Dataset& dataset) {
  std::vector<expr::NodeId> roots;
  std::vector<uint32_t> labels;
  for (uint32_t label = 0; label < dataset.classes.size(); ++label) {
    for (const expr::NodeId member : dataset.classes[label].members) {
      roots.push_back(member);
      labels.push_back(label);
    }
  }
  return task_of(dataset, roots, labels);
}

// With all assignments of that many variables.
inline FiniteTables tables_of(const SomeAlgebra& algebra, size_t variables = 0) {
  FiniteTables tables;
  tables.values = algebra.count;
  const auto power = [&](size_t exponent) {
    size_t count = 1;
    for (size_t i = 0; i < exponent; ++i) count *= algebra.count;
    return count;
  };
  for (const SomeAlgebra::Operator& op : algebra.operators) {
    std::vector<uint8_t>& table = tables.operators.emplace_back();
    for (size_t choice = 0; choice < power(op.arity); ++choice) {
      table.push_back(static_cast<uint8_t>(op.result(algebra.digits(choice, op.arity))));
    }
  }
  for (size_t i = 0; i < power(variables); ++i) {
    const Values digits = algebra.digits(i, variables);
    tables.assignments.emplace_back(digits.begin(), digits.end());
  }
  return tables;
}

// The value of a tree by tables, from its definition: Tables are FiniteTables or an encode::FinitePart.
template <class Tables>
uint8_t value_of(const Tables& tables, std::span<const uint8_t> leaves, const encode::Vocabulary& vocabulary,
                 const expr::Pool& pool, expr::NodeId node) {
  const uint32_t number = vocabulary.number(pool.symbol_of(node));
  if (pool.is_leaf(node)) return leaves[number];
  size_t place = 0;
  size_t step = 1;
  for (const expr::NodeId child : pool.children(node)) {
    place += step * value_of(tables, leaves, vocabulary, pool, child);
    step *= tables.values;
  }
  return tables.operators[number][place];
}

// Numbers of groups in order of first use, as Domain::classify gives them: trees are together where all algebras give
// them the same values under all assignments.
inline std::vector<uint32_t> classify(const std::vector<FiniteTables>& algebras, const encode::Vocabulary& vocabulary,
                                      const expr::Pool& pool, std::span<const expr::NodeId> trees) {
  std::map<std::vector<uint8_t>, uint32_t> groups;
  std::vector<uint32_t> numbers;
  for (const expr::NodeId tree : trees) {
    std::vector<uint8_t> values;
    for (const FiniteTables& algebra : algebras) {
      for (const auto& leaves : algebra.assignments) {
        values.push_back(value_of(algebra, leaves, vocabulary, pool, tree));
      }
    }
    numbers.push_back(groups.emplace(values, static_cast<uint32_t>(groups.size())).first->second);
  }
  return numbers;
}

// That tables know which random trees of this size are equivalent, by what the domain says.
inline void expect_knowledge(const std::vector<FiniteTables>& algebras, const Task& task, size_t size) {
  expr::Pool pool;
  const auto trees = data::draw_trees(task.vocabulary.leaves(), task.vocabulary.operators(), {size, 300, 1}, pool);
  const std::vector<uint32_t> truth = task.dataset->domain->classify(pool, trees);
  const size_t groups = std::ranges::max(truth) + 1;
  EXPECT_GT(groups, 1U) << "there is something to tell apart";
  EXPECT_LT(groups, trees.size()) << "some are equivalent";
  EXPECT_EQ(classify(algebras, task.vocabulary, pool, trees), truth);
}

// Whether the tables are those of the algebra, with its values in some order.
inline bool isomorphic(const FiniteTables& tables, const SomeAlgebra& algebra) {
  if (tables.values != algebra.count) return false;
  const FiniteTables truth = tables_of(algebra);
  std::vector<uint8_t> renamed(algebra.count);
  for (size_t v = 0; v < renamed.size(); ++v) renamed[v] = static_cast<uint8_t>(v);
  do {
    bool same = true;
    for (size_t op = 0; op < truth.operators.size() && same; ++op) {
      for (size_t choice = 0; choice < truth.operators[op].size() && same; ++choice) {
        Values children = algebra.digits(choice, algebra.operators[op].arity);
        for (size_t& child : children) child = renamed[child];
        same = tables.operators[op][table_place(children, algebra.count)] == renamed[truth.operators[op][choice]];
      }
    }
    if (same) return true;
  } while (std::next_permutation(renamed.begin(), renamed.end()));
  return false;
}

}  // namespace eqnet::train
