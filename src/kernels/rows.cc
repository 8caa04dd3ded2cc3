#include "kernels/rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace eqnet::kernels {
namespace {

// e^x without branches: 2^round(x log2 e) times a polynomial for the rest. Near 0 right to about 2 units in the last
// place of a float; the rounding of x log2 e makes that |x| units further out. The coefficients are those of the Taylor
// series of 2^f = e^(f ln 2), |f| <= 1/2.
inline float exponential(float x) {
  const float scaled = std::min(std::max(x, -87.0F), 87.0F) * 1.44269504F;
  const float whole = __builtin_rintf(scaled);
  const float f = scaled - whole;
  float power = 1.5403530e-4F;
  power = power * f + 1.3333558e-3F;
  power = power * f + 9.6181291e-3F;
  power = power * f + 5.5504109e-2F;
  power = power * f + 2.4022651e-1F;
  power = power * f + 6.9314718e-1F;
  power = power * f + 1.0F;
  return power * std::bit_cast<float>((static_cast<int32_t>(whole == whole ? whole : 0.0F) + 127) << 23);
}
inline double exponential(double x) {
  return std::exp(x);
}

template <class Real>
inline Real sigmoid(Real x) {
  return Real(1) / (Real(1) + exponential(-x));
}

// By e^2x far from 0; near it, where that would cancel, by the Taylor series (its next term is below 1e-8 of x).
inline float tangent(float x) {
  const float far = 1.0F - 2.0F / (exponential(x + x) + 1.0F);
  const float q = x * x;
  const float near = x + x * q * (-0.33333333F + q * (0.13333333F + q * (-0.053968254F + q * 0.021869488F)));
  return q < 0.0625F ? near : far;
}
inline double tangent(double x) {
  return std::tanh(x);
}

template <Activation kF, class Real>
inline Real apply(Real x) {
  if constexpr (kF == Activation::sigmoid) return sigmoid(x);
  if constexpr (kF == Activation::tanh) return tangent(x);
  return x;
}

// The derivative by the activation's output.
template <Activation kF, class Real>
inline Real slope(Real y) {
  if constexpr (kF == Activation::sigmoid) return y * (Real(1) - y);
  if constexpr (kF == Activation::tanh) return Real(1) - y * y;
  return Real(1);
}

// Calls work with the activation as a constant, so that the loop inside has no branch.
template <class Work>
inline void dispatch(Activation f, const Work& work) {
  switch (f) {
    case Activation::identity:
      return work.template operator()<Activation::identity>();
    case Activation::sigmoid:
      return work.template operator()<Activation::sigmoid>();
    case Activation::tanh:
      return work.template operator()<Activation::tanh>();
  }
}

// 32 well-mixed bits of a place (the finaliser of MurmurHash3): cheap in vector registers, as multiplications of 64
// bits are not.
inline uint32_t mix(uint32_t x) {
  x ^= x >> 16;
  x *= 0x85EBCA6BU;
  x ^= x >> 13;
  x *= 0xC2B2AE35U;
  return x ^ (x >> 16);
}

}  // namespace

template <class Real>
void gather_rows(const Real* from, size_t width, const uint32_t* index, size_t count, Real* to) {
  for (size_t i = 0; i < count; ++i) std::memcpy(to + i * width, from + index[i] * width, width * sizeof(Real));
}

template <class Real>
void scatter_add_rows(const Real* from, size_t width, const uint32_t* index, size_t count, Real* to) {
  for (size_t i = 0; i < count; ++i) {
    Real* target = to + index[i] * width;
    const Real* source = from + i * width;
    for (size_t j = 0; j < width; ++j) target[j] += source[j];
  }
}

template <class Real>
void add_bias_activate(Real* values, size_t n, size_t width, size_t stride, const Real* bias, Activation f) {
  dispatch(f, [&]<Activation kF>() {
    for (size_t i = 0; i < n; ++i) {
      Real* row = values + i * stride;
      for (size_t j = 0; j < width; ++j) row[j] = apply<kF>(row[j] + bias[j]);
    }
  });
}

template <class Real>
void copy_add_bias(const Real* from, size_t n, size_t width, size_t stride, const Real* bias, Real* to) {
  for (size_t i = 0; i < n; ++i) {
    Real* target = to + i * width;
    if (from == nullptr) {
      std::memcpy(target, bias, width * sizeof(Real));
      continue;
    }
    const Real* row = from + i * stride;
    for (size_t j = 0; j < width; ++j) target[j] = row[j] + bias[j];
  }
}

template <class Real>
void activation_backward(const Real* values, size_t n, size_t width, Activation f, Real* gradient, size_t stride) {
  if (f == Activation::identity) return;
  dispatch(f, [&]<Activation kF>() {
    for (size_t i = 0; i < n; ++i) {
      const Real* row = values + i * width;
      Real* target = gradient + i * stride;
      for (size_t j = 0; j < width; ++j) target[j] *= slope<kF>(row[j]);
    }
  });
}

template <class Real>
void add_column_sums(const Real* values, size_t n, size_t width, size_t stride, Real* sums) {
  for (size_t i = 0; i < n; ++i) {
    const Real* row = values + i * stride;
    for (size_t j = 0; j < width; ++j) sums[j] += row[j];
  }
}

template <class Real>
Real dot(const Real* a, const Real* b, size_t n) {
  Real sum = 0;
  for (size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// 1 / length of a row whose squares are too small to be summed; 0 for one of zeros.
template <class Real>
Real inverse_of_short(const Real* row, size_t width) {
  double square = 0;
  for (size_t j = 0; j < width; ++j) square += static_cast<double>(row[j]) * static_cast<double>(row[j]);
  const double inverse = square > 0 ? 1 / std::sqrt(square) : 0;
  return inverse <= std::numeric_limits<Real>::max() ? static_cast<Real>(inverse) : Real(0);
}

template <class Real>
void normalise_rows(Real* rows, size_t n, size_t width, Real* inverse_length) {
  for (size_t i = 0; i < n; ++i) {
    Real* row = rows + i * width;
    const Real square = dot(row, row, width);
    // Squares of numbers this small lose their digits or vanish.
    const Real inverse = square > Real(1e-30) ? Real(1) / std::sqrt(square) : inverse_of_short(row, width);
    for (size_t j = 0; j < width; ++j) row[j] *= inverse;
    inverse_length[i] = inverse;
  }
}

template <class Real>
void normalise_backward(const Real* rows, const Real* inverse_length, size_t n, size_t width, Real* gradient,
                        size_t stride) {
  for (size_t i = 0; i < n; ++i) {
    const Real* row = rows + i * width;
    Real* target = gradient + i * stride;
    const Real along = dot(row, target, width);
    const Real inverse = inverse_length[i];
    for (size_t j = 0; j < width; ++j) target[j] = (target[j] - along * row[j]) * inverse;
  }
}

template <class Real>
void activate(Real* values, size_t n, Activation f) {
  dispatch(f, [&]<Activation kF>() {
    for (size_t i = 0; i < n; ++i) values[i] = apply<kF>(values[i]);
  });
}

template <class Real>
void add_scaled(const Real* from, size_t n, Real factor, Real* to) {
  for (size_t i = 0; i < n; ++i) to[i] += factor * from[i];
}

template <class Real>
void drop(Real* values, size_t n, uint64_t seed, uint64_t first, double probability, Real factor) {
  const uint64_t edge = ((first >> 32) + 1) << 32;  // the high half of a place is mixed in once for all
  if (n > edge - first) {
    drop(values + (edge - first), n - (edge - first), seed, edge, probability, factor);
    n = edge - first;
  }
  const auto threshold = static_cast<uint32_t>(std::min(probability, 1.0) * 4294967295.0);
  const auto low = static_cast<uint32_t>(seed);
  const auto high = static_cast<uint32_t>(seed >> 32) ^ static_cast<uint32_t>(first >> 32);
  const auto start = static_cast<uint32_t>(first);
  for (size_t i = 0; i < n; ++i) {
    const uint32_t draw = mix(mix(start + static_cast<uint32_t>(i) + low) ^ high);
    values[i] *= draw < threshold ? Real(0) : factor;
  }
}

// NOLINTBEGIN(bugprone-macro-parentheses): a type cannot be in parentheses
#define EQNET_INSTANTIATE(Real)                                                              \
  template void gather_rows(const Real*, size_t, const uint32_t*, size_t, Real*);            \
  template void scatter_add_rows(const Real*, size_t, const uint32_t*, size_t, Real*);       \
  template void add_bias_activate(Real*, size_t, size_t, size_t, const Real*, Activation);   \
  template void copy_add_bias(const Real*, size_t, size_t, size_t, const Real*, Real*);      \
  template void activation_backward(const Real*, size_t, size_t, Activation, Real*, size_t); \
  template void add_column_sums(const Real*, size_t, size_t, size_t, Real*);                 \
  template void normalise_rows(Real*, size_t, size_t, Real*);                                \
  template void normalise_backward(const Real*, const Real*, size_t, size_t, Real*, size_t); \
  template void activate(Real*, size_t, Activation);                                         \
  template Real dot(const Real*, const Real*, size_t);                                       \
  template void add_scaled(const Real*, size_t, Real, Real*);                                \
  template void drop(Real*, size_t, uint64_t, uint64_t, double, Real);
// NOLINTEND(bugprone-macro-parentheses)
EQNET_INSTANTIATE(float)
EQNET_INSTANTIATE(double)
#undef EQNET_INSTANTIATE

}  // namespace eqnet::kernels
