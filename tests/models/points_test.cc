// Which blocks can be, and how dead ones are renewed. Their arithmetic: tests/kernels, tests/torch.
#include "models/points.h"

#include <gtest/gtest.h>

#include <set>

#include "models/some_algebra.h"
#include "support/expect_error.h"

namespace eqnet::models {
namespace {

using Vector = std::vector<double>;

// Six blocks of two numbers with three sets of coefficients; three leaves.
struct Example {
  TreeParameters all{shape_of_blocks(2, 6, 3, 1), modulo_three().vocabulary(3)};
  base::Random random{9};
  Vector parameters = Vector(all.layout.size());

  Example() {
    disturb(all, parameters, 1, random);
    for (size_t i = 0; i < all.leaf_count * all.leaf_width(); ++i) {
      double& number = parameters[all.leaves + i];
      number = number < 0 ? number - 1 : number + 1;  // all live
    }
  }

  [[nodiscard]] size_t leaf_at(size_t leaf, size_t block) const {
    return all.leaves + leaf * all.leaf_width() + block * 2;
  }
  [[nodiscard]] Vector value(const Vector& from, size_t leaf, size_t block) const {
    return {from[leaf_at(leaf, block)], from[leaf_at(leaf, block) + 1]};
  }
  [[nodiscard]] Vector coefficients(const Vector& from, size_t set) const {
    Vector found;
    for (const OperatorParameters& at : all.operators) {
      const size_t n = 2 * kernels::block_terms(all.blocks_of(at.arity));
      for (size_t i = 0; i < n; ++i) found.push_back(from[all.coefficient(at, set, i)]);
    }
    return found;
  }
  void kill(size_t block) {
    for (size_t leaf = 0; leaf < all.leaf_count; ++leaf) {
      for (size_t i = 0; i < 2; ++i) parameters[leaf_at(leaf, block) + i] *= 1e-3;
    }
  }
};

}  // namespace

TEST(Blocks, NeedRoomAndNotTooManyCoefficients) {
  const auto with_children = [](uint32_t children) {
    return encode::Vocabulary({{"a"}}, {{"f", expr::SymbolKind::op, children}});
  };
  TreeShape shape = shape_of_blocks(3, 1, 0);
  EXPECT_NO_THROW(TreeNetwork<float>(shape, with_children(2)));
  shape.dimension = 3;
  EXPECT_ERROR(TreeNetwork<float>(shape, with_children(2)), "block", "dimension above 3");
  EXPECT_NO_THROW(TreeNetwork<float>(shape_of_blocks(32, 1, 0), with_children(2)));
  EXPECT_ERROR(TreeNetwork<float>(shape_of_blocks(32, 1, 0), with_children(3)), "'f'", "3 children", "blocks of 32",
               "smaller block");
  EXPECT_TRUE(enough_coefficients(1, kernels::kMostPointChildren));
  EXPECT_FALSE(enough_coefficients(1, kernels::kMostPointChildren + 1));
}

// Block 1 has a live one of its set beside it; of the set of blocks 4 and 5 none lives.
TEST(Blocks, ThatAreDeadBecomeOthersOfALivingSet) {
  Example example;
  for (const size_t block : {1, 4, 5}) example.kill(block);
  const Vector before = example.parameters;
  const std::vector<size_t> changed = renew_points(example.all, example.parameters.data(), example.random);

  const auto expect_leaves_of = [&](size_t block, const std::set<size_t>& models) {
    std::set<Vector> values;
    for (const size_t model : models) {
      for (size_t leaf = 0; leaf < 3; ++leaf) values.insert(example.value(before, leaf, model));
    }
    for (size_t leaf = 0; leaf < 3; ++leaf) {
      EXPECT_TRUE(values.contains(example.value(example.parameters, leaf, block))) << block << " " << leaf;
    }
  };
  expect_leaves_of(1, {0});
  const Vector first = example.coefficients(before, 0);
  const Vector second = example.coefficients(before, 1);
  EXPECT_EQ(example.coefficients(example.parameters, 0), first);
  EXPECT_EQ(example.coefficients(example.parameters, 1), second);
  const Vector third = example.coefficients(example.parameters, 2);
  ASSERT_TRUE(third == first || third == second);
  for (const size_t block : {4, 5}) {
    expect_leaves_of(block, third == first ? std::set<size_t>{0} : std::set<size_t>{2, 3});
  }
  const std::set<size_t> places(changed.begin(), changed.end());
  EXPECT_EQ(places.size(), changed.size());
  EXPECT_EQ(places.size(), 3 * 3 * 2 + third.size());
  for (size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(example.parameters[i] != before[i], places.contains(i)) << i;
  }
}

TEST(Blocks, ThatLiveStayAsTheyAre) {
  Example example;
  const Vector before = example.parameters;
  EXPECT_TRUE(renew_points(example.all, example.parameters.data(), example.random).empty());
  EXPECT_EQ(example.parameters, before);
  std::ranges::fill(example.parameters, 0);
  EXPECT_TRUE(renew_points(example.all, example.parameters.data(), example.random).empty()) << "none is a model";
}

}  // namespace eqnet::models
