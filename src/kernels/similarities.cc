#include "kernels/similarities.h"

#include <algorithm>
#include <bit>

namespace eqnet::kernels {
namespace {

constexpr float kNearest = 0x1p-20F;
constexpr uint32_t kShift = 15;  // keeps the exponent and 8 bits of the fraction
constexpr uint32_t kFirst = std::bit_cast<uint32_t>(kNearest) >> kShift;

inline uint32_t bin(float similarity) {
  const float distance = std::max(1.0F - similarity, 0.0F) + kNearest;
  return std::min<uint32_t>((std::bit_cast<uint32_t>(distance) >> kShift) - kFirst, kSimilarityBins - 1);
}

}  // namespace

size_t find_at_least(const float* values, size_t begin, size_t n, float least) {
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

uint32_t similarity_bin(float similarity) {
  return bin(similarity);
}

void count_similarities(const float* values, size_t n, uint32_t* counts) {
  constexpr size_t kBlock = 256;
  uint32_t bins[kBlock];
  for (size_t begin = 0; begin < n; begin += kBlock) {
    const size_t rows = std::min(kBlock, n - begin);
    for (size_t i = 0; i < rows; ++i) bins[i] = bin(values[begin + i]);
    for (size_t i = 0; i < rows; ++i) ++counts[bins[i]];
  }
}

}  // namespace eqnet::kernels
