#include "report/tsne.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "eqnet/base/error.h"
#include "report/tsne_affinities.h"
#include "report/tsne_attraction.h"
#include "report/tsne_repulsion.h"
#include "report/tsne_ties.h"
#include "support/random_numbers.h"

namespace eqnet::report {
namespace {

using encode::Neighbour;
using encode::UnitRows;
using eqnet::testing::gaussians;

// Row i is of cluster i % clusters.
UnitRows clusters_of_rows(base::Random& random, size_t n, size_t width, size_t clusters) {
  const auto centres = gaussians<float>(random, clusters * width);
  auto rows = gaussians<float>(random, n * width, 0.1);
  for (size_t i = 0; i < n * width; ++i) rows[i] += centres[i / width % clusters * width + i % width];
  return {std::move(rows), width};
}

std::vector<Neighbour> neighbours_of_all(const UnitRows& rows, size_t k) {
  std::vector<uint32_t> all(rows.size());
  std::iota(all.begin(), all.end(), 0U);
  encode::NeighbourParams params;
  params.k = k;
  return neighbours_of_rows(rows, all, params);
}

std::vector<Point> cloud(base::Random& random, size_t n, double width, double height) {
  std::vector<Point> points(n);
  for (Point& point : points) {
    point = {static_cast<float>(width * random.uniform()), static_cast<float>(height * random.uniform())};
  }
  return points;
}

// A few tight heaps, in which every fifth point is there twice.
std::vector<Point> heaps(base::Random& random, size_t n, double span) {
  const auto centres = cloud(random, 12, span, span);
  std::vector<Point> points;
  for (size_t i = 0; i < n; ++i) {
    const Point& centre = centres[i % centres.size()];
    const double size = span / 50;
    points.push_back({centre.x + static_cast<float>(size * random.gaussian()),
                      centre.y + static_cast<float>(size * random.gaussian())});
    if (i % 5 == 0 && i >= centres.size()) points.back() = points[i - centres.size()];
  }
  return points;
}

struct Sums {
  double z = 0;
  std::vector<double> x, y;

  // As it is defined, in double.
  explicit Sums(std::span<const Point> points) : x(points.size()), y(points.size()) {
    for (size_t i = 0; i < points.size(); ++i) {
      for (size_t j = 0; j < points.size(); ++j) {
        if (i == j) continue;
        const double dx = static_cast<double>(points[i].x) - points[j].x;
        const double dy = static_cast<double>(points[i].y) - points[j].y;
        const double k = 1 / (1 + dx * dx + dy * dy);
        z += k;
        x[i] += k * k * dx;
        y[i] += k * k * dy;
      }
    }
  }

  // The root of the mean square of errors by that of forces.
  [[nodiscard]] double error(std::span<const Point> forces) const {
    double wrong = 0;
    double all = 0;
    for (size_t i = 0; i < forces.size(); ++i) {
      wrong += std::pow(forces[i].x - x[i], 2) + std::pow(forces[i].y - y[i], 2);
      all += x[i] * x[i] + y[i] * y[i];
    }
    return std::sqrt(wrong / all);
  }
};

// Of all rows, how many have a nearest other row in the plane that is of their cluster.
double kept_together(const std::vector<float>& picture, size_t clusters) {
  const size_t n = picture.size() / 2;
  size_t good = 0;
  for (size_t i = 0; i < n; ++i) {
    size_t nearest = i;
    double least = std::numeric_limits<double>::infinity();
    for (size_t j = 0; j < n; ++j) {
      const double distance = std::hypot(picture[2 * i] - picture[2 * j], picture[2 * i + 1] - picture[2 * j + 1]);
      if (j == i || distance >= least) continue;
      least = distance;
      nearest = j;
    }
    good += nearest % clusters == i % clusters ? 1 : 0;
  }
  return static_cast<double>(good) / static_cast<double>(n);
}

double perplexity_of(std::span<const float> p) {
  double entropy = 0;
  for (const float value : p) entropy -= value > 0 ? value * std::log(static_cast<double>(value)) : 0;
  return std::exp(entropy);
}

bool all_finite(const std::vector<float>& values) {
  return std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
}

}  // namespace

TEST(Affinities, HaveThePerplexityAskedForAndFallWithDistance) {
  base::Random random(1);
  for (const double scale : {1e-8, 1e-3, 1.0, 2.0}) {
    std::vector<double> squares(90);
    for (double& square : squares) square = scale * (1 + random.uniform());
    std::sort(squares.begin(), squares.end());
    for (const double perplexity : {2.0, 5.0, 30.0, 60.0}) {
      std::vector<float> p(90);
      conditional_affinities(squares, perplexity, p.data());
      EXPECT_NEAR(perplexity_of(p), perplexity, 1e-3 * perplexity);
      EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-5);
      EXPECT_TRUE(std::is_sorted(p.rbegin(), p.rend()));
      // Gaussian: the logarithms are in proportion to squared distances.
      const double slope = std::log(p[0] / p[9]) / (squares[9] - squares[0]);
      const double other = std::log(p[0] / p[5]) / (squares[5] - squares[0]);
      EXPECT_NEAR(slope / other, 1, 1e-3);
    }
  }
}

TEST(Affinities, AreUniformAmongEqualDistances) {
  std::vector<float> p(9);
  for (const double square : {0.0, 1e-13, 0.5, 4.0}) {
    conditional_affinities(std::vector<double>(9, square), 3, p.data());
    for (const float value : p) EXPECT_FLOAT_EQ(value, 1.0F / 9);
  }
  // More equal rows than the perplexity: they share it all, and the others have next to nothing.
  conditional_affinities(std::vector<double>{0, 0, 0, 0, 0, 0, 0, 0.1, 0.2}, 3, p.data());
  for (size_t j = 0; j < 7; ++j) EXPECT_NEAR(p[j], 1.0F / 7, 1e-6);
  EXPECT_LT(p[8], 1e-6);
  // Rows that are equal but for rounding are nearly so.
  conditional_affinities(std::vector<double>{0, 1e-13, 2e-13, 0, 3e-13, 1e-12, 0, 1e-13, 0}, 3, p.data());
  for (const float value : p) EXPECT_NEAR(value, 1.0F / 9, 0.02);
}

TEST(Affinities, AreTheSymmetricMeanOfBothSides) {
  base::Random random(2);
  constexpr size_t kRows = 60;
  constexpr size_t kNeighbours = 11;
  const UnitRows rows = clusters_of_rows(random, kRows, 5, 4);
  const auto neighbours = neighbours_of_all(rows, kNeighbours);
  std::vector<double> expected(kRows * kRows);
  for (size_t i = 0; i < kRows; ++i) {
    std::vector<float> p(kNeighbours);
    std::vector<double> squares(kNeighbours);
    for (size_t j = 0; j < kNeighbours * rows.width(); ++j) {
      const float* other = rows.row(neighbours[i * kNeighbours + j / rows.width()].row);
      squares[j / rows.width()] += std::pow(rows.row(i)[j % rows.width()] - other[j % rows.width()], 2);
    }
    conditional_affinities(squares, 3.5, p.data());
    for (size_t j = 0; j < kNeighbours; ++j) {
      const size_t other = neighbours[i * kNeighbours + j].row;
      expected[i * kRows + other] += p[j] / (2.0 * kRows);
      expected[other * kRows + i] += p[j] / (2.0 * kRows);
    }
  }
  base::Team team(2);
  const Affinities found = affinities(rows, neighbours, 3.5, team);
  std::vector<double> dense(kRows * kRows);
  for (size_t i = 0; i < kRows; ++i) {
    EXPECT_EQ((found.starts[i + 1] - found.starts[i]) % 4, 0U);
    for (size_t e = found.starts[i]; e < found.starts[i + 1]; ++e)
      dense[i * kRows + found.columns[e]] += found.values[e];
  }
  for (size_t e = 0; e < dense.size(); ++e) EXPECT_NEAR(dense[e], expected[e], 1e-8);
  EXPECT_NEAR(std::accumulate(dense.begin(), dense.end(), 0.0), 1, 1e-5);
}

TEST(Ties, AreSharedOutAmongManyEqualRows) {
  // Rows 0, 2, 4, ... are equal, the others are not.
  constexpr size_t kRows = 400;
  constexpr size_t kNeighbours = 10;
  base::Random random(13);
  auto values = gaussians<float>(random, 3 * kRows);
  for (size_t i = 0; i < kRows; i += 2)
    std::copy_n(values.begin(), 3, values.begin() + static_cast<std::ptrdiff_t>(3 * i));
  const UnitRows rows(values, 3);
  const auto before = neighbours_of_all(rows, kNeighbours);
  auto after = before;
  const auto groups = equal_rows(rows, kNeighbours);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].size(), kRows / 2);
  redraw(groups, kNeighbours, after);
  std::vector<size_t> asked(kRows);
  for (size_t i = 0; i < kRows; ++i) {
    std::set<uint32_t> own;
    for (size_t j = i * kNeighbours; j < (i + 1) * kNeighbours; ++j) {
      if (i % 2 == 1) {
        EXPECT_EQ(after[j].row, before[j].row);
        continue;
      }
      own.insert(after[j].row);
      ++asked[after[j].row];
      EXPECT_TRUE(after[j].row % 2 == 0 && after[j].row != i);
    }
    EXPECT_EQ(own.size(), i % 2 == 1 ? 0 : kNeighbours);
  }
  EXPECT_LT(*std::max_element(asked.begin(), asked.end()), 3 * kNeighbours);
  EXPECT_TRUE(equal_rows(rows, kRows / 2).empty());
}

TEST(Repulsion, IsTheSumOverAllPairs) {
  base::Random random(3);
  base::Team team(2);
  for (const size_t n : {1, 2, 3, 5, 64, 333}) {
    const auto points = heaps(random, n, 20);
    const Sums expected(points);
    std::vector<Point> forces(n);
    EXPECT_NEAR(exact_repulsion(points, team, forces), expected.z, 1e-5 * expected.z + 1e-6 * static_cast<double>(n));
    if (n > 1) {
      EXPECT_LT(expected.error(forces), 1e-5);
    }
  }
}

TEST(Repulsion, OnTheGridIsNearlyTheSumOverAllPairs) {
  base::Random random(4);
  base::Team team(2);
  for (const double span : {1.0, 5.0, 30.0, 100.0}) {
    for (const auto& points :
         {cloud(random, 600, span, span), cloud(random, 600, span, span / 7), heaps(random, 600, span)}) {
      const Sums expected(points);
      std::vector<Point> forces(points.size());
      GridRepulsion repulsion(team);
      EXPECT_NEAR(repulsion(points, forces) / expected.z, 1, 0.003) << span;
      EXPECT_LT(expected.error(forces), 0.02) << span;
    }
  }
  // So close together that forces are straight lines: of the slope, the grid sees 96 in 100.
  const auto points = cloud(random, 600, 1e-3, 1e-3);
  const Sums expected(points);
  std::vector<Point> forces(points.size());
  GridRepulsion repulsion(team);
  EXPECT_NEAR(repulsion(points, forces) / expected.z, 1, 0.003);
  EXPECT_LT(expected.error(forces), 0.05);
}

TEST(Repulsion, OnTheGridIsTheSameOnAnyGrid) {
  base::Random random(5);
  base::Team team(1);
  const auto small = cloud(random, 300, 10, 10);
  const auto large = cloud(random, 300, 60, 30);
  std::vector<Point> before(300);
  std::vector<Point> after(300);
  GridRepulsion kept(team);
  const double z = kept(small, before);
  kept(large, after);  // makes a larger grid, and leaves nothing on it
  EXPECT_NEAR(kept(small, after) / z, 1, 1e-5);
  for (size_t i = 0; i < 300; ++i) {
    EXPECT_NEAR(before[i].x, after[i].x, 1e-4 * 300);
    EXPECT_NEAR(before[i].y, after[i].y, 1e-4 * 300);
  }
}

TEST(Repulsion, OnTheGridBearsPointsVeryFarAway) {
  base::Random random(6);
  base::Team team(2);
  auto points = cloud(random, 200, 10, 10);
  points[7] = {1e6F, -1e5F};
  std::vector<Point> forces(points.size());
  GridRepulsion repulsion(team);
  EXPECT_TRUE(std::isfinite(repulsion(points, forces)));
  for (const Point& force : forces) EXPECT_TRUE(std::isfinite(force.x) && std::isfinite(force.y));
}

TEST(Gradient, IsThatOfTheDivergence) {
  base::Random random(7);
  constexpr size_t kRows = 40;
  const UnitRows rows = clusters_of_rows(random, kRows, 6, 4);
  base::Team team(1);
  const Affinities p = affinities(rows, neighbours_of_all(rows, 12), 4, team);
  auto points = cloud(random, kRows, 6, 6);
  const auto kl = [&] { return divergence(p, points, Sums(points).z, team); };
  std::vector<Point> repulsion(kRows);
  const auto z = static_cast<float>(exact_repulsion(points, team, repulsion));
  for (size_t i = 0; i < kRows; ++i) {
    const Point pull = attraction(p, points, i);
    const auto slope = [&](float& coordinate) {
      const float middle = coordinate;
      coordinate = middle + 0x1p-7F;
      const double above = kl();
      coordinate = middle - 0x1p-7F;
      const double below = kl();
      coordinate = middle;
      return (above - below) / 0x1p-6;
    };
    EXPECT_NEAR(4 * (pull.x - repulsion[i].x / z), slope(points[i].x), 1e-5);
    EXPECT_NEAR(4 * (pull.y - repulsion[i].y / z), slope(points[i].y), 1e-5);
  }
}

TEST(Divergence, IsZeroOnlyWhereThePictureHasTheAffinities) {
  base::Team team(1);
  const std::vector<Neighbour> each_other = {{1, 0.5F}, {0, 0.5F}};
  const Affinities p = affinities(UnitRows({1, 0, 0, 1}, 2), each_other, 30, team);
  const std::vector<Point> points = {{0, 0}, {3, 4}};
  std::vector<Point> forces(2);
  EXPECT_NEAR(divergence(p, points, exact_repulsion(points, team, forces), team), 0, 1e-6);
}

TEST(Tsne, KeepsClustersTogether) {
  base::Random random(8);
  for (const size_t n : {300, 3200}) {  // pair by pair, and on the grid
    const UnitRows rows = clusters_of_rows(random, n, 10, 6);
    TsneStats stats;
    TsneParams params;
    params.threads = 2;
    params.iterations = 200;
    params.exaggerated = 100;
    const auto picture = tsne(rows, params, &stats);
    ASSERT_EQ(picture.size(), 2 * n);
    EXPECT_GT(kept_together(picture, 6), 0.999);
    EXPECT_GT(stats.divergence, 0);
    EXPECT_LT(stats.divergence, 3);
    double x = 0;
    for (size_t i = 0; i < n; ++i) x += picture[2 * i];
    EXPECT_NEAR(x / static_cast<double>(n), 0, 1e-3);
  }
}

TEST(Tsne, GivesTheSameBitsForAnyNumberOfThreads) {
  base::Random random(9);
  for (const size_t n : {700, 3100}) {
    const UnitRows rows = clusters_of_rows(random, n, 10, 5);
    TsneParams params;
    params.iterations = 60;
    params.exaggerated = 30;
    TsneStats one;
    const auto expected = tsne(rows, params, &one);
    for (const size_t threads : {2, 3}) {
      params.threads = threads;
      TsneStats more;
      EXPECT_EQ(tsne(rows, params, &more), expected);
      EXPECT_EQ(more.divergence, one.divergence);
    }
  }
}

TEST(Tsne, TakesNeighboursThatAreKnownAndTellsOfItsSteps) {
  base::Random random(10);
  const UnitRows rows = clusters_of_rows(random, 200, 10, 5);
  size_t steps = 0;
  TsneParams params;
  params.iterations = 30;
  params.done = [&](size_t count) { steps += count; };
  const auto expected = tsne(rows, params);
  EXPECT_EQ(steps, 30U);
  const auto known = neighbours_of_all(rows, 100);  // more than it looks at
  params.neighbours = known;
  EXPECT_EQ(tsne(rows, params), expected);
}

TEST(Tsne, SetsEqualRowsApartAndKeepsThemTogether) {
  // Three vectors, each of many rows: more than there are neighbours.
  constexpr size_t kRows = 600;
  std::vector<float> values;
  for (size_t i = 0; i < kRows; ++i) {
    for (size_t j = 0; j < 4; ++j) values.push_back(j == i % 3 ? 1.0F : 0.1F);
  }
  TsneParams params;
  params.iterations = 750;
  const auto picture = tsne(UnitRows(values, 4), params);
  ASSERT_TRUE(all_finite(picture));
  EXPECT_EQ(kept_together(picture, 3), 1);
  std::set<std::pair<float, float>> places;
  for (size_t i = 0; i < kRows; ++i) places.emplace(picture[2 * i], picture[2 * i + 1]);
  EXPECT_EQ(places.size(), kRows);
}

TEST(Tsne, HandlesFewRows) {
  base::Random random(11);
  EXPECT_TRUE(tsne(UnitRows({}, 5), {}).empty());
  EXPECT_EQ(tsne(UnitRows({1, 2, 3}, 3), {}), (std::vector<float>{0, 0}));
  for (const size_t n : {2, 3, 4, 7, 20}) {
    for (const size_t width : {1, 3}) {
      const auto picture = tsne(UnitRows(gaussians<float>(random, n * width), width), {});
      EXPECT_EQ(picture.size(), 2 * n);
      EXPECT_TRUE(all_finite(picture)) << n;
    }
    const auto equal = tsne(UnitRows(std::vector<float>(3 * n, 0.5F), 3), {});
    EXPECT_TRUE(all_finite(equal)) << n;
    const auto zero = tsne(UnitRows(std::vector<float>(3 * n, 0.0F), 3), {});
    EXPECT_TRUE(all_finite(zero)) << n;
  }
}

TEST(Tsne, RefusesWhatItCannotShow) {
  base::Random random(12);
  auto values = gaussians<float>(random, 30);
  const UnitRows rows(values, 3);
  values[10] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(tsne(UnitRows(values, 3), {}), base::Error);
  values[10] = std::numeric_limits<float>::infinity();
  EXPECT_THROW(tsne(UnitRows(values, 3), {}), base::Error);
  for (const double perplexity : {0.0, -1.0, 0.5, std::numeric_limits<double>::quiet_NaN()}) {
    TsneParams params;
    params.perplexity = perplexity;
    EXPECT_THROW(tsne(rows, params), base::Error);
  }
  TsneParams params;
  const std::vector<Neighbour> some(11);
  params.neighbours = some;
  EXPECT_THROW(tsne(rows, params), base::Error);
  const std::vector<Neighbour> outside(10, {10, 0.5F});
  params.neighbours = outside;
  EXPECT_THROW(tsne(rows, params), base::Error);
}

}  // namespace eqnet::report
