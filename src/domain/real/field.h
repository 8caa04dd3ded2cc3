// Polynomials and fractions over generators, by FLINT, with limits on what an operation may cost: FLINT
// cannot be interrupted, so the size of a result is bounded before it is computed.
#pragma once

#include <flint/fmpz_mpoly_factor.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "domain/polynomial/arithmetic.h"
#include "domain/real/program.h"

namespace eqnet::domain {

// What was not worked out, and why.
struct NotDecided {
  std::string why;
};

// A fraction in lowest terms, the denominator's leading coefficient positive.
class Fraction {
 public:
  explicit Fraction(const Ring& ring) : Fraction(ring, 0) {}
  Fraction(const Ring& ring, slong integer);
  Fraction(const Ring& ring, const Rational& number);
  explicit Fraction(const Polynomial& numerator);
  Fraction(const Fraction& other);
  Fraction(Fraction&& other) noexcept;
  Fraction& operator=(const Fraction& other);
  Fraction& operator=(Fraction&& other) noexcept;
  ~Fraction();

  [[nodiscard]] bool is_zero() const { return fmpz_mpoly_is_zero(above, ring->context) != 0; }
  // The denominator is 1.
  [[nodiscard]] bool is_whole() const { return fmpz_mpoly_is_one(below, ring->context) != 0; }
  [[nodiscard]] bool operator==(const Fraction& other) const {
    return fmpz_mpoly_equal(above, other.above, ring->context) != 0 &&
           fmpz_mpoly_equal(below, other.below, ring->context) != 0;
  }
  [[nodiscard]] Polynomial numerator() const;
  [[nodiscard]] Polynomial denominator() const;
  // Its value where it is a rational number.
  [[nodiscard]] std::optional<Rational> number() const;
  // About what it takes of memory; an exponent of every variable of the ring belongs to each term.
  [[nodiscard]] size_t words() const;
  // Takes out what numerator and denominator have in common. require: the denominator is not zero.
  void cancel();

  const Ring* ring;
  fmpz_mpoly_t above, below;
};

// Throw NotDecided where the result would be too large.
Fraction operator+(const Fraction& a, const Fraction& b);
Fraction operator-(const Fraction& a, const Fraction& b);
// a + b or a - b where both may have many terms, as long as the result has not. Other sums are refused where the
// product would be too large: what is asked for them has other ways then, such as an angle that is taken as a whole.
Fraction long_sum(const Fraction& a, const Fraction& b, bool minus);
Fraction operator*(const Fraction& a, const Fraction& b);
Fraction operator/(const Fraction& a, const Fraction& b);  // require: b is not zero
Fraction power(const Fraction& base, slong exponent);      // require: base is not zero where exponent < 0
Fraction scaled(const Fraction& a, const Rational& factor);

Polynomial copy(const Polynomial& polynomial);
// The place in the ring of the generator that a polynomial consists of, if it is one.
std::optional<slong> generator_of(const fmpz_mpoly_t polynomial, const Ring& ring);
Polynomial power(const Polynomial& base, slong exponent);

// Constant times powers of distinct irreducible primitive polynomials with positive leading coefficients.
struct Factors {
  Integer constant;
  std::vector<std::pair<Polynomial, slong>> powers;
};
Factors copy(const Factors& factors);
Factors factors_of(const Polynomial& polynomial);

}  // namespace eqnet::domain
