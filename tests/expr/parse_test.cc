#include "eqnet/expr/parse.h"

#include <gtest/gtest.h>

#include "eqnet/domain/domain.h"
#include "eqnet/expr/print.h"

namespace eqnet::expr {
namespace {

// The parsed expression as an S-expression, which shows its structure.
std::string structure(std::string_view text, const domain::Domain* kind) {
  Pool pool;
  return print(pool, parse(text, kind->syntax(), pool), kind->syntax(), Style::s_expression);
}
std::string boolean(std::string_view text) {
  return structure(text, &domain::boolean());
}
std::string polynomial(std::string_view text) {
  return structure(text, &domain::polynomial());
}

ParseError error_of(std::string_view text, const domain::Domain* kind) {
  Pool pool;
  try {
    parse(text, kind->syntax(), pool);
  } catch (const ParseError& error) {
    return error;
  }
  ADD_FAILURE() << "parsed: " << text;
  return {0, 0, "", "", ""};
}

}  // namespace

TEST(ParseBoolean, TakesEverySpelling) {
  for (const char* text : {"~a", "!a", "¬a", "not a", "Not(a)", "NOT a"}) EXPECT_EQ(boolean(text), "(Not a)") << text;
  for (const char* text : {"a & b", "a&&b", "a ∧ b", "a*b", "a and b", "And(a, b)", "a AND b"}) {
    EXPECT_EQ(boolean(text), "(And a b)") << text;
  }
  for (const char* text : {"a | b", "a||b", "a ∨ b", "a+b", "a or b", "Or(a,b)"})
    EXPECT_EQ(boolean(text), "(Or a b)") << text;
  for (const char* text : {"a ^ b", "a ⊕ b", "a xor b", "Xor(a, b)"}) EXPECT_EQ(boolean(text), "(Xor a b)") << text;
  for (const char* text : {"a >> b", "a -> b", "a => b", "a ⇒ b", "a → b", "a implies b", "Implies(a, b)"}) {
    EXPECT_EQ(boolean(text), "(Implies a b)") << text;
  }
  for (const char* text : {"true", "True", "1", "⊤"}) EXPECT_EQ(boolean(text), "true") << text;
}

TEST(ParseBoolean, TakesIfAndOnlyIfAsNotXor) {
  for (const char* text : {"a <-> b", "a <=> b", "a ↔ b", "a ⇔ b", "a ≡ b", "a iff b", "Iff(a, b)"}) {
    EXPECT_EQ(boolean(text), "(Not (Xor a b))") << text;
  }
  EXPECT_EQ(boolean("a <-> b -> c"), "(Not (Xor a (Implies b c)))") << "it binds least of all";
  EXPECT_EQ(domain::guess("a <-> b"), &domain::boolean());
  EXPECT_EQ(domain::guess("a iff b"), &domain::boolean());
  EXPECT_EQ(domain::guess("x^(1+1)\nx^2"), &domain::polynomial()) << "a number above 1 is no truth value";
}

TEST(ParseBoolean, BindsNotBeforeAndBeforeXorBeforeOrBeforeImplies) {
  EXPECT_EQ(boolean("~a & b ^ c | d >> e"), "(Implies (Or (Xor (And (Not a) b) c) d) e)");
  EXPECT_EQ(boolean("a >> b | c ^ d & ~e"), "(Implies a (Or b (Xor c (And d (Not e)))))");
  EXPECT_EQ(boolean("a & b & c"), "(And (And a b) c)");
  EXPECT_EQ(boolean("a >> b >> c"), "(Implies a (Implies b c))");
  EXPECT_EQ(boolean("~~a"), "(Not (Not a))");
}

TEST(ParseBoolean, ReadsSemVecClassNames) {
  EXPECT_EQ(boolean("Or(And(Not(a), b), c)"), "(Or (And (Not a) b) c)");
  EXPECT_EQ(boolean("And(a, b, c)"), "(And (And a b) c)");
}

TEST(ParseBoolean, TakesNamesOfSeveralLettersAndScripts) {
  EXPECT_EQ(boolean("x1 & carry_in"), "(And x1 carry_in)");
  EXPECT_EQ(boolean("notary | order"), "(Or notary order)") << "words only as whole names";
  EXPECT_EQ(boolean("α∧β₁"), "(And α β₁)");
}

TEST(ParsePolynomial, BindsPowerBeforeMinusBeforeTimesBeforePlus) {
  EXPECT_EQ(polynomial("a + b * c"), "(Add a (Multiply b c))");
  EXPECT_EQ(polynomial("a - b - c"), "(Subtract (Subtract a b) c)");
  EXPECT_EQ(polynomial("-a ** 2"), "(Negate (Power a 2))");
  EXPECT_EQ(polynomial("-a * b"), "(Multiply (Negate a) b)");
  EXPECT_EQ(polynomial("a·b − c"), "(Subtract (Multiply a b) c)");
  EXPECT_EQ(polynomial("a * -b"), "(Multiply a (Negate b))");
  EXPECT_EQ(polynomial("(a + b)^3"), "(Power (Add a b) 3)");
}

TEST(ParsePolynomial, MultipliesANumberWithWhatFollowsIt) {
  EXPECT_EQ(polynomial("2a"), "(Multiply 2 a)");
  EXPECT_EQ(polynomial("2a^2"), "(Multiply 2 (Power a 2))");
  EXPECT_EQ(polynomial("-2a*b"), "(Multiply (Negate (Multiply 2 a)) b)");
  EXPECT_EQ(polynomial("3(a + b)"), "(Multiply 3 (Add a b))");
  EXPECT_EQ(polynomial("2x1 + 1"), "(Add (Multiply 2 x1) 1)");
}

TEST(ParsePolynomial, MultipliesParenthesesThatStandSideBySide) {
  EXPECT_EQ(polynomial("(x+1)(x-1)"), "(Multiply (Add x 1) (Subtract x 1))");
  EXPECT_EQ(polynomial("2(x+1)(y)z"), "(Multiply (Multiply (Multiply 2 (Add x 1)) y) z)");
  EXPECT_EQ(polynomial("-(x)(y)^2"), "(Negate (Multiply x (Power y 2)))") << "after powers, before a minus sign";
  EXPECT_EQ(polynomial("x^(2)(x+1)"), "(Multiply (Power x 2) (Add x 1))");
  EXPECT_EQ(polynomial("x^{12} – x**( 3 )"), "(Subtract (Power x 12) (Power x 3))");
  for (const char* text : {"x^{2)", "x^(2}", "x^(2", "x^{}", "x^(y)", "x^(-1)", "x^((2))", "x^{2}^3"}) {
    EXPECT_THROW((void)polynomial(text), ParseError) << text;
  }
  EXPECT_EQ(polynomial("x^2(x+1)"), "(Multiply (Power x 2) (Add x 1))");
  for (const char* text : {"sin(x)", "x(y)", "(x)2", "x y", "x^2y", "2 3", "2(x)3"}) {
    EXPECT_NE(error_of(text, &domain::polynomial()).expected.find("an operator"), std::string::npos) << text;
  }
  EXPECT_NE(error_of("sin(x)", &domain::polynomial()).expected.find("functions are not supported"), std::string::npos);
}

TEST(ParseError, NamesWhatPeopleWriteAndTheDomainDoesNotHave) {
  const auto found = [](const char* text, const domain::Domain* kind) { return error_of(text, kind).found; };
  EXPECT_NE(found("x/2", &domain::polynomial()).find("division"), std::string::npos);
  EXPECT_NE(found("0.5x", &domain::polynomial()).find("decimal numbers"), std::string::npos);
  EXPECT_NE(found("x = 2", &domain::polynomial()).find("equations"), std::string::npos);
  EXPECT_NE(found("a = b", &domain::boolean()).find("equations"), std::string::npos);
  EXPECT_NE(found("a - b", &domain::boolean()).find("arithmetic"), std::string::npos);
  EXPECT_EQ(error_of("x/2", &domain::polynomial()).column, 2U);
}

TEST(ParseError, TakesFullWidthSignsAndPicturesForNoLetters) {
  for (const char* text : {"a ＋ b", "a＋b", "１", "a！", "😀", "a、b"}) error_of(text, &domain::polynomial());
  EXPECT_EQ(polynomial("ｘ + ﾊ"), "(Add ｘ ﾊ)") << "full-width letters are letters";
}

TEST(ParsePolynomial, TakesAMinusSignIntoANumber) {
  EXPECT_EQ(polynomial("-3"), "-3");
  EXPECT_EQ(polynomial("a - -3"), "(Subtract a -3)");
  EXPECT_EQ(polynomial("-(3)"), "(Negate 3)");
  EXPECT_EQ(polynomial("-3**2"), "(Negate (Power 3 2))");
  EXPECT_EQ(polynomial("(-3)**2"), "(Power -3 2)");
  EXPECT_EQ(polynomial("-0"), "0");
  EXPECT_EQ(polynomial("007"), "7");
}

TEST(ParseOpen, TakesOperatorsFromTheText) {
  EXPECT_EQ(structure("(if (< x y) (f x) \"odd name\")", &domain::open()), "(if (< x y) (f x) \"odd name\")");
  EXPECT_EQ(structure("x", &domain::open()), "x");
  EXPECT_EQ(error_of("(f x (f x y z))", &domain::open()).found, "operator 'f' with 2 children");
  EXPECT_EQ(error_of("(f)", &domain::open()).expected, "a child of the operator 'f'");
  EXPECT_EQ(error_of("(f x", &domain::open()).found, "the end");
  EXPECT_EQ(error_of("x y", &domain::open()).expected, "the end");
}

TEST(ParseError, SaysLineColumnWhatWasFoundAndWhatWouldHaveFitted) {
  const ParseError error = error_of("a &\n  (b | )", &domain::boolean());
  EXPECT_EQ(error.line, 2U);
  EXPECT_EQ(error.column, 8U);
  EXPECT_EQ(error.found, "')'");
  EXPECT_EQ(error.expected, "a variable, 'false', 'true', '~' or '('");
  EXPECT_EQ(error.excerpt, "  (b | )\n       ^");
  EXPECT_STREQ(error.what(), "line 2, column 8: found ')', expected a variable, 'false', 'true', '~' or '('");
}

TEST(ParseError, CountsColumnsInCharacters) {
  const ParseError error = error_of("α ∧ β )", &domain::boolean());
  EXPECT_EQ(error.column, 7U);
  EXPECT_EQ(error.excerpt, "α ∧ β )\n      ^");
}

TEST(ParseError, ShowsAPartOfALongLine) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "a & ";
  const ParseError error = error_of(text + "& b", &domain::boolean());
  EXPECT_EQ(error.column, 401U);
  EXPECT_LT(error.excerpt.size(), 200U);
  EXPECT_EQ(error.excerpt.substr(0, 3), "…");
}

TEST(ParseError, IsGivenForEveryKindOfMistake) {
  const char* mistakes[] = {
      "",       "   ",   "(",      ")",      "a b",     "a &",     "& a",   "(a",    "a)",
      "a ~ b",  "2",     "a & 7",  "And(a)", "And(a,)", "And a b", "a, b",  "a # b", "Implies(a,b,c)",
      "a \xff", "\xc3(", "a\x01b", "()",     "~",       "a and",   "xor a", "a²"};
  for (const char* text : mistakes) {
    const ParseError error = error_of(text, &domain::boolean());
    EXPECT_FALSE(error.found.empty()) << text;
    EXPECT_FALSE(error.expected.empty()) << text;
  }
  for (const char* text : {"a ** b", "a ^ -1", "a**2**3", "a^", "2 3", "a 2", "a**2b", "a & b", "a/b", "1.5"}) {
    error_of(text, &domain::polynomial());
  }
}

TEST(Parse, SurvivesAMillionLevels) {
#ifdef EQNET_SANITIZE
  constexpr size_t kDepth = 200'000;  // recursion would end at a tenth of it there
#else
  constexpr size_t kDepth = 1'000'000;
#endif
  Pool pool;
  const Syntax& syntax = domain::boolean().syntax();
  const std::string nested = std::string(kDepth, '(') + "a" + std::string(kDepth, ')');
  EXPECT_EQ(parse(nested, syntax, pool), pool.variable("a"));

  const std::string negated = std::string(kDepth, '~') + "a";
  const NodeId deep = parse(negated, syntax, pool);
  EXPECT_EQ(pool.height(deep), kDepth);
  EXPECT_EQ(print(pool, deep, syntax), negated);
  EXPECT_EQ(print(pool, deep, syntax, Style::s_expression).size(), kDepth * 6 + 1);
  EXPECT_EQ(parse(print(pool, deep, syntax, Style::tokens), syntax, pool), deep);

  std::string right;
  for (size_t i = 0; i < kDepth; ++i) right += "(b & ";
  right += "a" + std::string(kDepth, ')');
  const NodeId chain = parse(right, syntax, pool);
  EXPECT_EQ(pool.height(chain), kDepth);
  const auto verdict = domain::boolean().equivalent(pool, chain, deep);
  EXPECT_EQ(verdict.answer, domain::Answer::different);

  const std::string open = print(pool, chain, domain::open().syntax(), Style::s_expression);
  Pool other;
  EXPECT_EQ(other.height(parse(open, domain::open().syntax(), other)), kDepth);
  EXPECT_EQ(error_of(right + ")", &domain::boolean()).column, right.size() + 1);
}

TEST(Parse, TakesCallsOfOperatorsWithMoreThanTwoChildren) {
  EXPECT_EQ(structure("ite(a & b, ~c, maj(a, b, c))", &domain::boolean()), "(Ite (And a b) (Not c) (Majority a b c))");
  EXPECT_EQ(structure("~ite(a, b, c) | Ite((a), b, c)", &domain::boolean()), "(Or (Not (Ite a b c)) (Ite a b c))");
  EXPECT_EQ(structure("maj & ite", &domain::boolean()), "(And maj ite)")
      << "names like any other where nothing is called";
  EXPECT_EQ(error_of("ite(a, b)", &domain::boolean()).expected, "',' and a third argument");
  EXPECT_EQ(error_of("ite(a, b, c, a)", &domain::boolean()).expected, "')'");
  EXPECT_EQ(error_of("ite()", &domain::boolean()).column, 5U);
  EXPECT_EQ(domain::guess("ite(a, b, c)"), &domain::boolean());
  EXPECT_EQ(domain::guess("maj + a"), nullptr);
}

TEST(Guess, TellsTheDomainByItsSigns) {
  EXPECT_EQ(domain::guess("a & b"), &domain::boolean());
  EXPECT_EQ(domain::guess("a -> b"), &domain::boolean());
  EXPECT_EQ(domain::guess("a xor b"), &domain::boolean());
  EXPECT_EQ(domain::guess("a ^ b"), &domain::boolean());
  EXPECT_EQ(domain::guess("a ^ 2"), &domain::polynomial());
  EXPECT_EQ(domain::guess("a - b"), &domain::polynomial());
  EXPECT_EQ(domain::guess("2a + b"), &domain::polynomial());
  EXPECT_EQ(domain::guess("x2 + order"), nullptr);
}

}  // namespace eqnet::expr
