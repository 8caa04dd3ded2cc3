// Points of the plane, and arithmetic on four numbers at a time.
#pragma once

#include <cstddef>
#include <cstring>

namespace eqnet::report {

struct Point {
  float x = 0, y = 0;
};

// Points that one thread handles at a time; sums over them are kept apart and added in order.
constexpr size_t kChunk = 512;

inline size_t chunks_of(size_t n) {
  return (n + kChunk - 1) / kChunk;
}

// One SSE register, which every x86-64 has. A compiler may not reorder sums of floats by itself; these are four sums,
// added at the end.
using Four = float __attribute__((vector_size(16)));

inline Four load(const float* from) {
  Four four;
  std::memcpy(&four, from, sizeof four);
  return four;
}

inline float sum(const Four& four) {
  return (four[0] + four[1]) + (four[2] + four[3]);
}

}  // namespace eqnet::report
