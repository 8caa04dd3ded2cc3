// Passes over a row of similarities, fast enough to keep up with the matrix product that made them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace eqnet::kernels {

// Cosine similarities sorted into bins by 1 - s, spaced logarithmically: 256 to each doubling of the distance from
// 2^-20 up, so that the many pairs next to 1 are told apart as well as the rest. Bin 0 is the most similar.
constexpr size_t kSimilarityBins = size_t{22} * 256;

// Rows of small whole numbers, so many of them interleaved in a block: number j of all of them, then number j + 1.
constexpr size_t kCodeRows = 64;

struct Similarities {
  // The first i in [begin, n) with values[i] >= least; n when there is none.
  size_t (*find_at_least)(const float* values, size_t begin, size_t n, float least);
  uint32_t (*bin)(float similarity);
  // counts[bin(values[i])] += times * weights[i] for all i.
  void (*count)(const float* values, const uint32_t* weights, size_t n, uint64_t times, uint64_t* counts);
  // The products of a vector with the kCodeRows rows of each block.
  void (*code_products)(const int8_t* codes, size_t blocks, const float* vector, size_t width, float* products);
};

// Of the instruction set in use (isa.h).
const Similarities& similarities();

}  // namespace eqnet::kernels
