#include "encode/vocabulary.h"

#include <gtest/gtest.h>

#include "support/expect_error.h"

namespace eqnet::encode {
namespace {

using expr::NodeId;
using expr::Symbol;
using expr::SymbolKind;

std::vector<std::string> names(const std::vector<Symbol>& symbols) {
  std::vector<std::string> all;
  for (const Symbol& symbol : symbols) all.push_back(symbol.name);
  return all;
}

}  // namespace

TEST(Vocabulary, IsInOrderOfNamesWhateverTheOrderOfUse) {
  expr::Pool pool;
  const NodeId z = pool.variable("z");
  const NodeId a = pool.variable("a");
  const NodeId one = pool.constant("1");
  const NodeId unused = pool.variable("b");
  const NodeId times = pool.node(pool.symbols.op("Multiply", 2), {z, one});
  const NodeId sum = pool.node(pool.symbols.op("Add", 2), {times, a});
  pool.node(pool.symbols.op("Negate", 1), {unused});
  const std::vector<NodeId> roots = {sum, a};
  const Vocabulary vocabulary = Vocabulary::of(pool, roots);
  EXPECT_EQ(names(vocabulary.leaves()), (std::vector<std::string>{"a", "z", "1"})) << "variables, then constants";
  EXPECT_EQ(names(vocabulary.operators()), (std::vector<std::string>{"Add", "Multiply"}));
  EXPECT_EQ(vocabulary.most_children(), 2U);
  EXPECT_EQ(vocabulary.tokens(), 7U);
  EXPECT_EQ(vocabulary.open_token(), 5U);
  EXPECT_EQ(vocabulary.close_token(), 6U);

  const std::vector<uint32_t> numbers = vocabulary.numbers(pool.symbols);
  EXPECT_EQ(numbers[pool.symbol(z)], 1U);
  EXPECT_EQ(numbers[pool.symbol(one)], 2U);
  EXPECT_EQ(numbers[pool.symbol(sum)], 0U);
  EXPECT_EQ(numbers[pool.symbol(unused)], Vocabulary::kUnknown);
  EXPECT_EQ(numbers[*pool.symbols.find("Negate", SymbolKind::op)], Vocabulary::kUnknown);
}

TEST(Vocabulary, TellsAVariableFromAConstantOfTheSameName) {
  expr::Pool pool;
  const std::vector<NodeId> roots = {pool.variable("x"), pool.constant("x")};
  const Vocabulary vocabulary = Vocabulary::of(pool, roots);
  EXPECT_EQ(vocabulary.leaves().size(), 2U);
  const auto numbers = vocabulary.numbers(pool.symbols);
  EXPECT_NE(numbers[0], numbers[1]);
}

TEST(Vocabulary, RefusesWhatMakesNoSense) {
  EXPECT_ERROR(Vocabulary({{"a"}, {"b"}, {"a"}}, {}), "'a' twice");
  EXPECT_ERROR(Vocabulary({}, {{"f", SymbolKind::op, 1}, {"f", SymbolKind::op, 2}}), "'f' twice");
  EXPECT_ERROR(Vocabulary({}, {{"f", SymbolKind::op, 0}}), "'f' has no children");
}

TEST(CheckKnown, NamesEverySymbolThatIsMissing) {
  expr::Pool pool;
  const NodeId a = pool.variable("a");
  const NodeId b = pool.variable("b");
  const NodeId both = pool.node(pool.symbols.op("And", 2), {a, b});
  const NodeId other = pool.node(pool.symbols.op("Xor", 2), {pool.constant("true"), pool.variable("q")});
  const std::vector<NodeId> learned = {both};
  const Vocabulary vocabulary = Vocabulary::of(pool, learned);
  const std::vector<NodeId> wanted = {both, other, b};
  EXPECT_ERROR(check_known(vocabulary, pool, wanted, "dataset d"), "dataset d", "has not learned", "operator 'Xor'",
               "constant 'true'", "variable 'q'", "it knows a, b, And");
  EXPECT_NO_THROW(check_known(vocabulary, pool, learned, "dataset d"));
  EXPECT_NO_THROW(check_known(vocabulary, pool, {}, "dataset d"));
}

TEST(CheckKnown, TakesAnOperatorWithMoreChildrenForAnother) {
  expr::Pool pool;
  const NodeId a = pool.variable("a");
  const std::vector<NodeId> roots = {pool.node(pool.symbols.op("f", 2), {a, a})};
  const Vocabulary vocabulary({{"a"}}, {{"f", SymbolKind::op, 3}});
  EXPECT_ERROR(check_known(vocabulary, pool, roots, "expression"), "operator 'f'");
}

}  // namespace eqnet::encode
