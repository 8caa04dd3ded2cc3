#include "domain/real/field.h"

#include <algorithm>
#include <cmath>

namespace eqnet::domain {
namespace {

constexpr double kMostFieldTerms = 4000;
constexpr double kMostFieldDegree = 4000;
constexpr double kMostFieldBits = 20000;
constexpr double kMostFieldFactoredTerms = 400;

double terms_of(const fmpz_mpoly_t a, const Ring& ring) {
  return static_cast<double>(fmpz_mpoly_length(a, ring.context));
}

double bits_of(const fmpz_mpoly_t a) {
  const slong bits = fmpz_mpoly_max_bits(a);
  return static_cast<double>(bits < 0 ? -bits : bits) - 1;  // a power of 1 does not grow
}

// The exponents of a term; nothing where one does not fit.
std::optional<std::vector<ulong>> exponents_of(const fmpz_mpoly_t a, slong term, const Ring& ring) {
  if (a->bits > FLINT_BITS) return std::nullopt;
  std::vector<ulong> exponents(static_cast<size_t>(fmpz_mpoly_ctx_nvars(ring.context)));
  fmpz_mpoly_get_term_exp_ui(exponents.data(), a, term, ring.context);
  return exponents;
}

// FLINT's own function for it goes through integers of any size.
double degree_of(const fmpz_mpoly_t a, const Ring& ring) {
  double most = 0;
  for (slong term = 0; term < fmpz_mpoly_length(a, ring.context); ++term) {
    const auto exponents = exponents_of(a, term, ring);
    if (!exponents) return 1e18;
    double degree = 0;
    for (const ulong exponent : *exponents) degree += static_cast<double>(exponent);
    most = std::max(most, degree);
  }
  return most;
}

[[noreturn]] void too_large() {
  throw NotDecided{"too large: worked out, it has too many terms"};
}

// Common denominators and products have at most the product of the terms; greatest common divisors are fast while
// degrees are moderate.
void check(const Fraction& a, const Fraction& b, bool long_sums = false) {
  const Ring& ring = *a.ring;
  const double an = terms_of(a.above, ring), ad = terms_of(a.below, ring);
  const double bn = terms_of(b.above, ring), bd = terms_of(b.below, ring);
  if (an * bd + bn * ad > kMostFieldTerms || (!long_sums && an * bn > kMostFieldTerms) || ad * bd > kMostFieldTerms)
    too_large();
  constexpr flint_bitcnt_t kFew = 8;  // bits of a field: exponents below 128
  const auto few = [](const fmpz_mpoly_t one) { return one->bits <= kFew; };
  const bool small = few(a.above) && few(a.below) && few(b.above) && few(b.below);
  const bool monomials = an <= 1 && ad <= 1 && bn <= 1 && bd <= 1;
  double degree = 0, bits = 0;
  for (const Fraction* one : {&a, &b}) {
    if (!small) degree += degree_of(one->above, ring) + degree_of(one->below, ring);
    bits += bits_of(one->above) + bits_of(one->below);
  }
  if (bits > kMostFieldBits || degree > (monomials ? 1e17 : kMostFieldDegree)) too_large();
}

// The terms of a power, at most: those of a general sum.
double power_terms(double terms, double exponent) {
  if (terms <= 1) return 1;
  const double log = std::lgamma(exponent + terms) - std::lgamma(exponent + 1) - std::lgamma(terms);
  return log > 30 ? 1e13 : std::exp(log);
}

}  // namespace

Fraction::Fraction(const Ring& ring, slong integer) : ring(&ring) {
  fmpz_mpoly_init(above, ring.context);
  fmpz_mpoly_init(below, ring.context);
  fmpz_mpoly_set_si(above, integer, ring.context);
  fmpz_mpoly_one(below, ring.context);
}
Fraction::Fraction(const Ring& ring, const Rational& number) : Fraction(ring) {
  fmpz_mpoly_set_fmpz(above, fmpq_numref(number.value), ring.context);
  fmpz_mpoly_set_fmpz(below, fmpq_denref(number.value), ring.context);
}
Fraction::Fraction(const Polynomial& numerator) : Fraction(*numerator.ring) {
  fmpz_mpoly_set(above, numerator.value, ring->context);
}
Fraction::Fraction(const Fraction& other) : Fraction(*other.ring) {
  *this = other;
}
Fraction::Fraction(Fraction&& other) noexcept : Fraction(*other.ring) {
  *this = std::move(other);
}
Fraction& Fraction::operator=(const Fraction& other) {
  if (this == &other) return *this;
  fmpz_mpoly_set(above, other.above, ring->context);
  fmpz_mpoly_set(below, other.below, ring->context);
  return *this;
}
Fraction& Fraction::operator=(Fraction&& other) noexcept {
  fmpz_mpoly_swap(above, other.above, ring->context);
  fmpz_mpoly_swap(below, other.below, ring->context);
  return *this;
}
Fraction::~Fraction() {
  fmpz_mpoly_clear(above, ring->context);
  fmpz_mpoly_clear(below, ring->context);
}

size_t Fraction::words() const {
  size_t words = 0;
  for (const fmpz_mpoly_struct* part : {above, below}) {
    const slong of_term = 1 + mpoly_words_per_exp(part->bits, ring->context->minfo);
    words += static_cast<size_t>(part->length * of_term);
  }
  return words;
}

Polynomial Fraction::numerator() const {
  Polynomial result(*ring);
  fmpz_mpoly_set(result.value, above, ring->context);
  return result;
}

Polynomial Fraction::denominator() const {
  Polynomial result(*ring);
  fmpz_mpoly_set(result.value, below, ring->context);
  return result;
}

std::optional<Rational> Fraction::number() const {
  if (fmpz_mpoly_is_fmpz(above, ring->context) == 0 || fmpz_mpoly_is_fmpz(below, ring->context) == 0) {
    return std::nullopt;
  }
  Rational result;
  fmpz_mpoly_get_fmpz(fmpq_numref(result.value), above, ring->context);
  fmpz_mpoly_get_fmpz(fmpq_denref(result.value), below, ring->context);
  return result;
}

void Fraction::cancel() {
  if (is_whole()) return;
  Polynomial common(*ring);
  if (fmpz_mpoly_gcd_cofactors(common.value, above, below, above, below, ring->context) == 0) {
    throw NotDecided{"a greatest common divisor that was not found"};
  }
  Integer leading;
  fmpz_mpoly_get_term_coeff_fmpz(leading.value, below, 0, ring->context);
  if (fmpz_sgn(leading.value) > 0) return;
  fmpz_mpoly_neg(above, above, ring->context);
  fmpz_mpoly_neg(below, below, ring->context);
}

namespace {

Fraction sum(const Fraction& a, const Fraction& b, bool minus, bool long_ones = false) {
  check(a, b, long_ones);
  const fmpz_mpoly_ctx_struct* context = a.ring->context;
  const auto combine = minus ? fmpz_mpoly_sub : fmpz_mpoly_add;
  Fraction result(*a.ring);
  if (fmpz_mpoly_equal(a.below, b.below, context) != 0) {
    combine(result.above, a.above, b.above, context);
    fmpz_mpoly_set(result.below, a.below, context);
  } else {
    Polynomial other(*a.ring);
    fmpz_mpoly_mul(result.above, a.above, b.below, context);
    fmpz_mpoly_mul(other.value, b.above, a.below, context);
    combine(result.above, result.above, other.value, context);
    fmpz_mpoly_mul(result.below, a.below, b.below, context);
  }
  result.cancel();
  return result;
}

Fraction product(const Fraction& a, const fmpz_mpoly_t above, const fmpz_mpoly_t below) {
  Fraction result(*a.ring);
  fmpz_mpoly_mul(result.above, a.above, above, a.ring->context);
  if (fmpz_mpoly_is_one(below, a.ring->context) != 0) {
    fmpz_mpoly_set(result.below, a.below, a.ring->context);
  } else {
    fmpz_mpoly_mul(result.below, a.below, below, a.ring->context);
  }
  result.cancel();
  return result;
}

}  // namespace

Fraction operator+(const Fraction& a, const Fraction& b) {
  return sum(a, b, false);
}
Fraction operator-(const Fraction& a, const Fraction& b) {
  return sum(a, b, true);
}
Fraction long_sum(const Fraction& a, const Fraction& b, bool minus) {
  return sum(a, b, minus, true);
}
Fraction operator*(const Fraction& a, const Fraction& b) {
  check(a, b);
  return product(a, b.above, b.below);
}
Fraction operator/(const Fraction& a, const Fraction& b) {
  check(a, b);
  return product(a, b.below, b.above);
}

Fraction scaled(const Fraction& a, const Rational& factor) {
  Fraction result(*a.ring);
  fmpz_mpoly_scalar_mul_fmpz(result.above, a.above, fmpq_numref(factor.value), a.ring->context);
  fmpz_mpoly_scalar_mul_fmpz(result.below, a.below, fmpq_denref(factor.value), a.ring->context);
  result.cancel();
  return result;
}

Polynomial copy(const Polynomial& polynomial) {
  Polynomial result(*polynomial.ring);
  fmpz_mpoly_set(result.value, polynomial.value, polynomial.ring->context);
  return result;
}

Factors copy(const Factors& factors) {
  Factors result{factors.constant, {}};
  for (const auto& [base, exponent] : factors.powers) result.powers.emplace_back(copy(base), exponent);
  return result;
}

Polynomial power(const Polynomial& base, slong exponent) {
  const Ring& ring = *base.ring;
  const auto n = static_cast<double>(exponent);
  const double terms = terms_of(base.value, ring);
  if (power_terms(terms, n) > kMostFieldTerms || bits_of(base.value) * n > kMostFieldBits ||
      (n > 1 && degree_of(base.value, ring) * n > (terms <= 1 ? 1e17 : kMostFieldDegree))) {
    too_large();
  }
  Polynomial result(ring);
  if (fmpz_mpoly_pow_ui(result.value, base.value, static_cast<ulong>(exponent), ring.context) == 0) too_large();
  return result;
}

Fraction power(const Fraction& base, slong exponent) {
  const slong n = exponent < 0 ? -exponent : exponent;
  Fraction result(power(base.numerator(), n));
  Polynomial below = power(base.denominator(), n);
  fmpz_mpoly_swap(result.below, below.value, base.ring->context);
  if (exponent >= 0) return result;
  fmpz_mpoly_swap(result.above, result.below, base.ring->context);
  Integer leading;
  fmpz_mpoly_get_term_coeff_fmpz(leading.value, result.below, 0, base.ring->context);
  if (fmpz_sgn(leading.value) > 0) return result;
  fmpz_mpoly_neg(result.above, result.above, base.ring->context);
  fmpz_mpoly_neg(result.below, result.below, base.ring->context);
  return result;
}

std::optional<slong> generator_of(const fmpz_mpoly_t polynomial, const Ring& ring) {
  // What most polynomials fail at costs nothing.
  if (fmpz_mpoly_length(polynomial, ring.context) != 1 || fmpz_is_one(polynomial->coeffs) == 0) return std::nullopt;
  const auto exponents = exponents_of(polynomial, 0, ring);
  if (!exponents) return std::nullopt;
  const auto found = std::ranges::find_if(*exponents, [](ulong exponent) { return exponent != 0; });
  if (found == exponents->end() || *found != 1) return std::nullopt;
  if (std::any_of(found + 1, exponents->end(), [](ulong exponent) { return exponent != 0; })) return std::nullopt;
  return found - exponents->begin();
}

Factors factors_of(const Polynomial& polynomial) {
  const Ring& ring = *polynomial.ring;
  Factors result;
  if (fmpz_mpoly_is_fmpz(polynomial.value, ring.context) != 0) {
    fmpz_mpoly_get_fmpz(result.constant.value, polynomial.value, ring.context);
    return result;
  }
  const double terms = terms_of(polynomial.value, ring);
  if (generator_of(polynomial.value, ring)) {
    fmpz_one(result.constant.value);
    result.powers.emplace_back(copy(polynomial), 1);
    return result;
  }
  if (terms > kMostFieldFactoredTerms || (terms > 1 && degree_of(polynomial.value, ring) > 200)) too_large();
  fmpz_mpoly_factor_t factors;
  fmpz_mpoly_factor_init(factors, ring.context);
  const int done = fmpz_mpoly_factor(factors, polynomial.value, ring.context);
  if (done != 0) {
    fmpz_mpoly_factor_get_constant_fmpz(result.constant.value, factors, ring.context);
    for (slong i = 0; i < fmpz_mpoly_factor_length(factors, ring.context); ++i) {
      Polynomial base(ring);
      fmpz_mpoly_factor_get_base(base.value, factors, i, ring.context);
      const slong exponent = fmpz_mpoly_factor_get_exp_si(factors, i, ring.context);
      Integer leading;
      fmpz_mpoly_get_term_coeff_fmpz(leading.value, base.value, 0, ring.context);
      if (fmpz_sgn(leading.value) < 0) {
        fmpz_mpoly_neg(base.value, base.value, ring.context);
        if (exponent % 2 != 0) fmpz_neg(result.constant.value, result.constant.value);
      }
      result.powers.emplace_back(std::move(base), exponent);
    }
  }
  fmpz_mpoly_factor_clear(factors, ring.context);
  if (done == 0) throw NotDecided{"a factorisation that was not found"};
  return result;
}

}  // namespace eqnet::domain
