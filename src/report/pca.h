// Principal components: the directions in which rows differ most.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace eqnet::report {

struct PcaParams {
  size_t components = 2;
  size_t threads = 1;  // the result does not depend on it
};

struct Pca {
  std::vector<float> coordinates;  // n x components; their mean is 0
  std::vector<double> shares;      // components: the share of the variance along each; 0 where all rows are equal
};

// rows: n x width. Each direction's largest entry is positive, so that a picture does not flip between runs. More
// components than the width: the rest are 0. Throws base::Error where a number is not finite.
Pca pca(std::span<const float> rows, size_t width, const PcaParams& params);

// Throws base::Error naming the first row with a number that is not finite.
void check_finite(std::span<const float> rows, size_t width);

}  // namespace eqnet::report
