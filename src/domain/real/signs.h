// Signs of polynomials over generators: from where the expressions are defined, from what is assumed, from terms of one
// sign, from the absence of zeros.
#pragma once

#include "domain/real/assumptions.h"
#include "domain/real/generators.h"

namespace eqnet::domain {

// With the signs that are taken for granted, one side is defined nowhere.
struct DefinedNowhere {};

class RealSigns : public RealGenerators {
 public:
  // Roots are of that order; exponentials, sines and cosines are of that part of what they are given for.
  RealSigns(size_t variables, size_t size, slong order, slong parts)
      : RealGenerators(variables, size), order_(order), parts_(parts) {}

 protected:
  struct Fact {
    Polynomial of;
    int sign;
  };

  // 0: not known. Zeros do not count: what is proved is proved but for points where some f is zero, and continuity
  // does the rest.
  int sign_of(const Polynomial& polynomial);
  int sign_of(const Fraction& fraction);
  [[nodiscard]] int sign_of_generator(size_t index) const;
  // All terms have one sign: x^2 + 1, exp(x) + x^4.
  int sign_by_terms(const Polynomial& polynomial);
  // 2 + sin(x), 1 - cos(x): the constant is at least the sum of the others.
  int sign_by_bound(const Polynomial& polynomial);
  // One generator and no real zero: x^2 - 2x + 2.
  int sign_by_roots(const Polynomial& polynomial);
  int numeric_sign(const Polynomial& polynomial);
  // Of a polynomial without variables. Generators are of earlier ones, so this nests no deeper than they do.
  void ball_of(const Polynomial& polynomial, Ball& sum, slong precision);
  void ball_of(size_t index, Ball& result, slong precision);
  void add_fact(const Polynomial& of, int sign);
  // x > 2 says that x - 2 is positive, and x too.
  void assume(const RealAssumptions::Bound& bound);
  // The side is defined only where p is not negative: what that says about signs.
  void require(const Fraction& p);
  // 1 - cos(x)^2 is better written as sin(x)^2, which is a square.
  Polynomial with_sines(const Polynomial& polynomial);

  slong order_, parts_;
  std::vector<Fact> facts_;
  bool changed_ = false;
};

}  // namespace eqnet::domain
