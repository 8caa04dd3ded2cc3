#include "report/projection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "report/pca.h"
#include "report/some_neighbour_map.h"
#include "report/tsne.h"
#include "support/expect_error.h"
#include "support/split_dataset.h"

namespace eqnet::report {

TEST(Framed, FillsTheWiderDirectionAndKeepsTheAspect) {
  base::Random random(1);
  for (const double wide : {0.001, 1.0, 300.0}) {
    auto plane = eqnet::testing::gaussians<float>(random, 200);
    for (size_t i = 0; i < plane.size(); i += 2) plane[i] = static_cast<float>(plane[i] * wide + 5);
    const std::vector<float> places = framed(plane);
    ASSERT_EQ(places.size(), plane.size());
    double low[2] = {9, 9};
    double high[2] = {-9, -9};
    for (size_t i = 0; i < places.size(); ++i) {
      low[i % 2] = std::min(low[i % 2], static_cast<double>(places[i]));
      high[i % 2] = std::max(high[i % 2], static_cast<double>(places[i]));
    }
    const size_t wider = wide > 1 ? 0 : high[0] - low[0] > high[1] - low[1] ? 0 : 1;
    EXPECT_NEAR(low[wider], -1, 1e-6);
    EXPECT_NEAR(high[wider], 1, 1e-6);
    EXPECT_NEAR(low[1 - wider], -high[1 - wider], 1e-5) << "in the middle";
    EXPECT_GE(low[1 - wider], -1);
    EXPECT_LE(high[1 - wider], 1);
    // All distances shrink or grow alike.
    const auto distance = [](const std::vector<float>& p, size_t i) {
      return std::hypot(static_cast<double>(p[i]) - p[0], static_cast<double>(p[i + 1]) - p[1]);
    };
    const double scale = distance(places, 2) / distance(plane, 2);
    for (size_t i = 4; i < plane.size(); i += 2) {
      EXPECT_NEAR(distance(places, i), scale * distance(plane, i), 1e-4 * distance(places, i) + 1e-5);
    }
  }
}

TEST(Framed, PutsOnePointAndEqualPointsIntoTheMiddle) {
  EXPECT_EQ(framed({}), std::vector<float>());
  EXPECT_EQ(framed(std::vector<float>{7, -3}), (std::vector<float>{0, 0}));
  EXPECT_EQ(framed(std::vector<float>{7, -3, 7, -3, 7, -3}), std::vector<float>(6, 0.0F));
}

TEST(Framed, TakesPointsOnALine) {
  EXPECT_EQ(framed(std::vector<float>{1, 4, 3, 4, 2, 4}), (std::vector<float>{-1, 0, 1, 0, 0, 0}));
  EXPECT_EQ(framed(std::vector<float>{4, 1, 4, 3}), (std::vector<float>{0, -1, 0, 1}));
}

TEST(Projection, KnowsItsMethodsByName) {
  EXPECT_EQ(method_of("tsne"), Method::tsne);
  EXPECT_EQ(method_of("pca"), Method::pca);
  EXPECT_ERROR(method_of("umap"), "'umap'", "tsne or pca");
  EXPECT_ERROR(method_of(""), "tsne or pca");
}

TEST(Projection, WantsNeighboursForTsneOnly) {
  ProjectionParams params;
  params.perplexity = 20;
  EXPECT_EQ(neighbours_wanted(params), 60U);
  params.method = Method::pca;
  EXPECT_EQ(neighbours_wanted(params), 0U);
}

TEST(Projection, SaysWhatItDidForPeople) {
  const data::Dataset dataset = eqnet::testing::generated("simplepoly5");
  const NeighbourMap map = some_neighbour_map(dataset);
  ProjectionParams params;
  params.method = Method::pca;
  const Projection flat = project(map.vectors, {}, params);
  const std::span<const float> rows(map.vectors.row(0), map.members() * map.vectors.width());
  const Pca expected = pca(rows, map.vectors.width(), {});
  EXPECT_EQ(flat.plane, expected.coordinates);
  EXPECT_EQ(flat.method, "PCA");
  char note[64];
  std::snprintf(note, sizeof note, "%.1f%% and %.1f%%", 100 * expected.shares[0], 100 * expected.shares[1]);
  EXPECT_NE(flat.note.find(note), std::string::npos) << flat.note;

  params.method = Method::tsne;
  params.perplexity = 5;
  params.iterations = 20;
  const Projection curved = project(map.vectors, {}, params);
  EXPECT_EQ(curved.plane.size(), 2 * map.members());
  EXPECT_EQ(curved.method, "t-SNE");
  EXPECT_EQ(curved.note, "perplexity 5, 20 iterations");
}

TEST(Projection, WithNeighboursAtHandIsTheSameAsWithout) {
  const data::Dataset dataset = eqnet::testing::generated("simplepoly5");
  ProjectionParams params;
  params.perplexity = 8;
  params.iterations = 30;
  NeighbourMapParams wanted;
  wanted.k_members = neighbours_wanted(params);
  const NeighbourMap map = some_neighbour_map(dataset, wanted);
  ASSERT_EQ(map.k_members, 24U);
  EXPECT_EQ(project(map.vectors, map.of_members, params).plane, project(map.vectors, {}, params).plane);
}

TEST(Projection, TakesFewerRowsThanNeighbours) {
  const data::Dataset dataset = data::load_memory("one\ta\ntwo\tb\nthree\ta & b\n", "FILE");
  ProjectionParams params;
  params.iterations = 10;
  NeighbourMapParams wanted;
  wanted.k_members = neighbours_wanted(params);
  const NeighbourMap map = some_neighbour_map(dataset, wanted);
  const Projection projection = project(map.vectors, map.of_members, params);
  ASSERT_EQ(projection.plane.size(), 6U);
  EXPECT_TRUE(std::ranges::all_of(projection.plane, [](float x) { return std::isfinite(x); }));
}

}  // namespace eqnet::report
