#include "report/tsne.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/random.h"
#include "base/threads.h"
#include "eqnet/base/error.h"
#include "report/pca.h"
#include "report/tsne_affinities.h"
#include "report/tsne_attraction.h"
#include "report/tsne_repulsion.h"
#include "report/tsne_ties.h"

namespace eqnet::report {
namespace {

using encode::Neighbour;
using encode::UnitRows;

// Van der Maaten's: the momentum while attraction is exaggerated and after; what a coordinate's gain grows by when its
// gradient keeps its direction, and falls to when not.
constexpr float kMomentumFirst = 0.5F;
constexpr float kMomentum = 0.8F;
constexpr float kGainMore = 0.2F;
constexpr float kGainLess = 0.8F;
constexpr float kGainLeast = 0.01F;

constexpr double kFirstDeviation = 1e-4;  // of the first points
// What sets points of equal rows apart: at the start, and when exaggeration ends, which may have pulled them together
// to the last bit.
constexpr double kShakeFirst = 1e-6;
constexpr double kShake = 1e-3;

class Clock {
 public:
  double seconds() {
    const auto before = std::exchange(start_, std::chrono::steady_clock::now());
    return std::chrono::duration<double>(start_ - before).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::span<const float> values(const UnitRows& rows) {
  return {rows.size() == 0 ? nullptr : rows.row(0), rows.size() * rows.width()};
}

void check(const UnitRows& rows, const TsneParams& params) {
  if (!(params.perplexity >= 1 && params.perplexity < 1e6)) {
    throw base::Error("perplexity", std::to_string(params.perplexity), "it must be at least 1");
  }
  if (!(params.exaggeration > 0 && std::isfinite(params.exaggeration))) {
    throw base::Error("exaggeration", std::to_string(params.exaggeration), "it must be positive");
  }
  check_finite(values(rows), rows.width());
  if (params.neighbours.empty()) return;
  const bool each = params.neighbours.size() % rows.size() == 0;
  const auto known = [&](const Neighbour& n) { return n.row < rows.size() && std::isfinite(n.similarity); };
  if (!each || !std::ranges::all_of(params.neighbours, known)) {
    throw base::Error("the neighbours given are not those of the " + std::to_string(rows.size()) + " rows");
  }
}

// n x k: those given, or found.
std::vector<Neighbour> neighbours_for(const UnitRows& rows, const TsneParams& params) {
  std::vector<Neighbour> result(params.neighbours.begin(), params.neighbours.end());
  if (result.empty()) {
    encode::NeighbourParams search;
    search.k = std::min(rows.size() - 1, static_cast<size_t>(std::ceil(3 * params.perplexity)));
    search.threads = params.threads;
    result = encode::neighbours_of_all(rows, search);
  }
  const size_t k = result.size() / rows.size();
  redraw(equal_rows(rows, k), k, result);
  return result;
}

void shake(std::vector<Point>& points, uint64_t seed, double deviation) {
  for (size_t i = 0; i < points.size(); ++i) {
    base::Random random = base::Random::stream(seed, i);
    points[i].x += static_cast<float>(deviation * random.gaussian());
    points[i].y += static_cast<float>(deviation * random.gaussian());
  }
}

// Principal components keep the large order of things, which gradients of neighbours do not see (Kobak, Linderman
// 2021).
std::vector<Point> first_points(const UnitRows& rows, size_t threads) {
  const Pca start = pca(values(rows), rows.width(), {2, threads});
  double square = 0;
  for (size_t i = 0; i < rows.size(); ++i) square += std::pow(static_cast<double>(start.coordinates[2 * i]), 2);
  const double deviation = std::sqrt(square / static_cast<double>(rows.size()));
  const double scale = deviation > 0 ? kFirstDeviation / deviation : 0;
  std::vector<Point> points(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    points[i] = {static_cast<float>(scale * start.coordinates[2 * i]),
                 static_cast<float>(scale * start.coordinates[2 * i + 1])};
  }
  shake(points, 0, kShakeFirst);
  return points;
}

class Descent {
 public:
  Descent(const Affinities& affinities, std::vector<Point> points, base::Team& team)
      : affinities_(affinities),
        points_(std::move(points)),
        forces_(points_.size()),
        velocities_(points_.size()),
        gains_(points_.size(), {1, 1}),
        rates_(points_.size()),
        team_(team),
        repulsion_(team) {
    set_rates();
  }

  void step(double exaggeration, float momentum) {
    const auto z = static_cast<float>(repulsion_(points_, forces_));
    const auto times = static_cast<float>(exaggeration);
    each_point([&](size_t i) {
      const Point pull = attraction(affinities_, points_, i);
      Point& force = forces_[i];
      force = {times * pull.x - force.x / z, times * pull.y - force.y / z};
    });
    each_point([&](size_t i) {
      move(forces_[i].x, rates_[i], momentum, gains_[i].x, velocities_[i].x, points_[i].x);
      move(forces_[i].y, rates_[i], momentum, gains_[i].y, velocities_[i].y, points_[i].y);
    });
  }

  void shake_up() { shake(points_, 1, kShake); }
  double divergence() { return report::divergence(affinities_, points_, repulsion_(points_, forces_), team_); }
  [[nodiscard]] const std::vector<Point>& points() const { return points_; }

 private:
  // max(200, n / 12), which is about as far as steps can go at 12 times the attraction (Belkina et al. 2019; their
  // gradient is ours, without the factor 4). That holds for points with affinities of 1 / n in all. Where a thousand
  // rows are equal or nearly so, some are neighbours of all the others and have hundreds of times as much: they would
  // leap to and fro, so their steps are shorter in proportion.
  void set_rates() {
    const auto n = static_cast<float>(points_.size());
    const float rate = std::max(200.0F, n / 12);
    constexpr float kOrdinary = 4;  // times 1 / n; hardly a row has more unless rows are equal
    for (size_t i = 0; i < points_.size(); ++i) {
      const auto begin = affinities_.values.begin() + static_cast<std::ptrdiff_t>(affinities_.starts[i]);
      const auto end = affinities_.values.begin() + static_cast<std::ptrdiff_t>(affinities_.starts[i + 1]);
      rates_[i] = rate / std::max(1.0F, n * std::accumulate(begin, end, 0.0F) / kOrdinary);
    }
  }

  template <class Work>
  void each_point(Work&& work) {
    const size_t n = points_.size();
    team_.run(chunks_of(n), [&](size_t chunk) {
      for (size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) work(i);
    });
  }

  static void move(float gradient, float rate, float momentum, float& gain, float& velocity, float& place) {
    const bool turned = (gradient > 0) == (velocity > 0);  // it would go down, and has been going up
    gain = std::max(kGainLeast, turned ? gain * kGainLess : gain + kGainMore);
    velocity = momentum * velocity - rate * gain * gradient;
    place += velocity;
  }

  const Affinities& affinities_;
  std::vector<Point> points_, forces_, velocities_, gains_;
  std::vector<float> rates_;
  base::Team& team_;
  Repulsion repulsion_;
};

std::vector<float> centred(const std::vector<Point>& points) {
  double x = 0;
  double y = 0;
  for (const Point& point : points) {
    x += point.x;
    y += point.y;
  }
  const auto n = static_cast<double>(points.size());
  std::vector<float> result;
  result.reserve(2 * points.size());
  for (const Point& point : points) {
    result.push_back(static_cast<float>(point.x - x / n));
    result.push_back(static_cast<float>(point.y - y / n));
  }
  return result;
}

}  // namespace

std::vector<float> tsne(const UnitRows& rows, const TsneParams& params, TsneStats* stats) {
  TsneStats unread;
  if (stats == nullptr) stats = &unread;
  *stats = {};
  check(rows, params);
  if (rows.size() < 2) return std::vector<float>(2 * rows.size());

  Clock clock;
  std::vector<Neighbour> neighbours = neighbours_for(rows, params);
  stats->search_seconds = clock.seconds();
  base::Team team(params.threads);
  const Affinities p = affinities(rows, neighbours, params.perplexity, team);
  std::vector<Neighbour>().swap(neighbours);
  stats->affinities_seconds = clock.seconds();

  Descent descent(p, first_points(rows, params.threads), team);
  for (size_t i = 0; i < params.iterations; ++i) {
    if (i == params.exaggerated) descent.shake_up();
    const bool first = i < params.exaggerated;
    descent.step(first ? params.exaggeration : 1, first ? kMomentumFirst : kMomentum);
    if (params.done) params.done(1);
  }
  stats->divergence = descent.divergence();
  stats->descent_seconds = clock.seconds();
  return centred(descent.points());
}

}  // namespace eqnet::report
