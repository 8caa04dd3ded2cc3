#include "train/contrastive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/random_numbers.h"
#include "train/run_objective.h"

namespace eqnet::train {
namespace {

using eqnet::testing::gaussians;

constexpr size_t kContrastiveDimension = 5;
constexpr size_t kClasses = 9;

struct ContrastiveExample {
  base::Random random{1};
  ObjectiveParams params{.dimension = kContrastiveDimension,
                         .temperature = 0.3,
                         .contrastive = 0.7,
                         .softmax = 1.3,
                         .class_sizes = std::vector<size_t>(kClasses, 3)};
  std::vector<uint32_t> labels;
  std::vector<double> roots, classes;

  // Class 0 has one member; others have some. Roots have lengths from 1/2 to 5.
  explicit ContrastiveExample(size_t n) {
    for (size_t i = 0; i < n; ++i) labels.push_back(static_cast<uint32_t>(1 + random.below(kClasses - 1)));
    labels[n / 2] = 0;
    roots = gaussians<double>(random, n * kContrastiveDimension);
    for (size_t i = 0; i < roots.size(); ++i) roots[i] *= 0.5 + static_cast<double>(i / kContrastiveDimension % 3);
    classes = gaussians<double>(random, kClasses * kContrastiveDimension, 0.5);
  }

  [[nodiscard]] ObjectiveResult run(double scale) const {
    return run_objective("contrastive", params, classes, roots, labels, scale);
  }

  // exp(cosine / temperature)
  [[nodiscard]] double similarity(const double* a, const double* b) const {
    double product = 0;
    double square_a = 0;
    double square_b = 0;
    for (size_t k = 0; k < kContrastiveDimension; ++k) {
      product += a[k] * b[k];
      square_a += a[k] * a[k];
      square_b += b[k] * b[k];
    }
    return std::exp(product / std::sqrt(square_a * square_b) / params.temperature);
  }
  [[nodiscard]] const double* root(size_t i) const { return &roots[i * kContrastiveDimension]; }
  [[nodiscard]] const double* class_vector(size_t j) const { return &classes[j * kContrastiveDimension]; }

  // The header's formulas, term by term.
  [[nodiscard]] double among_themselves() const {
    double loss = 0;
    for (size_t i = 0; i < labels.size(); ++i) {
      double all = 0;
      for (size_t a = 0; a < labels.size(); ++a) all += a == i ? 0 : similarity(root(i), root(a));
      double sum = 0;
      double others = 0;
      for (size_t p = 0; p < labels.size(); ++p) {
        if (p == i || labels[p] != labels[i]) continue;
        sum -= std::log(similarity(root(i), root(p)) / all);
        ++others;
      }
      if (others > 0) loss += sum / others;
    }
    return loss;
  }
  [[nodiscard]] double with_classes() const {
    double loss = 0;
    for (size_t i = 0; i < labels.size(); ++i) {
      double all = 0;
      for (size_t j = 0; j < kClasses; ++j) all += similarity(root(i), class_vector(j));
      loss -= std::log(similarity(root(i), class_vector(labels[i])) / all);
    }
    return loss;
  }
};

struct LossWeights {
  double contrastive, softmax;
};
constexpr LossWeights kWeights[] = {{0.7, 1.3}, {1, 0}, {0, 1}};

}  // namespace

// 700: more rows than a block has; 1100: more than have all their cosines kept.
TEST(Contrastive, LossIsThatOfItsDefinition) {
  for (const size_t n : {2, 40, 700, 1100}) {
    for (const auto& [contrastive, softmax] : kWeights) {
      ContrastiveExample example(n);
      example.params.contrastive = contrastive;
      example.params.softmax = softmax;
      const double expected = contrastive * example.among_themselves() + softmax * example.with_classes();
      EXPECT_NEAR(example.run(0.25).loss, 0.25 * expected, 1e-10 * (1 + expected)) << n;
      EXPECT_TRUE(n == 2 || expected > 10) << n;
    }
  }
}

TEST(Contrastive, HasTheGradientOfItsLoss) {
  for (const auto& [contrastive, softmax] : kWeights) {
    ContrastiveExample example(50);
    example.params.contrastive = contrastive;
    example.params.softmax = softmax;
    const auto exact = example.run(0.3);
    const auto loss = [&] { return example.run(0.3).loss; };
    for (size_t i = 0; i < example.roots.size(); ++i) expect_gradient(example.roots[i], exact.by_roots[i], loss);
    for (size_t i = 0; i < example.classes.size(); ++i) expect_gradient(example.classes[i], exact.by_classes[i], loss);
  }
}

// Block by block it is that of the definition, whose loss is tested: the derivative along one direction.
TEST(Contrastive, HasTheGradientOfItsLossOverSeveralBlocks) {
  for (const size_t n : {700, 1100}) {
    ContrastiveExample example(n);
    const auto exact = example.run(0.01);
    const auto direction = gaussians<double>(example.random, example.roots.size());
    constexpr double kStep = 1e-6;
    const auto moved = [&](double step) {
      ContrastiveExample other = example;
      for (size_t i = 0; i < direction.size(); ++i) other.roots[i] += step * direction[i];
      return 0.01 * (0.7 * other.among_themselves() + 1.3 * other.with_classes());
    };
    double slope = 0;
    for (size_t i = 0; i < direction.size(); ++i) slope += direction[i] * exact.by_roots[i];
    EXPECT_NEAR(slope, (moved(kStep) - moved(-kStep)) / (2 * kStep), 1e-6) << n;
    EXPECT_GT(std::fabs(slope), 1e-3) << n;
  }
}

TEST(Contrastive, AddsToTheClassesGradientAndOverwritesTheRoots) {
  expect_added_to_the_classes_gradient_and_put_over_the_roots("contrastive", ContrastiveExample(30));
}

TEST(Contrastive, KeepsNothingFromOneBatchPartToTheNext) {
  const ContrastiveExample first(40);
  ContrastiveExample second(23);
  std::reverse(second.labels.begin(), second.labels.end());
  const auto objective = make_objective<double>("contrastive", first.params);
  std::vector<double> by_roots(first.roots.size());
  std::vector<double> by_classes(first.classes.size());
  (void)objective->run(first.classes.data(), first.roots.data(), first.labels, 1, by_roots.data(), by_classes.data());
  by_roots.assign(second.roots.size(), 0);
  by_classes.assign(by_classes.size(), 0);
  const auto expected = second.run(1);
  EXPECT_EQ(
      objective->run(second.classes.data(), second.roots.data(), second.labels, 1, by_roots.data(), by_classes.data()),
      expected.loss);
  EXPECT_EQ(by_roots, expected.by_roots);
  EXPECT_EQ(by_classes, expected.by_classes);
}

TEST(Contrastive, HasNothingToLearnFromExpressionsThatAreAloneInTheirClass) {
  ContrastiveExample example(kClasses);
  for (uint32_t i = 0; i < kClasses; ++i) example.labels[i] = i;
  example.params.softmax = 0;
  for (const size_t n : {kClasses, size_t{1}}) {
    example.labels.resize(n);
    example.roots.resize(n * kContrastiveDimension);
    const auto result = example.run(1);
    EXPECT_EQ(result.loss, 0);
    EXPECT_EQ(result.by_roots, std::vector<double>(n * kContrastiveDimension, 0));
  }
}

TEST(Contrastive, LearnsNothingAboutLengths) {
  const ContrastiveExample example(40);
  ContrastiveExample longer = example;
  for (double& number : longer.roots) number *= 8;
  EXPECT_NEAR(longer.run(1).loss, example.run(1).loss, 1e-9);
  const auto result = example.run(1);
  for (size_t i = 0; i < 40; ++i) {
    double along = 0;
    for (size_t k = 0; k < kContrastiveDimension; ++k)
      along += result.by_roots[i * kContrastiveDimension + k] * example.root(i)[k];
    EXPECT_NEAR(along, 0, 1e-12);
  }
}

TEST(Contrastive, ClassifiesByTheLargestCosine) {
  const ContrastiveExample example(60);
  const auto objective = make_objective<double>("contrastive", example.params);
  std::vector<uint32_t> chosen(example.labels.size());
  ASSERT_TRUE(objective->classify(example.classes.data(), example.roots.data(), chosen.size(), chosen.data()));
  for (size_t i = 0; i < chosen.size(); ++i) {
    for (size_t j = 0; j < kClasses; ++j) {
      EXPECT_LE(example.similarity(example.root(i), example.class_vector(j)),
                example.similarity(example.root(i), example.class_vector(chosen[i])));
    }
  }
  EXPECT_GT(*std::max_element(chosen.begin(), chosen.end()), *std::min_element(chosen.begin(), chosen.end()));
}

TEST(Contrastive, DoesNotClassifyWithoutItsClassVectors) {
  ContrastiveExample example(3);
  example.params.softmax = 0;
  uint32_t chosen = 0;
  EXPECT_FALSE(make_objective<double>("contrastive", example.params)
                   ->classify(example.classes.data(), example.roots.data(), 1, &chosen));
}

TEST(Contrastive, InFloatIsTheOneInDoubleToRounding) {
  ContrastiveExample example(200);
  example.params.temperature = 0.01;  // exponents up to 200
  const auto exact = example.run(0.01);
  const auto objective = make_objective<float>("contrastive", example.params);
  const std::vector<float> roots(example.roots.begin(), example.roots.end());
  const std::vector<float> classes(example.classes.begin(), example.classes.end());
  std::vector<float> by_roots(roots.size());
  std::vector<float> by_classes(classes.size());
  const double loss =
      objective->run(classes.data(), roots.data(), example.labels, 0.01, by_roots.data(), by_classes.data());
  EXPECT_NEAR(loss, exact.loss, 1e-4 * exact.loss);
  double largest = 0;
  for (const double number : exact.by_roots) largest = std::max(largest, std::fabs(number));
  for (size_t i = 0; i < by_roots.size(); ++i) ASSERT_NEAR(by_roots[i], exact.by_roots[i], 1e-3 * largest);
}

}  // namespace eqnet::train
