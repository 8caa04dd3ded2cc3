#include "train/real_search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "train/algebra_data.h"
#include "train/multilinear.h"

namespace eqnet::train {
namespace {

// Words over two letters, joined and turned round: all trees up to a size, by the word that they are.
data::Dataset words(size_t max_size) {
  struct Written {
    std::string text, word;
  };
  std::vector<std::vector<Written>> by_size(max_size + 1);
  by_size[1] = {{"a", "a"}, {"b", "b"}};
  std::string lines;
  for (size_t size = 1; size <= max_size; ++size) {
    if (size > 1) {
      for (const Written& one : by_size[size - 1]) {
        by_size[size].push_back({"(reverse " + one.text + ")", {one.word.rbegin(), one.word.rend()}});
      }
    }
    for (size_t left = 1; left + 1 < size; ++left) {
      for (const Written& one : by_size[left]) {
        for (const Written& other : by_size[size - 1 - left]) {
          by_size[size].push_back({"(join " + one.text + " " + other.text + ")", one.word + other.word});
        }
      }
    }
    for (const Written& one : by_size[size]) lines += one.word + "\t" + one.text + "\n";
  }
  return data_of(lines);
}

// The value of a tree from the definition of a block: a sum over choices of one number of each child.
std::vector<double> value_in(const FoundReal& algebra, const std::vector<double>& leaves,
                             const encode::Vocabulary& vocabulary, const expr::Pool& pool, expr::NodeId node) {
  const size_t k = algebra.size;
  const uint32_t number = vocabulary.number(pool.symbol_of(node));
  if (pool.is_leaf(node)) return {leaves.begin() + number * k, leaves.begin() + (number + 1) * k};
  std::vector<std::vector<double>> children;
  for (const expr::NodeId child : pool.children(node)) {
    children.push_back(value_in(algebra, leaves, vocabulary, pool, child));
    children.back().insert(children.back().begin(), 1);
  }
  const std::vector<double>& coefficients = algebra.operators[number];
  const size_t terms = coefficients.size() / k;
  std::vector<double> result(k);
  for (size_t i = 0; i < coefficients.size(); ++i) {
    double product = coefficients[i];
    size_t digits = i % terms;
    for (const auto& child : children) {
      product *= child[digits % (k + 1)];
      digits /= k + 1;
    }
    result[i / terms] += product;
  }
  return result;
}

double apart(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0;
  double size = 2;
  for (size_t i = 0; i < a.size(); ++i) {
    difference += (a[i] - b[i]) * (a[i] - b[i]);
    size += a[i] * a[i] + b[i] * b[i];
  }
  return std::sqrt(difference / size);
}

class Words : public ::testing::Test {
 protected:
  data::Dataset dataset = words(7);
  Task task = task_of_all(dataset);
  Equations equations{task};
};

}  // namespace

// Words are matrices, but numbers alone forget their order.
TEST_F(Words, AreFoundAsVectorsThatTellThemApartInLargerTreesToo) {
  RealSearchParams params;
  params.size = 4;
  params.starts = 20;
  const auto found = find_real(equations, params);
  ASSERT_TRUE(found.has_value());
  const data::Dataset larger = words(8);
  const encode::Vocabulary& vocabulary = task.vocabulary;
  for (const auto& leaves : found->leaves) {
    for (size_t c = 0; c < larger.classes.size(); c += 7) {
      const auto& members = larger.classes[c].members;
      const auto first = value_in(*found, leaves, vocabulary, larger.pool, members.front());
      const auto last = value_in(*found, leaves, vocabulary, larger.pool, members.back());
      EXPECT_LT(apart(first, last), 1e-3) << larger.classes[c].name;
    }
  }
  // "ab" and "ba" are a pair that sums cannot tell apart.
  const auto of = [&](const char* name) {
    for (const auto& one : larger.classes) {
      if (one.name == name) return value_in(*found, found->leaves[0], vocabulary, larger.pool, one.members[0]);
    }
    return std::vector<double>();
  };
  EXPECT_GT(apart(of("ab"), of("ba")), 1e-3);
  EXPECT_GT(apart(of("aab"), of("aba")), 1e-3);
}

TEST_F(Words, AreNotFoundInSingleNumbers) {
  RealSearchParams params;
  params.size = 1;
  params.starts = 4;
  EXPECT_FALSE(find_real(equations, params).has_value());
}

TEST_F(Words, AreFoundTheSameForTheSameSeed) {
  RealSearchParams params;
  params.size = 4;
  params.starts = 20;
  const auto one = find_real(equations, params);
  const auto other = find_real(equations, params);
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->operators, other->operators);
  EXPECT_EQ(one->leaves, other->leaves);
}

TEST_F(Words, AreGivenUpWhenTimeIsOver) {
  RealSearchParams params;
  params.size = 4;
  params.starts = 1000000;
  params.most_seconds = 1e-3;
  EXPECT_FALSE(find_real(equations, params).has_value());
}

TEST_F(Words, GiveSlopesAsFiniteDifferencesDo) {
  base::Random random(3);
  Multilinear algebra(equations, 2, random);
  ASSERT_TRUE(algebra.sensible());
  std::vector<double> x = algebra.random_start(0.3, random);
  std::vector<double> gradient(x.size());
  std::vector<double> unused(x.size());
  algebra.objective(x, 1.2, gradient);
  constexpr double kStep = 1e-6;
  for (size_t i = 0; i < x.size(); i += 3) {
    const double before = x[i];
    x[i] = before + kStep;
    const double above = algebra.objective(x, 1.2, unused);
    x[i] = before - kStep;
    const double below = algebra.objective(x, 1.2, unused);
    x[i] = before;
    EXPECT_NEAR(gradient[i], (above - below) / (2 * kStep), 1e-4 * (1 + std::abs(gradient[i]))) << i;
  }
}

TEST_F(Words, GiveDerivativesOfResidualsAsFiniteDifferencesDo) {
  base::Random random(4);
  Multilinear algebra(equations, 2, random);
  std::vector<double> x = algebra.random_start(0.3, random);
  std::vector<double> residuals;
  std::vector<double> derivatives;
  constexpr double kBarrier = 0.01;
  algebra.residuals(x, kBarrier, residuals, &derivatives);
  ASSERT_EQ(derivatives.size(), residuals.size() * x.size());
  double sum = 0;
  for (const double residual : residuals) sum += residual * residual;
  EXPECT_GT(sum, algebra.error()) << "the barrier counts too";
  constexpr double kStep = 1e-6;
  for (size_t i = 0; i < x.size(); i += 5) {
    const double before = x[i];
    std::vector<double> above;
    std::vector<double> below;
    x[i] = before + kStep;
    algebra.residuals(x, kBarrier, above, nullptr);
    x[i] = before - kStep;
    algebra.residuals(x, kBarrier, below, nullptr);
    x[i] = before;
    for (size_t r = 0; r < residuals.size(); ++r) {
      ASSERT_NEAR(derivatives[i * residuals.size() + r], (above[r] - below[r]) / (2 * kStep), 1e-6) << i << ' ' << r;
    }
  }
}

}  // namespace eqnet::train
