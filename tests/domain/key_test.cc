// Domain::key, judged by Domain::equivalent and by random expressions.
#include <gtest/gtest.h>

#include <map>

#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "support/random_expression.h"

namespace eqnet::domain {
namespace {

std::optional<std::string> key(const Domain& domain, const std::string& text) {
  expr::Pool pool;
  return domain.key(pool, expr::parse(text, domain.syntax(), pool));
}

const Domain& modulo_three() {
  return domain_from_toml(R"(
name = "modulo3"
values = ["0", "1", "2"]
[[operator]]
name = "Add"
symbol = "+"
table = [["0","1","2"], ["1","2","0"], ["2","0","1"]]
[[operator]]
name = "Multiply"
symbol = "*"
precedence = 20
table = [["0","0","0"], ["0","1","2"], ["0","2","1"]]
)",
                          "modulo3.toml");
}

}  // namespace

TEST(Key, IsTheSameForTheSameMeaningWhateverVariablesAreWritten) {
  EXPECT_EQ(key(boolean(), "a & b | a & ~b"), key(boolean(), "a"));
  EXPECT_EQ(key(boolean(), "c & ~c"), key(boolean(), "false"));
  EXPECT_EQ(key(boolean(), "b -> a"), key(boolean(), "z & ~z | a | ~b"));
  EXPECT_EQ(key(polynomial(), "(x + y)^2 - y*y"), key(polynomial(), "x*(x + 2*y)"));
  EXPECT_EQ(key(polynomial(), "x + y - y"), key(polynomial(), "x"));
  EXPECT_EQ(key(modulo_three(), "a + a + a + b"), key(modulo_three(), "b"));
}

TEST(Key, DiffersForOtherMeaningsAndOtherNames) {
  EXPECT_NE(key(boolean(), "a"), key(boolean(), "b"));
  EXPECT_NE(key(boolean(), "a -> b"), key(boolean(), "b -> a"));
  EXPECT_NE(key(boolean(), "a & b"), key(boolean(), "a & c"));
  EXPECT_NE(key(polynomial(), "x*y"), key(polynomial(), "x*z"));
  EXPECT_NE(key(modulo_three(), "a * a"), key(modulo_three(), "a"));
}

TEST(Key, IsNotGivenForWhatIsTooLarge) {
  std::string wide = "a0";
  for (int i = 1; i < 17; ++i) wide += " & a" + std::to_string(i);
  EXPECT_FALSE(key(boolean(), wide));
  EXPECT_FALSE(key(open(), "(f x)"));
}

// Of some hundred small expressions, two have one key just where they are equivalent.
TEST(Key, AgreesWithVerdicts) {
  for (const Domain* domain : {&boolean(), &polynomial(), &modulo_three()}) {
    base::Random random(1);
    expr::Pool pool;
    std::vector<expr::NodeId> nodes;
    const testing::RandomExpressions draw{.kind = domain, .variables = 3, .constants = false};
    for (size_t i = 0; i < 60; ++i) nodes.push_back(draw(pool, random, 1 + i % 9));
    for (const expr::NodeId a : nodes) {
      for (const expr::NodeId b : nodes) {
        const bool same = domain->equivalent(pool, a, b).answer == Answer::equivalent;
        EXPECT_EQ(domain->key(pool, a) == domain->key(pool, b), same) << domain->name();
      }
    }
  }
}

}  // namespace eqnet::domain
