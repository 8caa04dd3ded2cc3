// The loops behind rows.h and similarities.h, written for the vectoriser; arrays that are written overlap no others.
// This file is compiled once for each instruction set (isa.h): EQNET_LOOPS names the table that it defines. Everything
// else has internal linkage, and nothing of the standard library is called that could be emitted here and then be
// linked into code for lesser processors (tests/project checks the object files).
#include "kernels/loops.h"
#include "kernels/autoencoder_loops.h"
#include "kernels/block_loops.h"
#include "kernels/numbers.h"
#include "kernels/point_loops.h"

namespace eqnet::kernels {
namespace {

// ---- moving rows ----

template <class Real>
void gather(const Real* __restrict from, size_t width, const uint32_t* __restrict index, size_t count,
            Real* __restrict to) {
  for (size_t i = 0; i < count; ++i) {
    const Real* row = from + index[i] * width;
    Real* target = to + i * width;
    for (size_t j = 0; j < width; ++j) target[j] = row[j];
  }
}

template <class Real>
void scatter_add(const Real* __restrict from, size_t width, const uint32_t* __restrict index, size_t count,
                 Real* __restrict to) {
  for (size_t i = 0; i < count; ++i) {
    Real* target = to + index[i] * width;
    const Real* source = from + i * width;
    for (size_t j = 0; j < width; ++j) target[j] += source[j];
  }
}

// ---- layers ----

template <class Real>
void activate_add_bias(const Real* __restrict from, size_t n, size_t width, size_t stride, const Real* __restrict bias,
                       Activation f, Real* __restrict to, size_t to_stride) {
  dispatch(f, [&]<Activation kF>() {
    for (size_t i = 0; i < n; ++i) {
      const Real* row = from + i * stride;
      Real* target = to + i * to_stride;
      for (size_t j = 0; j < width; ++j) target[j] = apply<kF>(row[j] + bias[j]);
    }
  });
}

template <class Real>
void activate(Real* __restrict values, size_t n, Activation f) {
  dispatch(f, [&]<Activation kF>() {
    for (size_t i = 0; i < n; ++i) values[i] = apply<kF>(values[i]);
  });
}

template <class Real>
void activation_backward(const Real* __restrict values, size_t n, size_t width, size_t from_stride, Activation f,
                         Real* __restrict gradient, size_t stride) {
  if (f == Activation::identity) return;
  dispatch(f, [&]<Activation kF>() {
    for (size_t i = 0; i < n; ++i) {
      const Real* row = values + i * from_stride;
      Real* target = gradient + i * stride;
      for (size_t j = 0; j < width; ++j) target[j] *= slope<kF>(row[j]);
    }
  });
}

template <class Real>
void multiply(const Real* __restrict factors, size_t n, size_t count, size_t width, Real* __restrict to,
              size_t stride) {
  for (size_t i = 0; i < n; ++i) {
    const Real* row = factors + i * count * width;
    Real* target = to + i * stride;
    for (size_t j = 0; j < width; ++j) target[j] = row[j];
    for (size_t c = 1; c < count; ++c) {
      for (size_t j = 0; j < width; ++j) target[j] *= row[c * width + j];
    }
  }
}

template <class Real>
void multiply_backward(const Real* __restrict gradient, size_t n, size_t count, size_t width, size_t stride,
                       Real* __restrict factors) {
  for (size_t i = 0; i < n; ++i) {
    const Real* g = gradient + i * stride;
    Real* row = factors + i * count * width;
    if (count == 2) {
      for (size_t j = 0; j < width; ++j) {
        const Real left = row[j];
        row[j] = g[j] * row[width + j];
        row[width + j] = g[j] * left;
      }
      continue;
    }
    for (size_t j = 0; j < width; ++j) {
      Real before = g[j];  // times the factors in front of c
      for (size_t c = 0; c < count; ++c) {
        Real others = before;
        for (size_t o = c + 1; o < count; ++o) others *= row[o * width + j];
        before *= row[c * width + j];
        row[c * width + j] = others;
      }
    }
  }
}

template <class Real>
void add_column_sums(const Real* __restrict values, size_t n, size_t width, size_t stride, Real* __restrict sums) {
  for (size_t i = 0; i < n; ++i) {
    const Real* row = values + i * stride;
    for (size_t j = 0; j < width; ++j) sums[j] += row[j];
  }
}

// 1 / length of a row whose squares are too small to be summed; 0 for one of zeros.
template <class Real>
Real inverse_of_short(const Real* __restrict row, size_t width) {
  constexpr double kMost = sizeof(Real) == 4 ? __FLT_MAX__ : __DBL_MAX__;
  double square = 0;
  for (size_t j = 0; j < width; ++j) square += static_cast<double>(row[j]) * static_cast<double>(row[j]);
  const double inverse = square > 0 ? 1 / root(square) : 0;
  return inverse <= kMost ? static_cast<Real>(inverse) : Real(0);
}

template <class Real>
void normalise(Real* __restrict rows, size_t n, size_t width, Real* __restrict inverse_length) {
  for (size_t i = 0; i < n; ++i) {
    Real* row = rows + i * width;
    const Real square = dot(row, row, width);
    // Squares of numbers this small lose their digits or vanish.
    const Real inverse = square > Real(1e-30) ? Real(1) / root(square) : inverse_of_short(row, width);
    for (size_t j = 0; j < width; ++j) row[j] *= inverse;
    inverse_length[i] = inverse;
  }
}

template <class Real>
void normalise_backward(const Real* __restrict rows, const Real* __restrict inverse_length, size_t n, size_t width,
                        const Real* __restrict gradient, Real* __restrict to, size_t stride) {
  for (size_t i = 0; i < n; ++i) {
    const Real* row = rows + i * width;
    const Real* g = gradient + i * width;
    Real* target = to + i * stride;
    const Real along = dot(row, g, width);
    const Real inverse = inverse_length[i];
    for (size_t j = 0; j < width; ++j) target[j] = (g[j] - along * row[j]) * inverse;
  }
}

template <class Real>
void copy(const Real* __restrict from, size_t n, size_t width, Real* __restrict to, size_t stride) {
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < width; ++j) to[i * stride + j] = from[i * width + j];
  }
}

// Four rows at a time, so that sums do not wait for each other.
template <class Real>
void add_product(const Real* __restrict w, size_t height, size_t width, const Real* __restrict x, Real* __restrict y) {
  size_t i = 0;
  for (; i + 4 <= height; i += 4) {
    const Real* row = w + i * width;
    Real s0 = 0;
    Real s1 = 0;
    Real s2 = 0;
    Real s3 = 0;
    for (size_t j = 0; j < width; ++j) {
      s0 += row[j] * x[j];
      s1 += row[width + j] * x[j];
      s2 += row[2 * width + j] * x[j];
      s3 += row[3 * width + j] * x[j];
    }
    y[i] += s0;
    y[i + 1] += s1;
    y[i + 2] += s2;
    y[i + 3] += s3;
  }
  for (; i < height; ++i) y[i] += dot(w + i * width, x, width);
}

template <class Real>
void output(const Real* __restrict z, size_t n, size_t d, size_t stride, const Real* __restrict bias,
            const Real* __restrict h, size_t hidden, const Real* __restrict w, Real* __restrict to) {
  using R = Register<Real>;
  for (size_t i = 0; i < n; ++i) {
    const Real* row = z == nullptr ? nullptr : z + i * stride;
    const Real* hi = h + i * hidden;
    Real* target = to + i * d;
    size_t j = 0;
    for (; j + R::kNumbers <= d; j += R::kNumbers) {
      typename R::Vector sum = R::load(bias + j);
      if (row != nullptr) sum += R::load(row + j);
      for (size_t k = 0; k < hidden; ++k) sum += hi[k] * R::load(w + k * d + j);
      __builtin_memcpy(target + j, &sum, kRegister);
    }
    for (; j < d; ++j) {
      Real sum = bias[j] + (row == nullptr ? Real(0) : row[j]);
      for (size_t k = 0; k < hidden; ++k) sum += hi[k] * w[k * d + j];
      target[j] = sum;
    }
  }
}

// ---- sums ----

template <class Real>
Real dot_product(const Real* __restrict a, const Real* __restrict b, size_t n) {
  return dot(a, b, n);
}

template <class Real>
void add_scaled(const Real* __restrict from, size_t n, Real factor, Real* __restrict to) {
  for (size_t i = 0; i < n; ++i) to[i] += factor * from[i];
}

template <class Real>
void collect(Real* __restrict from, size_t n, bool first, Real* __restrict to) {
  if (first) {
    for (size_t i = 0; i < n; ++i) {
      to[i] = from[i];
      from[i] = 0;
    }
    return;
  }
  for (size_t i = 0; i < n; ++i) {
    to[i] += from[i];
    from[i] = 0;
  }
}

template <class Real>
void average(const Real* __restrict from, size_t n, Real keep, Real* __restrict to) {
  for (size_t i = 0; i < n; ++i) to[i] = keep * to[i] + (Real(1) - keep) * from[i];
}

// ---- training ----

// A register of candidates: because of NaN the vectoriser does not make one of the plain loop. n > 0.
template <class Real>
Real largest_of(const Real* values, size_t n) {
  using R = Register<Real>;
  Real most = values[0];
  size_t i = 1;
  if (n >= R::kNumbers) {
    typename R::Vector most_of_each = R::load(values);
    for (i = R::kNumbers; i + R::kNumbers <= n; i += R::kNumbers) {
      const typename R::Vector next = R::load(values + i);
      most_of_each = most_of_each < next ? next : most_of_each;
    }
    for (size_t t = 0; t < R::kNumbers; ++t) most = larger(most, most_of_each[t]);
  }
  for (; i < n; ++i) most = larger(most, values[i]);
  return most;
}

template <class Real>
Real softmax(Real* __restrict values, size_t n, Real factor) {
  const Real most = largest_of(values, n);
  Real sum = 0;
  for (size_t i = 0; i < n; ++i) {
    values[i] = exponential(factor * (values[i] - most));
    sum += values[i];
  }
  const Real inverse = Real(1) / sum;
  for (size_t i = 0; i < n; ++i) values[i] *= inverse;
  return factor * most + logarithm(sum);
}

// The pairs of numbers right of the diagonal and below it, a tile of the matrix at a time: `turn` has whole tiles,
// given by their first numbers, `act` the pairs that are in none.
template <class Real, class Turn, class Act>
void for_mirrored(Real* square, size_t n, const Turn& turn, const Act& act) {
  constexpr size_t kSide = Register<Real>::kNumbers;
  for (size_t top = 0; top < n; top += kSide) {
    size_t left = top + kSide;
    for (; left + kSide <= n; left += kSide) turn(square + top * n + left, square + left * n + top);
    for (size_t i = top; i < n && i < top + kSide; ++i) {
      for (size_t j = i + 1; j < n && j < top + kSide; ++j) act(square[i * n + j], square[j * n + i]);
      for (size_t j = left; j < n; ++j) act(square[i * n + j], square[j * n + i]);
    }
  }
}

template <class Real>
void mirror(Real* square, size_t n) {
  for_mirrored(
      square, n, [n](const Real* right, Real* below) { turn_square(right, n, false, below, n); },
      [](const Real& right, Real& below) { below = right; });
}

template <class Real>
void add_transposed(Real* square, size_t n) {
  for_mirrored(
      square, n,
      [n](Real* right, Real* below) {
        turn_square(right, n, true, below, n);
        turn_square(below, n, false, right, n);
      },
      [](Real& right, Real& below) { right = below = right + below; });
  for (size_t i = 0; i < n; ++i) square[i * n + i] *= Real(2);
}

template <class Real>
size_t largest(Real* __restrict scores, const Real* __restrict bias, size_t n) {
  using R = Register<Real>;
  constexpr Real kLeast = -__builtin_huge_val();
  Real most = kLeast;
  size_t i = 0;
  typename R::Vector most_of_each = {};
  most_of_each += kLeast;
  for (; i + R::kNumbers <= n; i += R::kNumbers) {
    const typename R::Vector sum = R::load(scores + i) + R::load(bias + i);
    __builtin_memcpy(scores + i, &sum, kRegister);
    most_of_each = sum > most_of_each ? sum : most_of_each;
  }
  for (size_t t = 0; t < R::kNumbers; ++t) most = larger(most, most_of_each[t]);
  for (; i < n; ++i) {
    scores[i] += bias[i];
    most = larger(most, scores[i]);
  }
  // Found by the block, where the vectoriser helps, then one by one.
  constexpr size_t kStep = 32;
  size_t at = 0;
  for (; at + kStep <= n; at += kStep) {
    int found = 0;
    for (size_t j = 0; j < kStep; ++j) found |= scores[at + j] == most ? 1 : 0;
    if (found != 0) break;
  }
  while (at < n && !(scores[at] == most)) ++at;
  return at < n ? at : 0;
}

template <class Real>
void rmsprop(const typename Rows<Real>::RmsProp& params, const Real* __restrict gradient, size_t n,
             Real* __restrict mean_square, Real* __restrict velocity, Real* __restrict values) {
  const auto [rate, rho, momentum, epsilon, clip] = params;
  for (size_t i = 0; i < n; ++i) {
    const Real g = smaller(larger(gradient[i], -clip), clip);
    const Real a = rho * mean_square[i] + (Real(1) - rho) * g * g;
    const Real length = root(a + epsilon);
    const Real s = length > 0 ? rate * g / length : Real(0);
    const Real v = momentum * velocity[i] - s;
    mean_square[i] = a;
    velocity[i] = v;
    values[i] += momentum * v - s;
  }
}

template <class Real>
void adam(const typename Rows<Real>::Adam& params, const Real* __restrict gradient, size_t n,
          Real* __restrict mean_square, Real* __restrict mean, Real* __restrict values) {
  const auto [rate, beta1, beta2, epsilon, clip] = params;
  for (size_t i = 0; i < n; ++i) {
    const Real g = smaller(larger(gradient[i], -clip), clip);
    const Real m = beta1 * mean[i] + (Real(1) - beta1) * g;
    const Real a = beta2 * mean_square[i] + (Real(1) - beta2) * g * g;
    const Real length = root(a) + epsilon;
    mean[i] = m;
    mean_square[i] = a;
    values[i] -= length == 0 ? Real(0) : rate * m / length;  // NaN must stay NaN
  }
}

// ---- similarities ----

constexpr float kNearest = 0x1p-20F;
constexpr uint32_t kShift = 15;  // keeps the exponent and 8 bits of the fraction
constexpr uint32_t kFirst = __builtin_bit_cast(uint32_t, kNearest) >> kShift;

inline uint32_t bin(float similarity) {
  const float distance = larger(1.0F - similarity, 0.0F) + kNearest;
  return smaller<uint32_t>((__builtin_bit_cast(uint32_t, distance) >> kShift) - kFirst, kSimilarityBins - 1);
}

uint32_t bin_of(float similarity) {
  return bin(similarity);
}

size_t find_at_least(const float* __restrict values, size_t begin, size_t n, float least) {
  constexpr size_t kStep = 64;
  size_t i = begin;
  for (; i + kStep <= n; i += kStep) {
    int found = 0;
    for (size_t j = 0; j < kStep; ++j) found |= values[i + j] >= least ? 1 : 0;
    if (found != 0) break;
  }
  while (i < n && !(values[i] >= least)) ++i;
  return i;
}

void count(const float* __restrict values, const uint32_t* __restrict weights, size_t n, uint64_t times,
           uint64_t* __restrict counts) {
  constexpr size_t kBlock = 256;
  uint32_t bins[kBlock];
  for (size_t begin = 0; begin < n; begin += kBlock) {
    const size_t rows = smaller(kBlock, n - begin);
    for (size_t i = 0; i < rows; ++i) bins[i] = bin(values[begin + i]);
    for (size_t i = 0; i < rows; ++i) counts[bins[i]] += times * weights[begin + i];
  }
}

// A block's sums stay in registers: their number is known, and the vectoriser sees through plain loops what it makes of
// conversions between vectors one number at a time.
constexpr size_t kAhead = 8192;  // bytes
void code_products(const int8_t* __restrict codes, size_t blocks, const float* __restrict vector, size_t width,
                   float* __restrict products) {
  for (size_t block = 0; block < blocks; ++block) {
    float sums[kCodeRows] = {};
    for (size_t j = 0; j < width; ++j) {
      const float number = vector[j];
      // The processor's own prefetching ends with a page. Past the last codes it asks for nothing.
      __builtin_prefetch(codes + j * kCodeRows + kAhead);
      for (size_t i = 0; i < kCodeRows; ++i) sums[i] += number * static_cast<float>(codes[j * kCodeRows + i]);
    }
    for (size_t i = 0; i < kCodeRows; ++i) products[block * kCodeRows + i] = sums[i];
    codes += width * kCodeRows;
  }
}

template <class Real>
constexpr Rows<Real> kRows{
    .gather = gather,
    .scatter_add = scatter_add,
    .activate_add_bias = activate_add_bias,
    .activate = activate,
    .activation_backward = activation_backward,
    .multiply = multiply,
    .multiply_backward = multiply_backward,
    .points = points,
    .points_backward = points_backward,
    .points_coefficients = points_coefficients,
    .blocks = blocks,
    .blocks_backward = blocks_backward,
    .blocks_coefficients = blocks_coefficients,
    .add_column_sums = add_column_sums,
    .normalise = normalise,
    .normalise_backward = normalise_backward,
    .copy = copy,
    .add_product = add_product,
    .output = output,
    .dot = dot_product,
    .add_scaled = add_scaled,
    .collect = collect,
    .average = average,
    .drop = drop,
    .mask = mask,
    .rescale = rescale,
    .reconstruction = reconstruction,
    .rescale_backward = rescale_backward,
    .unmask = unmask,
    .softmax = softmax,
    .mirror = mirror,
    .add_transposed = add_transposed,
    .largest = largest,
    .rmsprop = rmsprop,
    .adam = adam,
};

}  // namespace

const Loops EQNET_LOOPS{kRows<float>, kRows<double>, {find_at_least, bin_of, count, code_products}};

}  // namespace eqnet::kernels
