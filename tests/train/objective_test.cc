#include "train/objective.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/expect_error.h"
#include "support/random_numbers.h"
#include "train/run_objective.h"

namespace eqnet::train {
namespace {

using eqnet::testing::gaussians;

constexpr size_t kDimension = 6;

struct ObjectiveExample {
  base::Random random{1};
  ObjectiveParams params{.dimension = kDimension, .class_sizes = {1, 4, 2, 7, 3}};
  std::vector<uint32_t> labels;
  std::vector<double> roots, classes;

  explicit ObjectiveExample(size_t n = 150) {
    for (size_t i = 0; i < n; ++i) labels.push_back(static_cast<uint32_t>(random.below(params.class_sizes.size())));
    roots = gaussians<double>(random, n * kDimension, 0.5);
    classes = gaussians<double>(random, params.class_sizes.size() * kDimension, 0.5);
  }

  [[nodiscard]] ObjectiveResult run(const std::string& name, double scale) const {
    return run_objective(name, params, classes, roots, labels, scale);
  }

  [[nodiscard]] double dot(const double* a, const double* b) const {
    double sum = 0;
    for (size_t k = 0; k < kDimension; ++k) sum += a[k] * b[k];
    return sum;
  }
  [[nodiscard]] double class_score(size_t i, size_t j) const {
    double total = 0;
    for (const size_t size : params.class_sizes) total += static_cast<double>(size);
    return dot(&roots[i * kDimension], &classes[j * kDimension]) +
           std::log(static_cast<double>(params.class_sizes[j]) / total);
  }
};

}  // namespace

TEST(Margin, LossIsThatOfItsDefinition) {
  const ObjectiveExample example;
  double expected = 0;
  for (size_t i = 0; i < example.labels.size(); ++i) {
    double worst = -std::numeric_limits<double>::infinity();
    for (size_t j = 0; j < example.params.class_sizes.size(); ++j) {
      if (j != example.labels[i]) worst = std::max(worst, example.class_score(i, j));
    }
    expected += 0.25 * std::max(0.0, worst - example.class_score(i, example.labels[i]) + example.params.margin);
  }
  EXPECT_GT(expected, 1);
  EXPECT_NEAR(example.run("margin", 0.25).loss, expected, 1e-10);
}

TEST(Margin, HasTheGradientOfItsLoss) {
  ObjectiveExample example(70);
  const auto exact = example.run("margin", 0.3);
  const auto loss = [&] { return example.run("margin", 0.3).loss; };
  for (size_t i = 0; i < example.roots.size(); ++i) expect_gradient(example.roots[i], exact.by_roots[i], loss);
  for (size_t i = 0; i < example.classes.size(); ++i) expect_gradient(example.classes[i], exact.by_classes[i], loss);
}

TEST(Margin, IsZeroOnceEveryExpressionIsFarFromOtherClasses) {
  ObjectiveExample example(40);
  std::fill(example.classes.begin(), example.classes.end(), 0.0);
  for (size_t j = 0; j < 5; ++j) example.classes[j * kDimension + j] = 100;
  for (size_t i = 0; i < 40; ++i) {
    for (size_t k = 0; k < kDimension; ++k) example.roots[i * kDimension + k] = k == example.labels[i] ? 1 : 0;
  }
  const auto result = example.run("margin", 1);
  EXPECT_EQ(result.loss, 0);
  EXPECT_EQ(result.by_roots, std::vector<double>(example.roots.size(), 0));
}

TEST(Margin, AddsToTheClassesGradientAndOverwritesTheRoots) {
  expect_added_to_the_classes_gradient_and_put_over_the_roots("margin", ObjectiveExample());
}

TEST(Margin, ClassifiesByTheLargestScore) {
  const ObjectiveExample example;
  const auto objective = make_objective<double>("margin", example.params);
  std::vector<uint32_t> chosen(example.labels.size());
  ASSERT_TRUE(objective->classify(example.classes.data(), example.roots.data(), chosen.size(), chosen.data()));
  for (size_t i = 0; i < chosen.size(); ++i) {
    for (size_t j = 0; j < 5; ++j) EXPECT_LE(example.class_score(i, j), example.class_score(i, chosen[i]) + 1e-12);
  }
}

TEST(Margin, HasNothingToLearnFromASingleClass) {
  ObjectiveExample example(10);
  example.params.class_sizes = {10};
  example.labels.assign(10, 0);
  const auto result = example.run("margin", 1);
  EXPECT_EQ(result.loss, 0);
}

TEST(Siamese, LossIsThatOfItsDefinition) {
  ObjectiveExample example(40);
  example.params.margin = 2;
  double same = 0;
  double same_pairs = 0;
  double other = 0;
  double other_pairs = 0;
  for (size_t i = 0; i < 40; ++i) {
    for (size_t j = i + 1; j < 40; ++j) {
      double square = 0;
      for (size_t k = 0; k < kDimension; ++k) {
        square += std::pow(example.roots[i * kDimension + k] - example.roots[j * kDimension + k], 2);
      }
      if (example.labels[i] == example.labels[j]) {
        same += square / 2;
        ++same_pairs;
      } else {
        other += std::pow(std::max(0.0, example.params.margin - std::sqrt(square)), 2) / 2;
        ++other_pairs;
      }
    }
  }
  ASSERT_GT(other, 0.01) << "some pairs are near enough to matter";
  // The means over pairs, times the 40 expressions' share of the batch.
  EXPECT_NEAR(example.run("siamese", 0.01).loss, 0.01 * 40 * (same / same_pairs + other / other_pairs), 1e-10);
}

TEST(Siamese, HasTheGradientOfItsLoss) {
  ObjectiveExample example(30);
  example.params.margin = 1.5;
  const auto exact = example.run("siamese", 0.3);
  const auto loss = [&] { return example.run("siamese", 0.3).loss; };
  for (size_t i = 0; i < example.roots.size(); ++i) expect_gradient(example.roots[i], exact.by_roots[i], loss);
}

TEST(Siamese, HasNoClassVectors) {
  const ObjectiveExample example(3);
  const auto objective = make_objective<double>("siamese", example.params);
  EXPECT_EQ(objective->layout().size(), 0U);
  uint32_t chosen = 0;
  EXPECT_FALSE(objective->classify(nullptr, example.roots.data(), 1, &chosen));
}

TEST(Siamese, StaysFiniteWhereDifferentClassesCoincide) {
  ObjectiveExample example(4);
  example.labels = {0, 1, 0, 2};
  std::fill(example.roots.begin(), example.roots.end(), 0.3);
  const auto result = example.run("siamese", 1);
  EXPECT_TRUE(std::isfinite(result.loss));
  for (const double value : result.by_roots) EXPECT_TRUE(std::isfinite(value));
}

TEST(Siamese, HasNothingToLearnFromASingleExpression) {
  ObjectiveExample example(1);
  const auto result = example.run("siamese", 1);
  EXPECT_EQ(result.loss, 0);
  EXPECT_EQ(result.by_roots, std::vector<double>(kDimension, 0));
}

// By its loss the trainer knows that a run has diverged.
TEST(Objective, LetsNaNAndOverflowReachTheLoss) {
  for (const std::string name : {"margin", "siamese", "contrastive"}) {
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e38F}) {
      const ObjectiveExample example(20);
      std::vector<float> roots(example.roots.begin(), example.roots.end());
      const std::vector<float> classes(example.classes.begin(), example.classes.end());
      std::fill_n(roots.begin() + 7 * kDimension, kDimension, bad);
      roots[7 * kDimension] = -bad;
      const auto objective = make_objective<float>(name, example.params);
      std::vector<float> by_roots(roots.size());
      std::vector<float> by_classes(classes.size());
      const double loss =
          objective->run(classes.data(), roots.data(), example.labels, 1, by_roots.data(), by_classes.data());
      bool finite = true;
      for (const float value : by_roots) finite = finite && std::isfinite(value);
      for (const float value : by_classes) finite = finite && std::isfinite(value);
      EXPECT_TRUE(finite || !std::isfinite(loss))
          << name << " with " << bad << ": a broken gradient, and loss " << loss;
    }
  }
}

TEST(Objective, IsKnownByName) {
  EXPECT_ERROR(make_objective<float>("hinge", {}), "'hinge'", "margin", "siamese", "contrastive");
}

}  // namespace eqnet::train
