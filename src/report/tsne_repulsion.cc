#include "report/tsne_repulsion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

namespace eqnet::report {
namespace {

// Of nodes. The kernels have features of size 1; errors of forces are 3 in 100 at 1/2, and 5 in 1000 at 1/3.
constexpr double kSpacing = 1.0 / 3;
// A grid has room for somewhat more than it is made for, as points drift apart: making one takes as long as some steps.
constexpr double kRoom = 1.1;
// Squares of a strip. A square's charges reach one row of nodes further on one side and two on the other, so two strips
// with one between them share no node: first all even strips are spread, then all odd ones.
constexpr size_t kStrip = 4;
constexpr size_t kRows = 32;  // that one thread handles at a time, in exact_repulsion

// The cubic B-spline's weights for the nodes -1, 0, 1, 2 of a point at t in [0, 1).
Four weights(float t) {
  const float s = 1 - t;
  const float sixth = 1.0F / 6;
  return Four{s * s * s, 4 + t * t * (3 * t - 6), 4 + s * s * (3 * s - 6), t * t * t} * sixth;
}

struct Square {
  size_t column, row;  // of its first node
  Four across, down;

  explicit Square(Point place) : column(static_cast<size_t>(place.x) - 1), row(static_cast<size_t>(place.y) - 1) {
    across = weights(place.x - std::floor(place.x));
    down = weights(place.y - std::floor(place.y));
  }
};

}  // namespace

double exact_repulsion(std::span<const Point> points, base::Team& team, std::span<Point> forces) {
  const size_t n = points.size();
  const size_t fours = (n + 3) / 4;
  // Filled up with points so far away that their forces are 0.
  std::vector<float> x(4 * fours, 1e15F);
  std::vector<float> y(4 * fours, 1e15F);
  for (size_t i = 0; i < n; ++i) {
    x[i] = points[i].x;
    y[i] = points[i].y;
  }
  std::vector<double> parts((n + kRows - 1) / kRows);
  team.run(parts.size(), [&](size_t part) {
    for (size_t i = part * kRows; i < std::min(n, (part + 1) * kRows); ++i) {
      Four fx{};
      Four fy{};
      Four near{};
      for (size_t j = 0; j < 4 * fours; j += 4) {
        const Four dx = points[i].x - load(x.data() + j);
        const Four dy = points[i].y - load(y.data() + j);
        const Four k = 1 / (1 + dx * dx + dy * dy);
        near += k;
        fx += k * k * dx;
        fy += k * k * dy;
      }
      forces[i] = {sum(fx), sum(fy)};
      parts[part] += static_cast<double>(sum(near)) - 1;  // less itself
    }
  });
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

double GridRepulsion::operator()(std::span<const Point> points, std::span<Point> forces) {
  fit(points);
  sort(points);
  const size_t strips = strips_.size() - 1;
  team_.run((strips + 1) / 2, [&](size_t s) { spread(2 * s); });
  team_.run(strips / 2, [&](size_t s) { spread(2 * s + 1); });
  const double pairs = grid_->solve();
  team_.run(chunks_of(points.size()), [&](size_t chunk) {
    for (size_t i = chunk * kChunk; i < std::min(points.size(), (chunk + 1) * kChunk); ++i) gather(i, forces);
  });
  return pairs - static_cast<double>(points.size()) * grid_->self();
}

void GridRepulsion::fit(std::span<const Point> points) {
  Point low = points[0];
  Point high = points[0];
  for (const Point& point : points) {
    low = {std::min(low.x, point.x), std::min(low.y, point.y)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y)};
  }
  // The first square begins at node 1, the last ends at the last but one; and one more for rounding.
  const auto nodes = [&](float from, float to, double spacing) {
    return (static_cast<double>(to) - static_cast<double>(from)) / spacing + 5;
  };
  double spacing = kSpacing;
  // More nodes than that, and points are so far apart that a coarser grid will do (and memory stays in proportion).
  const double most = 1024 + 8 * std::sqrt(static_cast<double>(points.size()));
  while (std::max(nodes(low.x, high.x, spacing), nodes(low.y, high.y, spacing)) > most) spacing *= 2;
  const double columns = nodes(low.x, high.x, spacing);
  const double rows = nodes(low.y, high.y, spacing);
  if (!grid_ || spacing != grid_->spacing() || columns > static_cast<double>(grid_->columns()) ||
      rows > static_cast<double>(grid_->rows())) {
    const auto with_room = [](double count) { return static_cast<size_t>(kRoom * count) + 16; };
    grid_.reset();  // before the next takes its memory
    grid_ = std::make_unique<TsneGrid>(with_room(rows), with_room(columns), spacing, team_);
  }
  scale_ = static_cast<float>(1 / spacing);
  corner_ = low;
}

// Counts the strips' points chunk by chunk, so that each chunk then knows the places of its points: their order within
// a strip is that of their numbers.
void GridRepulsion::sort(std::span<const Point> points) {
  const size_t n = points.size();
  const size_t strips = (grid_->rows() + kStrip - 1) / kStrip;
  const size_t chunk = std::max<size_t>(kChunk, (n + 31) / 32);
  const size_t chunks = (n + chunk - 1) / chunk;
  const auto place = [&](size_t i) {
    return Point{(points[i].x - corner_.x) * scale_ + 1, (points[i].y - corner_.y) * scale_ + 1};
  };
  const auto strip = [](Point at) { return static_cast<size_t>(at.y) / kStrip; };
  std::vector<std::vector<size_t>> next(chunks, std::vector<size_t>(strips));
  team_.run(chunks, [&](size_t c) {
    for (size_t i = c * chunk; i < std::min(n, (c + 1) * chunk); ++i) ++next[c][strip(place(i))];
  });
  strips_.assign(1, 0);
  for (size_t s = 0, at = 0; s < strips; ++s) {
    for (size_t c = 0; c < chunks; ++c) at += std::exchange(next[c][s], at);
    strips_.push_back(at);
  }
  places_.resize(n);
  order_.resize(n);
  team_.run(chunks, [&](size_t c) {
    for (size_t i = c * chunk; i < std::min(n, (c + 1) * chunk); ++i) {
      const Point at = place(i);
      const size_t to = next[c][strip(at)]++;
      places_[to] = at;
      order_[to] = static_cast<uint32_t>(i);
    }
  });
}

void GridRepulsion::spread(size_t strip) {
  for (size_t i = strips_[strip]; i < strips_[strip + 1]; ++i) {
    const Square square(places_[i]);
    for (size_t r = 0; r < 4; ++r) {
      float* to = grid_->charges(square.row + r) + square.column;
      const Four charges = load(to) + square.down[r] * square.across;
      std::memcpy(to, &charges, sizeof charges);
    }
  }
}

void GridRepulsion::gather(size_t i, std::span<Point> forces) const {
  const Square square(places_[i]);
  const Four left = {square.across[0], square.across[0], square.across[1], square.across[1]};
  const Four right = {square.across[2], square.across[2], square.across[3], square.across[3]};
  Four total{};
  for (size_t r = 0; r < 4; ++r) {
    const float* from = &grid_->forces(square.row + r)[square.column].x;
    total += square.down[r] * (left * load(from) + right * load(from + 4));
  }
  forces[order_[i]] = {total[0] + total[2], total[1] + total[3]};
}

}  // namespace eqnet::report
