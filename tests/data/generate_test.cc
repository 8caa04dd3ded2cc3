#include "eqnet/data/generate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/random.h"
#include "eqnet/data/stats.h"
#include "eqnet/expr/print.h"
#include "support/expect_error.h"

namespace eqnet::data {
namespace {

Space boolean_space(size_t variables, size_t max_size, size_t per_class = 0) {
  return {"test", "", &domain::boolean(), variables, {"And", "Or", "Not", "Xor", "Implies"}, max_size, per_class};
}

std::set<std::string> texts(const Dataset& dataset) {
  const expr::Printer printer(dataset.pool, dataset.domain->syntax(), expr::Style::tokens);
  std::set<std::string> result;
  for (const EquivalenceClass& c : dataset.classes) {
    for (const expr::NodeId member : c.members) result.insert(printer.text(member));
  }
  return result;
}

// The oracle: all trees written out as text, grown one size at a time.
std::vector<std::set<std::string>> all_trees(const std::vector<std::string>& variables, size_t max_size) {
  std::vector<std::set<std::string>> trees(max_size + 1);
  trees[1] = {variables.begin(), variables.end()};
  const auto wrap = [](const std::string& t) { return t.size() > 1 ? "(" + t + ")" : t; };
  for (size_t size = 2; size <= max_size; ++size) {
    for (const std::string& t : trees[size - 1]) trees[size].insert("~" + wrap(t));
    for (size_t left = 1; left + 1 < size; ++left) {
      for (const std::string& l : trees[left]) {
        for (const std::string& r : trees[size - 1 - left]) {
          for (const char* op : {" & ", " | ", " ^ ", " >> "}) trees[size].insert(wrap(l) + op + wrap(r));
        }
      }
    }
  }
  return trees;
}

}  // namespace

// Every number of the design's table.
TEST(Measure, CountsThePapersDatasets) {
  struct Expected {
    const char* name;
    size_t kept, all, classes;
  };
  const Expected table[] = {
      {"simpleBoolean8", 39048, 39048, 120},
      {"simpleBoolean10", 26304, 989742, 191},
      {"boolean5", 1239, 1239, 95},
      {"boolean8", 257784, 257784, 232},
      {"boolean10", 51200, 12041598, 256},
      {"largeSimpleBoolean5", 10050, 10050, 1342},
      {"largeBoolean5", 36050, 36050, 7312},
      {"simplepoly5", 237, 237, 47},
      {"simplepoly8", 3477, 3477, 104},
      {"simplepoly10", 57909, 57909, 195},
      {"oneVarPoly10", 1291, 1291, 83},
      {"oneVarPoly13", 107725, 107725, 677},
      {"poly5", 516, 516, 150},
      {"poly8", 11451, 11451, 1102},
      {"mediumBoolean7", 85864, 127196, 1859},
  };
  EXPECT_EQ(presets().size(), std::size(table));
  for (const Expected& row : table) {
    const SpaceSize size = measure(preset(row.name));
    EXPECT_EQ(to_string(size.kept), std::to_string(row.kept)) << row.name;
    EXPECT_EQ(to_string(size.expressions), std::to_string(row.all)) << row.name;
    EXPECT_EQ(size.classes, row.classes) << row.name;
  }
}

TEST(Measure, CountsSpacesOfMoreThanTenToTheFifteen) {
  const SpaceSize size = measure(boolean_space(3, 25));
  EXPECT_EQ(size.classes, 256U);
  // T(n) = T(n-1) + 4 * sum T(i) T(n-1-i), the number of trees, without any semantics.
  std::vector<base::Uint128> trees = {0, 3};
  base::Uint128 sum = 3;
  for (size_t n = 2; n <= 25; ++n) {
    base::Uint128 count = trees[n - 1];
    for (size_t i = 1; i + 1 < n; ++i) count += 4 * trees[i] * trees[n - 1 - i];
    trees.push_back(count);
    sum += count;
  }
  EXPECT_EQ(size.expressions, (Count{static_cast<uint64_t>(sum >> 64), static_cast<uint64_t>(sum)}));
  EXPECT_GT(size.expressions, (Count{0, 1'000'000'000'000'000ULL}));
}

TEST(Count, GoesUpTo128Bits) {
  EXPECT_EQ(to_string({0, 0}), "0");
  EXPECT_EQ(to_string({0, UINT64_MAX}), "18446744073709551615");
  EXPECT_EQ(to_string({1, 0}), "18446744073709551616");
  EXPECT_EQ(to_string({UINT64_MAX, UINT64_MAX}), "340282366920938463463374607431768211455");
  EXPECT_EQ(static_cast<double>(Count{1, 0}), 0x1p64);
  EXPECT_EQ(static_cast<double>(Count{3, 5}), 3 * 0x1p64);
  EXPECT_LT((Count{0, UINT64_MAX}), (Count{1, 0}));
}

TEST(Measure, RefusesWhatItCannotCount) {
  EXPECT_ERROR(measure(boolean_space(3, 200)), "2^128", "--max-size");
  EXPECT_ERROR(measure(boolean_space(0, 3)), "variable");
  EXPECT_ERROR(measure(boolean_space(17, 3)), "16");
  Space odd = boolean_space(3, 3);
  odd.operators = {"Add"};
  EXPECT_ERROR(measure(odd), "'Add'", "boolean");
  EXPECT_ERROR(preset("boolean9"), "'boolean9'", "did you mean 'boolean");
  EXPECT_ERROR(preset("nothing like it"), "choose from simpleBoolean8, ");
}

TEST(Generate, ListsEveryTreeOnceUnderItsFunction) {
  for (size_t variables = 1; variables <= 3; ++variables) {
    const std::vector<std::string> names = {"a", "b", "c"};
    const auto trees = all_trees({names.begin(), names.begin() + static_cast<long>(variables)}, 5);
    std::set<std::string> expected;
    for (const auto& size : trees) expected.insert(size.begin(), size.end());
    const Dataset dataset = generate(boolean_space(variables, 5), 1);
    EXPECT_EQ(texts(dataset), expected);
    EXPECT_EQ(count_expressions(dataset.classes), expected.size());
    EXPECT_TRUE(verify(dataset).clean());
  }
}

// Operators of three children beside those of one and two; the oracle writes all trees out and evaluates each as
// written.
TEST(Generate, TakesOperatorsOfAnyNumberOfChildren) {
  const Space space{"test", "", &domain::boolean(), 3, {"Ite", "Majority", "Not", "And"}, 7, 0};
  struct Tree {
    std::string text;
    uint8_t table;  // bit j: its value where a, b and c are the bits of j
  };
  std::vector<std::vector<Tree>> trees(space.max_size + 1);
  trees[1] = {{"a", 0xAA}, {"b", 0xCC}, {"c", 0xF0}};
  const auto wrap = [](const Tree& t) { return t.text.size() > 1 ? "(" + t.text + ")" : t.text; };
  for (size_t size = 2; size <= space.max_size; ++size) {
    const auto add = [&, size](std::string text, int table) {
      trees[size].push_back({std::move(text), static_cast<uint8_t>(table)});
    };
    for (const Tree& t : trees[size - 1]) add("~" + wrap(t), ~t.table);
    for (size_t first = 1; first + 1 < size; ++first) {
      for (const Tree& x : trees[first]) {
        for (const Tree& y : trees[size - 1 - first]) add(wrap(x) + " & " + wrap(y), x.table & y.table);
        for (size_t second = 1; first + second + 1 < size; ++second) {
          for (const Tree& y : trees[second]) {
            for (const Tree& z : trees[size - 1 - first - second]) {
              const std::string arguments = "(" + wrap(x) + ", " + wrap(y) + ", " + wrap(z) + ")";
              add("ite" + arguments, (x.table & y.table) | (~x.table & z.table));
              add("maj" + arguments, (x.table & y.table) | (y.table & z.table) | (x.table & z.table));
            }
          }
        }
      }
    }
  }
  std::map<int, std::set<std::string>> by_table;
  size_t count = 0;
  for (size_t size = 1; size <= space.max_size; ++size) {
    count += trees[size].size();
    for (const Tree& tree : trees[size]) by_table[tree.table].insert(tree.text);
  }
  ASSERT_GT(count, 10'000U);

  SpaceSize size;
  const Dataset dataset = generate(space, 1, &size);
  EXPECT_EQ(to_string(size.expressions), std::to_string(count));
  for (size_t n = 1; n <= space.max_size; ++n) EXPECT_EQ(to_string(size.by_size[n]), std::to_string(trees[n].size()));
  std::set<std::set<std::string>> expected;
  for (const auto& [table, texts] : by_table) expected.insert(texts);
  const expr::Printer printer(dataset.pool, dataset.domain->syntax(), expr::Style::tokens);
  std::set<std::set<std::string>> classes;
  for (const EquivalenceClass& c : dataset.classes) {
    std::set<std::string> members;
    for (const expr::NodeId member : c.members) EXPECT_TRUE(members.insert(printer.text(member)).second);
    classes.insert(std::move(members));
  }
  EXPECT_EQ(classes, expected);
  Space capped = space;
  capped.per_class = count;
  EXPECT_EQ(texts(generate(capped, 7)), texts(dataset)) << "sampling without a need to";
}

TEST(Generate, SamplingWithoutANeedToGivesAllTrees) {
  for (const char* name : {"boolean5", "oneVarPoly10", "poly5"}) {
    Space space = preset(name);
    const Dataset all = generate(space, 1);
    space.per_class = 1'000'000;
    const Dataset sampled = generate(space, 1);
    ASSERT_EQ(sampled.classes.size(), all.classes.size());
    EXPECT_EQ(texts(sampled), texts(all)) << name;
  }
}

TEST(Generate, DrawsAtMostThatManyOfAClassAndNoneTwice) {
  const Dataset dataset = generate(boolean_space(3, 7, 20), 3);
  EXPECT_TRUE(verify(dataset).clean());
  EXPECT_EQ(texts(dataset).size(), count_expressions(dataset.classes));
  size_t full = 0;
  for (const EquivalenceClass& c : dataset.classes) {
    EXPECT_LE(c.members.size(), 20U);
    full += c.members.size() == 20 ? 1 : 0;
  }
  EXPECT_GT(full, 100U);
}

// Each of a class's trees is drawn equally often: chi-square over many seeds.
TEST(Generate, DrawsUniformly) {
  const Dataset all = generate(boolean_space(2, 5), 1);
  std::map<std::string, std::map<std::string, int>> counts;  // class, text
  const expr::Printer all_printer(all.pool, all.domain->syntax(), expr::Style::tokens);
  for (const EquivalenceClass& c : all.classes) {
    for (const expr::NodeId member : c.members) counts[c.name][all_printer.text(member)] = 0;
  }
  constexpr int kSeeds = 2000;
  constexpr size_t kDrawn = 3;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Dataset drawn = generate(boolean_space(2, 5, kDrawn), static_cast<uint64_t>(seed));
    const expr::Printer printer(drawn.pool, drawn.domain->syntax(), expr::Style::tokens);
    for (const EquivalenceClass& c : drawn.classes) {
      for (const expr::NodeId member : c.members) ++counts[c.name].at(printer.text(member));
    }
  }
  for (const auto& [name, class_counts] : counts) {
    const auto n = static_cast<double>(class_counts.size());
    if (n <= kDrawn) continue;
    const double expected = kSeeds * kDrawn / n;
    double chi_square = 0;
    for (const auto& [text, count] : class_counts) chi_square += (count - expected) * (count - expected) / expected;
    // Drawing without replacement makes the variance smaller; n - 1 degrees of freedom, five standard deviations.
    EXPECT_LT(chi_square, (n - 1) + 5 * std::sqrt(2 * (n - 1))) << name;
  }
}

TEST(Generate, DependsOnTheSeedAlone) {
  const Space space = boolean_space(3, 8, 10);
  EXPECT_EQ(texts(generate(space, 5)), texts(generate(space, 5)));
  EXPECT_NE(texts(generate(space, 5)), texts(generate(space, 6)));
}

TEST(Generate, RefusesToListAHugeSpace) {
  EXPECT_ERROR(generate(boolean_space(3, 25), 1), "--per-class");
}

TEST(MakeSplit, FollowsThePublishedFiles) {
  for (const char* name : {"boolean5", "poly5", "simplepoly8", "largeSimpleBoolean5"}) {
    Dataset dataset = generate(preset(name), 1);
    make_split(dataset, 1);
    const size_t classes = dataset.classes.size();
    EXPECT_EQ(dataset.part(Part::unseen).size(), (classes + 5) / 6) << name;
    EXPECT_EQ(dataset.part(Part::train).size(), classes - dataset.part(Part::unseen).size())
        << "every class that is not unseen has a training expression";

    std::map<std::string, std::array<size_t, 4>> sizes;
    std::set<expr::NodeId> members;
    for (size_t p = 0; p < kParts.size(); ++p) {
      for (const EquivalenceClass& c : (*dataset.split)[p]) {
        sizes[c.name][p] = c.members.size();
        members.insert(c.members.begin(), c.members.end());
      }
    }
    EXPECT_EQ(members.size(), count_expressions(dataset.classes)) << "each expression is in one part";
    const double average = static_cast<double>(count_expressions(dataset.classes)) / static_cast<double>(classes);
    for (const EquivalenceClass& c : dataset.classes) {
      const size_t n = c.members.size();
      const auto& [train, validation, seen, unseen] = sizes[c.name];
      if (unseen > 0) {
        EXPECT_EQ(unseen, n);
        EXPECT_GE(n, 2U);
        EXPECT_LT(static_cast<double>(n), 3 * average);
      } else {
        EXPECT_EQ(validation, n * 15 / 100);
        EXPECT_EQ(seen, n * 25 / 100);
        EXPECT_EQ(train, n - validation - seen);
      }
    }
  }
}

TEST(MakeSplit, KeepsEverySymbolInTraining) {
  std::string text;
  for (int c = 0; c < 30; ++c) {  // a constant of its own in each class, in one or in all of its expressions
    const std::string number = std::to_string(c + 2);
    for (int i = 0; i < 8; ++i) {
      const bool own = c % 2 == 0 || i == 5;
      std::string sum = "x";  // another in each class
      for (int j = 0; j < c; ++j) sum += " + a";
      text += "c" + number + "\t" + (own ? number + " * " : "") + "(" + sum + " - " + std::to_string(100 + i) + ")\n";
    }
  }
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    Dataset dataset = load_memory(text, "answers");
    make_split(dataset, seed);
    const auto symbols = [&](Part part) {
      std::set<expr::SymbolId> found;
      for (const EquivalenceClass& c : dataset.part(part)) {
        const expr::Subgraph graph(dataset.pool, c.members);
        for (size_t place = 0; place < graph.size(); ++place) found.insert(dataset.pool.symbol(graph.id(place)));
      }
      return found;
    };
    const std::set<expr::SymbolId> known = symbols(Part::train);
    size_t expressions = count_expressions(dataset.part(Part::train));
    for (const Part part : {Part::validation, Part::seen, Part::unseen}) {
      expressions += count_expressions(dataset.part(part));
      EXPECT_TRUE(std::ranges::includes(known, symbols(part))) << name(part);
    }
    EXPECT_EQ(expressions, 240U) << "none is lost";
    EXPECT_FALSE(dataset.part(Part::validation).empty());
  }
}

TEST(MakeSplit, ChoosesOtherClassesForAnotherSeed) {
  const auto unseen = [](uint64_t seed) {
    Dataset dataset = generate(preset("boolean5"), 1);
    make_split(dataset, seed);
    std::set<std::string> names;
    for (const EquivalenceClass& c : dataset.part(Part::unseen)) names.insert(c.name);
    return names;
  };
  EXPECT_EQ(unseen(1), unseen(1));
  EXPECT_NE(unseen(1), unseen(2));
}

}  // namespace eqnet::data
