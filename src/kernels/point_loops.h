// The loops of rows.h on values at points. Included by loops.cc alone, once for each instruction set, so everything has
// internal linkage.
#pragma once

#include "kernels/numbers.h"

namespace eqnet::kernels {
namespace {  // NOLINT(cert-dcl59-cpp,google-build-namespaces): see above

// One row: its children's vectors, and the weights w_c = last number of child c / sqrt(d - 1).
template <class Real>
struct PointRow {
  static constexpr size_t kMost = kMostPointChildren;

  PointRow(const Real* row, size_t children, size_t dimension) : x(row), arity(children), d(dimension) {
    scale = Real(1) / root(static_cast<Real>(d - 1));
    for (size_t c = 0; c < arity; ++c) w[c] = scale * x[c * d + d - 1];
  }
  // The product over the children outside of a subset, without child `but`, of their weights.
  [[nodiscard]] Real weight(size_t subset, size_t but = kMost) const {
    Real product = 1;
    for (size_t c = 0; c < arity; ++c) product *= (subset >> c & 1) != 0 || c == but ? Real(1) : w[c];
    return product;
  }
  // The product over the children of a subset, without child `but`, of their value at a point.
  [[nodiscard]] Real value(size_t subset, size_t point, size_t but = kMost) const {
    Real product = 1;
    for (size_t c = 0; c < arity; ++c) product *= (subset >> c & 1) == 0 || c == but ? Real(1) : x[c * d + point];
    return product;
  }

  // The children of an operator that has two.
  struct Two {
    const Real *left, *right;
    Real left_weight, right_weight;
  };
  [[nodiscard]] Two two() const { return {x, x + d, w[0], w[1]}; }

  const Real* x;
  size_t arity, d;
  Real scale;
  Real w[kMost];
};

template <class Real>
void points(const Real* __restrict x, size_t n, size_t arity, size_t d, const Real* __restrict coefficients,
            Real* __restrict to) {
  const size_t last = d - 1;
  for (size_t i = 0; i < n; ++i) {
    const PointRow<Real> row(x + i * arity * d, arity, d);
    Real* target = to + i * d;
    if (arity == 2) {
      const Real* a = coefficients;
      const auto [left, right, wl, wr] = row.two();
      for (size_t j = 0; j < last; ++j) {
        target[j] +=
            wr * (a[j] * wl + a[last + j] * left[j]) + right[j] * (a[2 * last + j] * wl + a[3 * last + j] * left[j]);
      }
    } else if (arity == 1) {
      add_rounded([&](auto at) { return at(coefficients) * row.w[0]; }, last, target);
      add_rounded([&](auto at) { return at(coefficients + last) * at(row.x); }, last, target);
    } else {
      for (size_t subset = 0; subset < size_t{1} << arity; ++subset) {
        const Real weight = row.weight(subset);
        for (size_t j = 0; j < last; ++j) target[j] += coefficients[subset * last + j] * weight * row.value(subset, j);
      }
    }
    target[last] += row.weight(0) / row.scale;
  }
}

template <class Real>
void points_backward(const Real* __restrict x, size_t n, size_t arity, size_t d, const Real* __restrict coefficients,
                     const Real* __restrict gradient, size_t stride, bool add, Real* __restrict dx) {
  const size_t last = d - 1;
  for (size_t i = 0; i < n; ++i) {
    const PointRow<Real> row(x + i * arity * d, arity, d);
    const Real* g = gradient + i * stride;
    Real* down = dx + i * arity * d;
    if (!add) {
      for (size_t j = 0; j < arity * d; ++j) down[j] = 0;
    }
    Real dw[PointRow<Real>::kMost] = {};
    if (arity == 2) {
      const Real* a = coefficients;
      const auto [left, right, wl, wr] = row.two();
      Real dwl = 0;
      Real dwr = 0;
      for (size_t j = 0; j < last; ++j) {
        const Real both = a[3 * last + j];
        down[j] += g[j] * (a[last + j] * wr + both * right[j]);
        down[d + j] += g[j] * (a[2 * last + j] * wl + both * left[j]);
        dwl += g[j] * (a[j] * wr + a[2 * last + j] * right[j]);
        dwr += g[j] * (a[j] * wl + a[last + j] * left[j]);
      }
      dw[0] = dwl;
      dw[1] = dwr;
    } else if (arity == 1) {
      add_rounded([&](auto at) { return at(g) * at(coefficients + last); }, last, down);
      for (size_t j = 0; j < last; ++j) dw[0] = rounded(dw[0] + rounded(g[j] * coefficients[j]));
    } else {
      for (size_t subset = 0; subset < size_t{1} << arity; ++subset) {
        for (size_t c = 0; c < arity; ++c) {
          const bool inside = (subset >> c & 1) != 0;
          const Real weight = row.weight(subset, c);
          for (size_t j = 0; j < last; ++j) {
            const Real part = g[j] * coefficients[subset * last + j] * weight * row.value(subset, j, c);
            (inside ? down[c * d + j] : dw[c]) += part;
          }
        }
      }
    }
    for (size_t c = 0; c < arity; ++c) {
      down[c * d + last] += row.scale * dw[c] + g[last] * row.weight(0, c);
    }
  }
}

template <class Real>
void points_coefficients(const Real* __restrict x, size_t n, size_t arity, size_t d, const Real* __restrict gradient,
                         size_t stride, Real* __restrict coefficients) {
  const size_t last = d - 1;
  for (size_t i = 0; i < n; ++i) {
    const PointRow<Real> row(x + i * arity * d, arity, d);
    const Real* g = gradient + i * stride;
    if (arity == 2) {
      Real* a = coefficients;
      const auto [left, right, wl, wr] = row.two();
      for (size_t j = 0; j < last; ++j) {
        const Real gl = g[j] * left[j];
        const Real gw = g[j] * wl;
        a[j] += gw * wr;
        a[last + j] += gl * wr;
        a[2 * last + j] += gw * right[j];
        a[3 * last + j] += gl * right[j];
      }
      continue;
    }
    if (arity == 1) {
      add_rounded([&](auto at) { return at(g) * row.w[0]; }, last, coefficients);
      add_rounded([&](auto at) { return at(g) * at(row.x); }, last, coefficients + last);
      continue;
    }
    for (size_t subset = 0; subset < size_t{1} << arity; ++subset) {
      const Real weight = row.weight(subset);
      for (size_t j = 0; j < last; ++j) coefficients[subset * last + j] += g[j] * weight * row.value(subset, j);
    }
  }
}

}  // namespace
}  // namespace eqnet::kernels
