// The loops of rows.h for SubexpAE. Included by loops.cc alone, once for each instruction set, so everything has
// internal linkage.
#pragma once

#include "kernels/numbers.h"

namespace eqnet::kernels {
namespace {  // NOLINT(cert-dcl59-cpp,google-build-namespaces): see above

template <class Real>
void mask(const Real* __restrict r, size_t d, const Real* __restrict x, size_t width, size_t n, uint64_t seed,
          uint64_t first, double probability, Real* __restrict e) {
  const size_t whole = d + width;
  for (size_t i = 0; i < n; ++i) {
    const uint64_t place = first + i * whole;
    const Real* ri = r + i * d;
    const Real* xi = x + i * width;
    Real* row = e + i * whole;
    if (crosses(place, whole)) {
      for (size_t j = 0; j < d; ++j) row[j] = ri[j];
      for (size_t j = 0; j < width; ++j) row[d + j] = xi[j];
      drop(row, whole, seed, place, probability, Real(1));
      continue;
    }
    const Draws draws(seed, place, probability);
    for (size_t j = 0; j < d; ++j) row[j] = draws.dropped(j) ? Real(0) : ri[j];
    for (size_t j = 0; j < width; ++j) row[d + j] = draws.dropped(d + j) ? Real(0) : xi[j];
  }
}

template <class Real>
void rescale(Real* __restrict v, const Real* __restrict x, size_t n, size_t width, Real* __restrict scale) {
  for (size_t i = 0; i < n; ++i) {
    Real* row = v + i * width;
    const Real* xi = x + i * width;
    Real square = 0;
    Real length = 0;
    for (size_t j = 0; j < width; ++j) {
      row[j] = tangent(row[j]);
      square += row[j] * row[j];
      length += xi[j] * xi[j];
    }
    const Real factor = square > 0 ? root(length) / root(square) : Real(0);
    for (size_t j = 0; j < width; ++j) row[j] *= factor;
    scale[i] = factor;
  }
}

template <class Real>
double reconstruction(const Real* __restrict y, const Real* __restrict x, size_t width, const Real* __restrict q,
                      const Real* __restrict r, size_t d, size_t n, const Real* __restrict weights,
                      Real* __restrict dq) {
  double loss = 0;
  for (size_t i = 0; i < n; ++i) {
    const Real w = weights[i];
    const Real* ri = r + i * d;
    Real* target = dq + i * d;
    for (size_t j = 0; j < d; ++j) target[j] = -w * ri[j];
    const Real found = dot(y + i * width, x + i * width, width) + dot(q + i * d, ri, d);
    loss -= static_cast<double>(w) * static_cast<double>(found);
  }
  return loss;
}

// With y = s v, s = |x| / |v| and g the whole gradient of y:
//   dv = s (g - v (v . g) / |v|^2) = s (g - y (y . g) / |x|^2),  through |x|: x (v . g) / (|v| |x|) = x (y . g) / |x|^2
template <class Real>
void rescale_backward(const Real* __restrict y, const Real* __restrict scale, const Real* __restrict x, size_t n,
                      size_t width, const Real* __restrict weights, Real* __restrict dy, Real* __restrict along) {
  for (size_t i = 0; i < n; ++i) {
    const Real* yi = y + i * width;
    const Real* xi = x + i * width;
    Real* down = dy + i * width;
    const Real w = weights[i];
    const Real s = scale[i];
    Real sum = 0;
    Real square = 0;  // |y|^2 = |x|^2
    for (size_t j = 0; j < width; ++j) {
      down[j] -= w * xi[j];
      sum += yi[j] * down[j];
      square += yi[j] * yi[j];
    }
    const bool nothing = s == Real(0) || square == Real(0);
    const Real factor = nothing ? Real(0) : sum / square;
    const Real inverse = nothing ? Real(0) : Real(1) / s;
    for (size_t j = 0; j < width; ++j) {
      const Real v = yi[j] * inverse;
      down[j] = s * (down[j] - yi[j] * factor) * (Real(1) - v * v);
    }
    along[i] = factor;
  }
}

template <class Real>
void unmask(const Real* __restrict de, const Real* __restrict q, size_t d, const Real* __restrict y,
            const Real* __restrict x, size_t width, size_t n, const Real* __restrict weights,
            const Real* __restrict along, uint64_t seed, uint64_t first, double probability, Real* __restrict dr,
            Real* __restrict dx) {
  const size_t whole = d + width;
  for (size_t i = 0; i < n; ++i) {
    const Real w = weights[i];
    const Real a = along[i];
    const uint64_t place = first + i * whole;
    const Real* row = de + i * whole;
    const Real* qi = q + i * d;
    const Real* yi = y + i * width;
    const Real* xi = x + i * width;
    Real* to_r = dr + i * d;
    Real* to_x = dx + i * width;
    if (crosses(place, whole)) {
      for (size_t j = 0; j < whole; ++j) {
        const Real kept = Draws(seed, place + j, probability).dropped(0) ? Real(0) : row[j];
        if (j < d) to_r[j] = kept - w * qi[j];
        if (j >= d) to_x[j - d] = kept - w * yi[j - d] + a * xi[j - d];
      }
      continue;
    }
    const Draws draws(seed, place, probability);
    for (size_t j = 0; j < d; ++j) to_r[j] = (draws.dropped(j) ? Real(0) : row[j]) - w * qi[j];
    for (size_t j = 0; j < width; ++j) {
      to_x[j] = (draws.dropped(d + j) ? Real(0) : row[d + j]) - w * yi[j] + a * xi[j];
    }
  }
}

}  // namespace
}  // namespace eqnet::kernels
