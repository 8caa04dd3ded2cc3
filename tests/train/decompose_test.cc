#include "train/decompose.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>

#include "train/algebra_data.h"

namespace eqnet::train {
namespace {

using Images = std::multiset<std::vector<std::vector<uint8_t>>>;  // operators of each

// Calls visit with every partition of so many values: by value the number of its part, in order of first use.
template <class Visit>
void for_all_partitions(size_t values, const Visit& visit) {
  std::vector<uint8_t> partition;
  const auto add = [&](auto&& self, uint8_t parts) -> void {
    if (partition.size() == values) return visit(partition, parts);
    for (uint8_t part = 0; part <= parts; ++part) {
      partition.push_back(part);
      self(self, std::max<uint8_t>(parts, part + 1));
      partition.pop_back();
    }
  };
  add(add, 0);
}

// The oracle: the image under a partition, entry by entry; nothing where an entry would have two results.
std::optional<std::vector<std::vector<uint8_t>>> image_under(const SomeAlgebra& algebra,
                                                             const std::vector<uint8_t>& partition, uint8_t parts) {
  std::vector<std::vector<uint8_t>> image;
  for (const SomeAlgebra::Operator& op : algebra.operators) {
    std::map<size_t, uint8_t> results;
    for (size_t choice = 0; choice < std::pow(algebra.count, op.arity); ++choice) {
      const Values children = algebra.digits(choice, op.arity);
      size_t place = 0;
      for (size_t c = children.size(); c-- > 0;) place = place * parts + partition[children[c]];
      const uint8_t result = partition[op.result(children)];
      if (results.emplace(place, result).first->second != result) return std::nullopt;
    }
    auto& table = image.emplace_back();
    for (const auto& [place, result] : results) table.push_back(result);
  }
  return image;
}

Images all_images(const SomeAlgebra& algebra) {
  Images images;
  for_all_partitions(algebra.count, [&](const std::vector<uint8_t>& partition, uint8_t parts) {
    if (parts < 2) return;
    if (const auto image = image_under(algebra, partition, parts)) images.insert(*image);
  });
  return images;
}

std::multiset<size_t> sizes_of(const std::vector<FiniteTables>& algebras) {
  std::multiset<size_t> sizes;
  for (const FiniteTables& algebra : algebras) sizes.insert(algebra.values);
  return sizes;
}

SomeAlgebra random_algebra(size_t count, base::Random& random) {
  Values unary;
  Values binary;
  for (size_t i = 0; i < count; ++i) unary.push_back(random.below(count));
  // Few different results, so that there are congruences.
  for (size_t i = 0; i < count * count; ++i) binary.push_back(unary[random.below(2)]);
  return {count,
          {{"F", 1, [unary](const Values& x) { return unary[x[0]]; }},
           {"G", 2, [binary, count](const Values& x) { return binary[x[0] * count + x[1]]; }}}};
}

}  // namespace

TEST(Quotients, AreTheImagesUnderAllCongruences) {
  base::Random random(1);
  std::vector<SomeAlgebra> algebras = {cyclic(6), modulo(6), modulo(4), cyclic(7), kleene(), rock_paper_scissors()};
  for (size_t i = 0; i < 30; ++i) algebras.push_back(random_algebra(3 + i % 3, random));
  size_t proper = 0;
  for (const SomeAlgebra& algebra : algebras) {
    Images found;
    for (const FiniteTables& image : quotients(tables_of(algebra))) found.insert(image.operators);
    EXPECT_EQ(found, all_images(algebra));
    proper += found.size() - 1;
  }
  EXPECT_GT(proper, 50U);
}

TEST(Quotients, OfIntegersAreThoseModuloDivisors) {
  using Sizes = std::multiset<size_t>;
  EXPECT_EQ(sizes_of(quotients(tables_of(modulo(6)))), (Sizes{2, 3, 6}));
  EXPECT_EQ(sizes_of(quotients(tables_of(cyclic(4)))), (Sizes{2, 4}));
  EXPECT_EQ(sizes_of(quotients(tables_of(cyclic(8)))), (Sizes{2, 4, 8}));
  EXPECT_EQ(sizes_of(quotients(tables_of(modulo(5)))), (Sizes{5})) << "a field is simple";
  for (const FiniteTables& image : quotients(tables_of(modulo(6))))
    EXPECT_TRUE(isomorphic(image, modulo(image.values)));
}

TEST(Quotients, HaveTheImagesOfTheAssignmentsOnce) {
  for (const FiniteTables& image : quotients(tables_of(modulo(6), 2))) {
    EXPECT_EQ(image.assignments.size(), image.values * image.values);
    EXPECT_EQ(std::set(image.assignments.begin(), image.assignments.end()).size(), image.assignments.size());
    for (const auto& leaves : image.assignments) {
      EXPECT_LT(std::ranges::max(leaves), image.values);
    }
  }
}

// Of an operator that says nothing, every partition is a congruence: 203 of six values.
TEST(Quotients, AreNotTooMany) {
  const SomeAlgebra nothing = {6, {{"F", 1, [](const Values& x) { return x[0]; }}}};
  EXPECT_EQ(all_images(nothing).size(), 202U);
  const auto some = quotients(tables_of(nothing, 1));
  EXPECT_EQ(some.size(), kMostQuotients);
  EXPECT_TRUE(sizes_of(some).contains(6));
}

// The oracle: the least set of values that has these and is closed, by going through all sets.
TEST(Generated, IsTheLeastSubalgebra) {
  base::Random random(2);
  std::vector<SomeAlgebra> algebras = {cyclic(6), modulo(6), kleene()};
  for (size_t i = 0; i < 20; ++i) algebras.push_back(random_algebra(5, random));
  size_t smaller = 0;
  for (const SomeAlgebra& algebra : algebras) {
    const FiniteTables tables = tables_of(algebra);
    const std::vector<uint8_t> leaves = {static_cast<uint8_t>(random.below(algebra.count)),
                                         static_cast<uint8_t>(random.below(algebra.count))};
    const auto is_closed = [&](size_t set) {
      for (const SomeAlgebra::Operator& op : algebra.operators) {
        for (size_t choice = 0; choice < std::pow(algebra.count, op.arity); ++choice) {
          const Values children = algebra.digits(choice, op.arity);
          const bool inside = std::ranges::all_of(children, [&](size_t child) { return (set >> child) % 2 == 1; });
          if (inside && (set >> op.result(children)) % 2 == 0) return false;
        }
      }
      return true;
    };
    size_t least = (size_t{1} << algebra.count) - 1;
    for (size_t set = 0; set < size_t{1} << algebra.count; ++set) {
      if ((set >> leaves[0]) % 2 == 1 && (set >> leaves[1]) % 2 == 1 && is_closed(set)) least &= set;
    }
    const encode::FinitePart part = generated(tables, leaves);
    EXPECT_EQ(part.values, static_cast<size_t>(std::popcount(least)));
    smaller += part.values < algebra.count ? 1 : 0;

    // In the part, trees have the values that they have in the algebra, by other numbers.
    const encode::Vocabulary vocabulary = algebra.vocabulary(2);
    expr::Pool pool;
    std::vector<size_t> numbers(part.values, SIZE_MAX);
    for (const size_t size : {1, 3, 5, 9}) {
      for (const expr::NodeId tree :
           data::draw_trees(vocabulary.leaves(), vocabulary.operators(), {size, 50, 1}, pool)) {
        const uint8_t value = value_of(part, part.leaves, vocabulary, pool, tree);
        ASSERT_LT(value, part.values);
        if (numbers[value] == SIZE_MAX) numbers[value] = value_of(tables, leaves, vocabulary, pool, tree);
        EXPECT_EQ(numbers[value], value_of(tables, leaves, vocabulary, pool, tree));
      }
    }
    EXPECT_EQ(std::set(numbers.begin(), numbers.end()).size(), part.values);
  }
  EXPECT_GT(smaller, 5U);
}

}  // namespace eqnet::train
