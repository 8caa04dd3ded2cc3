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
  const SmallRelations relations(found->choice.points);
  RelationOperators operators;
  operators.forms = found->forms;
  std::map<std::vector<RelationBits>, std::set<size_t>> classes;
  std::set<std::vector<RelationBits>> vectors;
  for (size_t c = 0; c < larger.classes.size(); ++c) {
    std::set<std::vector<RelationBits>> own;
    for (const expr::NodeId member : larger.classes[c].members) {
      const auto value = [&](auto&& self, expr::NodeId node, const std::vector<RelationBits>& leaves) -> RelationBits {
        const uint32_t number = task.vocabulary.number(larger.pool.symbol_of(node));
        if (larger.pool.is_leaf(node)) return leaves[number];
        std::vector<RelationBits> children;
        for (const expr::NodeId child : larger.pool.children(node)) children.push_back(self(self, child, leaves));
        return relations.apply(found->forms[number], children);
      };
      std::vector<RelationBits> all;
      for (const auto& leaves : found->choice.leaves) all.push_back(value(value, member, leaves));
      own.insert(all);
    }
    EXPECT_EQ(own.size(), 1U) << larger.classes[c].name;
    vectors.insert(own.begin(), own.end());
  }
  EXPECT_GT(static_cast<double>(vectors.size()), 0.97 * static_cast<double>(larger.classes.size()));
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
