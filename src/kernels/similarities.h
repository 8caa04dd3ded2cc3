// Passes over a row of similarities, fast enough to keep up with the matrix product that made them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace eqnet::kernels {

// The first i in [begin, n) with values[i] >= least; n when there is none.
size_t find_at_least(const float* values, size_t begin, size_t n, float least);

// Cosine similarities sorted into bins by 1 - s, spaced logarithmically: 256 to each doubling of the distance from
// 2^-20 up, so that the many pairs next to 1 are told apart as well as the rest. Bin 0 is the most similar.
constexpr size_t kSimilarityBins = size_t{22} * 256;
uint32_t similarity_bin(float similarity);
// ++counts[similarity_bin(values[i])] for all i.
void count_similarities(const float* values, size_t n, uint32_t* counts);

}  // namespace eqnet::kernels
