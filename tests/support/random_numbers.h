// Arrays of random numbers.
#pragma once

#include <vector>

#include "base/random.h"

namespace eqnet::testing {

template <class Real>
std::vector<Real> gaussians(base::Random& random, size_t n, double deviation = 1) {
  std::vector<Real> values(n);
  for (Real& value : values) value = static_cast<Real>(deviation * random.gaussian());
  return values;
}

// Rows whose products are the same in every order of summation: each number is +1/4 or -1/4 and a row has 16 of them,
// so rows have length 1, products are multiples of 1/8, and there are many ties.
constexpr size_t kExactWidth = 16;
inline std::vector<float> exact_rows(base::Random& random, size_t n) {
  std::vector<float> values(n * kExactWidth);
  for (float& value : values) value = random.below(2) == 0 ? 0.25F : -0.25F;
  return values;
}

}  // namespace eqnet::testing
