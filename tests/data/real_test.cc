// Data of real functions. The oracle makes all trees itself and tells them apart by the C library's values at random
// points, where what is not a number counts as not defined.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "base/random.h"
#include "eqnet/data/generate.h"
#include "eqnet/data/random_trees.h"
#include "eqnet/data/stats.h"
#include "eqnet/expr/print.h"

namespace eqnet::data {
namespace {

constexpr size_t kOraclePoints = 90;

struct OracleTree {
  std::string text;
  std::vector<long double> values;
};

long double applied(const std::string& op, long double x, long double y) {
  if (op == "Add") return x + y;
  if (op == "Subtract") return x - y;
  if (op == "Multiply") return x * y;
  if (op == "Divide") return y == 0 ? NAN : x / y;
  if (op == "Sqrt") return x < 0 ? NAN : std::sqrt(x);
  if (op == "Exp") return std::exp(x);
  if (op == "Log") return x <= 0 ? NAN : std::log(x);
  if (op == "Sin") return std::sin(x);
  return std::cos(x);
}

bool same_values(const OracleTree& one, const OracleTree& other) {
  for (size_t p = 0; p < kOraclePoints; ++p) {
    const long double x = one.values[p], y = other.values[p];
    if (std::isnan(x) != std::isnan(y)) return false;
    if (std::isinf(x) && x == y) continue;  // too large, which other points are not
    if (!std::isnan(x) && std::abs(x - y) > 1e-13L * (1 + std::abs(x) + std::abs(y))) return false;
  }
  return true;
}

// The classes as sets of texts.
std::set<std::set<std::string>> oracle_classes(const Space& space, long double reach) {
  base::Random random(3);
  expr::Pool pool;
  struct Tree {
    expr::NodeId node;
    std::vector<long double> values;
  };
  std::vector<std::vector<Tree>> trees(space.max_size + 1);
  for (size_t v = 0; v < space.variables; ++v) {
    std::vector<long double> values;
    // Small ones of both signs, and positive ones of all sizes up to `reach`, for logarithms of logarithms.
    for (size_t p = 0; p < kOraclePoints; ++p) {
      const long double share = random.uniform();
      values.push_back(p % 3 == 0 ? 2 * share + 0.01L : p % 3 == 1 ? -2 * share - 0.01L : std::pow(reach, share));
    }
    trees[1].push_back({pool.variable(std::string(1, static_cast<char>('a' + v))), values});
  }
  for (const std::string& constant : space.constants) {
    trees[1].push_back({pool.constant(constant), std::vector<long double>(kOraclePoints, std::stold(constant))});
  }
  std::vector<OracleTree> all;
  const expr::Printer printer(pool, space.domain->syntax());
  for (size_t size = 1; size <= space.max_size; ++size) {
    for (const std::string& op : space.operators) {
      const bool two = op == "Add" || op == "Subtract" || op == "Multiply" || op == "Divide";
      const auto add = [&](const Tree& x, const Tree& y) {
        std::vector<long double> values;
        for (size_t p = 0; p < kOraclePoints; ++p) values.push_back(applied(op, x.values[p], y.values[p]));
        const expr::SymbolId symbol = pool.symbols.op(op, two ? 2 : 1);
        trees[size].push_back(
            {two ? pool.node(symbol, {x.node, y.node}) : pool.node(symbol, {x.node}), std::move(values)});
      };
      if (!two && size > 1) {
        for (const Tree& x : trees[size - 1]) add(x, x);
      }
      for (size_t left = 1; two && left + 1 < size; ++left) {
        for (const Tree& x : trees[left]) {
          for (const Tree& y : trees[size - 1 - left]) add(x, y);
        }
      }
    }
    for (const Tree& tree : trees[size]) {
      if (std::ranges::all_of(tree.values, [](long double value) { return std::isnan(value); })) continue;
      all.push_back({expr::print(pool, tree.node, space.domain->syntax()), tree.values});
    }
  }
  std::vector<std::pair<OracleTree, std::set<std::string>>> classes;
  for (OracleTree& tree : all) {
    const auto own = std::ranges::find_if(classes, [&](const auto& one) { return same_values(one.first, tree); });
    if (own != classes.end()) {
      own->second.insert(tree.text);
    } else {
      std::set<std::string> texts = {tree.text};
      classes.emplace_back(std::move(tree), std::move(texts));
    }
  }
  std::set<std::set<std::string>> result;
  for (auto& [first, texts] : classes) result.insert(std::move(texts));
  return result;
}

void expect_as_oracle(const Space& space, long double reach) {
  const Dataset dataset = generate(space, 1);
  std::set<std::set<std::string>> classes;
  for (const EquivalenceClass& one : dataset.classes) {
    std::set<std::string> texts;
    for (const expr::NodeId member : one.members) {
      texts.insert(expr::print(dataset.pool, member, dataset.domain->syntax()));
    }
    EXPECT_EQ(texts.size(), one.members.size());
    classes.insert(std::move(texts));
  }
  const std::set<std::set<std::string>> expected = oracle_classes(space, reach);
  for (const auto& one : classes) {
    EXPECT_TRUE(expected.contains(one)) << space.name << ": a class of " << one.size() << " with " << *one.begin();
  }
  EXPECT_EQ(classes.size(), expected.size());
  EXPECT_TRUE(verify(dataset).clean());
}

}  // namespace

TEST(GenerateReal, MakesTheClassesThatValuesTellApart) {
  expect_as_oracle({"rational", "", &domain::real(), 2, {"Add", "Subtract", "Multiply", "Divide"}, 4, 0, {"1", "2"}},
                   3);
  expect_as_oracle({"elementary",
                    "",
                    &domain::real(),
                    1,
                    {"Add", "Subtract", "Multiply", "Divide", "Sqrt", "Exp", "Log", "Sin", "Cos"},
                    4,
                    0,
                    {"1"}},
                   5);
  expect_as_oracle({"roots", "", &domain::real(), 1, {"Multiply", "Sqrt", "Exp", "Log"}, 6, 0, {}}, 100000);
}

TEST(GenerateReal, HasTheSizesThatTheDocsSay) {
  struct Expected {
    const char* name;
    size_t kept, all, classes;
  };
  for (const Expected& row : {Expected{"rational5", 4080, 4080, 861}, Expected{"rational7", 20480, 82924, 4136},
                              Expected{"elementary5", 15090, 15090, 7964}}) {
    const SpaceSize size = measure(preset(row.name));
    EXPECT_EQ(to_string(size.kept), std::to_string(row.kept)) << row.name;
    EXPECT_EQ(to_string(size.expressions), std::to_string(row.all)) << row.name;
    EXPECT_EQ(size.classes, row.classes) << row.name;
  }
}

TEST(RandomTrees, LeaveOutWhatHasNoValue) {
  const std::vector<expr::Symbol> leaves = {{"a", expr::SymbolKind::variable, 0}};
  const std::vector<expr::Symbol> operators = {{"Subtract", expr::SymbolKind::op, 2},
                                               {"Divide", expr::SymbolKind::op, 2}};
  const Dataset dataset = random_trees(domain::real(), leaves, operators, {5, 1000, 1});
  std::set<std::string> texts;
  for (const EquivalenceClass& one : dataset.classes) {
    for (const expr::NodeId member : one.members) {
      texts.insert(expr::print(dataset.pool, member, domain::real().syntax()));
    }
  }
  EXPECT_TRUE(texts.contains("a / (a / a)"));
  EXPECT_FALSE(texts.contains("a / (a - a)"));
}

}  // namespace eqnet::data
