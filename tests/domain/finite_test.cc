// Finite algebras against oracles that know them as arithmetic, not as tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <set>

#include "base/random.h"
#include "eqnet/domain/algebra.h"
#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace eqnet::domain {
namespace {

using eqnet::testing::read_file;
using expr::NodeId;
using expr::Pool;

// What an algebra is, said another way: operators as arithmetic on numbers of values.
struct Oracle {
  const Domain& domain;
  int values;
  std::map<std::string, std::function<int(const std::vector<int>&)>> operators;
  std::map<std::string, int> constants;

  [[nodiscard]] int value(const Pool& pool, NodeId node, const std::map<std::string, int>& point) const {
    const expr::Symbol& symbol = pool.symbol_of(node);
    if (symbol.kind == expr::SymbolKind::variable) return point.at(symbol.name);
    if (symbol.kind == expr::SymbolKind::constant) return constants.at(symbol.name);
    std::vector<int> children;
    for (const NodeId child : pool.children(node)) children.push_back(value(pool, child, point));
    return operators.at(symbol.name)(children);
  }

  // Values at all points of three variables.
  [[nodiscard]] std::vector<int> function(const Pool& pool, NodeId node) const {
    std::vector<int> all;
    for (int a = 0; a < values; ++a) {
      for (int b = 0; b < values; ++b) {
        for (int c = 0; c < values; ++c) all.push_back(value(pool, node, {{"a", a}, {"b", b}, {"c", c}}));
      }
    }
    return all;
  }
};

const Domain& example(const std::string& name) {
  return domain_of(EQNET_SOURCE "/examples/algebras/" + name + ".toml");
}

std::map<std::string, int> digits(int count) {
  std::map<std::string, int> all;
  for (int i = 0; i < count; ++i) all.emplace(std::to_string(i), i);
  return all;
}

Oracle modulo(const std::string& name, int m) {
  return {example(name),
          m,
          {{"Add", [m](const auto& v) { return (v[0] + v[1]) % m; }},
           {"Subtract", [m](const auto& v) { return (v[0] - v[1] + m) % m; }},
           {"Multiply", [m](const auto& v) { return v[0] * v[1] % m; }},
           {"And", [](const auto& v) { return v[0] & v[1]; }},
           {"Or", [](const auto& v) { return v[0] | v[1]; }},
           {"Xor", [](const auto& v) { return v[0] ^ v[1]; }},
           {"Not", [m](const auto& v) { return m - 1 - v[0]; }}},
          digits(m)};
}

// Max, min and distance from the other end, whatever the values are called.
Oracle chain(const std::string& name, int length, std::map<std::string, int> constants) {
  return {example(name),
          length,
          {{"And", [](const auto& v) { return std::min(v[0], v[1]); }},
           {"Or", [](const auto& v) { return std::max(v[0], v[1]); }},
           {"Min", [](const auto& v) { return std::min(v[0], v[1]); }},
           {"Max", [](const auto& v) { return std::max(v[0], v[1]); }},
           {"Not", [length](const auto& v) { return length - 1 - v[0]; }}},
          std::move(constants)};
}

std::vector<Oracle> oracles() {
  return {chain("kleene", 3, {{"F", 0}, {"U", 1}, {"T", 2}}),
          chain("chain4", 4, digits(4)),
          modulo("mod3", 3),
          modulo("mod4", 4),
          modulo("mod6", 6),
          modulo("bits2", 4),
          modulo("bits3", 8)};
}

NodeId random_tree(const Domain& domain, Pool& pool, base::Random& random, size_t depth) {
  if (depth == 0 || random.below(4) == 0) {
    const auto& constants = domain.syntax().constants;
    if (random.below(4) == 0) return pool.constant(constants[random.below(constants.size())].symbol);
    return pool.variable(std::string(1, static_cast<char>('a' + random.below(3))));
  }
  const auto& operators = domain.syntax().operators;
  const expr::OperatorSyntax& op = operators[random.below(operators.size())];
  std::vector<NodeId> children;
  for (size_t i = 0; i < op.arity; ++i) children.push_back(random_tree(domain, pool, random, depth - 1));
  return pool.node(pool.symbols.op(op.symbol, op.arity), children);
}

// An algebra with operators of every number of children, with and without symbols, of any precedence.
std::string odd_algebra(base::Random& random) {
  const auto value = [&] { return std::string("\"") + "xyz"[random.below(3)] + "\""; };
  std::function<std::string(int)> table = [&](int levels) -> std::string {
    if (levels == 0) return value();
    return "[" + table(levels - 1) + ", " + table(levels - 1) + ", " + table(levels - 1) + "]";
  };
  const auto one = [&](const std::string& name, int children, const std::string& symbol) {
    return "[[operator]]\nname = \"" + name + "\"\n" + (symbol.empty() ? "" : "symbol = \"" + symbol + "\"\n") +
           "precedence = " + std::to_string(random.below(3)) + "\ntable = " + table(children) + "\n";
  };
  return "name = \"odd\"\nvalues = [\"x\", \"y\", \"z\"]\n" + one("Plain", 1, "") + one("Sign", 1, "-") +
         one("Word", 1, "not") + one("Pair", 2, "") + one("Minus", 2, "-") + one("Over", 2, "over") +
         one("More", 2, "->") + one("Three", 3, "") + one("Four", 4, "");
}

TEST(Finite, DecidesAsArithmeticDoes) {
  base::Random random(1);
  for (const Oracle& oracle : oracles()) {
    size_t equal = 0;
    for (int round = 0; round < 300; ++round) {
      Pool pool;
      const NodeId left = random_tree(oracle.domain, pool, random, 1 + random.below(3));
      const NodeId right = random_tree(oracle.domain, pool, random, 1 + random.below(3));
      const bool same = oracle.function(pool, left) == oracle.function(pool, right);
      equal += same ? 1 : 0;
      const Verdict verdict = oracle.domain.equivalent(pool, left, right, {0});
      ASSERT_EQ(verdict.answer, same ? Answer::equivalent : Answer::different)
          << oracle.domain.name() << " " << expr::print(pool, left, oracle.domain.syntax()) << " and "
          << expr::print(pool, right, oracle.domain.syntax());
      if (same) continue;
      std::map<std::string, int> point = {{"a", 0}, {"b", 0}, {"c", 0}};
      for (const auto& [name, text] : verdict.witness) point[name] = oracle.constants.at(text);
      EXPECT_EQ(oracle.value(pool, left, point), oracle.constants.at(verdict.left));
      EXPECT_EQ(oracle.value(pool, right, point), oracle.constants.at(verdict.right));
      EXPECT_NE(verdict.left, verdict.right);
    }
    EXPECT_GT(equal, 0U) << oracle.domain.name();
  }
}

TEST(Finite, GroupsAsArithmeticDoes) {
  base::Random random(2);
  for (const Oracle& oracle : oracles()) {
    Pool pool;
    std::vector<NodeId> trees;
    for (int i = 0; i < 300; ++i) trees.push_back(random_tree(oracle.domain, pool, random, 2));
    const std::vector<uint32_t> groups = oracle.domain.classify(pool, trees);
    std::map<std::vector<int>, uint32_t> expected;
    for (size_t i = 0; i < trees.size(); ++i) {
      const auto number = static_cast<uint32_t>(expected.size());
      EXPECT_EQ(groups[i], expected.try_emplace(oracle.function(pool, trees[i]), number).first->second);
    }
    EXPECT_GT(expected.size(), 10U);
  }
}

// So many variables that functions cannot be kept: by signatures and proofs.
TEST(Finite, GroupsExpressionsOfManyVariables) {
  const Domain& mod4 = example("mod4");
  Pool pool;
  std::vector<NodeId> nodes;
  std::string forwards = "x1";
  std::string backwards = "x1";
  for (int i = 2; i <= 30; ++i) {
    forwards += " + x" + std::to_string(i);
    backwards = "x" + std::to_string(i) + " + " + backwards;
  }
  for (const std::string& text : {forwards, backwards, forwards + " + 1", "1 + " + backwards, forwards + " - x1"}) {
    nodes.push_back(expr::parse(text, mod4.syntax(), pool));
  }
  EXPECT_EQ(mod4.classify(pool, nodes), (std::vector<uint32_t>{0, 0, 1, 1, 2}));
}

TEST(Finite, ProvesAndRefutesBeyondAllAssignments) {
  const Domain& kleene = example("kleene");
  const auto verdict = [&](const std::string& left, const std::string& right, double timeout = 60) {
    Pool pool;
    const NodeId a = expr::parse(left, kleene.syntax(), pool);
    const NodeId b = expr::parse(right, kleene.syntax(), pool);
    return kleene.equivalent(pool, a, b, {timeout});
  };
  std::string all = "x1";
  std::string none = "~x1";  // of De Morgan's law
  for (int i = 2; i <= 25; ++i) {
    all += " & x" + std::to_string(i);
    none = "~x" + std::to_string(i) + " | " + none;
  }
  const Verdict same = verdict("~(" + all + ")", none);
  EXPECT_EQ(same.answer, Answer::equivalent);
  EXPECT_EQ(same.method, "SAT");
  EXPECT_EQ(verdict("~(" + all + ")", none, 0).answer, Answer::undecided);
  EXPECT_EQ(verdict(all, "x1", 0).method, "random assignments");

  // Different where all are T alone: no random assignment shows it.
  const Verdict different = verdict(all, all + " & U");
  ASSERT_EQ(different.answer, Answer::different);
  EXPECT_EQ(different.method, "SAT");
  EXPECT_EQ(different.left, "T");
  EXPECT_EQ(different.right, "U");
  ASSERT_EQ(different.witness.size(), 25U);
  for (const auto& [name, value] : different.witness) EXPECT_EQ(value, "T") << name;
}

TEST(Finite, StopsAtTheTimeout) {
  const Domain& bits = example("bits3");
  Pool pool;
  std::string left = "x1";
  std::string right = "x1";
  for (int i = 2; i <= 8; ++i) {  // 2^24 assignments
    left += " * x" + std::to_string(i);
    right = "x" + std::to_string(i) + " * " + right;
  }
  for (int i = 0; i < 200; ++i) {  // of a long expression
    left = "~(" + left + ")";
    right = "~(" + right + ")";
  }
  const NodeId a = expr::parse(left, bits.syntax(), pool);
  const NodeId b = expr::parse(right, bits.syntax(), pool);
  const auto begin = std::chrono::steady_clock::now();
  const Verdict verdict = bits.equivalent(pool, a, b, {0.2});
  EXPECT_EQ(verdict.answer, Answer::undecided);
  EXPECT_EQ(verdict.method, "timeout");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(Finite, ShowsSimplePointsFirst) {
  const Domain& kleene = example("kleene");
  Pool pool;
  const NodeId node = expr::parse("a & b", kleene.syntax(), pool);
  const std::vector<Sample> samples = kleene.samples(pool, {&node, 1}, 0, 100);
  ASSERT_EQ(samples.size(), 9U);
  EXPECT_EQ(samples[0].point, (Assignment{{"a", "F"}, {"b", "F"}}));
  EXPECT_EQ(samples[1].point, (Assignment{{"a", "U"}, {"b", "F"}}));
  EXPECT_EQ(samples[8].values, std::vector<std::string>{"T"});
  EXPECT_EQ(samples[5].point, (Assignment{{"a", "T"}, {"b", "U"}}));
  EXPECT_EQ(samples[5].values, std::vector<std::string>{"U"});
  const std::vector<Sample> some = kleene.samples(pool, {&node, 1}, 5, 2);
  ASSERT_EQ(some.size(), 2U);
  EXPECT_EQ(some[0].point, samples[5].point);
}

TEST(Finite, ReadsWhatItPrints) {
  base::Random random(3);
  for (int round = 0; round < 100; ++round) {
    const std::string text = odd_algebra(random);
    const Domain& odd = domain_from_toml(text, "odd");
    for (int tree = 0; tree < 30; ++tree) {
      Pool pool;
      const NodeId node = random_tree(odd, pool, random, 1 + random.below(4));
      for (const auto style : {expr::Style::minimal, expr::Style::tokens}) {
        const std::string printed = expr::print(pool, node, odd.syntax(), style);
        ASSERT_EQ(expr::parse(printed, odd.syntax(), pool), node) << printed << "\n" << text;
      }
    }
  }
}

TEST(Finite, UnderstandsCallsOfEveryOperator) {
  const Domain& kleene = example("kleene");
  Pool pool;
  const auto parse = [&](std::string_view text) { return expr::parse(text, kleene.syntax(), pool); };
  EXPECT_EQ(parse("And(a, b)"), parse("a & b"));
  EXPECT_EQ(parse("Not(a) & b"), parse("~a & b"));
  EXPECT_EQ(parse("Or(And(a, Not(b)), T)"), parse("a & ~b | T"));
  EXPECT_EQ(expr::print(pool, parse("And(Or(a, b), Not(Not(U)))"), kleene.syntax()), "(a | b) & ~~U");
  EXPECT_ERROR(parse("And(a, b, c)"), "column 9", "found ','", "expected ')'");
  EXPECT_ERROR(parse("And(a)"), "a second argument");
  EXPECT_ERROR(parse("Not(a, b)"), "expected ')'");
  EXPECT_ERROR(parse("a And b"), "found 'And'", "an operator (& |)");
  EXPECT_ERROR(parse("a &"), "expected a variable, 'F', 'U', 'T', '~' or '('");
}

TEST(Finite, ReadsDigitsAsValues) {
  const Domain& mod6 = example("mod6");
  Pool pool;
  const NodeId node = expr::parse("5 * a + 2", mod6.syntax(), pool);
  EXPECT_EQ(expr::print(pool, node, mod6.syntax()), "5 * a + 2");
  EXPECT_ERROR(expr::parse("a + 6", mod6.syntax(), pool), "found '6'");
}

// A word as the sign before an operand needs a space behind it.
TEST(Finite, PrintsWordsApart) {
  base::Random random(4);
  const Domain& odd = domain_from_toml(odd_algebra(random), "odd");
  Pool pool;
  const NodeId node = expr::parse("Word(Word(a)) over Plain(b)", odd.syntax(), pool);
  EXPECT_EQ(expr::print(pool, node, odd.syntax(), expr::Style::tokens), "(not (not a)) over (Plain(b))");
}

TEST(Finite, NamesAFunctionByWhatGaveItFirst) {
  const Domain& kleene = example("kleene");
  Pool pool;
  for (const char* text : {"a & b", "b & a", "~~c"}) expr::parse(text, kleene.syntax(), pool);
  const auto algebra = kleene.algebra({"a", "b", "c"});
  const std::vector<FunctionId> functions = evaluate(pool, *algebra);
  std::set<std::string> names;
  for (const FunctionId function : functions) names.insert(algebra->name(function));
  EXPECT_EQ(names, (std::set<std::string>{"a", "b", "a & b", "c", "~c"}));
}

TEST(Finite, RefusesTablesThatFillTheMemory) {
  std::vector<std::string> variables;
  for (int i = 10; i < 40; ++i) variables.push_back("x" + std::to_string(i));
  EXPECT_ERROR(example("mod3").algebra(variables), "65536 assignments", "30 variables of 3 values");
}

TEST(Finite, IsKnownByItsTextAlone) {
  const std::string text = read_file(EQNET_SOURCE "/examples/algebras/kleene.toml");
  const Domain& one = domain_from_toml(text, "here");
  EXPECT_EQ(&domain_from_toml(text, "there"), &one);
  EXPECT_EQ(&example("kleene"), &one);
  EXPECT_EQ(one.definition(), text);
  EXPECT_EQ(&domain_of("kleene", text), &one);
  std::string other = text;
  other.replace(other.find("[\"T\", \"U\", \"F\"]"), 15, "[\"T\", \"F\", \"F\"]");
  const Domain& two = domain_from_toml(other, "there");
  EXPECT_NE(&two, &one);
  EXPECT_EQ(two.name(), one.name());
  Pool pool;
  const NodeId doubt = expr::parse("a | ~a", one.syntax(), pool);
  const NodeId twice = expr::parse("(a | ~a) | U", one.syntax(), pool);
  EXPECT_EQ(one.equivalent(pool, doubt, twice).answer, Answer::equivalent);
  EXPECT_EQ(two.equivalent(pool, doubt, twice).answer, Answer::equivalent);
  const NodeId never = expr::parse("~a & a", one.syntax(), pool);
  const NodeId bottom = expr::parse("F", one.syntax(), pool);
  EXPECT_EQ(one.equivalent(pool, never, bottom).answer, Answer::different);
  EXPECT_EQ(two.equivalent(pool, never, bottom).answer, Answer::equivalent);
}

TEST(Finite, IsFoundByThePathOfItsFile) {
  EXPECT_EQ(&domain_of("boolean"), &boolean());
  EXPECT_EQ(boolean().definition(), "");
  EXPECT_ERROR(domain_of("no-such-file.toml"), "no-such-file.toml");
  EXPECT_ERROR(domain_of("kleene"), "'kleene'", domain_names());
  EXPECT_ERROR(domain_of(EQNET_SOURCE "/examples/algebras/kleene.toml", ""), "is not known");
  const auto all = domains();
  EXPECT_EQ(std::ranges::find(all, &example("kleene")), all.end());
}

TEST(Finite, IsToldFromSettings) {
  EXPECT_TRUE(defines_domain(example("mod3").definition()));
  EXPECT_TRUE(defines_domain("operator = 3"));
  EXPECT_FALSE(defines_domain("dimension = 64\n"));
  EXPECT_FALSE(defines_domain("no toml"));
}

// --- What is no algebra

constexpr const char* kHead = "name = \"t\"\nvalues = [\"0\", \"1\"]\n";

std::string with(const std::string& operators) {
  return kHead + operators;
}
std::string op(const std::string& keys) {
  return "[[operator]]\n" + keys + "\n";
}

TEST(FiniteDefinition, RefusesWhatIsNoAlgebraWithItsLine) {
  const std::string good = op("name = \"F\"\nsymbol = \"~\"\ntable = [\"1\", \"0\"]");
  EXPECT_EQ(domain_from_toml(with(good), "x.toml").name(), "t");
  const auto refused = [](const std::string& text, std::vector<std::string> parts) {
    eqnet::testing::expect_error([&] { (void)domain_from_toml(text, "x.toml"); }, parts);
  };
  refused("", {"x.toml, line 1", "has no 'name'"});
  refused("name = ", {"x.toml, line 1"});
  refused("name = \"t\"\n\xFF", {"x.toml, line ", "UTF-8"});
  refused("name = n\nvalues", {"x.toml, line 1"});  // toml++ quotes the end of the line
  refused("name = 3\n", {"x.toml, line 1", "'name' is a number", "text in quotes"});
  refused("name = \"a/b\"\n", {"x.toml, line 1", "'a/b'"});
  refused("name = \"t\"\n", {"has no 'values'"});
  refused("name = \"t\"\nvalues = \"01\"\n", {"line 2", "'values' is text", "a list"});
  refused("name = \"t\"\nvalues = []\n", {"line 2", "at least one value"});
  refused("name = \"t\"\nvalues = [0, 1]\n", {"line 2", "a value is a number", "\"0\""});
  refused("name = \"t\"\nvalues = [\"0\",\n\"0\"]\n", {"line 3", "'0' is there twice"});
  refused("name = \"t\"\nvalues = [\"a b\"]\n" + op("name = \"F\"\ntable = [\"a b\"]"), {"line 2", "cannot be read"});
  refused("name = \"t\"\nvalues = [\"(\"]\n" + op("name = \"F\"\ntable = [\"(\"]"), {"cannot be read"});
  refused("name = \"t\"\nvalues = [\"2x\"]\n" + op("name = \"F\"\ntable = [\"2x\"]"), {"cannot be read"});
  refused("name = \"t\"\nvalues = [\"\"]\n", {"a value is empty"});
  refused(kHead, {"has no 'operator'"});
  refused(with("operator = []\n"), {"line 3", "[[operator]]"});
  refused(with("operator = 3\n"), {"line 3", "'operator' is a number", "[[operator]]"});
  refused(with("vales = 3\n" + good), {"line 3", "'vales'", "did you mean 'values'?"});
  refused(with(op("name = \"F\"\ntabel = 1")), {"line 5", "'tabel'", "did you mean 'table'?"});
  refused(with(op("table = [\"1\", \"0\"]")), {"line 3", "an operator has no 'name'"});
  refused(with(op("name = \"F\"")), {"line 3", "operator 'F' has no 'table'"});
  refused(with(op("name = \"F\"\ntable = \"1\"")), {"line 5", "is text", "nested once per child", "constant"});
  refused(with(op("name = \"F\"\ntable = []")), {"line 5", "a list of 0 where a list of 2"});
  refused(with(op("name = \"F\"\ntable = [\"1\"]")), {"line 5", "'F'", "a list of 1 where a list of 2", "1 child"});
  refused(with(op("name = \"F\"\ntable = [[\"1\", \"0\"],\n[\"1\"]]")), {"line 6", "a list of 1", "2 children"});
  refused(with(op("name = \"F\"\ntable = [[\"1\", \"0\"], \"1\"]")), {"line 5", "has text where a list of 2"});
  refused(with(op("name = \"F\"\ntable = [\"1\", [\"1\", \"0\"]]")), {"line 5", "is a list, expected text"});
  refused(with(op("name = \"F\"\ntable = [\"1\",\n\"2\"]")), {"line 6", "'2'", "none of the values"});
  refused(with(op("name = \"F\"\ntable = [\"1\", 0]")), {"line 5", "is a number, expected text"});
  refused(with(op("name = \"F\"\ntable = [[[[[\"1\"]]]]]")), {"line 5", "more than 4 children"});
  refused(with(good + op("name = \"F\"\ntable = [\"1\", \"0\"]")), {"line 8", "'F' is there twice"});
  refused(with(good + op("name = \"G\"\nsymbol = \"~\"\ntable = [\"1\", \"0\"]")), {"line 7", "'~'", "operator 'F'"});
  refused(with(op("name = \"F G\"\ntable = [\"1\", \"0\"]")), {"line 3", "is no name"});
  refused(with(op("name = \"0\"\ntable = [\"1\", \"0\"]")), {"is no name"});
  refused("name = \"t\"\nvalues = [\"F\"]\n" + op("name = \"F\"\ntable = [\"F\"]"), {"named like a value"});
  refused(with(op("name = \"F\"\nsymbol = \"F\"\ntable = [\"1\", \"0\"]")), {"is an operator's name"});
  refused(with(op("name = \"F\"\nsymbol = \"1\"\ntable = [\"1\", \"0\"]")), {"cannot be read"});
  refused(with(op("name = \"F\"\nsymbol = 1\ntable = [\"1\", \"0\"]")), {"line 5", "is a number"});
  for (const char* symbol : {"(", ")", ",", "a b", "+a", "2", "&(", "\\\"", "\\t", " "}) {
    refused(with(op("name = \"F\"\nsymbol = \"" + std::string(symbol) + "\"\ntable = [\"1\", \"0\"]")),
            {"line 3", "cannot be read"});
  }
  refused("name = \"t\"\nvalues = [\"+\"]\n" + op("name = \"F\"\nsymbol = \"+\"\ntable = [\"+\"]"), {"is a value too"});
  refused(with(op("name = \"F\"\nsymbol = \"?\"\n"
                  "table = [[[\"1\",\"1\"],[\"1\",\"1\"]],[[\"1\",\"1\"],[\"1\",\"1\"]]]")),
          {"line 5", "3 children", "leave it out"});
  for (const char* precedence : {"-1", "1001", "1.5", "\"1\""}) {
    refused(with(op("name = \"F\"\nprecedence = " + std::string(precedence) + "\ntable = [\"1\", \"0\"]")),
            {"line 5", "precedence", "from 0 to 1000"});
  }
}

// --a could be two signs before a, or what stands between two operands.
TEST(FiniteDefinition, RefusesSignsThatRunTogether) {
  const std::string minus = op("name = \"F\"\nsymbol = \"-\"\ntable = [\"1\", \"0\"]");
  const std::string table = "table = [[\"0\", \"0\"], [\"0\", \"0\"]]";
  EXPECT_ERROR(domain_from_toml(with(minus + op("name = \"G\"\nsymbol = \"--\"\n" + table)), "x"),
               "'-' of operator 'F' before '-' would be read as '--'");
  EXPECT_EQ(domain_from_toml(with(minus + op("name = \"G\"\nsymbol = \"->\"\n" + table)), "x").name(), "t");
  EXPECT_EQ(domain_from_toml(with(minus + op("name = \"G\"\nsymbol = \"-\"\n" + table)), "x").name(), "t")
      << "before one operand, and between two";
}

TEST(FiniteDefinition, StatesItsLimits) {
  const auto values = [](size_t count) {
    std::string list;
    for (size_t i = 0; i < count; ++i) list += "\"" + std::to_string(i) + "\", ";
    return "name = \"many\"\nvalues = [" + list + "]\n" + op("name = \"Same\"\ntable = [" + list + "]");
  };
  EXPECT_EQ(domain_from_toml(values(64), "x").syntax().constants.size(), 64U);
  EXPECT_ERROR(domain_from_toml(values(65), "x"), "x, line 2", "65 values", "at most 64");
  EXPECT_ERROR(domain_from_toml(values(10'000), "x"), "x, line 2", "10000 values", "at most 64");
  std::string operators;
  for (int i = 0; i < 65; ++i) operators += op("name = \"F" + std::to_string(i) + "\"\ntable = [\"0\", \"0\"]");
  EXPECT_ERROR(domain_from_toml(with(operators), "x"), "65 operators", "at most 64");
  EXPECT_ERROR(domain_from_toml(std::string(size_t{2} << 20, '#'), "x"), "2097152 bytes", "1048576");
  const eqnet::testing::TemporaryFolder folder;
  EXPECT_ERROR(domain_from_file(folder.write("huge.toml", std::string(size_t{2} << 20, '#'))), "huge.toml", "1 MiB");
}

}  // namespace
}  // namespace eqnet::domain
