#include "report/tsne_attraction.h"

#include <cmath>
#include <numeric>

namespace eqnet::report {

Point attraction(const Affinities& affinities, std::span<const Point> points, size_t i) {
  const Point at = points[i];
  const uint32_t* column = affinities.columns.data();
  const float* value = affinities.values.data();
  Four x{};
  Four y{};
  for (size_t e = affinities.starts[i]; e < affinities.starts[i + 1]; e += 4) {
    const Point a = points[column[e]];
    const Point b = points[column[e + 1]];
    const Point c = points[column[e + 2]];
    const Point d = points[column[e + 3]];
    const Four p = {value[e], value[e + 1], value[e + 2], value[e + 3]};
    const Four dx = at.x - Four{a.x, b.x, c.x, d.x};
    const Four dy = at.y - Four{a.y, b.y, c.y, d.y};
    const Four pull = p / (1 + dx * dx + dy * dy);
    x += pull * dx;
    y += pull * dy;
  }
  return {sum(x), sum(y)};
}

double divergence(const Affinities& affinities, std::span<const Point> points, double z, base::Team& team) {
  const size_t n = affinities.size();
  std::vector<double> parts(chunks_of(n));
  team.run(parts.size(), [&](size_t chunk) {
    for (size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) {
      for (size_t e = affinities.starts[i]; e < affinities.starts[i + 1]; ++e) {
        const double p = affinities.values[e];
        if (p == 0) continue;
        const double dx = points[i].x - points[affinities.columns[e]].x;
        const double dy = points[i].y - points[affinities.columns[e]].y;
        parts[chunk] += p * std::log(p * z * (1 + dx * dx + dy * dy));
      }
    }
  });
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

}  // namespace eqnet::report
