#include "eqnet/expr/print.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "eqnet/expr/parse.h"
#include "support/random_expression.h"

namespace eqnet::expr {
namespace {

using eqnet::testing::RandomExpressions;

std::string printed(std::string_view text, const domain::Domain* kind, Style style) {
  Pool pool;
  const NodeId node = parse(text, kind->syntax(), pool);
  return print(pool, node, kind->syntax(), style);
}

// Whether no pair of parentheses can be left out without changing what is parsed.
bool is_minimal(const std::string& text, NodeId node, const Syntax& syntax, Pool& pool) {
  std::vector<size_t> open;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') open.push_back(i);
    if (text[i] != ')') continue;
    std::string shorter = text;
    shorter[open.back()] = shorter[i] = ' ';
    open.pop_back();
    try {
      if (parse(shorter, syntax, pool) == node) return false;
    } catch (const ParseError&) {  // then the parentheses are needed
    }
  }
  return true;
}

}  // namespace

TEST(Print, WritesTheFourStyles) {
  const std::string text = "(a & b) | ~(c >> (a ^ b))";
  EXPECT_EQ(printed(text, &domain::boolean(), Style::minimal), "a & b | ~(c >> a ^ b)");
  EXPECT_EQ(printed(text, &domain::boolean(), Style::tokens), "(a & b) | (~(c >> (a ^ b)))");
  EXPECT_EQ(printed(text, &domain::boolean(), Style::latex),
            "a \\land b \\lor \\lnot \\left(c \\Rightarrow a \\oplus b\\right)");
  EXPECT_EQ(printed(text, &domain::boolean(), Style::s_expression), "(Or (And a b) (Not (Implies c (Xor a b))))");
  EXPECT_EQ(printed("2a**2 - (b + c)*-3", &domain::polynomial(), Style::minimal), "2 * a**2 - (b + c) * -3");
  EXPECT_EQ(printed("2a**2 - b", &domain::polynomial(), Style::latex), "2 \\cdot a^{2} - b");
  const char* call = "~ite(a | b, ~c, maj(a, b, c))";
  EXPECT_EQ(printed(call, &domain::boolean(), Style::minimal), call);
  EXPECT_EQ(printed(call, &domain::boolean(), Style::tokens), "~(ite((a | b), (~c), (maj(a, b, c))))");
  EXPECT_EQ(printed("ite(a, b, c)", &domain::boolean(), Style::latex), "\\mathrm{ite}\\left(a, b, c\\right)");
}

TEST(Print, PutsAnExponentThatIsNoLiteralIntoParentheses) {
  Pool pool;
  const auto op = [&](const char* name, NodeId a, NodeId b) { return pool.node(pool.symbols.op(name, 2), {a, b}); };
  const NodeId a = pool.variable("a");
  const NodeId sum = op("Add", a, pool.variable("b"));
  const Syntax& syntax = domain::polynomial().syntax();
  EXPECT_EQ(print(pool, op("Power", a, sum), syntax), "a**(a + b)");
  EXPECT_EQ(print(pool, op("Power", a, pool.constant("-3")), syntax), "a**(-3)");
  EXPECT_EQ(print(pool, op("Power", a, sum), syntax, Style::latex), "a^{a + b}");
  EXPECT_EQ(print(pool, op("Power", a, pool.constant("2")), syntax), "a**2");
}

TEST(Print, ListsTokensAsSemVecFilesDo) {
  Pool pool;
  const NodeId node = parse("~c | ~a", domain::boolean().syntax(), pool);
  std::vector<std::string_view> tokens;
  Printer(pool, domain::boolean().syntax(), Style::tokens).tokens(node, tokens);
  EXPECT_EQ(tokens, (std::vector<std::string_view>{"(", "~", "c", ")", "|", "(", "~", "a", ")"}));
}

RC_GTEST_PROP(PrintProperty, ParsingWhatWasPrintedGivesTheSameExpression, (uint64_t seed, uint8_t size)) {
  for (const domain::Domain* kind : {&domain::boolean(), &domain::polynomial()}) {
    Pool pool;
    base::Random random(seed);
    const NodeId node = RandomExpressions{kind, 10}(pool, random, size);
    const Syntax& syntax = kind->syntax();
    for (const Style style : {Style::minimal, Style::tokens}) {
      const std::string text = print(pool, node, syntax, style);
      RC_LOG() << text << "\n";
      RC_ASSERT(parse(text, syntax, pool) == node);
    }
    Pool open;
    const std::string text = print(pool, node, syntax, Style::s_expression);
    const NodeId again = parse(text, domain::open().syntax(), open);
    RC_ASSERT(print(open, again, domain::open().syntax()) == text);
  }
}

RC_GTEST_PROP(PrintProperty, MinimalTextHasNoSuperfluousParentheses, (uint64_t seed, uint8_t size)) {
  for (const domain::Domain* kind : {&domain::boolean(), &domain::polynomial()}) {
    Pool pool;
    base::Random random(seed);
    const NodeId node = RandomExpressions{kind}(pool, random, size % 40);
    const std::string text = print(pool, node, kind->syntax());
    RC_LOG() << text << "\n";
    RC_ASSERT(is_minimal(text, node, kind->syntax(), pool));
  }
}

// Any bytes: an expression or an error, never a crash, and what parses prints and parses again.
RC_GTEST_PROP(ParseProperty, AnyTextIsParsedOrRefused, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab01~&|^>-+*(), \n\xc3\xa9\"")));
  for (const domain::Domain* kind : {&domain::boolean(), &domain::polynomial(), &domain::open()}) {
    Pool pool;
    try {
      const NodeId node = parse(text, kind->syntax(), pool);
      RC_ASSERT(parse(print(pool, node, kind->syntax()), kind->syntax(), pool) == node);
    } catch (const ParseError& error) {
      RC_ASSERT(error.line >= 1U);
    }
  }
}

}  // namespace eqnet::expr
