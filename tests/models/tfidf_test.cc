#include "models/tfidf.h"

#include <gtest/gtest.h>

#include <cmath>

#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "support/expect_error.h"

namespace eqnet::models {
namespace {

struct TfIdfExample {
  expr::Pool pool;
  std::vector<expr::NodeId> roots;
  encode::Vocabulary vocabulary;
  encode::Schedule schedule;
  std::vector<float> weights;

  explicit TfIdfExample(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      roots.push_back(expr::parse(text, domain::boolean().syntax(), pool));
    }
    vocabulary = encode::Vocabulary::of(pool, roots);
    encode::Scheduler(pool, vocabulary).schedule(roots, schedule);
    weights = fit_tfidf(schedule, vocabulary);
  }
};

}  // namespace

// Tokens: a b c And Not Or ( ), which 3, 2, 1, 2, 1, 2, 2, 2 of the three expressions have.
TEST(TfIdf, IsWhatOneGetsByHand) {
  const TfIdfExample example({"(a & b) | a", "a & (~b)", "c | a"});
  const auto idf = [](double documents) { return std::log(4 / (1 + documents)) + 1; };
  const std::vector<double> expected = {idf(3), idf(2), idf(1), idf(2), idf(1), idf(2), idf(2), idf(2)};
  ASSERT_EQ(example.weights.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(example.weights[i], expected[i], 1e-6) << i;

  const TfIdf network(example.vocabulary);
  EXPECT_EQ(network.dimension(), 8U);
  std::vector<float> vectors(3 * 8);
  network.pass()->forward(example.weights.data(), example.schedule, std::nullopt, vectors.data());
  const double counts[3][8] = {
      {2, 1, 0, 1, 0, 1, 1, 1},  // ( a & b ) | a
      {1, 1, 0, 1, 1, 0, 1, 1},  // a & ( ~ b )
      {1, 0, 1, 0, 0, 1, 0, 0},  // c | a
  };
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = 0; j < 8; ++j) EXPECT_NEAR(vectors[i * 8 + j], counts[i][j] * expected[j], 1e-5) << i << ", " << j;
  }
}

TEST(TfIdf, DoesNotSeeTheOrderOfTokens) {
  const TfIdfExample example({"a & ~b", "~b & a", "b & ~a"});
  const TfIdf network(example.vocabulary);
  const size_t width = network.dimension();
  std::vector<float> vectors(3 * width);
  network.pass()->forward(example.weights.data(), example.schedule, std::nullopt, vectors.data());
  for (size_t j = 0; j < width; ++j) EXPECT_FLOAT_EQ(vectors[j], vectors[width + j]);
  EXPECT_TRUE(std::equal(vectors.begin(), vectors.begin() + static_cast<std::ptrdiff_t>(width),
                         vectors.begin() + static_cast<std::ptrdiff_t>(2 * width)));
}

TEST(TfIdf, IsNotTrainedByGradients) {
  const TfIdfExample example({"a"});
  const TfIdf network(example.vocabulary);
  float number = 0;
  EXPECT_ERROR(network.pass()->backward(&number, example.schedule, &number, &number), "fitted");
}

}  // namespace eqnet::models
