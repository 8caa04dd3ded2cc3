// Relations as bits, beside sets of pairs.
#include "train/small_relations.h"

#include <gtest/gtest.h>

#include "support/plain_relations.h"

namespace eqnet::train {
namespace {

using eqnet::testing::PlainRelation;

PlainRelation pairs_of(const SmallRelations& relations, RelationBits bits) {
  PlainRelation pairs;
  for (size_t i = 0; i < relations.pairs(); ++i) {
    if ((bits >> i & 1) != 0) pairs.insert({i / relations.points(), i % relations.points()});
  }
  return pairs;
}

}  // namespace

TEST(SmallRelations, AreThoseOfSetsOfPairs) {
  base::Random random(4);
  for (size_t points = 1; points <= kMostRelationPoints; ++points) {
    const SmallRelations relations(points);
    for (const size_t arity : {1, 2, 3}) {
      for (const models::RelationForm form : models::relation_forms(arity)) {
        for (size_t trial = 0; trial < 30; ++trial) {
          std::vector<RelationBits> children;
          std::vector<PlainRelation> plain_children;
          for (size_t i = 0; i < arity; ++i) {
            children.push_back(relations.draw(RelationLetters::any, random));
            plain_children.push_back(pairs_of(relations, children.back()));
          }
          ASSERT_EQ(pairs_of(relations, relations.apply(form, children)),
                    eqnet::testing::plain(form, points, plain_children))
              << models::name_of(form) << " on " << points << " points";
        }
      }
    }
  }
}

TEST(SmallRelations, DrawsTheKindThatIsAskedFor) {
  base::Random random(4);
  const SmallRelations relations(4);
  bool partly = false;
  for (size_t trial = 0; trial < 100; ++trial) {
    const auto images = [&](RelationLetters letters) {
      std::vector<size_t> from(4), to(4);
      for (const auto& [i, j] : pairs_of(relations, relations.draw(letters, random))) {
        ++from[i];
        ++to[j];
      }
      return std::pair(from, to);
    };
    const std::vector<size_t> once(4, 1);
    EXPECT_EQ(images(RelationLetters::functions).first, once);
    EXPECT_EQ(images(RelationLetters::permutations), std::pair(once, once));
    const auto [from, to] = images(RelationLetters::injections);
    EXPECT_LE(std::ranges::max(from), 1U);
    EXPECT_LE(std::ranges::max(to), 1U);
    partly = partly || from != once;
    const RelationBits symmetric = relations.draw(RelationLetters::symmetric, random);
    EXPECT_EQ(relations.apply(models::RelationForm::converse, {&symmetric, 1}), symmetric);
  }
  EXPECT_TRUE(partly) << "injections of a part of the points";
  EXPECT_EQ(relations.draw(LeafRelation::none, RelationLetters::any, random), 0U);
  EXPECT_EQ(relations.draw(LeafRelation::identity, RelationLetters::any, random), relations.identity());
  EXPECT_EQ(relations.draw(LeafRelation::all, RelationLetters::any, random), relations.all());
}

}  // namespace eqnet::train
