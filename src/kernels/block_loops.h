// The loops of rows.h on blocks. Included by loops.cc alone, once for each instruction set, so everything has internal
// linkage.
#pragma once

#include "kernels/block_pairs.h"
#include "kernels/block_tile.h"

namespace eqnet::kernels {
namespace {  // NOLINT(cert-dcl59-cpp,google-build-namespaces): see above

// work(tile), with a tile made for the shape where there is one: for the lengths of blocks that training tries.
template <class Real, class Work>
void with_tile(const Blocks& shape, Real* space, const Work& work) {
  if (shape.arity == 2) {
    switch (shape.size) {
      case 2:
        return work(PairTile<Real, 2>(shape, space));
      case 3:
        return work(PairTile<Real, 3>(shape, space));
      case 4:
        return work(PairTile<Real, 4>(shape, space));
      case 6:
        return work(PairTile<Real, 6>(shape, space));
      default:
        break;
    }
  }
  work(BlockTile<Real>(shape, space));
}

template <class Real>
void blocks(const Blocks& shape, const Real* x, size_t n, const Real* coefficients, Real* work, Real* to) {
  const size_t width = shape.arity * shape.dimension;
  with_tile(shape, work, [&](auto tile) {
    for (size_t i = 0; i < n; i += tile.kLanes) {
      const size_t rows = smaller(tile.kLanes, n - i);
      tile.load_children(x + i * width, rows);
      tile.forward(coefficients);
      tile.add_out(rows, to + i * shape.dimension);
    }
  });
}

template <class Real>
void blocks_backward(const Blocks& shape, const Real* x, size_t n, const Real* coefficients, const Real* gradient,
                     size_t stride, bool add, Real* work, Real* dx) {
  const size_t width = shape.arity * shape.dimension;
  with_tile(shape, work, [&](auto tile) {
    for (size_t i = 0; i < n; i += tile.kLanes) {
      const size_t rows = smaller(tile.kLanes, n - i);
      tile.load_children(x + i * width, rows);
      tile.load_out(gradient + i * stride, rows, stride);
      tile.backward(coefficients);
      tile.put_down(rows, add, dx + i * width);
    }
  });
}

template <class Real>
void blocks_coefficients(const Blocks& shape, const Real* x, size_t n, const Real* gradient, size_t stride, Real* work,
                         Real* coefficients) {
  with_tile(shape, work, [&](auto tile) {
    tile.clear_sums();
    tile.add_rows(x, n, gradient, stride);
    tile.add_sums(coefficients);
  });
}

}  // namespace
}  // namespace eqnet::kernels
