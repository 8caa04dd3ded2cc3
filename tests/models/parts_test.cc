#include "models/parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "models/some_algebra.h"

namespace eqnet::models {
namespace {

using Vector = std::vector<double>;

constexpr size_t kNumbers = 6;

encode::Vocabulary some_operators() {
  return {{{"a"}, {"b"}},
          {{"Both", expr::SymbolKind::op, 2}, {"One", expr::SymbolKind::op, 1}, {"Three", expr::SymbolKind::op, 3}}};
}

Vector random_value(base::Random& random) {
  Vector value;
  for (size_t i = 0; i < kNumbers; ++i) value.push_back(random.gaussian());
  return value;
}

// What another value of a child's number changes, by number of the result; all that hang together are one part.
std::vector<std::vector<size_t>> parts_by_trial(const std::vector<BlockOperator>& operators, base::Random& random) {
  bool linked[kNumbers][kNumbers] = {};
  for (size_t i = 0; i < kNumbers; ++i) linked[i][i] = true;
  for (const BlockOperator& op : operators) {
    LeafValues children;
    for (size_t c = 0; c < op.arity(); ++c) children.push_back(random_value(random));
    std::vector<uint32_t> places;
    for (uint32_t c = 0; c < op.arity(); ++c) places.push_back(c);
    const Vector before = op(places, children);
    for (size_t c = 0; c < op.arity(); ++c) {
      for (size_t j = 0; j < kNumbers; ++j) {
        LeafValues others = children;
        others[c][j] += 1;
        const Vector after = op(places, others);
        for (size_t i = 0; i < kNumbers; ++i) {
          if (std::abs(after[i] - before[i]) > 1e-3) linked[i][j] = linked[j][i] = true;
        }
      }
    }
  }
  for (size_t via = 0; via < kNumbers; ++via) {
    for (size_t i = 0; i < kNumbers; ++i) {
      for (size_t j = 0; j < kNumbers; ++j) linked[i][j] = linked[i][j] || (linked[i][via] && linked[via][j]);
    }
  }
  std::vector<std::vector<size_t>> parts;
  for (size_t i = 0; i < kNumbers; ++i) {
    std::vector<size_t> own;
    for (size_t j = 0; j < kNumbers; ++j) {
      if (linked[i][j]) own.push_back(j);
    }
    if (own[0] == i) parts.push_back(own);
  }
  return parts;
}

// A few coefficients of each set, and in all others what rounding may leave.
Vector few_coefficients(const TreeParameters& all, size_t count, base::Random& random) {
  Vector parameters(all.layout.size());
  for (size_t set = 0; set < all.sets(); ++set) {
    for (const OperatorParameters& at : all.operators) {
      const size_t n = kNumbers * kernels::block_terms(all.blocks_of(at.arity));
      for (size_t i = 0; i < n; ++i) parameters[all.coefficient(at, set, i)] = 1e-8 * random.gaussian();
    }
    parameters[all.coefficient(all.operators[0], set, 0)] = 1;  // links nothing
    for (size_t i = 0; i < count; ++i) {
      const OperatorParameters& at = all.operators[random.below(all.operators.size())];
      const size_t n = kNumbers * kernels::block_terms(all.blocks_of(at.arity));
      parameters[all.coefficient(at, set, random.below(n))] = 1 + random.uniform();
    }
  }
  for (size_t i = 0; i < all.leaf_count * all.leaf_width(); ++i) parameters[all.leaves + i] = random.gaussian();
  return parameters;
}

}  // namespace

TEST(Parts, AreTheNumbersThatChangeEachOther) {
  const TreeParameters all(shape_of_blocks(kNumbers, 6, 3), some_operators());
  base::Random random(1);
  size_t seen[kNumbers + 1] = {};
  for (size_t i = 0; i < 60; ++i) {
    const Vector parameters = few_coefficients(all, i % 6, random);
    for (size_t set = 0; set < all.sets(); ++set) {
      std::vector<std::vector<size_t>> found;
      for (const Part& part : parts_of(all, parameters, set)) {
        EXPECT_EQ(part.set, set);
        found.push_back(part.numbers);
      }
      EXPECT_EQ(found, parts_by_trial(operators_of(all, parameters, whole_block(all, set)), random));
      ++seen[found.size()];
    }
  }
  for (size_t parts = 1; parts <= kNumbers; ++parts) EXPECT_GT(seen[parts], 0U) << parts;
}

TEST(Parts, AreLinkedByWhatIsNotFiniteToo) {
  const TreeParameters all(shape_of_blocks(kNumbers, 1, 0), some_operators());
  Vector parameters(all.layout.size());
  EXPECT_EQ(parts_of(all, parameters, 0).size(), kNumbers) << "where there is nothing";
  parameters[all.coefficient(all.operators[1], 0, 2 * (kNumbers + 1) + 5)] = INFINITY;  // number 2 by number 4
  parameters[all.coefficient(all.operators[1], 0, 0 * (kNumbers + 1) + 2)] = 1e-3;      // number 0 by number 1
  const std::vector<Part> parts = parts_of(all, parameters, 0);
  ASSERT_EQ(parts.size(), kNumbers - 2);
  EXPECT_EQ(parts[0].numbers, (std::vector<size_t>{0, 1}));
  EXPECT_EQ(parts[1].numbers, (std::vector<size_t>{2, 4}));
}

TEST(Parts, ComputeWhatTheBlockDoes) {
  const TreeParameters all(shape_of_blocks(kNumbers, 4, 2), some_operators());
  base::Random random(2);
  for (size_t trial = 0; trial < 20; ++trial) {
    const Vector parameters = few_coefficients(all, 4, random);
    const size_t set = trial % 2;
    const size_t block = 2 * set + 1;
    ASSERT_EQ(all.blocks_of(1).set_of(block), set);
    const Part whole = whole_block(all, set);
    const LeafValues leaves = leaves_of(all, parameters, whole, block);
    const std::vector<BlockOperator> operators = operators_of(all, parameters, whole);
    for (const Part& part : parts_of(all, parameters, set)) {
      const LeafValues own = leaves_of(all, parameters, part, block);
      const std::vector<BlockOperator> of_part = operators_of(all, parameters, part);
      for (size_t op = 0; op < operators.size(); ++op) {
        std::vector<uint32_t> children;
        for (size_t c = 0; c < operators[op].arity(); ++c) children.push_back(static_cast<uint32_t>(random.below(2)));
        const Vector expected = operators[op](children, leaves);
        const Vector found = of_part[op](children, own);
        ASSERT_EQ(found.size(), part.numbers.size());
        for (size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[part.numbers[i]], 1e-5);
      }
    }
  }
}

}  // namespace eqnet::models
