// Functions of fractions over generators: powers and logarithms of absolute values (powers.cc), exponentials and angles
// (angles.cc).
#pragma once

#include <functional>

#include "domain/real/relations.h"

namespace eqnet::domain {

// The generators must be finer: roots of this order, or angles and exponents in so many parts.
struct NeedsRoots {
  slong order;
};
struct NeedsParts {
  std::string of;
  slong parts;
};

constexpr slong kMostRealOrder = 48;  // of roots, and of parts of angles

std::optional<slong> as_integer(const Rational& number);
Rational times_integer(const Rational& a, slong n);

class RealFunctions : public RealRelations {
 public:
  RealFunctions(size_t variables, size_t size, slong order, const RealParts& parts,
                const std::vector<uint32_t>& integers)
      : RealRelations(variables, size, order), parts_(parts), integers_(integers) {}

 protected:
  using FactorUse = std::function<void(const Polynomial&, slong exponent)>;
  using TermUse = std::function<void(const Rational& coefficient, const Fraction& term)>;

  static slong denominator_of(const Rational& number);
  // |f|^q of an irreducible polynomial, or of a prime number.
  Fraction abs_power(const Polynomial& f, const Rational& q);
  // Calls with the prime factors of a positive integer; one that is too large to be factored counts as a prime.
  void each_prime(const Integer& number, const FactorUse& use);
  // Calls with all factors of |p| and their exponents: primes, and irreducible polynomials.
  void each_factor(const Fraction& p, const FactorUse& use);
  Fraction abs_power(const Fraction& p, const Rational& q);
  struct Unit {
    Polynomial conjugate;  // its product with the polynomial is the norm or its negative
    slong norm;
  };
  std::optional<Unit> conjugate_of_unit(const Polynomial& f);
  // p^exponent where it has integer values alone and p is not zero.
  Fraction integer_power(const Fraction& p, const Fraction& exponent);
  // The sign of what `logarithm` is the logarithm of, raised to an exponent that has integer values alone; that of -1
  // is pi.
  Fraction sign_power(const Fraction& logarithm, const Fraction& exponent);
  // (-1)^(count n) for a product of integers n and pi, or as above.
  Fraction parity(const Polynomial& integers_times_logarithm, slong count);
  // f = sign * base^2, base = u + v or u - v, sums of roots.
  struct Square {
    Fraction base;
    int sign;
  };
  std::optional<Square> as_square(const Polynomial& f);
  // Whether sign * f is (u ± v)^2 with u^2 = (a + n)/2 and v^2 = (a - n)/2.
  std::optional<Square> square_of_sum(const Polynomial& f, const Fraction& a, const Fraction& n, int sign);
  [[nodiscard]] Polynomial square_of_sine(size_t index) const;
  // Of a square of a polynomial its root, of any sign; of others that of the absolute value.
  Fraction some_square_root(const Fraction& p);
  Fraction square_root(slong number);
  Fraction cube_root(const Fraction& p);
  // log|p|
  Fraction logarithm(const Fraction& p);
  Fraction logarithm(const Polynomial& f);

  void each_term(const Fraction& sum, const TermUse& use);
  void content_of(const Polynomial& polynomial, fmpz_t content) const;
  static Rational inverse(const Rational& number, int sign);
  // The generator of that kind for a term, and what multiple of it the term with its coefficient is.
  std::pair<size_t, slong> in_parts(GeneratorKind kind, const Rational& coefficient, const Fraction& term);
  Fraction exponential(const Fraction& exponent);
  struct Angle {
    Fraction cosine, sine;
  };
  Angle sum(const Angle& a, const Angle& b);
  Angle multiple(Angle angle, slong n);
  // cos(k pi / 12) for any k.
  Fraction twelfth(slong k);
  // Whether a term is pi times integers.
  [[nodiscard]] bool is_integer_times_pi(const Fraction& term) const;
  Angle angle_of(const Rational& coefficient, const Fraction& term);
  Angle angle(const Fraction& of);
  // Half of asin(p).
  Angle half_arc(const Fraction& p);
  // Whether a sum of arcs and pi is zero: its cosine is 1, and it is less than 2 pi. Or of its half.
  bool arcs_vanish(const Fraction& sum);
  // Whether a sum with logarithms is zero: the exponential of an even multiple of it is 1. Even powers need no signs,
  // and what has factors in two ways, as cos^2 = (1 - sin)(1 + sin), is one fraction when it is multiplied out.
  bool logarithms_vanish(const Fraction& sum);
  Fraction arcsine(Fraction p);

 private:
  bool taking_apart_ = false;  // in as_square
  const RealParts& parts_;
  const std::vector<uint32_t>& integers_;  // the variables that are integers
};

}  // namespace eqnet::domain
