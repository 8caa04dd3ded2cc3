#include "eqnet/domain/forms.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"

namespace eqnet::domain {
namespace {

const Forms::Shortest kAsItIs = [](expr::Pool& /*pool*/, expr::NodeId node) { return node; };
const Forms::Late kNeverLate = [] { return false; };

// A random function: some of the products of all variables.
std::string random_sum(base::Random& random, size_t variables, size_t products) {
  std::string text;
  for (size_t p = 0; p < products; ++p) {
    std::string product;
    for (size_t i = 0; i < variables; ++i) {
      if (random.below(3) == 0) continue;
      product +=
          std::string(product.empty() ? "" : " & ") + (random.below(2) == 0 ? "~" : "") + static_cast<char>('a' + i);
    }
    if (!product.empty()) text += (text.empty() ? "" : " | ") + product;
  }
  return text.empty() ? "a" : text;
}

}  // namespace

TEST(BooleanForms, AreEquivalentAndHaveTheOperatorsThatAreAllowed) {
  base::Random random(1);
  const std::vector<std::vector<std::string>> choices = {{"And", "Or", "Not"},
                                                         {"And", "Or", "Not", "Xor"},
                                                         {"And", "Implies", "Not", "Or"},
                                                         {"And", "Implies", "Not", "Or", "Xor"}};
  const std::unique_ptr<Forms> forms = boolean().forms();
  size_t made = 0;
  for (const size_t variables : {6, 8}) {
    for (const auto& operators : choices) {
      expr::Pool pool;
      const expr::NodeId root = expr::parse(random_sum(random, variables, 9), boolean().syntax(), pool);
      for (const expr::NodeId form : forms->of(pool, root, operators, kAsItIs, kNeverLate)) {
        ++made;
        EXPECT_EQ(boolean().equivalent(pool, root, form).answer, Answer::equivalent);
        const expr::Subgraph graph(pool, {&form, 1});
        for (size_t place = 0; place < graph.size(); ++place) {
          const expr::Symbol& symbol = pool.symbol_of(graph.id(place));
          if (symbol.kind != expr::SymbolKind::op) continue;
          EXPECT_NE(std::ranges::find(operators, symbol.name), operators.end()) << symbol.name;
        }
      }
    }
  }
  EXPECT_GE(made, 14U);
}

TEST(BooleanForms, AreNoneOfTooFewOrTooManyVariablesOrWithoutTheBasicOperators) {
  const std::unique_ptr<Forms> forms = boolean().forms();
  const std::vector<std::string> basic = {"And", "Or", "Not"};
  const auto count = [&](const std::string& text, const std::vector<std::string>& operators) {
    expr::Pool pool;
    const expr::NodeId root = expr::parse(text, boolean().syntax(), pool);
    return forms->of(pool, root, operators, kAsItIs, kNeverLate).size();
  };
  EXPECT_EQ(count("a & b & c & d", basic), 0U);
  EXPECT_EQ(count("a & b & c & d & e", basic), 2U);
  EXPECT_EQ(count("a & b & c & d & e", {"And", "Not"}), 0U);
  EXPECT_EQ(count("a & b & c & d & e & f & g & h & i & j & k", basic), 0U);
}

// What was worked out for one expression must not be taken for another that may not have its operators.
TEST(BooleanForms, DoNotDependOnWhatWasAskedBefore) {
  const expr::Syntax& syntax = boolean().syntax();
  const std::vector<std::string> few = {"And", "Or", "Not"};
  const std::vector<std::string> more = {"And", "Or", "Not", "Ite"};
  size_t asked = 0;
  const auto unchanged = [&](expr::Pool&, expr::NodeId node) {
    ++asked;
    return node;
  };
  const auto with_choice = [](expr::Pool& pool, expr::NodeId node) {
    return pool.node(pool.symbols.op("Ite", 3), {node, node, node});
  };
  const auto text = [&](Forms& forms, const std::vector<std::string>& operators, const Forms::Shortest& shortest) {
    expr::Pool pool;
    const expr::NodeId root = expr::parse("a & b & c | d & e", syntax, pool);
    const std::vector<expr::NodeId> found = forms.of(pool, root, operators, shortest, kNeverLate);
    return expr::print(pool, found.at(0), syntax);
  };
  const std::string expected = text(*boolean().forms(), few, unchanged);
  EXPECT_EQ(expected.find("ite"), std::string::npos);
  const auto used = boolean().forms();
  (void)text(*used, more, with_choice);
  asked = 0;
  EXPECT_EQ(text(*used, few, unchanged), expected);
  EXPECT_GT(asked, 0U) << "with other operators";
}

// Random sums of products, all forms of which must be the same polynomial and have no other operators.
TEST(PolynomialForms, AreEquivalentAndHaveTheOperatorsThatAreAllowed) {
  base::Random random(1);
  const auto forms = polynomial().forms();
  const std::vector<std::vector<std::string>> allowed = {
      {"Add", "Multiply"}, {"Add", "Subtract", "Multiply"}, {"Add", "Subtract", "Multiply", "Power"}};
  for (int round = 0; round < 100; ++round) {
    std::string text = "0";
    const size_t factors = 1 + random.below(2);
    for (size_t factor = 0; factor < factors; ++factor) {
      std::string sum = "1";
      for (size_t terms = 1 + random.below(4); terms > 0; --terms) {
        sum += random.below(2) == 0 ? " + " : " - ";
        sum += std::to_string(1 + random.below(4));
        for (size_t i = random.below(4); i > 0; --i)
          sum.append("*").append(1, static_cast<char>('a' + random.below(4)));
      }
      text = factor == 0 ? sum : "(" + text + ")*(" + sum + ")";
    }
    expr::Pool pool;
    const expr::NodeId root = expr::parse(text, polynomial().syntax(), pool);
    for (const std::vector<std::string>& operators : allowed) {
      const std::vector<expr::NodeId> found = forms->of(pool, root, operators, kAsItIs, kNeverLate);
      EXPECT_FALSE(found.empty()) << text;
      for (const expr::NodeId form : found) {
        EXPECT_EQ(polynomial().equivalent(pool, root, form).answer, Answer::equivalent)
            << text << " is not " << expr::print(pool, form, polynomial().syntax());
        const expr::Subgraph graph(pool, {&form, 1});
        for (size_t place = 0; place < graph.size(); ++place) {
          const expr::Symbol& symbol = pool.symbol_of(graph.id(place));
          if (symbol.kind != expr::SymbolKind::op) continue;
          EXPECT_NE(std::ranges::find(operators, symbol.name), operators.end()) << symbol.name;
        }
      }
    }
  }
  expr::Pool pool;
  const expr::NodeId large = expr::parse("(a + b + c + d)^200", polynomial().syntax(), pool);
  EXPECT_TRUE(forms->of(pool, large, allowed.back(), kAsItIs, kNeverLate).empty());
  EXPECT_TRUE(forms->of(pool, large, std::vector<std::string>{"Subtract"}, kAsItIs, kNeverLate).empty());
}

}  // namespace eqnet::domain
