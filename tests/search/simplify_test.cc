#include "eqnet/search/simplify.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "eqnet/base/error.h"
#include "eqnet/data/random_trees.h"
#include "eqnet/expr/print.h"
#include "search/cuts.h"
#include "search/form_table.h"
#include "support/expect_error.h"

namespace eqnet::search {
namespace {

constexpr double kNoLimit = 1e6;  // of the search: a slow machine must not change a result

std::vector<expr::NodeId> random_booleans(size_t variables, size_t size, size_t count, expr::Pool& pool) {
  std::vector<expr::Symbol> leaves;
  for (size_t i = 0; i < variables; ++i) {
    leaves.push_back({std::string(1, static_cast<char>('a' + i)), expr::SymbolKind::variable, 0});
  }
  const std::vector<expr::Symbol> operators = {{"And", expr::SymbolKind::op, 2},
                                               {"Or", expr::SymbolKind::op, 2},
                                               {"Xor", expr::SymbolKind::op, 2},
                                               {"Implies", expr::SymbolKind::op, 2},
                                               {"Not", expr::SymbolKind::op, 1}};
  return data::draw_trees(leaves, operators, {size, count, 1}, pool);
}

}  // namespace

TEST(Simplify, FindsShortestForms) {
  Simplifier boolean(domain::boolean());
  const std::pair<const char*, const char*> examples[] = {
      {"(a & b) | (a & ~b)", "a"},        {"a & ~a", "false"}, {"~a | b", "a >> b"},
      {"a & ~b | ~a & b", "a ^ b"},       {"p", "p"},          {"true", "true"},
      {"(p -> q) & (q -> p)", "~(p ^ q)"}};
  for (const auto& [text, shortest] : examples) {
    const Simplified one = boolean.simplify(text);
    EXPECT_EQ(one.text.size(), std::string_view(shortest).size()) << one.text;
    EXPECT_EQ(one.proof.answer, domain::Answer::equivalent);
    EXPECT_TRUE(one.minimal) << text;
  }
  Simplifier polynomial(domain::polynomial());
  EXPECT_EQ(polynomial.simplify("x*x*x").cost, 3U);
  EXPECT_EQ(polynomial.simplify("x + y - x").text, "y");
  EXPECT_EQ(polynomial.simplify("x*y + x*z").cost, 5U);
}

// The smallest expressions of all, counted without the table.
TEST(Simplify, IsMinimalForAllFunctionsOfTwoVariables) {
  expr::Pool pool;
  std::map<uint32_t, size_t> least;
  std::vector<expr::NodeId> all;
  for (const size_t size : {1, 2, 3, 4, 5}) {
    const auto some = random_booleans(2, size, 4000, pool);
    all.insert(all.end(), some.begin(), some.end());
  }
  const std::vector<uint32_t> meaning = domain::boolean().classify(pool, all);
  for (size_t i = 0; i < all.size(); ++i) {
    const auto [entry, is_new] = least.try_emplace(meaning[i], SIZE_MAX);
    entry->second = std::min<size_t>(entry->second, pool.tree_size(all[i]));
  }
  Simplifier simplifier(domain::boolean());
  for (size_t i = 0; i < all.size(); i += 7) {
    const Simplifier::Result result = simplifier.simplify(pool, all[i]);
    EXPECT_LE(pool.tree_size(result.node), least.at(meaning[i]));  // constants make some shorter
    EXPECT_TRUE(result.minimal);
  }
}

TEST(Simplify, IsExactNeverLongerAndDoneAtOnce) {
  Simplifier simplifier(domain::boolean(), {.operators = {"And", "Or", "Not"}, .timeout_s = kNoLimit});
  expr::Pool pool;
  for (const size_t variables : {3, 6}) {
    for (const expr::NodeId tree : random_booleans(variables, 41, 15, pool)) {
      const Simplifier::Result result = simplifier.simplify(pool, tree);
      EXPECT_EQ(domain::boolean().equivalent(pool, tree, result.node).answer, domain::Answer::equivalent);
      const std::string text = expr::print(pool, result.node, domain::boolean().syntax());
      EXPECT_EQ(text.find('^'), std::string::npos) << text;
      EXPECT_EQ(text.find(">>"), std::string::npos) << text;
      EXPECT_EQ(simplifier.simplify(pool, result.node).node, result.node) << text;
      EXPECT_TRUE(result.minimal || variables > 4) << text;
    }
  }
  Simplifier any(domain::boolean(), {.timeout_s = kNoLimit});
  for (const expr::NodeId tree : random_booleans(7, 60, 15, pool)) {
    const expr::NodeId shorter = any.simplify(pool, tree).node;
    EXPECT_LE(pool.tree_size(shorter), pool.tree_size(tree));
    EXPECT_EQ(any.simplify(pool, shorter).node, shorter);
  }
}

// Written as a sum of products, parity has 32 of six literals; no piece of four inputs shows what it is.
TEST(Simplify, SeesThroughWhatNoPieceShows) {
  std::string parity;
  for (int row = 0; row < 64; ++row) {
    if (__builtin_popcount(static_cast<unsigned>(row)) % 2 == 0) continue;
    std::string product;
    for (int i = 0; i < 6; ++i) {
      product +=
          std::string(product.empty() ? "" : " & ") + ((row >> i & 1) != 0 ? "" : "~") + static_cast<char>('a' + i);
    }
    parity += (parity.empty() ? "" : " | ") + product;
  }
  Simplifier simplifier(domain::boolean());
  const Simplified one = simplifier.simplify(parity);
  EXPECT_EQ(one.cost, 11U) << one.text;
  EXPECT_GT(one.cost_before, 400U);
  EXPECT_EQ(one.proof.answer, domain::Answer::equivalent);
  Simplifier plain(domain::boolean(), {.operators = {"And", "Or", "Not"}});
  const Simplified without = plain.simplify("(a & b & c | d) & e & f | (a & b & c | d) & e & ~f");
  EXPECT_EQ(without.cost, 9U) << without.text;
}

// Parts that matter only where others leave it open, with more inputs than a piece has.
TEST(Simplify, SeesEachPartFromTheWhole) {
  Simplifier simplifier(domain::boolean());
  const auto text = [&](const char* given) { return simplifier.simplify(given).text; };
  EXPECT_EQ(text("a | a & b & c & d & e & f & g & h & i & j"), "a");
  EXPECT_EQ(text("(a | b) & (a | ~b & c & d & e & f & g & h)"), "a");
  EXPECT_EQ(simplifier.simplify("(a ^ b ^ c) & (d | (a ^ b ^ c) & e & f & g)").cost, 13U);
  // The whole is a & (…), so that within it a is true.
  EXPECT_EQ(simplifier.simplify("a & (b ^ c ^ d ^ e ^ (a & f & g))").cost, 13U);
}

TEST(Simplify, DoesNotDependOnWhatCameBefore) {
  expr::Pool pool;
  Simplifier one(domain::boolean());
  for (const expr::NodeId tree : random_booleans(6, 50, 3, pool)) {
    const std::string text = expr::print(pool, tree, domain::boolean().syntax());
    EXPECT_EQ(one.simplify(text).text, Simplifier(domain::boolean()).simplify(text).text);
  }
}

TEST(Simplify, EndsWithWhatItHasWhenItsTimeIsOver) {
  std::string sum = "x";
  for (int i = 0; i < 3000; ++i) sum = "(" + sum + " + y" + std::to_string(i) + " - x)";
  Simplifier hasty(domain::polynomial(), {.timeout_s = 0});
  const Simplified cut = hasty.simplify(sum);
  EXPECT_FALSE(cut.finished);
  EXPECT_EQ(cut.cost, cut.cost_before);
  EXPECT_TRUE(Simplifier(domain::polynomial()).simplify("x + x - x").finished);
}

// x + 7 is shorter, but the table has no 7.
TEST(Simplify, DoesNotCallMinimalWhatOtherConstantsWouldMakeShorter) {
  Simplifier simplifier(domain::polynomial());
  EXPECT_FALSE(simplifier.simplify("3 + 4 + x").minimal);
  EXPECT_TRUE(simplifier.simplify("x + y - y").minimal) << "a single node";
  EXPECT_TRUE(Simplifier(domain::boolean()).simplify("a & b").minimal);
}

// By Horner's scheme, common factors, and factors that no piece of four inputs shows.
TEST(Simplify, WritesPolynomialsAnew) {
  Simplifier simplifier(domain::polynomial());
  const auto cost = [&](const char* text) { return simplifier.simplify(text).cost; };
  EXPECT_LE(cost("a*x*x*x + b*x*x + c*x + d"), 13U) << "((a x + b) x + c) x + d";
  EXPECT_LE(cost("a*v + b*v + c*v + d*v + e*v"), 11U) << "v (a + b + c + d + e)";
  EXPECT_LE(cost("a*a + b*b + c*c + 2*a*b + 2*a*c + 2*b*c"), 7U) << "(a + b + c)^2";
  EXPECT_LE(cost("a*d + b*d + a*e + b*e + a*f + b*f"), 9U) << "(a + b) (d + e + f)";
  const Simplified zero = simplifier.simplify("(a + b)*(c + d) - a*c - a*d - b*c - b*d + e - e");
  EXPECT_EQ(zero.text, "0");
}

TEST(Simplify, FindsInItsOwnResultNothingMore) {
  Simplifier simplifier(domain::polynomial());
  const std::string once = simplifier.simplify("(((z + (x * ((3 + y) + y))) - x) - (x - z))").text;
  EXPECT_EQ(simplifier.simplify(once).text, once);
}

TEST(Simplify, SaysWhereNoFormIsKnownWithTheOperatorsThatAreAllowed) {
  SimplifyParams params;
  params.operators = {"And"};
  Simplifier simplifier(domain::boolean(), params);
  EXPECT_FALSE(simplifier.simplify("a xor b").allowed);
  EXPECT_TRUE(simplifier.simplify("a & (a & b)").allowed);
}

TEST(Simplify, TakesNoConstantThatCostsMoreThanWhatItStandsFor) {
  SimplifyParams params;
  params.costs.constant = 1000;
  Simplifier booleans(domain::boolean(), params);
  const Simplified never = booleans.simplify("(a & b) & (~a & c)");
  EXPECT_EQ(never.cost, 3U) << never.text << " instead of a ^ a";
  EXPECT_TRUE(never.minimal);
  params.costs.constant = 2;
  EXPECT_EQ(Simplifier(domain::boolean(), params).simplify("(a & b) & (~a & c)").text, "false");
}

TEST(Simplify, AddsConstantsUp) {
  Simplifier simplifier(domain::polynomial());
  EXPECT_EQ(simplifier.simplify("a*b*c*d*e + (17 + 25)").cost, 11U);
  EXPECT_EQ(simplifier.simplify("20*20 + x - x").text, "400");
}

// Each part once, however many share few variables.
TEST(Simplify, TakesLongChainsOfFewVariables) {
#ifdef EQNET_SANITIZE
  constexpr int kPairs = 200;  // nine seconds less
#else
  constexpr int kPairs = 1000;
#endif
  std::string text;
  for (int i = 0; i < kPairs; ++i) text += "x + y + ";
  EXPECT_LE(Simplifier(domain::polynomial()).simplify(text + "x").cost, 9U);
}

TEST(Simplify, AsksWhoeverKnowsMore) {
  SimplifyParams params;
  params.known = [](expr::Pool& pool, expr::NodeId) {
    return std::vector<expr::NodeId>{pool.variable("a"), pool.variable("b")};
  };
  EXPECT_EQ(Simplifier(domain::boolean(), params).simplify("a & (b | c) & (d | e) & f").text, "a & f")
      << "as it was told";
}

TEST(Simplify, TakesCostsIntoAccount) {
  const Costs gates = costs_from_toml("Xor = 9\nnot = 1\nvariable = 0", "gates.toml", domain::boolean());
  EXPECT_EQ(gates.operators.at("Xor"), 9U);
  EXPECT_EQ(gates.operators.at("Not"), 1U);
  EXPECT_EQ(gates.variable, 0U);
  Simplifier simplifier(domain::boolean(), {.costs = gates});
  const Simplified one = simplifier.simplify("a xor b");
  EXPECT_EQ(one.text.find('^'), std::string::npos) << one.text;
  EXPECT_EQ(one.cost_before, 9U);
  EXPECT_LT(one.cost, 9U);
}

TEST(Simplify, FindsTheSameFormsWhereEverythingIsDear) {
  SimplifyParams params;
  params.costs.variable = 1000;
  Simplifier dear(domain::boolean(), params);
  const Simplified one = dear.simplify("a&~b&~c | ~a&b&~c | a&b&~c | a&~b&c");
  EXPECT_EQ(one.cost, 4003U) << one.text;
  EXPECT_TRUE(one.minimal);
  std::string many = "a";
  for (int i = 0; i < 2000; ++i) many += " & b" + std::to_string(i);
  EXPECT_TRUE(dear.simplify(many).allowed);
}

TEST(Simplify, TellsNoMoreStepsThanCanBeRead) {
  std::string text = "a";
  for (int i = 0; i < 2000; ++i) {
    text = std::string("(") + "abcde"[i % 5] + " ^ ~(" + "bcdea"[i % 5] + " | " + text + "))";
  }
  Simplifier simplifier(domain::boolean());
  const Simplified one = simplifier.simplify(text);
  EXPECT_TRUE(one.finished);
  EXPECT_GT(one.steps_left_out, 100U);
  size_t told = 0;
  for (const SimplifyStep& step : one.steps) told += step.from.size() + step.to.size();
  EXPECT_LT(told, 1'000'000U);
}

TEST(Simplify, RefusesCostsThatAreNone) {
  const auto read = [](const char* text) { (void)costs_from_toml(text, "c.toml", domain::boolean()); };
  EXPECT_ERROR(read("And = 0"), "c.toml, line 1: 'And' is no whole number from 1 to 1000");
  EXPECT_ERROR(read("\nvariable = -1"), "c.toml, line 2");
  EXPECT_ERROR(read("And = 1.5"), "is no whole number");
  EXPECT_ERROR(read("Plus = 1"), "'Plus' is no operator of the boolean domain");
  EXPECT_ERROR(read("And ="), "c.toml, line 1");
}

TEST(Simplify, ShowsItsSteps) {
  Simplifier simplifier(domain::boolean());
  const Simplified one = simplifier.simplify("(a | a) & (b | ~b)");
  EXPECT_EQ(one.text, "a");
  const auto is_step = [](const SimplifyStep& step) { return step.from == "a | a" && step.to == "a"; };
  EXPECT_EQ(std::ranges::count_if(one.steps, is_step), 1);
}

// Each step starts from a part of what the ones before it have left.
TEST(Simplify, ShowsTheStepsThatLedThereAndNoOthers) {
  Simplifier simplifier(domain::polynomial());
  const Simplified one = simplifier.simplify("x*x + 2*x*y + y*y");
  EXPECT_EQ(one.text, "(x + y)**2");
  std::string text = "x * x + 2 * x * y + y * y";
  for (const SimplifyStep& step : one.steps) {
    const size_t place = text.find(step.from);
    ASSERT_NE(place, std::string::npos) << text << " has no " << step.from;
    text.replace(place, step.from.size(), step.to);
  }
  EXPECT_EQ(text, one.text);
}

TEST(Simplify, KnowsSigns) {
  Simplifier simplifier(domain::polynomial());
  EXPECT_EQ(simplifier.simplify("0 - x").text, "-x");
  EXPECT_EQ(simplifier.simplify("-1*x").text, "-x");
}

// A function of four variables has 65,536 values here, so that a table of many functions would fill the memory.
TEST(Simplify, MakesSmallerTablesOfLargerAlgebras) {
  std::string text = "name = \"mod16\"\nvalues = [";
  for (int i = 0; i < 16; ++i) text += (i == 0 ? "\"" : ", \"") + std::to_string(i) + "\"";
  text += "]\n[[operator]]\nname = \"Add\"\nsymbol = \"+\"\ntable = [";
  for (int i = 0; i < 16; ++i) {
    text += i == 0 ? "[" : ", [";
    for (int j = 0; j < 16; ++j) text += (j == 0 ? "\"" : ", \"") + std::to_string((i + j) % 16) + "\"";
    text += "]";
  }
  const domain::Domain& mod16 = domain::domain_from_toml(text + "]\n", "mod16.toml");
  Simplifier simplifier(mod16);
  EXPECT_EQ(simplifier.simplify("x + (y + 15) + (z + u) + 1 + 0").cost, 7U);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  EXPECT_LT(usage.ru_maxrss, 1500000);  // KB, of all tests before it; it was 4.5 GB
}

// Real functions take long to work out each, so that tables are bounded by effort: the same on every machine.
TEST(Simplify, MakesSmallTablesOfRealFunctions) {
  const std::string rational = "(a+b)/(a-b) - (a-b)/(a+b) + (c*c-1)/(c-1) - c + a/b*b/a + a*a/a";  // 41
  const std::string elementary = "exp(log(x))*sqrt(y)^2 + sin(x)^2 + cos(x)^2 - log(exp(y))";      // 22
  Simplifier simplifier(domain::real(), {.timeout_s = kNoLimit});
  const std::pair<std::string, size_t> most[] = {{rational, 19}, {elementary, 12}, {"x/y + 1/y", 5}};
  for (const auto& [text, cost] : most) {
    const Simplified one = simplifier.simplify(text);
    EXPECT_LE(one.cost, cost) << one.text;
    EXPECT_TRUE(one.finished) << text;
    EXPECT_EQ(one.proof.answer, domain::Answer::equivalent) << one.text;
  }
  // By functions that the expression itself does not have.
  EXPECT_EQ(simplifier.simplify("tan(x)*cos(x)").text, "sin(x)");
  EXPECT_EQ(simplifier.simplify("1 - sin(x)^2").text, "cos(x)**2");
  EXPECT_EQ(simplifier.simplify("sqrt(x^2 + 2x + 1)").text, "abs(x + 1)");
  EXPECT_EQ(simplifier.simplify("exp(x)*exp(y)").text, "exp(x + y)");
  // Where one side alone has a value is told.
  EXPECT_EQ(simplifier.simplify("(x^2 - 1)/(x - 1)").text, "x + 1");
  EXPECT_NE(simplifier.simplify("(x^2 - 1)/(x - 1)").proof.condition, "");
  EXPECT_EQ(simplifier.simplify("exp(log(a) + log(b))").text, "exp(log(a) + log(b))") << "a * b has more values";
}

TEST(Simplify, CountsTablesOfRealFunctionsInItsTime) {
  Simplifier simplifier(domain::real(), {.timeout_s = 0});
  const Simplified one = simplifier.simplify("x/y + 1/y");
  EXPECT_FALSE(one.finished);
  EXPECT_EQ(one.text, "x / y + 1 / y");
  const std::vector<std::string> operators = {"Add", "Divide", "Sin"};
  const FormTable none(domain::real(), operators, {}, 2, [] { return true; });
  const FormTable whole(domain::real(), operators, {}, 2, [] { return false; });
  EXPECT_TRUE(none.is_cut_short());
  EXPECT_FALSE(whole.is_cut_short());
  EXPECT_LT(none.complete_to(), whole.complete_to());
  EXPECT_FALSE(FormTable(domain::boolean(), {"And"}, {}, 2, [] { return true; }).is_cut_short()) << "is made at once";
}

TEST(Simplify, RefusesWhatItCannotDo) {
  EXPECT_ERROR((void)Simplifier(domain::open()), "has no algebra to simplify by");
  EXPECT_ERROR((void)Simplifier(domain::boolean(), {.operators = {"Add"}}), "operator 'Add' is unknown");
  EXPECT_THROW((void)Simplifier(domain::boolean()).simplify("a &"), expr::ParseError);
}

TEST(Cuts, AreWhatAllPathsGoThrough) {
  expr::Pool pool;
  const expr::NodeId root = expr::parse("(a & b) | (b & c)", domain::boolean().syntax(), pool);
  Cuts cuts(pool, 3);
  const auto& all = cuts.of(root);
  EXPECT_EQ(all.front(), Cuts::Cut{root});
  EXPECT_EQ(all.size(), 5U);  // itself; both products; three with a product and variables or all variables
  EXPECT_EQ(cuts.variables(root).size(), 3U);
  EXPECT_EQ(Cuts(pool, 2).variables(root).size(), 3U) << "one more than the most";
}

TEST(FormTable, HasAllFunctionsOfFewVariables) {
  const std::vector<std::string> operators = {"And", "Or", "Not"};
  const FormTable table(domain::boolean(), operators, {}, 3);
  EXPECT_TRUE(table.has_all());
  const FormTable polynomials(domain::polynomial(), {"Add", "Multiply"}, {}, 2);
  EXPECT_FALSE(polynomials.has_all());
  EXPECT_GE(polynomials.complete_to(), 5U);
}

}  // namespace eqnet::search
