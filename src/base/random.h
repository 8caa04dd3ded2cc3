// Seeded random numbers that are the same on every machine and for every number of threads.
//
// SplitMix64 (Steele, Lea, Flood 2014): the whole state is one 64-bit counter, so a generator is checkpointed by
// writing one number, and independent streams come from hashing (seed, index). The standard library's engines would
// do, but its distributions are not specified bit for bit.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace eqnet::base {

using Uint128 = unsigned __int128;

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  // The stream of part `index` of the work seeded with `seed`; streams do not depend on the order they are made in.
  static Random stream(uint64_t seed, uint64_t index) {
    Random outer(seed);
    Random inner(outer.next() ^ (index * 0xD1342543DE82EF95ULL));
    return Random(inner.next());
  }

  uint64_t next() {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  Uint128 next128() {
    const Uint128 high = next();
    return high << 64 | next();
  }

  // Uniform in [0, n), n > 0. Draws above the largest multiple of n are thrown away, so there is no bias.
  uint64_t below(uint64_t n) {
    const uint64_t excess = -n % n;  // 2^64 mod n
    for (;;) {
      const uint64_t draw = next();
      if (draw >= excess) return draw % n;
    }
  }

  Uint128 below128(Uint128 n) {
    if (n >> 64 == 0) return below(static_cast<uint64_t>(n));
    const Uint128 excess = -n % n;
    for (;;) {
      const Uint128 draw = next128();
      if (draw >= excess) return draw % n;
    }
  }

  // Uniform in [0, 1), 53 bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  // Normal with mean 0 and deviation 1 (Box and Muller; the second number of the pair is not kept, so that state() is
  // the whole state).
  double gaussian() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }

  // Fisher-Yates; every order is equally likely.
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

  [[nodiscard]] uint64_t state() const { return state_; }

 private:
  uint64_t state_;
};

}  // namespace eqnet::base
