#include "domain/real/at_points.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace eqnet::domain {
namespace {

constexpr ulong kPointDenominator = 1009;  // a prime: no coordinate is a simple number
constexpr size_t kIndexedPoints = 3;       // of those where a function has a value
constexpr slong kEnoughBits = 50;          // of a value that a function is found by
constexpr double kNear = 1e-9;

// From low to high, small ones as likely as large ones.
Rational coordinate(double low, double high, bool any_sign, base::Random& random) {
  const double size = low * std::pow(high / low, random.uniform());
  Rational value(1 + static_cast<slong>(size * static_cast<double>(kPointDenominator)), kPointDenominator);
  if (any_sign && random.below(2) == 0) fmpq_neg(value.value, value.value);
  return value;
}

// Values of all sizes at comparable distances: sign(v) log(1 + |v|).
double place_of(const Ball& ball) {
  constexpr slong kBits = 64;
  Ball size;
  arb_abs(size.value, ball.value);
  arb_log1p(size.value, size.value, kBits);
  const double place = arf_get_d(arb_midref(size.value), ARF_RND_NEAR);
  return arf_sgn(arb_midref(ball.value)) < 0 ? -place : place;
}

template <class Use>
void each_place(const ValuesAtPoints& values, const Use& use) {
  size_t used = 0;
  for (size_t i = 0; i < kSignaturePoints && used < kIndexedPoints; ++i) {
    if (values.defined[i] != Defined::yes) continue;
    // Of a value near zero few digits are known in proportion, and these do not matter.
    const bool exact = arb_rel_accuracy_bits(values.values[i].value) >= kEnoughBits ||
                       mag_cmp_2exp_si(arb_radref(values.values[i].value), -kEnoughBits) < 0;
    if (!exact) continue;
    use(i, place_of(values.values[i]));
    ++used;
  }
}

}  // namespace

std::vector<RealPoint> signature_points(size_t variables) {
  constexpr double kSmallest = 0.05, kLargest = 6;
  base::Random random(1);
  std::vector<RealPoint> points(kSignaturePoints);
  for (size_t i = 0; i < kSignaturePoints; ++i) {
    for (size_t v = 0; v < variables; ++v) {
      points[i].push_back(coordinate(kSmallest, kLargest, i % 3 != 0, random));
    }
  }
  return points;
}

std::vector<RealPoint> wide_points(size_t variables) {
  constexpr size_t kCount = 96;
  constexpr double kSmallest = 1e-2, kLargest = 1e4;
  base::Random random(2);
  std::vector<RealPoint> points(variables == 0 ? 0 : kCount);
  for (size_t i = 0; i < points.size(); ++i) {
    for (size_t v = 0; v < variables; ++v) {
      points[i].push_back(coordinate(kSmallest, kLargest, i % 3 != 0, random));
    }
  }
  return points;
}

bool ValuesAtPoints::somewhere() const {
  return std::ranges::find(defined, Defined::yes) != defined.end();
}

bool ValuesAtPoints::agrees(const ValuesAtPoints& other) const {
  for (size_t i = 0; i < kSignaturePoints; ++i) {
    if (defined[i] == Defined::unknown || other.defined[i] == Defined::unknown) continue;
    if (defined[i] != other.defined[i]) return false;
    if (defined[i] == Defined::yes && arb_overlaps(values[i].value, other.values[i].value) == 0) return false;
  }
  return true;
}

void PointIndex::add(const ValuesAtPoints& values, FunctionId function) {
  each_place(values, [&](size_t point, double place) { places_.emplace(std::pair(point, place), function); });
}

std::vector<FunctionId> PointIndex::near(const ValuesAtPoints& values) const {
  std::vector<FunctionId> found;
  each_place(values, [&](size_t point, double place) {
    const double room = kNear * (1 + std::abs(place));
    const auto end = places_.upper_bound({point, place + room});
    for (auto at = places_.lower_bound({point, place - room}); at != end; ++at) found.push_back(at->second);
  });
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace eqnet::domain
