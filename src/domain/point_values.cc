#include "eqnet/domain/point_values.h"

#include "base/random.h"

namespace eqnet::domain {
namespace {

// FNV-1a: the same on every machine, which std::hash need not be.
uint64_t hash(std::string_view text) {
  uint64_t state = 0xCBF29CE484222325ULL;
  for (const char c : text) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return state;
}

}  // namespace

float PointValues::number(Value value, size_t point) const {
  base::Random random = base::Random::stream(base::Random::stream(seed_, point).next(), value);
  return static_cast<float>(random.next() >> 40) * 0x1p-23F - 1;  // 24 bits, which a float holds exactly
}

void PointValues::draw(std::string_view variable, uint64_t below, std::span<Value> values) const {
  base::Random random = base::Random::stream(seed_, hash(variable));
  for (Value& value : values) value = random.below(below);
}

}  // namespace eqnet::domain
