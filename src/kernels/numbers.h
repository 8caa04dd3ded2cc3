// What loops.cc computes with: registers, exponentials, activations, sums, random draws. Included there alone,
// once for each instruction set, so everything has internal linkage.
#pragma once

#include "kernels/rows.h"

namespace eqnet::kernels {
namespace {  // NOLINT(cert-dcl59-cpp,google-build-namespaces): see above

// ---- vectors ----

// A register full of numbers, where the vectoriser does not see by itself what may stay in one.
// NOLINTBEGIN(misc-definitions-in-headers): in the namespace without a name, see above
#if defined(__AVX512F__)
constexpr size_t kRegister = 64;
#elif defined(__AVX2__)
constexpr size_t kRegister = 32;
#else
constexpr size_t kRegister = 16;
#endif
// NOLINTEND(misc-definitions-in-headers)
template <class Real>
struct Register {
  typedef Real Vector __attribute__((vector_size(kRegister)));  // NOLINT(modernize-use-using): not with attributes
  static constexpr size_t kNumbers = kRegister / sizeof(Real);

  static Vector load(const Real* from) {
    Vector vector;
    __builtin_memcpy(&vector, from, kRegister);
    return vector;
  }
};

// ---- functions of one number ----

template <class Real>
inline Real smaller(Real a, Real b) {
  return b < a ? b : a;
}
template <class Real>
inline Real larger(Real a, Real b) {
  return a < b ? b : a;
}
inline float root(float x) {
  return __builtin_sqrtf(x);
}
inline double root(double x) {
  return __builtin_sqrt(x);
}

inline float logarithm(float x) {
  return __builtin_logf(x);
}
inline double logarithm(double x) {
  return __builtin_log(x);
}

// e^x without branches: 2^round(x log2 e) times a polynomial for the rest. Near 0 right to about 2 units in the last
// place of a float; the rounding of x log2 e makes that |x| units further out. The coefficients are those of the Taylor
// series of 2^f = e^(f ln 2), |f| <= 1/2.
inline float exponential(float x) {
  const float scaled = smaller(larger(x, -87.0F), 87.0F) * 1.44269504F;
  const float whole = __builtin_rintf(scaled);
  const float f = scaled - whole;
  float power = 1.5403530e-4F;
  power = power * f + 1.3333558e-3F;
  power = power * f + 9.6181291e-3F;
  power = power * f + 5.5504109e-2F;
  power = power * f + 2.4022651e-1F;
  power = power * f + 6.9314718e-1F;
  power = power * f + 1.0F;
  return power * __builtin_bit_cast(float, (static_cast<int32_t>(whole == whole ? whole : 0.0F) + 127) << 23);
}
inline double exponential(double x) {
  return __builtin_exp(x);
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
  return __builtin_tanh(x);
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

// ---- sums ----

// A number, or a register of them, rounded where it stands: the compiler neither contracts it with the sum it goes into
// nor sums in another order. For loops that must give the bits of others.
template <class Number>
inline Number rounded(Number x) {
  asm("" : "+x"(x));
  return x;
}

// to[j] += product(at) for n numbers, each product rounded first; at(from) is from[j].
template <class Real, class Product>
inline void add_rounded(const Product& product, size_t n, Real* to) {
  using R = Register<Real>;
  size_t j = 0;
  for (; j + R::kNumbers <= n; j += R::kNumbers) {
    const typename R::Vector sum =
        R::load(to + j) + rounded(product([j](const Real* from) { return R::load(from + j); }));
    __builtin_memcpy(to + j, &sum, kRegister);
  }
  for (; j < n; ++j) to[j] += rounded(product([j](const Real* from) { return from[j]; }));
}

template <class Real>
inline Real dot(const Real* __restrict a, const Real* __restrict b, size_t n) {
  Real sum = 0;
  for (size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// ---- random draws ----

// 32 well-mixed bits of a place and a key: the finaliser of MurmurHash3 with the key put in half way. Cheap in vector
// registers, as multiplications of 64 bits are not.
inline uint32_t mix(uint32_t x, uint32_t key) {
  x ^= x >> 16;
  x *= 0x85EBCA6BU;
  x ^= key;
  x ^= x >> 13;
  x *= 0xC2B2AE35U;
  return x ^ (x >> 16);
}

// The draws for the places first, first + 1, ... as long as the high half of a place stays the same: it is mixed in
// once for all.
struct Draws {
  uint32_t low, high, threshold;

  Draws(uint64_t seed, uint64_t first, double probability)
      : low(static_cast<uint32_t>(first) + static_cast<uint32_t>(seed)),
        high(static_cast<uint32_t>(seed >> 32) ^ static_cast<uint32_t>(first >> 32)),
        threshold(static_cast<uint32_t>(smaller(probability, 1.0) * 4294967295.0)) {}

  [[nodiscard]] bool dropped(size_t i) const { return mix(low + static_cast<uint32_t>(i), high) < threshold; }
};

inline bool crosses(uint64_t first, size_t n) {
  return n > 0 && first >> 32 != (first + n - 1) >> 32;
}

template <class Real>
void drop(Real* __restrict values, size_t n, uint64_t seed, uint64_t first, double probability, Real factor) {
  if (crosses(first, n)) {
    const size_t before = (((first >> 32) + 1) << 32) - first;
    drop(values + before, n - before, seed, first + before, probability, factor);
    n = before;
  }
  const Draws draws(seed, first, probability);
  for (size_t i = 0; i < n; ++i) values[i] *= draws.dropped(i) ? Real(0) : factor;
}

}  // namespace
}  // namespace eqnet::kernels
