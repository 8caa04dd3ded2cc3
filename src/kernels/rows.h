// Element-wise arithmetic on rows of numbers, with backward passes, in float and double. A matrix is n rows of `width`
// numbers, `stride` apart where that is an argument, else contiguous. Loops are written for the vectoriser (this room
// alone is compiled for x86-64-v3 with reassociation); nothing allocates.
#pragma once

#include <cstddef>
#include <cstdint>

namespace eqnet::kernels {

enum class Activation : uint8_t { identity, sigmoid, tanh };

// ---- moving rows ----

// to[i] = from[index[i]], `count` rows.
template <class Real>
void gather_rows(const Real* from, size_t width, const uint32_t* index, size_t count, Real* to);
// to[index[i]] += from[i], in order of i.
template <class Real>
void scatter_add_rows(const Real* from, size_t width, const uint32_t* index, size_t count, Real* to);

// ---- layers ----

// values = f(values + bias), in place; bias has `width` numbers.
template <class Real>
void add_bias_activate(Real* values, size_t n, size_t width, size_t stride, const Real* bias, Activation f);
// to = from + bias; from = nullptr stands for zeros.
template <class Real>
void copy_add_bias(const Real* from, size_t n, size_t width, size_t stride, const Real* bias, Real* to);
// gradient *= f'(.) where `values` = f(.) is the output of the activation.
template <class Real>
void activation_backward(const Real* values, size_t n, size_t width, Activation f, Real* gradient, size_t stride);
// sums[j] += sum over rows of values[., j].
template <class Real>
void add_column_sums(const Real* values, size_t n, size_t width, size_t stride, Real* sums);

// Each row divided by its length; inverse_length[i] keeps 1 / |row|. A row of zeros stays zero (inverse length 0).
template <class Real>
void normalise_rows(Real* rows, size_t n, size_t width, Real* inverse_length);
// Gradient through o -> r = o / |o|: (g - r (r . g)) / |o|, in place.
template <class Real>
void normalise_backward(const Real* rows, const Real* inverse_length, size_t n, size_t width, Real* gradient,
                        size_t stride);

// values = f(values), n numbers.
template <class Real>
void activate(Real* values, size_t n, Activation f);
template <class Real>
Real dot(const Real* a, const Real* b, size_t n);
// to += factor * from
template <class Real>
void add_scaled(const Real* from, size_t n, Real factor, Real* to);

// ---- noise that is a function of (seed, place) alone ----

// values[i] *= 0 with the given probability, else `factor`. The draw for values[i] depends on seed and `first + i`.
template <class Real>
void drop(Real* values, size_t n, uint64_t seed, uint64_t first, double probability, Real factor);

}  // namespace eqnet::kernels
