// What pushes the points of t-SNE apart: for each point the force, the sum over j of (y_i - y_j) / (1 + |y_i -
// y_j|^2)^2, and for all Z, the sum of 1 / (1 + |y_i - y_j|^2) over all i != j (see tsne_attraction.h). All of it is
// the same for any number of threads.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/threads.h"
#include "report/plane.h"
#include "report/tsne_grid.h"

namespace eqnet::report {

// Pair by pair; in time n^2. Returns Z.
double exact_repulsion(std::span<const Point> points, base::Team& team, std::span<Point> forces);

// On a grid, in time n + area; off by some 5 in 1000 of the typical force, and 1 in 1000 of Z.
class GridRepulsion {
 public:
  explicit GridRepulsion(base::Team& team) : team_(team) {}

  // Returns Z. require: points are finite, at least one.
  double operator()(std::span<const Point> points, std::span<Point> forces);

 private:
  void fit(std::span<const Point> points);
  void sort(std::span<const Point> points);
  void spread(size_t strip);
  void gather(size_t i, std::span<Point> forces) const;

  base::Team& team_;
  std::unique_ptr<TsneGrid> grid_;  // kept while the points fit
  Point corner_;                    // where u = 1
  float scale_ = 1;                 // nodes a unit of length
  std::vector<Point> places_;       // in nodes, by strip
  std::vector<uint32_t> order_;     // which points these are
  std::vector<size_t> strips_;      // where each begins
};

// The one that is faster.
class Repulsion {
 public:
  explicit Repulsion(base::Team& team) : team_(team), grid_(team) {}

  double operator()(std::span<const Point> points, std::span<Point> forces) {
    return points.size() < kFew ? exact_repulsion(points, team_, forces) : grid_(points, forces);
  }

 private:
  static constexpr size_t kFew = 3000;
  base::Team& team_;
  GridRepulsion grid_;
};

}  // namespace eqnet::report
