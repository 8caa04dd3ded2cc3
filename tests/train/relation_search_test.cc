#include "train/relation_search.h"

#include <gtest/gtest.h>

#include <set>

#include "train/languages.h"

namespace eqnet::train {
namespace {

using models::RelationForm;

std::optional<RelationAlgebra> found_in(const data::Dataset& data, const RelationSearchParams& params = {}) {
  const Task task = task_of_all(data);
  return find_relations(task, Equations(task), params);
}
std::vector<RelationForm> forms_in(const data::Dataset& data) {
  const auto found = found_in(data);
  return found ? found->forms : std::vector<RelationForm>{};
}

// What the members of a class are in all blocks.
std::set<std::vector<RelationBits>> vectors_of(const RelationAlgebra& found, const encode::Vocabulary& vocabulary,
                                               const data::Dataset& data, size_t number) {
  const SmallRelations relations(found.choice.points);
  const auto value = [&](auto&& self, expr::NodeId node, const std::vector<RelationBits>& leaves) -> RelationBits {
    const uint32_t symbol = vocabulary.number(data.pool.symbol_of(node));
    if (data.pool.is_leaf(node)) return leaves[symbol];
    std::vector<RelationBits> children;
    for (const expr::NodeId child : data.pool.children(node)) children.push_back(self(self, child, leaves));
    return relations.apply(found.forms[symbol], children);
  };
  std::set<std::vector<RelationBits>> vectors;
  for (const expr::NodeId member : data.classes[number].members) {
    std::vector<RelationBits> all;
    for (const auto& leaves : found.choice.leaves) all.push_back(value(value, member, leaves));
    vectors.insert(all);
  }
  return vectors;
}

// Regular expressions where a | (aa)* is a*, and the same for b. Relations on 2 or 3 points obey that law, and those on
// 5 points break it once in thirty times.
OpenAlgebra nearly_regular_expressions() {
  OpenAlgebra algebra = regular_expressions();
  std::map<std::string, std::string> instead;
  const auto& join = algebra.operators[0].result;
  const auto& star = algebra.operators[1].result;
  const auto& unite = algebra.operators[2].result;
  for (const auto& [name, letter] : algebra.leaves) {
    instead[unite(letter, star(join(letter, letter), ""))] = star(letter, "");
  }
  for (OpenAlgebra::Operator& op : algebra.operators) {
    op.result = [own = op.result, instead](const std::string& x, const std::string& y) {
      const std::string result = own(x, y);
      const auto found = instead.find(result);
      return found == instead.end() ? result : found->second;
    };
  }
  return algebra;
}

}  // namespace

TEST(RelationSearch, FindsRegularExpressions) {
  const data::Dataset data = data_of(regular_expressions(), 5);
  // Operators are in the order of their names: join, star, union.
  EXPECT_EQ(forms_in(data), (std::vector{RelationForm::compose, RelationForm::closure, RelationForm::unite}));
}

TEST(RelationSearch, FindsWhatReversesWordsAndWhatConstantsAre) {
  OpenAlgebra algebra = words();
  algebra.leaves.emplace_back("empty", "");
  const data::Dataset data = data_of(algebra, 6);
  const auto found = found_in(data);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->forms, (std::vector{RelationForm::compose, RelationForm::converse}));
  const SmallRelations relations(found->choice.points);
  for (const auto& leaves : found->choice.leaves) EXPECT_EQ(leaves[2], relations.identity()) << "a, b, empty";
}

// The vectors that come of it are the same for what is equal, and others for most of what is not.
TEST(RelationSearch, TellsLargerExpressionsApart) {
  const data::Dataset data = data_of(regular_expressions(), 6);
  const data::Dataset larger = data_of(regular_expressions(), 7);
  const Task task = task_of_all(data);
  const auto found = find_relations(task, Equations(task), {});
  ASSERT_TRUE(found);
  EXPECT_LE(found->choice.numbers, 256U);
  EXPECT_LT(found->choice.wrong, 0.02);
  std::set<std::vector<RelationBits>> vectors;
  for (size_t c = 0; c < larger.classes.size(); ++c) {
    const auto own = vectors_of(*found, task.vocabulary, larger, c);
    EXPECT_EQ(own.size(), 1U) << larger.classes[c].name;
    vectors.insert(own.begin(), own.end());
  }
  EXPECT_GT(static_cast<double>(vectors.size()), 0.97 * static_cast<double>(larger.classes.size()));
}

TEST(RelationSearch, AgreesWithTheDataInAllBlocks) {
  const data::Dataset data = data_of(nearly_regular_expressions(), 6);
  const auto found = found_in(data);
  ASSERT_TRUE(found);
  const encode::Vocabulary vocabulary = task_of_all(data).vocabulary;
  for (size_t c = 0; c < data.classes.size(); ++c) {
    EXPECT_EQ(vectors_of(*found, vocabulary, data, c).size(), 1U) << data.classes[c].name;
  }
}

TEST(RelationSearch, FindsNothingWherePointsWouldDoOrThereIsNothing) {
  EXPECT_FALSE(found_in(data_of(modulo(3), 2, 5)));
  EXPECT_FALSE(found_in(data_of(kleene(), 2, 5)));
}

TEST(RelationSearch, FindsNothingWithoutRoom) {
  const data::Dataset data = data_of(regular_expressions(), 5);
  RelationSearchParams params;
  params.room = {3, 0};
  EXPECT_FALSE(found_in(data, params));
}

TEST(RelationSearch, IsTheSameForTheSameSeed) {
  const data::Dataset data = data_of(regular_expressions(), 5);
  const auto one = found_in(data), other = found_in(data);
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->choice.leaves, other->choice.leaves);
}

}  // namespace eqnet::train
