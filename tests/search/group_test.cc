#include "eqnet/search/group.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "eqnet/base/error.h"
#include "eqnet/data/random_trees.h"
#include "eqnet/expr/print.h"
#include "support/expect_error.h"

namespace eqnet::search {
namespace {

Grouping grouping_of(const domain::Domain& domain, const std::vector<std::string>& texts) {
  Grouping grouping(domain);
  for (const std::string& text : texts) grouping.add(text);
  return grouping;
}

// Every group as "first, second, …", with the number of times where there is more than one.
std::vector<std::string> texts_of(const Grouping& grouping, const std::vector<Group>& groups) {
  std::vector<std::string> texts;
  for (const Group& group : groups) {
    std::string& text = texts.emplace_back();
    for (const GroupMember& member : group.members) {
      text += (text.empty() ? "" : ", ") + expr::print(grouping.pool(), member.expression, grouping.domain().syntax());
      if (member.times > 1) text += " x" + std::to_string(member.times);
    }
  }
  return texts;
}

}  // namespace

TEST(Group, PutsTogetherWhatMeansTheSameWithAShortestFirst) {
  const Grouping grouping = grouping_of(
      domain::boolean(), {"~(~a | ~b)", "a | b", "b & a", "a & b", "b & a", "true", "a | ~a", "b | a", "a or b"});
  EXPECT_EQ(grouping.added(), 9U);
  EXPECT_EQ(grouping.distinct(), 7U);
  EXPECT_EQ(texts_of(grouping, grouping.groups()),
            (std::vector<std::string>{"b & a x2, ~(~a | ~b), a & b", "a | b x2, b | a", "true, a | ~a"}));
}

TEST(Group, WorksInEveryDomainWithAMeaning) {
  const Grouping polynomials = grouping_of(domain::polynomial(), {"(x+1)(x-1)", "x", "x^2 - 1", "2x - x"});
  EXPECT_EQ(texts_of(polynomials, polynomials.groups()).size(), 2U);
  const domain::Domain& algebra = domain::domain_from_toml(
      "name = \"m\"\nvalues = [\"0\", \"1\", \"2\"]\n[[operator]]\nname = \"Add\"\nsymbol = \"+\"\nprecedence = 1\n"
      "table = [[\"0\", \"1\", \"2\"], [\"1\", \"2\", \"0\"], [\"2\", \"0\", \"1\"]]\n",
      "m");
  const Grouping modulo = grouping_of(algebra, {"a + a + a + b", "b", "a + b", "b + a"});
  EXPECT_EQ(texts_of(modulo, modulo.groups()), (std::vector<std::string>{"b, a + a + a + b", "a + b, b + a"}));
  EXPECT_ERROR((void)Grouping(domain::open()), "has no semantics of its own");
}

TEST(Group, AddsNothingOfATextThatIsNoExpression) {
  Grouping grouping(domain::boolean());
  grouping.add("a");
  EXPECT_THROW(grouping.add("a &"), expr::ParseError);
  EXPECT_THROW(grouping.add(""), expr::ParseError);
  EXPECT_EQ(grouping.added(), 1U);
  EXPECT_EQ(grouping.groups().size(), 1U);
  EXPECT_TRUE(Grouping(domain::boolean()).groups().empty());
}

// Beyond 16 variables there are no truth tables: signatures and proofs.
TEST(Group, IsExactWhereThereIsNoAlgebra) {
  std::string all = "x1";
  std::string reversed = "x20";
  for (int i = 2; i <= 20; ++i) all += " & x" + std::to_string(i);
  for (int i = 19; i >= 1; --i) reversed += " & x" + std::to_string(i);
  // These two differ under one of 2^20 assignments, which no signature sees.
  const Grouping grouping =
      grouping_of(domain::boolean(), {all, "x1 & ~x1", reversed, "x2 | x3", "x3 | x2", "x4 & ~x4 & x5", "x3"});
  EXPECT_EQ(grouping.groups().size(), 4U);
  const auto texts = texts_of(grouping, grouping.groups());
  EXPECT_EQ(texts[1], "x1 & ~x1, x4 & ~x4 & x5");
  EXPECT_EQ(texts[2], "x2 | x3, x3 | x2");
}

TEST(Group, NeverMergesWhatItCannotDecide) {
  const std::string large = "((a + b + c + d)^3000)^2";
  const std::string other = "((d + c + b + a)^3000)^2";
  const Grouping grouping = grouping_of(domain::polynomial(), {"x", large, other, "x + 0"});
  const std::vector<Group> groups = grouping.groups({.timeout_s = 0.2});
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].members.size(), 2U);
  EXPECT_FALSE(groups[0].undecided_with);
  EXPECT_FALSE(groups[1].undecided_with);
  EXPECT_EQ(groups[2].undecided_with, 1U);
  EXPECT_NE(groups[2].why, "");
}

TEST(Group, AgreesWithTheDomainOnRandomTrees) {
  for (const domain::Domain* domain : {&domain::boolean(), &domain::polynomial()}) {
    expr::Pool pool;
    std::vector<expr::Symbol> operators;
    for (const std::string& symbol : domain->default_operators()) {
      for (const expr::OperatorSyntax& op : domain->syntax().operators) {
        if (op.symbol == symbol) operators.push_back({symbol, expr::SymbolKind::op, op.arity});
      }
    }
    const std::vector<expr::Symbol> leaves = {{"a", expr::SymbolKind::variable, 0},
                                              {"b", expr::SymbolKind::variable, 0}};
    const auto trees = data::draw_trees(leaves, operators, {7, 500, 1}, pool);
    const std::vector<uint32_t> truth = domain->classify(pool, trees);
    Grouping grouping(*domain);
    for (const expr::NodeId tree : trees) grouping.add(expr::print(pool, tree, domain->syntax()));
    std::map<std::string, size_t> group_of;
    const auto groups = grouping.groups();
    for (size_t i = 0; i < groups.size(); ++i) {
      for (const GroupMember& member : groups[i].members) {
        group_of[expr::print(grouping.pool(), member.expression, domain->syntax())] = i;
      }
    }
    EXPECT_EQ(groups.size(), std::set(truth.begin(), truth.end()).size());
    // Both number groups as they come.
    for (size_t i = 0; i < trees.size(); ++i) {
      ASSERT_EQ(group_of.at(expr::print(pool, trees[i], domain->syntax())), truth[i]);
    }
  }
}

}  // namespace eqnet::search
