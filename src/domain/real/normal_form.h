// Normal forms of elementary functions: every expression becomes a fraction over generators, between which only
// relations hold that are true wherever the expressions are defined. If the difference of two becomes zero, they are
// equal there.
//
//   variables, pi
//   |f|^(1/q)   for an irreducible f; its q-th power is f or -f where the sign of f is known, its 2q-th power is f^2
//   else cbrt(f)     with its third power exp(m/n)    for a monomial m: exp of a sum is a product of their powers,
//   logarithms in the exponent become powers log|f|      for an irreducible f: the logarithm of a product is the sum
//   over its factors sin(m/n), cos(m/n) with the sum of their squares; sines and cosines of sums by the addition
//   theorems asin(p)
//
// Signs come from where the expressions are defined (sqrt(x) says x >= 0), from the user's assumptions, and where these
// do not suffice from trying both. docs/reals.md has the proof that what is proved so is true.
#pragma once

#include <functional>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "domain/real/assumptions.h"

namespace eqnet::domain {

// Something that must hold for a side to be defined.
struct RealCondition {
  enum class Kind : uint8_t {
    not_zero,
    not_negative,
    positive,
    at_most_one,
    at_least_one,
    below_one,
    above_minus_one
  } kind;
  uint32_t line;    // of the divisor, radicand or argument
  size_t side;      // the root that needs it
  std::string key;  // the same for conditions that say the same
  // Of not_zero: where a single variable has a rational value there.
  std::optional<std::pair<uint32_t, Rational>> place = std::nullopt;
  // A value of a variable for which it may fail.
  std::optional<std::pair<uint32_t, Rational>> boundary = std::nullopt;
};

struct RealProof {
  bool equal = false;
  bool nowhere = false;  // one side is defined nowhere
  std::string why;       // it was not proved
  // What one side needs and the other does not, where they are equal.
  std::vector<RealCondition> conditions;
  bool conditions_known = true;
  // Variables that have one value wherever both are defined, even where nothing was proved.
  std::vector<std::pair<uint32_t, Rational>> pinned;
};

// Tries to prove that the program's two roots are equal wherever both are defined. late: whether to stop.
RealProof prove_equal(const RealProgram& program, const RealAssumptions& assumptions,
                      const std::function<bool()>& late);

}  // namespace eqnet::domain
