// Charges on the nodes of a square grid, and the forces of t-SNE's repulsion between them, by Fourier transform.
//
// Between nodes a charge is spread over 4 x 4 nodes with the weights M of a cubic B-spline, and a force is gathered
// from 4 x 4 nodes with the same weights. For a kernel K the sum of K(y_i - y_j) then becomes M C M^T. C is chosen so
// that a pair of points on nodes gets the true K: B-splines at nodes are (1/6, 4/6, 1/6), with the transform
// b(t) = (2 + cos t) / 3 in each dimension, so C's transform is K's divided by b(tx)^2 b(ty)^2. FIt-SNE (Linderman et
// al. 2019) gives each box 3 x 3 nodes of its own and Lagrange's polynomials, whose forces jump where boxes meet.
//
// All points have charge 1, so one transform forth serves all kernels. The forces' kernels are (dx, dy) / (1 + d^2)^2.
// The sum of 1 / (1 + d^2) over all pairs is w^T C w for the charges w, and by Parseval's theorem the sum of C's
// transform times |w's transform|^2: it needs no transform back.
//
// Transforms are as long as two grids, so that no charge reaches round the edge. Half of what they would transform is
// zeros or unwanted, and is left out: rows are transformed one by one, columns in blocks that stay in the cache from
// the transform forth, through the kernels, to the transforms back.
#pragma once

#include <cstddef>
#include <vector>

#include "base/threads.h"
#include "report/fourier.h"
#include "report/plane.h"

namespace eqnet::report {

class TsneGrid {
 public:
  // For at least rows x columns nodes, `spacing` apart.
  TsneGrid(size_t rows, size_t columns, double spacing, base::Team& team);

  [[nodiscard]] size_t rows() const { return rows_; }
  [[nodiscard]] size_t columns() const { return columns_; }
  [[nodiscard]] double spacing() const { return spacing_; }

  // The charges of a row of nodes, to be added to.
  float* charges(size_t row) { return charges_.data() + row * length_; }
  // Turns charges into forces. Returns the sum of 1 / (1 + d^2) over all pairs of charges, each with itself as well,
  // and takes the charges away.
  double solve();
  [[nodiscard]] const Point* forces(size_t row) const { return forces_.data() + row * columns_; }
  // What one charge has with itself in that sum, on average over its places between the nodes; about 1.
  [[nodiscard]] double self() const { return self_; }

 private:
  static constexpr size_t kWidth = 8;  // columns of a block: their complex numbers fill a cache line

  // What one thread needs for a block of columns or a row.
  struct Desk {
    Desk(size_t height, size_t length)
        : a(height * kWidth), b(height * kWidth), c(height * kWidth), x(length), y(length) {}
    Aligned<Complex> a, b, c;
    Aligned<float> x, y;
  };

  template <class Work>
  void share_out(size_t n, Work&& work);
  template <class Kernel>
  void set_kernel(Kernel&& kernel, bool odd, Aligned<float>& result);
  void deconvolve(Aligned<float>& kernel) const;
  [[nodiscard]] double expected_self() const;
  void rows_forth();
  double columns_forth_and_back();
  double block(size_t b, Desk& desk);
  void rows_back();

  // The part of a row's spectrum that block b holds.
  Complex* part(Aligned<Complex>& spectrum, size_t row, size_t b) {
    return spectrum.data() + row * blocks_ * kWidth + b * kWidth;
  }
  // How often a column of the half spectrum stands for one of the whole.
  [[nodiscard]] double times(size_t column) const {
    return column > length_ / 2 ? 0 : column == 0 || column == length_ / 2 ? 1 : 2;
  }

  base::Team& team_;
  double spacing_;
  size_t length_, height_;  // of the transforms
  size_t rows_, columns_;   // of nodes
  size_t blocks_;
  Transform row_forth_, row_back_, columns_forth_, columns_back_;
  std::vector<Desk> desks_;
  Aligned<float> charges_;                  // rows x length
  Aligned<Complex> spectrum_, x_, y_;       // rows x (blocks * kWidth)
  std::vector<Point> forces_;               // rows x columns
  Aligned<float> pairs_, push_x_, push_y_;  // C's transforms, by block, row, column; those of forces times i
  double self_;
};

}  // namespace eqnet::report
