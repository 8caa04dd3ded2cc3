#include "eqnet/domain/forms.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"

namespace eqnet::domain {
namespace {

const Forms::Shortest kAsItIs = [](expr::Pool& /*pool*/, expr::NodeId node) { return node; };

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
  for (const size_t variables : {5, 6, 7, 9}) {
    for (const auto& operators : choices) {
      expr::Pool pool;
      const expr::NodeId root = expr::parse(random_sum(random, variables, 9), boolean().syntax(), pool);
      for (const expr::NodeId form : forms->of(pool, root, operators, kAsItIs)) {
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
    return forms->of(pool, root, operators, kAsItIs).size();
  };
  EXPECT_EQ(count("a & b & c & d", basic), 0U);
  EXPECT_EQ(count("a & b & c & d & e", basic), 1U);
  EXPECT_EQ(count("a & b & c & d & e", {"And", "Not"}), 0U);
  EXPECT_EQ(count("a & b & c & d & e & f & g & h & i & j & k", basic), 0U);
  EXPECT_EQ(polynomial().forms(), nullptr);
}

}  // namespace eqnet::domain
