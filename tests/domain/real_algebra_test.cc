// Functions of the real domain, judged by textbook identities and by values that the C library computes.
#include <gtest/gtest.h>

#include "eqnet/domain/algebra.h"
#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"

namespace eqnet::domain {
namespace {

struct Functions {
  std::unique_ptr<Algebra> algebra = real().algebra({"a", "b"});

  FunctionId of(const std::string& text) {
    expr::Pool pool;
    const expr::NodeId root = expr::parse(text, real().syntax(), pool);
    return evaluate(pool, *algebra)[root];
  }
};

std::optional<std::string> real_key(const std::string& text) {
  expr::Pool pool;
  return real().key(pool, expr::parse(text, real().syntax(), pool));
}

}  // namespace

TEST(RealAlgebra, HasOneFunctionForWhatIsEqualButAtFewPoints) {
  const std::vector<std::vector<const char*>> classes = {
      {"a", "a/1", "log(exp(a))", "a*b/b", "(a*a + a)/(a + 1)", "cbrt(a^3)", "-(-a)"},
      {"1", "a/a", "sin(b)^2 + cos(b)^2", "exp(0)", "cos(a - a)", "2/2", "a^0"},
      {"exp(log(a))", "sqrt(a)*sqrt(a)", "sqrt(a)^2"},
      {"abs(a)", "sqrt(a*a)", "exp(log(a*a)/2)"},
      {"(a*a - b*b)/(a - b)", "a + b", "b + a"},
      {"a - b", "-(b - a)"},
      {"log(a) + log(b)", "log(b) + log(a)"},
      {"log(a*b)"},
      {"exp(a + b)", "exp(a)*exp(b)", "exp(b)/exp(-a)"},
      {"log(sqrt(a))", "log(a)/2"},
      {"sqrt(2)*sqrt(3)", "sqrt(6)"},
      {"sqrt(3 + 2*sqrt(2))", "1 + sqrt(2)"},
      {"exp(exp(exp(exp(exp(2)))))"},
      {"log(a - 20)"},
  };
  // In any order: what is met first names the function.
  for (const bool backwards : {false, true}) {
    Functions functions;
    std::vector<std::vector<FunctionId>> found(classes.size());
    for (size_t i = 0; i < classes.size(); ++i) {
      const size_t c = backwards ? classes.size() - 1 - i : i;
      for (const char* text : classes[c]) found[c].push_back(functions.of(text));
    }
    std::vector<FunctionId> all;
    for (size_t c = 0; c < classes.size(); ++c) {
      for (size_t i = 0; i < found[c].size(); ++i) EXPECT_EQ(found[c][i], found[c][0]) << classes[c][i];
      EXPECT_EQ(std::ranges::find(all, found[c][0]), all.end()) << classes[c][0];
      all.push_back(found[c][0]);
    }
  }
}

// A divisor that is zero on an interval: the quotient has no value there, so it is another function.
TEST(RealAlgebra, KeepsWhatIsUndefinedOnAnIntervalApart) {
  Functions functions;
  for (const char* divisor : {"sqrt(a^2) - a", "asin(sin(a)) - a", "min(a, 100) - 100", "exp(log(a^2)/2) - a"}) {
    const std::string text = divisor;
    EXPECT_NE(functions.of("(" + text + ")/(" + text + ")"), functions.of("1")) << text;
    EXPECT_NE(functions.of("b*(" + text + ")/(" + text + ")"), functions.of("b")) << text;
  }
  for (const char* divisor : {"abs(a)", "sqrt(a*a) + 2*b", "cbrt(a)", "asin(a)", "log(abs(a))", "a - b"}) {
    const std::string text = divisor;
    EXPECT_EQ(functions.of("(" + text + ")/(" + text + ")*(" + text + ")"), functions.of(text)) << text;
  }
}

TEST(RealAlgebra, KnowsWhatHasNoValueAnywhere) {
  Functions functions;
  for (const char* text : {"1/(a - a)", "log(a - a - 1)", "log(a - a)", "sqrt(-1 - a*a)", "log(a)*log(-a)",
                           "(b/b - 1)^(-1)", "sin(1/(a*b - b*a))", "1/(exp(a)*exp(-a) - 1)", "sqrt(cos(a) - 2)",
                           "asin(2 + a*a)", "sqrt(-exp(log(sqrt(a))))"}) {
    EXPECT_FALSE(functions.algebra->has_values(functions.of(text))) << text;
  }
  for (const char* text : {"1/a", "0", "log(a - 20)", "sqrt(a) + sqrt(1 - a)", "log(log(log(a)))", "a^b"}) {
    EXPECT_TRUE(functions.algebra->has_values(functions.of(text))) << text;
  }
  EXPECT_EQ(functions.of("1/(a - a)"), functions.of("2 + log(a - a - 1)"));
}

TEST(RealAlgebra, CountsItsEffortTheSameEachTime) {
  Functions one;
  Functions other;
  size_t last = one.algebra->effort();
  EXPECT_GT(last, 0U);
  for (const char* text : {"a + b", "a/b", "sin(a)", "exp(a + b)", "exp(a)*exp(b)"}) {
    (void)one.of(text);
    (void)other.of(text);
    EXPECT_GT(one.algebra->effort(), last) << text;
    last = one.algebra->effort();
    EXPECT_EQ(other.algebra->effort(), last) << text;
  }
}

TEST(RealSamples, OfTowersOfExponentialsAreLeftOut) {
  expr::Pool pool;
  const std::string tower = "exp(exp(exp(exp(9 + x*x))))";
  const std::vector<expr::NodeId> nodes = {expr::parse(tower, real().syntax(), pool),
                                           expr::parse("1/" + tower, real().syntax(), pool),
                                           expr::parse("exp(exp(4)) + 0*x", real().syntax(), pool)};
  for (const Sample& sample : real().samples(pool, nodes, 0, 5)) {
    EXPECT_EQ(sample.values[0], "");
    EXPECT_EQ(sample.values[1], "");
    EXPECT_EQ(sample.values[2].substr(0, 5), "5.148") << "e^54.598 is 5.148e+23";
  }
}

TEST(RealAlgebra, NamesFunctionsSoThatTheNameMeansThem) {
  Functions functions;
  for (const char* text : {"a/b/b + 1/b", "(a + b)*(a - b)/2", "1/(2*a)", "sqrt(a) - exp(a/b)", "-a/(1 - b)", "0"}) {
    const FunctionId function = functions.of(text);
    EXPECT_EQ(functions.of(functions.algebra->name(function)), function) << functions.algebra->name(function);
  }
  EXPECT_EQ(functions.algebra->name(functions.of("a/b + 1")), "(a + b)/b");
  EXPECT_EQ(functions.algebra->name(functions.of("2*a*b/4/b/b")), "a/(2*b)");
}

TEST(RealAlgebra, GivesRationalFunctionsAKey) {
  EXPECT_EQ(real_key("(x^2 - 1)/(x - 1)"), real_key("x + 1 + z - z"));
  EXPECT_EQ(real_key("1/x + 1/y"), real_key("(x + y)/(x*y)"));
  EXPECT_NE(real_key("x/y"), real_key("y/x"));
  EXPECT_FALSE(real_key("sqrt(x)"));
  EXPECT_FALSE(real_key("1/(x - x)"));
}

}  // namespace eqnet::domain
