// Signs of polynomials over generators: from where the expressions are defined, from what is assumed, from terms of one
// sign, from the absence of zeros. Every sign holds at every point where both sides are defined (docs/reals.md).
#pragma once

#include <utility>

#include "domain/real/assumptions.h"
#include "domain/real/generators.h"

namespace eqnet::domain {

// With the signs that are taken for granted, one side is defined nowhere.
struct DefinedNowhere {};

// 1: at least 0; -1: at most 0; 0: not known. strict: it is not zero.
struct RealSign {
  int sign = 0;
  bool strict = false;
};

class RealSigns : public RealGenerators {
 public:
  // Roots are of that order.
  RealSigns(size_t variables, size_t size, slong order) : RealGenerators(variables, size), order_(order) {}

 protected:
  struct Fact {
    Polynomial of;
    int sign;
    bool strict;
  };

  RealSign sign_of(const Polynomial& polynomial);
  RealSign sign_of(const Fraction& fraction);
  [[nodiscard]] RealSign learned(const Polynomial& polynomial) const;
  RealSign sign_of_generator(size_t index);
  // All terms have one sign: x^2 + 1, exp(x) + x^4.
  RealSign sign_by_terms(const Polynomial& polynomial);
  // 2 + sin(x), 1 - cos(x): the constant is at least the sum of the others.
  RealSign sign_by_bound(const Polynomial& polynomial);
  // One generator and no real zero: x^2 - 2x + 2.
  RealSign sign_by_roots(const Polynomial& polynomial);
  // pi - 2 asin(x): sums of arcs and pi that one of them outweighs.
  RealSign sign_by_arcs(const Polynomial& polynomial);
  // x^2 + x y + y^2: a square that is completed, and what is left.
  RealSign sign_by_square(const Polynomial& polynomial);
  // log|f| has the sign of |f| - 1.
  // |f|, of the logarithm of |f|, where the sign of f is known.
  std::optional<Polynomial> absolute_value(const RealGenerator& logarithm);
  RealSign sign_of_logarithm(const RealGenerator& generator);
  // log|f| - log|g| has the sign of |f| - |g|.
  RealSign sign_by_logarithms(const Polynomial& polynomial);
  // exp(x) - exp(y) has the sign of x - y.
  RealSign sign_by_exponents(const Polynomial& polynomial);
  // a + b r, r the square root of g: the sign of a where a^2 >= b^2 g, else of b.
  RealSign sign_by_conjugate(const Polynomial& polynomial);
  // What the square of |f|^(1/2) is.
  std::optional<Polynomial> square_of_root(size_t index);
  // a and b of a + b |f|^(1/2), or of a + b sin(t).
  [[nodiscard]] std::optional<std::pair<Polynomial, Polynomial>> linear_in(const Polynomial& polynomial,
                                                                           size_t index) const;
  Polynomial norm_of(const Polynomial& a, const Polynomial& b, const Polynomial& square);
  // By adding up what is known of signs (entailment.cc).
  RealSign sign_by_sums(const Polynomial& polynomial);
  // Whether by these sums nothing has all the signs that are taken for granted: then -1 is positive too.
  bool contradictory();
  int numeric_sign(const Polynomial& polynomial);
  // Of a polynomial without variables. Generators are of earlier ones, so this nests no deeper than they do.
  void ball_of(const Polynomial& polynomial, Ball& sum, slong precision);
  void ball_of(size_t index, Ball& result, slong precision);
  void add_fact(const Polynomial& of, RealSign sign);
  // x > 2 says that x - 2 is positive, and x too.
  void assume(const RealAssumptions::Bound& bound);
  // The side is defined only where p is not negative, or positive: what that says about signs. Throws DefinedNowhere.
  void require(const Fraction& p, bool strict);
  void require_not_zero(const Fraction& p);
  // Gives the variable the value for which f is zero; false where f is not linear in one variable.
  bool pin(const Polynomial& f);
  // Of c |g|^(1/n) + d what is zero where it is zero. Throws DefinedNowhere where it has another sign than c
  // everywhere.
  std::optional<Polynomial> where_root_is(const Polynomial& f);
  // A factor that is linear in one variable alone: where it is zero.
  [[nodiscard]] std::optional<std::pair<uint32_t, Rational>> zero_of(const Polynomial& factor) const;
  // 1 - cos(x)^2 is better written as sin(x)^2, which is a square.
  Polynomial with_sines(const Polynomial& polynomial);

  // x + 2 sqrt(x) + 1 is the square of sqrt(x) + 1: variables are replaced by their roots, where there are any.
  // relations: what brings them back.
  Polynomial with_roots(Polynomial polynomial, std::vector<std::pair<size_t, Polynomial>>& relations);
  // Factors as functions: of a polynomial over roots and sines, by their relations.
  Factors factors(const Polynomial& polynomial);
  void join_squares(Factors& factors);
  // As polynomials, kept: the same ones are asked for again and again.
  Factors known_factors(const Polynomial& polynomial);

  slong order_;
  std::vector<Fact> facts_;
  bool changed_ = false;
  bool adding_up_ = false;
  int nested_ = 0;  // how deep signs are asked for within signs
  std::vector<std::pair<uint32_t, Rational>> pinned_;
  // Both sides are defined only where, of each of these, one is zero.
  std::vector<std::vector<Polynomial>> thin_;
  std::vector<std::pair<Polynomial, Factors>> factored_;
};

}  // namespace eqnet::domain
