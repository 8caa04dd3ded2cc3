#include "train/real_search.h"

#include <gtest/gtest.h>

#include "train/multilinear.h"
#include "train/vector_data.h"

namespace eqnet::train {
namespace {

class Words : public ::testing::Test {
 protected:
  data::Dataset dataset = data_of(words(), 7);
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
  const data::Dataset larger = data_of(words(), 8);
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
  EXPECT_GT(apart(of("=ab"), of("=ba")), 1e-3);
  EXPECT_GT(apart(of("=aab"), of("=aba")), 1e-3);
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

// Where classes contradict each other, all of them may be one term.
TEST(RealSearch, HasNothingToTellApartInClassesThatAreOneTerm) {
  const data::Dataset dataset = data_of("k\ta\nk\tb\nk\t(f a b)\nm\t(f a a)\nm\t(f b b)\n");
  const Task task = task_of_all(dataset);
  const Equations equations(task);
  RealSearchParams params;
  EXPECT_FALSE(find_real(equations, params).has_value());
}

}  // namespace eqnet::train
