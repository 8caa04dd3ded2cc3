#include "eqnet/search/rules.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

#include "eqnet/base/error.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "support/expect_error.h"

namespace eqnet::search {
namespace {

RuleSpace boolean_space(std::vector<std::string> operators, size_t max_size, size_t variables = 3) {
  RuleSpace space;
  space.domain = &domain::boolean();
  space.operators = std::move(operators);
  space.max_size = max_size;
  space.variables = variables;
  return space;
}

std::vector<std::string> lines_of(const RuleSet& rules, const domain::Domain& domain) {
  std::vector<std::string> lines;
  for (size_t number = 1; number <= rules.rules.size(); ++number) {
    lines.push_back(rule_text(rules, number, domain, RuleFormat::text));
  }
  return lines;
}

// Rewriting written plainly, as a check: one step at a time, on texts of trees.
class Rewriting {
 public:
  struct Tree {
    std::string symbol;
    bool variable = false;
    std::vector<Tree> children = {};
    bool operator==(const Tree&) const = default;
    [[nodiscard]] size_t size() const {
      size_t nodes = 1;
      for (const Tree& child : children) nodes += child.size();
      return nodes;
    }
    [[nodiscard]] std::string text() const {
      if (children.empty()) return symbol;
      std::string all = "(" + symbol;
      for (const Tree& child : children) all += " " + child.text();
      return all + ")";
    }
  };
  static Tree tree(const expr::Pool& pool, expr::NodeId node) {
    Tree made{pool.symbol_of(node).name, pool.symbol_of(node).kind == expr::SymbolKind::variable};
    for (const expr::NodeId child : pool.children(node)) made.children.push_back(tree(pool, child));
    return made;
  }

  explicit Rewriting(const RuleSet& rules) {
    for (const Rule& rule : rules.rules) {
      const Tree left = tree(rules.pool, rule.left);
      const Tree right = tree(rules.pool, rule.right);
      rules_.emplace_back(left, right);
      rules_.emplace_back(right, left);
    }
  }

  // Whether the goal is reached through trees of at most so many nodes; variables that a step makes up are `a`.
  [[nodiscard]] bool reaches(const Tree& from, const Tree& goal, size_t most) const {
    std::set<std::string> seen = {from.text()};
    std::vector<Tree> now = {from};
    const std::string wanted = goal.text();
    while (!now.empty() && !seen.contains(wanted)) {
      std::vector<Tree> next;
      for (const Tree& one : now) {
        steps(one, [&](const Tree& made) {
          if (made.size() <= most && seen.insert(made.text()).second) next.push_back(made);
        });
      }
      now = std::move(next);
    }
    return seen.contains(wanted);
  }

 private:
  using Values = std::map<std::string, Tree>;
  static bool match(const Tree& pattern, const Tree& tree, Values& values) {
    if (pattern.variable) return values.try_emplace(pattern.symbol, tree).first->second == tree;
    if (pattern.symbol != tree.symbol || pattern.children.size() != tree.children.size() || tree.variable) return false;
    for (size_t i = 0; i < pattern.children.size(); ++i) {
      if (!match(pattern.children[i], tree.children[i], values)) return false;
    }
    return true;
  }
  static Tree with(const Tree& pattern, const Values& values) {
    if (pattern.variable) return values.contains(pattern.symbol) ? values.at(pattern.symbol) : Tree{"a", true};
    Tree made{pattern.symbol, false};
    for (const Tree& child : pattern.children) made.children.push_back(with(child, values));
    return made;
  }
  void steps(const Tree& tree, const std::function<void(const Tree&)>& found) const {
    for (const auto& [from, to] : rules_) {
      Values values;
      if (match(from, tree, values)) found(with(to, values));
    }
    for (size_t i = 0; i < tree.children.size(); ++i) {
      steps(tree.children[i], [&](const Tree& made) {
        Tree whole = tree;
        whole.children[i] = made;
        found(whole);
      });
    }
  }

  std::vector<std::pair<Tree, Tree>> rules_;
};

}  // namespace

TEST(Rules, OfAndOrNotAreTheLawsThatOneKnows) {
  const RuleSet rules = find_rules(boolean_space({"And", "Or", "Not"}, 7));
  EXPECT_EQ(lines_of(rules, domain::boolean()),
            (std::vector<std::string>{"a & b = b & a", "a | b = b | a", "a & a = a", "a | a = a", "~~a = a",
                                      "a & ~a = b & ~b", "a | ~a = b | ~b", "a & (b & c) = b & (a & c)",
                                      "a | (b | c) = b | (a | c)", "a & (a | b) = a", "~a & ~b = ~(a | b)",
                                      "a & (b | ~a) = a & b", "a & (b | a & c) = a & (b | c)",
                                      "(a | b) & (a | c) = a | b & c", "a & b | a & c = a & (b | c)"}));
  EXPECT_EQ(rules.expressions, 8427U);
  EXPECT_EQ(rules.through_size, 9U);
}

TEST(Rules, OfFractionsHaveNoSideWithoutAValue) {
  RuleSpace space;
  space.domain = &domain::real();
  space.constants = {"0", "1"};
  space.variables = 2;
  space.max_size = 3;
  EXPECT_EQ(lines_of(find_rules(space), domain::real()),
            (std::vector<std::string>{"a + b = b + a", "a * b = b * a", "a + 0 = a", "a - a = 0", "a - 0 = a",
                                      "a * 0 = 0", "a * 1 = a", "a / a = 1", "a / 1 = a", "0 / a = 0"}));
  space.max_size = 5;
  space.through_size = 5;
  space.variables = 1;
  const RuleSet rules = find_rules(space);
  for (const auto& [left, right] : rules.rules) {
    const expr::NodeId sides[] = {left, right};
    EXPECT_EQ(domain::real().have_values(rules.pool, sides), (std::vector<bool>{true, true}));
    EXPECT_EQ(domain::real().equivalent(rules.pool, left, right).answer, domain::Answer::equivalent);
  }
  EXPECT_GT(rules.rules.size(), 20U);
  EXPECT_LT(rules.meanings, rules.expressions);
}

TEST(Rules, AreProvedAndNoneHasMoreNodesThanAsked) {
  for (const domain::Domain* domain : {&domain::boolean(), &domain::polynomial()}) {
    RuleSpace space;
    space.domain = domain;
    space.max_size = 5;
    const RuleSet rules = find_rules(space);
    EXPECT_GT(rules.rules.size(), 5U);
    for (const auto& [left, right] : rules.rules) {
      EXPECT_EQ(domain->equivalent(rules.pool, left, right).answer, domain::Answer::equivalent);
      EXPECT_NE(left, right);
      EXPECT_LE(rules.pool.tree_size(left), 5U);
      EXPECT_LE(rules.pool.tree_size(right), rules.pool.tree_size(left));
    }
  }
}

// What the rules are for, checked by rewriting that knows nothing of how they were found.
TEST(Rules, LinkAllThatMeansTheSame) {
  const RuleSet rules = find_rules(boolean_space({"And", "Not"}, 4, 2));
  const Rewriting rewriting(rules);
  const std::vector<std::string> variables = {"a", "b"};
  std::vector<expr::NodeId> nodes;
  for (expr::NodeId node = 0; node < rules.expressions; ++node) nodes.push_back(node);
  const std::vector<uint32_t> meaning = domain::boolean().classify(rules.pool, nodes);
  size_t linked = 0;
  std::map<uint32_t, expr::NodeId> first;
  for (const expr::NodeId node : nodes) {
    const expr::NodeId other = first.try_emplace(meaning[node], node).first->second;
    if (other == node) continue;
    ++linked;
    EXPECT_TRUE(rewriting.reaches(Rewriting::tree(rules.pool, node), Rewriting::tree(rules.pool, other), 7))
        << expr::print(rules.pool, node, domain::boolean().syntax());
  }
  EXPECT_GT(linked, 10U);
}

TEST(Rules, DoNotFollowFromThoseBefore) {
  const RuleSet all = find_rules(boolean_space({"And", "Or", "Not"}, 5));
  for (size_t number = 1; number < all.rules.size(); ++number) {
    RuleSet before;
    before.pool = all.pool;
    before.rules.assign(all.rules.begin(), all.rules.begin() + static_cast<std::ptrdiff_t>(number));
    const auto [left, right] = all.rules[number];
    EXPECT_FALSE(Rewriting(before).reaches(Rewriting::tree(all.pool, left), Rewriting::tree(all.pool, right), 6))
        << rule_text(all, number + 1, domain::boolean(), RuleFormat::text);
  }
}

TEST(Rules, MayHaveConstantsAndOperatorsOfAnyArity) {
  RuleSpace space = boolean_space({"Ite"}, 4, 2);
  space.constants = {"true"};
  const auto lines = lines_of(find_rules(space), domain::boolean());
  EXPECT_NE(std::ranges::find(lines, "ite(true, a, b) = a"), lines.end());
  EXPECT_NE(std::ranges::find(lines, "ite(a, b, b) = b"), lines.end());
  RuleSpace sums;
  sums.domain = &domain::polynomial();
  sums.operators = {"Add", "Multiply"};
  sums.constants = {"0", "1"};
  const auto of_sums = lines_of(find_rules(sums), domain::polynomial());
  for (const char* law : {"a + b = b + a", "a + 0 = a", "a * 0 = 0", "a * 1 = a"}) {
    EXPECT_NE(std::ranges::find(of_sums, law), of_sums.end()) << law;
  }
}

TEST(Rules, RefuseSpacesThatAreTooLargeOrHaveNoMeaning) {
  EXPECT_ERROR((void)find_rules(boolean_space({"And", "Or", "Not"}, 15)), "more than 4000000 expressions");
  EXPECT_ERROR((void)find_rules(boolean_space({"And"}, 3, 0)), "rules need a variable");
  EXPECT_ERROR((void)find_rules(boolean_space({"And"}, 0)), "a node or more");
  EXPECT_ERROR((void)find_rules(boolean_space({"Add"}, 3)), "'Add' makes no trees in the boolean domain");
  RuleSpace open;
  open.domain = &domain::open();
  EXPECT_ERROR((void)find_rules(open), "has no algebra to prove rules by");
}

TEST(Rules, AreWrittenForEggAndEgglog) {
  const RuleSet rules = find_rules(boolean_space({"And", "Not"}, 4));
  const auto text = [&](size_t number, RuleFormat format) {
    return rule_text(rules, number, domain::boolean(), format);
  };
  EXPECT_EQ(text(1, RuleFormat::egg), "rewrite!(\"rule-1\"; \"(And ?a ?b)\" => \"(And ?b ?a)\"),")
      << "its own converse but for the names";
  EXPECT_NE(text(2, RuleFormat::egg).find("rule-2-back"), std::string::npos) << text(2, RuleFormat::egg);
  EXPECT_EQ(text(1, RuleFormat::egglog), "(birewrite (And a b) (And b a))");
  const auto lines = lines_of(rules, domain::boolean());
  const auto odd = static_cast<size_t>(std::ranges::find(lines, "a & ~a = b & ~b") - lines.begin()) + 1;
  ASSERT_LE(odd, lines.size());
  EXPECT_EQ(text(odd, RuleFormat::egglog).find("; (And a (Not a)) = (And b (Not b))"), 0U);
  EXPECT_EQ(text(odd, RuleFormat::egg).find("// (And ?a (Not ?a)) = (And ?b (Not ?b))"), 0U);
}

TEST(WrittenRules, AreReadInSeveralForms) {
  const domain::Domain& boolean = domain::boolean();
  for (const char* line : {"(& ?a (~ ?b)) ==> (~ (| (~ ?a) ?b))", "a & ~b = ~(~a | b)",
                           "(And a (Not b)) <==> ~(~a | b)", " (&  ?a (~ ?b) )==>a & ~b"}) {
    expr::Pool pool;
    const WrittenRule rule = read_rule(line, boolean, pool);
    EXPECT_EQ(expr::print(pool, rule.left, boolean.syntax()), "a & ~b") << line;
    EXPECT_EQ(boolean.equivalent(pool, rule.left, rule.right).answer, domain::Answer::equivalent);
    EXPECT_EQ(rule.condition, "");
  }
  expr::Pool pool;
  for (const char* line : {"a => b = ~a | b", "a => b ==> ~a | b", "~a | b = a => b"}) {
    const WrittenRule rule = read_rule(line, boolean, pool);
    EXPECT_EQ(boolean.equivalent(pool, rule.left, rule.right).answer, domain::Answer::equivalent) << line;
  }
  EXPECT_EQ(read_rule("?a ==> (| ?a ?a) if (!= ?a 0)", boolean, pool).condition, "(!= ?a 0)");
}

// As Herbie's rules have them.
TEST(WrittenRules, HaveTheConstantsAndFunctionsOfRuleSets) {
  const domain::Domain& real = domain::real();
  expr::Pool pool;
  for (const char* line : {"(log E) ==> 1", "(exp 1) ==> E", "E ==> (exp 1)", "(cos (PI)) ==> -1", "(log (E)) ==> 1",
                           "(fma ?x ?y ?z) ==> (+ (* ?x ?y) ?z)", "(cube ?x) ==> (pow ?x 3)",
                           "(square ?x) ==> (* ?x ?x)", "(rcp ?x) ==> (/ 1 ?x)", "(sin x) + 1 = 1 + sin(x)"}) {
    const WrittenRule rule = read_rule(line, real, pool);
    EXPECT_EQ(real.equivalent(pool, rule.left, rule.right).answer, domain::Answer::equivalent) << line;
  }
  const WrittenRule rule = read_rule("E = e", real, pool);  // a variable, where people write
  EXPECT_EQ(real.equivalent(pool, rule.left, rule.right).answer, domain::Answer::different);
}

TEST(WrittenRules, ThatAreNoneAreErrors) {
  const domain::Domain& boolean = domain::boolean();
  expr::Pool pool;
  EXPECT_ERROR((void)read_rule("a & b", boolean, pool), "no ==>, <==> or = between two sides");
  EXPECT_ERROR((void)read_rule("a => b", boolean, pool), "=> and <=> are operators");
  EXPECT_ERROR((void)read_rule("==> a", boolean, pool), "a side of the rule is empty");
  EXPECT_ERROR((void)read_rule("(& ?a ==> ?a", boolean, pool), "ends within");
  EXPECT_ERROR((void)read_rule("(& ?a ?b)) ==> ?a", boolean, pool), "more behind the expression");
  EXPECT_ERROR((void)read_rule("(() ?a) ==> ?a", boolean, pool), "an operator is missing");
  EXPECT_ERROR((void)read_rule("(/ ?a ?b) ==> ?a", boolean, pool), "'/' of 2 is no operator of the boolean domain");
  EXPECT_ERROR((void)read_rule("(~ ?a ?b) ==> ?a", boolean, pool), "'~' of 2 is no operator");
  EXPECT_ERROR((void)read_rule("? ==> ?a", boolean, pool), "a variable has no name");
  EXPECT_ERROR((void)read_rule("a & ==> a", boolean, pool), "found the end");
}

// A published set (../shared/rules): all are true, and all follow from ours, because their sides are in the space.
TEST(WrittenRules, OfAPublishedSetFollowFromOurs) {
  const std::filesystem::path path = std::filesystem::path(EQNET_SOURCE) / "../shared/rules/bool.rules";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "without ../shared/rules";
  const RuleSet ours = find_rules(boolean_space({"And", "Or", "Xor", "Not"}, 7));
  const Rewriting rewriting(ours);
  std::ifstream file(path);
  size_t count = 0;
  for (std::string line; std::getline(file, line);) {
    expr::Pool pool;
    const WrittenRule rule = read_rule(line, domain::boolean(), pool);
    EXPECT_EQ(domain::boolean().equivalent(pool, rule.left, rule.right).answer, domain::Answer::equivalent) << line;
    ++count;
    // By rewriting step by step only where that is quick; the closure in find_rules covers all.
    for (const expr::NodeId side : {rule.left, rule.right}) EXPECT_LE(pool.tree_size(side), 7U) << line;
    if (pool.tree_size(rule.left) > 4 || pool.tree_size(rule.right) > 4) continue;
    EXPECT_TRUE(rewriting.reaches(Rewriting::tree(pool, rule.left), Rewriting::tree(pool, rule.right), 6)) << line;
  }
  EXPECT_EQ(count, 51U);
}

TEST(Rules, RefuseSpacesWithoutMeasure) {
  RuleSpace space;
  space.domain = &domain::boolean();
  space.max_size = SIZE_MAX;
  EXPECT_ERROR(find_rules(space), "nodes", "64");
  space.max_size = 3;
  space.variables = SIZE_MAX;
  EXPECT_ERROR(find_rules(space), "variables", "26");
}

}  // namespace eqnet::search
