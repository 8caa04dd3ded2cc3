#include "train/block_choice.h"

#include <gtest/gtest.h>

#include <set>

#include "train/algebra_data.h"

namespace eqnet::train {
namespace {

struct ChoiceExample {
  SomeAlgebra algebra;
  data::Dataset dataset;
  Task task;
  Equations equations;

  ChoiceExample(const SomeAlgebra& of, size_t variables, size_t max_size)
      : algebra(of), dataset(data_of(of, variables, max_size)), task(make_task(dataset)), equations(task) {}
  ChoiceExample(const ChoiceExample&) = delete;  // the task knows the dataset by its address
  ChoiceExample& operator=(const ChoiceExample&) = delete;

  [[nodiscard]] BlockChoice choose(size_t numbers, uint64_t seed = 1) const { return choose_in({numbers}, seed); }
  [[nodiscard]] BlockChoice choose_in(const Room& room, uint64_t seed = 1) const {
    return choose_blocks(task, equations, {tables_of(algebra, task.vocabulary.leaves().size())}, room, seed);
  }
  // Values of expressions in all parts.
  [[nodiscard]] std::vector<std::vector<uint8_t>> values(const BlockChoice& choice, const expr::Pool& pool,
                                                         std::span<const expr::NodeId> trees) const {
    std::vector<std::vector<uint8_t>> all;
    for (const expr::NodeId tree : trees) {
      auto& values = all.emplace_back();
      for (const auto& block : choice.blocks) {
        for (const encode::FinitePart& part : block) {
          values.push_back(value_of(part, part.leaves, task.vocabulary, pool, tree));
        }
      }
    }
    return all;
  }
};

std::multiset<size_t> sizes_of(const BlockChoice& choice) {
  std::multiset<size_t> sizes;
  for (const auto& block : choice.blocks) {
    for (const encode::FinitePart& part : block) sizes.insert(part.values);
  }
  return sizes;
}

}  // namespace

TEST(BlockChoice, FillsNoBlockBeyondItsSize) {
  const ChoiceExample examples[] = {{modulo(3), 2, 5}, {modulo(6), 2, 5}, {kleene(), 2, 5}, {cyclic(8), 2, 9}};
  for (const ChoiceExample& example : examples) {
    for (const size_t numbers : {2, 3, 7, 32}) {
      const BlockChoice choice = example.choose(numbers);
      if (choice.size == 0) {
        EXPECT_TRUE(choice.blocks.empty());
        continue;
      }
      EXPECT_EQ(choice.blocks.size(), numbers / choice.size) << "as many as there is room for";
      for (const auto& block : choice.blocks) {
        size_t used = 0;
        for (const encode::FinitePart& part : block) {
          EXPECT_GE(part.values, 2U);
          used += part.values - 1;
        }
        EXPECT_LE(used, choice.size);
      }
    }
  }
}

// What is equal has the same values in every part.
TEST(BlockChoice, TakesPartsOfTheAlgebra) {
  const ChoiceExample example(modulo(6), 2, 5);
  const BlockChoice choice = example.choose(31);
  ASSERT_GT(choice.size, 0U);
  expr::Pool pool;
  const auto trees =
      data::draw_trees(example.task.vocabulary.leaves(), example.task.vocabulary.operators(), {13, 400, 1}, pool);
  const std::vector<uint32_t> truth = example.dataset.domain->classify(pool, trees);
  const auto values = example.values(choice, pool, trees);
  std::map<uint32_t, std::vector<uint8_t>> of_class;
  for (size_t i = 0; i < trees.size(); ++i) EXPECT_EQ(of_class.emplace(truth[i], values[i]).first->second, values[i]);
  EXPECT_LT(of_class.size(), trees.size() - 20);
}

TEST(BlockChoice, TakesIntegersModuloSixApart) {
  for (const SomeAlgebra& algebra : {modulo(6), cyclic(6)}) {
    const std::multiset<size_t> sizes = sizes_of(ChoiceExample(algebra, 2, 9).choose(31));
    EXPECT_TRUE(sizes.contains(2));
    EXPECT_TRUE(sizes.contains(3));
    EXPECT_FALSE(sizes.contains(6)) << "which costs five numbers, where both parts cost three";
  }
}

TEST(BlockChoice, TellsAllClassesOfASmallSpaceApartWhereThereIsRoom) {
  for (const SomeAlgebra& algebra : {modulo(3), kleene(), rock_paper_scissors(), modulo(4)}) {
    const ChoiceExample example(algebra, 2, 7);
    std::vector<expr::NodeId> members;
    for (const data::EquivalenceClass& c : example.dataset.classes) members.push_back(c.members[0]);
    ASSERT_GT(members.size(), 2U);
    // As many numbers as all assignments take.
    const size_t room = algebra.count * algebra.count * (algebra.count - 1);
    const auto values = example.values(example.choose(room), example.dataset.pool, members);
    EXPECT_EQ(std::set(values.begin(), values.end()).size(), members.size());
    const auto few = example.values(example.choose(1), example.dataset.pool, members);
    EXPECT_LT(std::set(few.begin(), few.end()).size(), members.size()) << "which takes more than so many numbers";
  }
}

TEST(BlockChoice, TakesMoreRoomWhereThatTellsMoreApart) {
  const ChoiceExample example(modulo(5), 3, 5);
  EXPECT_EQ(example.choose_in({15}).numbers, 15U);
  EXPECT_EQ(example.choose_in({15, 10}).numbers, 15U) << "never less";
  const BlockChoice longer = example.choose_in({15, 255});
  EXPECT_GT(longer.numbers, 15U);
  EXPECT_LT(longer.numbers, 255U) << "not more than it takes";
  EXPECT_EQ((longer.numbers + 1) % 64, 0U);
  EXPECT_EQ(longer.blocks.size(), longer.numbers / longer.size);
  EXPECT_EQ(example.choose_in({longer.numbers, 255}).numbers, longer.numbers);
  EXPECT_EQ(example.choose_in({15, 30}).numbers, 30U) << "as much as there may be";
}

TEST(BlockChoice, IsNoneWhereNothingFits) {
  EXPECT_EQ(ChoiceExample(modulo(3), 2, 5).choose(1).size, 0U);
  EXPECT_EQ(ChoiceExample(modulo(5), 2, 5).choose(3).size, 0U);
  const ChoiceExample example(modulo(5), 2, 5);
  EXPECT_EQ(choose_blocks(example.task, example.equations, {}, {31}, 1).size, 0U) << "no algebra";
}

TEST(BlockChoice, IsAFunctionOfTheSeed) {
  const ChoiceExample example(modulo(4), 2, 5);
  const BlockChoice one = example.choose(20);
  const BlockChoice again = example.choose(20);
  EXPECT_EQ(one.size, again.size);
  ASSERT_EQ(one.blocks.size(), again.blocks.size());
  for (size_t i = 0; i < one.blocks.size(); ++i) {
    ASSERT_EQ(one.blocks[i].size(), again.blocks[i].size());
    for (size_t j = 0; j < one.blocks[i].size(); ++j) {
      EXPECT_EQ(one.blocks[i][j].leaves, again.blocks[i][j].leaves);
      EXPECT_EQ(one.blocks[i][j].operators, again.blocks[i][j].operators);
    }
  }
}

}  // namespace eqnet::train
