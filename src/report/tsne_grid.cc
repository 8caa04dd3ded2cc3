#include "report/tsne_grid.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <numeric>

namespace eqnet::report {
namespace {

// Nodes that the transforms have beyond twice the grid. Where the kernel is bent round, it has an edge; C rings there,
// each node less by a factor of 2 - sqrt(3).
constexpr size_t kRing = 4;

// The transform of the B-spline at the nodes, t = 2 pi * index / n.
double spline(size_t index, size_t n) {
  return (2 + std::cos(2 * std::numbers::pi * static_cast<double>(index) / static_cast<double>(n))) / 3;
}

// The same for the B-spline with itself, whose values at nodes are (1, 120, 1191, 2416, 1191, 120, 1) / 5040.
double spline_with_itself(size_t index, size_t n) {
  const double t = 2 * std::numbers::pi * static_cast<double>(index) / static_cast<double>(n);
  return (2416 + 2382 * std::cos(t) + 240 * std::cos(2 * t) + 2 * std::cos(3 * t)) / 5040;
}

// The distance, in nodes, at place `index` of a ring of n.
double wound(size_t index, size_t n) {
  return index <= n / 2 ? static_cast<double>(index) : static_cast<double>(index) - static_cast<double>(n);
}

}  // namespace

TsneGrid::TsneGrid(size_t rows, size_t columns, double spacing, base::Team& team)
    : team_(team),
      spacing_(spacing),
      length_(good_length(2 * (columns + kRing))),
      height_(good_length(2 * (rows + kRing))),
      rows_(height_ / 2 - kRing),
      columns_(length_ / 2 - kRing),
      blocks_((length_ / 2 + kWidth) / kWidth),
      row_forth_(Transform::forward_row(length_)),
      row_back_(Transform::backward_row(length_)),
      columns_forth_(Transform::forward_columns(height_, kWidth)),
      columns_back_(Transform::backward_columns(height_, kWidth)),
      charges_(rows_ * length_),
      spectrum_(rows_ * blocks_ * kWidth),
      x_(rows_ * blocks_ * kWidth),
      y_(rows_ * blocks_ * kWidth),
      forces_(rows_ * columns_),
      pairs_(blocks_ * height_ * kWidth),
      push_x_(blocks_ * height_ * kWidth),
      push_y_(blocks_ * height_ * kWidth) {
  for (size_t t = 0; t < team.size(); ++t) desks_.emplace_back(height_, length_);
  const auto near = [](double dx, double dy) { return 1 / (1 + dx * dx + dy * dy); };
  set_kernel(near, false, pairs_);
  set_kernel([&](double dx, double dy) { return dx * near(dx, dy) * near(dx, dy); }, true, push_x_);
  set_kernel([&](double dx, double dy) { return dy * near(dx, dy) * near(dx, dy); }, true, push_y_);
  self_ = expected_self();
}

// Calls work(i, desk) for every i in [0, n), each desk in the hands of one thread.
template <class Work>
void TsneGrid::share_out(size_t n, Work&& work) {
  std::atomic<size_t> next = 0;
  team_.run(desks_.size(), [&](size_t desk) {
    for (size_t i = next++; i < n; i = next++) work(i, desks_[desk]);
  });
}

// The transform of an even kernel is real, that of an odd one i times something real; that is what is kept. An odd one
// is 0 where it is bent round: both signs meet there.
template <class Kernel>
void TsneGrid::set_kernel(Kernel&& kernel, bool odd, Aligned<float>& result) {
  Aligned<Complex> spectrum(height_ * blocks_ * kWidth);
  share_out(height_, [&](size_t row, Desk& desk) {
    for (size_t column = 0; column < length_; ++column) {
      const bool edge = odd && (row == height_ / 2 || column == length_ / 2);
      const double value = kernel(spacing_ * wound(column, length_), spacing_ * wound(row, height_));
      desk.x.data()[column] = edge ? 0 : static_cast<float>(value);
    }
    row_forth_.run(desk.x.data(), part(spectrum, row, 0));
  });
  share_out(blocks_, [&](size_t b, Desk& desk) {
    for (size_t row = 0; row < height_; ++row)
      std::copy_n(part(spectrum, row, b), kWidth, desk.a.data() + row * kWidth);
    columns_forth_.run(desk.a.data(), desk.b.data());
    float* to = result.data() + b * height_ * kWidth;
    for (size_t i = 0; i < height_ * kWidth; ++i) to[i] = odd ? desk.b.data()[i].imaginary : desk.b.data()[i].real;
  });
  deconvolve(result);
}

// And divides by the number of nodes, as transforms do not.
void TsneGrid::deconvolve(Aligned<float>& kernel) const {
  std::vector<double> across(blocks_ * kWidth, 1.0);
  for (size_t column = 0; column <= length_ / 2; ++column) across[column] = spline(column, length_);
  for (size_t row = 0; row < height_; ++row) {
    const double down = spline(row, height_);
    for (size_t column = 0; column < blocks_ * kWidth; ++column) {
      float& value = kernel.data()[(column / kWidth * height_ + row) * kWidth + column % kWidth];
      const double both = down * across[column];
      value = static_cast<float>(value / (both * both * static_cast<double>(length_ * height_)));
    }
  }
}

// The mean over places u of the sum over nodes g, h of M(u - g) C(g - h) M(u - h): the mean of M(u - g) M(u - h) is
// the B-spline with itself at g - h, and Parseval's theorem does the rest.
double TsneGrid::expected_self() const {
  double total = 0;
  for (size_t row = 0; row < height_; ++row) {
    for (size_t column = 0; column <= length_ / 2; ++column) {
      total += times(column) * pairs_.data()[(column / kWidth * height_ + row) * kWidth + column % kWidth] *
               spline_with_itself(row, height_) * spline_with_itself(column, length_);
    }
  }
  return total;
}

double TsneGrid::solve() {
  rows_forth();
  const double pairs = columns_forth_and_back();
  rows_back();
  return pairs;
}

void TsneGrid::rows_forth() {
  team_.run(rows_, [&](size_t row) {
    row_forth_.run(charges(row), part(spectrum_, row, 0));
    std::fill_n(charges(row), columns_, 0.0F);
  });
}

double TsneGrid::columns_forth_and_back() {
  std::vector<double> sums(blocks_);
  share_out(blocks_, [&](size_t b, Desk& desk) { sums[b] = block(b, desk); });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

double TsneGrid::block(size_t b, Desk& desk) {
  Complex* a = desk.a.data();
  Complex* c = desk.c.data();
  for (size_t row = 0; row < rows_; ++row) std::copy_n(part(spectrum_, row, b), kWidth, a + row * kWidth);
  std::fill_n(a + rows_ * kWidth, (height_ - rows_) * kWidth, Complex{});
  columns_forth_.run(a, desk.b.data());

  const Complex* w = desk.b.data();
  const float* pairs = pairs_.data() + b * height_ * kWidth;
  const float* push_x = push_x_.data() + b * height_ * kWidth;
  const float* push_y = push_y_.data() + b * height_ * kWidth;
  double columns[kWidth] = {};
  for (size_t i = 0; i < height_ * kWidth; ++i) {
    const float square = w[i].real * w[i].real + w[i].imaginary * w[i].imaginary;
    columns[i % kWidth] += static_cast<double>(square) * static_cast<double>(pairs[i]);
    a[i] = {-w[i].imaginary * push_x[i], w[i].real * push_x[i]};
    c[i] = {-w[i].imaginary * push_y[i], w[i].real * push_y[i]};
  }
  double sum = 0;
  for (size_t j = 0; j < kWidth; ++j) sum += times(b * kWidth + j) * columns[j];

  const auto back = [&](Complex* from, Aligned<Complex>& to) {
    columns_back_.run(from, desk.b.data());
    for (size_t row = 0; row < rows_; ++row) std::copy_n(desk.b.data() + row * kWidth, kWidth, part(to, row, b));
  };
  back(a, x_);
  back(c, y_);
  return sum;
}

void TsneGrid::rows_back() {
  share_out(rows_, [&](size_t row, Desk& desk) {
    row_back_.run(part(x_, row, 0), desk.x.data());
    row_back_.run(part(y_, row, 0), desk.y.data());
    Point* to = forces_.data() + row * columns_;
    for (size_t column = 0; column < columns_; ++column) to[column] = {desk.x.data()[column], desk.y.data()[column]};
  });
}

}  // namespace eqnet::report
