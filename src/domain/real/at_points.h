// Functions of real variables by their values at fixed points: what tells most of them apart, and finds those that may
// be equal.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "domain/real/program.h"
#include "eqnet/domain/algebra.h"

namespace eqnet::domain {

// The points at which functions are compared. Some have positive coordinates alone, for roots and logarithms; sizes
// are from 1/20 to 6, so that exponentials of exponentials stay numbers.
constexpr size_t kSignaturePoints = 24;
constexpr slong kSignatureBits = 192;
std::vector<RealPoint> signature_points(size_t variables);
// More points, small and large, at which a function is looked for that has no value at the others.
std::vector<RealPoint> wide_points(size_t variables);

// Of one function, by point.
struct ValuesAtPoints {
  ValuesAtPoints() : values(kSignaturePoints), defined(kSignaturePoints, Defined::unknown) {}

  // Whether there is a point at which it surely has a value.
  [[nodiscard]] bool somewhere() const;
  // Whether no point tells the two apart, neither by a value nor by one that is missing.
  [[nodiscard]] bool agrees(const ValuesAtPoints& other) const;

  std::vector<Ball> values;
  std::vector<Defined> defined;
};

// Functions by their values at a few points, which equal ones have in common but for rounding.
class PointIndex {
 public:
  void add(const ValuesAtPoints& values, FunctionId function);
  // All that may be equal, ascending, and others.
  [[nodiscard]] std::vector<FunctionId> near(const ValuesAtPoints& values) const;

 private:
  std::multimap<std::pair<size_t, double>, FunctionId> places_;
};

}  // namespace eqnet::domain
