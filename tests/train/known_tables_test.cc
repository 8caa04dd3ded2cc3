#include "train/known_tables.h"

#include <gtest/gtest.h>

#include "train/algebra_data.h"

namespace eqnet::train {
namespace {

std::optional<KnownTables> known_of(const SomeAlgebra& algebra, size_t variables, size_t max_size,
                                    size_t per_class = 0) {
  const data::Dataset data = data_of(algebra, variables, max_size, per_class);
  return find_known_tables(Equations(task_of_all(data)), {});
}

}  // namespace

TEST(KnownTables, AreThoseOfTheIntegersModuloEight) {
  const SomeAlgebra eight{8,
                          {{"Add", 2, [](const Values& x) { return (x[0] + x[1]) % 8; }},
                           {"Multiply", 2, [](const Values& x) { return x[0] * x[1] % 8; }}}};
  const auto found = known_of(eight, 2, 9, 30);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->operators, (std::vector<std::string>{"a + b mod 8", "a b mod 8"}));
  const FiniteTables expected = tables_of(eight, 2);
  EXPECT_EQ(found->tables.values, 8U);
  EXPECT_EQ(found->tables.operators, expected.operators);
  EXPECT_EQ(found->tables.assignments.size(), expected.assignments.size());
}

TEST(KnownTables, AreThoseOfAChainWithImplication) {
  const SomeAlgebra goedel{3,
                           {{"And", 2, [](const Values& x) { return std::min(x[0], x[1]); }},
                            {"If", 2, [](const Values& x) { return x[0] <= x[1] ? size_t{2} : x[1]; }}}};
  const auto found = known_of(goedel, 3, 7, 40);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->operators, (std::vector<std::string>{"min(a, b)", "2 where a <= b, else b"}));
}

TEST(KnownTables, AreThoseOfBitsWithThreeChildrenToo) {
  const SomeAlgebra bits{4,
                         {{"Pick", 3, [](const Values& x) { return x[0] == 0 ? x[2] : x[1]; }},
                          {"Xor", 2, [](const Values& x) { return x[0] ^ x[1]; }}}};
  const auto found = known_of(bits, 3, 6);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->operators[1], "a xor b");
}

// The field of nine by its definition: a + b i with i^2 = -1, modulo 3.
TEST(KnownTables, AreThoseOfAField) {
  const SomeAlgebra nine{9,
                         {{"Add", 2, [](const Values& x) { return (x[0] + x[1]) % 3 + (x[0] / 3 + x[1] / 3) % 3 * 3; }},
                          {"Multiply", 2, [](const Values& x) {
                             const size_t a = x[0] % 3, b = x[0] / 3, c = x[1] % 3, d = x[1] / 3;
                             return (a * c + 2 * b * d) % 3 + (a * d + b * c) % 3 * 3;
                           }}}};
  const auto found = known_of(nine, 2, 9, 30);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->tables.operators, tables_of(nine).operators);
}

TEST(KnownTables, AreThoseOfMatricesOfBits) {
  const auto bit = [](size_t matrix, size_t row, size_t column) { return matrix >> (2 * row + column) & 1; };
  const SomeAlgebra matrices{
      16,
      {{"Product", 2,
        [=](const Values& x) {
          size_t result = 0;
          for (size_t i = 0; i < 4; ++i) {
            const size_t row = i / 2, column = i % 2;
            result |= ((bit(x[0], row, 0) * bit(x[1], 0, column) + bit(x[0], row, 1) * bit(x[1], 1, column)) % 2) << i;
          }
          return result;
        }},
       {"Sum", 2, [](const Values& x) { return x[0] ^ x[1]; }}}};
  const auto found = known_of(matrices, 2, 7);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->tables.operators, tables_of(matrices).operators);
}

// Of many operators most are alike on few values. The constants have values of their own.
TEST(KnownTables, AreThoseOfManyOperatorsAndConstants) {
  const SomeAlgebra bits{8,
                         {{"Add", 2, [](const Values& x) { return (x[0] + x[1]) % 8; }},
                          {"And", 2, [](const Values& x) { return x[0] & x[1]; }},
                          {"Max", 2, [](const Values& x) { return std::max(x[0], x[1]); }},
                          {"Min", 2, [](const Values& x) { return std::min(x[0], x[1]); }},
                          {"Or", 2, [](const Values& x) { return x[0] | x[1]; }},
                          {"Sub", 2, [](const Values& x) { return (x[0] + 8 - x[1]) % 8; }}}};
  const auto names = [](const std::string& q) {
    return std::vector<std::string>{"a + b mod " + q, "a and b", "max(a, b)", "min(a, b)", "a or b", "a - b mod " + q};
  };
  const auto found = known_of(bits, 2, 5);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->operators, names("16")) << "as many as there may be";

  const domain::Domain& domain = domain_of(bits);
  data::Space space{"constants", "", &domain, 1, domain.default_operators(), 5, 40};
  space.constants = {"0", "7"};
  const data::Dataset data = data::generate(space, 1);
  const auto with_constants = find_known_tables(Equations(task_of_all(data)), {});
  ASSERT_TRUE(with_constants);
  EXPECT_EQ(with_constants->operators, names("8"));
  EXPECT_EQ(with_constants->tables.operators, tables_of(bits).operators);
  EXPECT_EQ(with_constants->tables.assignments.size(), 8U) << "of one variable";
}

// Numbers of which there is no largest are as many as there may be, where points cannot hold them.
TEST(KnownTables, AreAsLargeAsTheyMayBeWhereDataSaysNothing) {
  const SomeAlgebra many{32,
                         {{"Add", 2, [](const Values& x) { return (x[0] + x[1]) % 32; }},
                          {"And", 2, [](const Values& x) { return x[0] & x[1]; }}}};
  const auto found = known_of(many, 2, 5);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->tables.values, 16U);
}

// Their small trees have no equation that numbers do not have.
TEST(KnownTables, AreNotLookedForWhereNumbersDo) {
  const SomeAlgebra large{61,
                          {{"Add", 2, [](const Values& x) { return (x[0] + x[1]) % 61; }},
                           {"Subtract", 2, [](const Values& x) { return (x[0] + 61 - x[1]) % 61; }}}};
  EXPECT_FALSE(known_of(large, 2, 7));
}

TEST(KnownTables, AreNotThereForOperatorsOfAnotherKind) {
  EXPECT_FALSE(known_of(rock_paper_scissors(), 3, 7));
}

}  // namespace eqnet::train
