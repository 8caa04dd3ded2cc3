#include "domain/real/signs.h"

namespace eqnet::domain {

int RealSigns::sign_of(const Polynomial& polynomial) {
  if (fmpz_mpoly_is_fmpz(polynomial.value, ring_.context) != 0) {
    Integer number;
    fmpz_mpoly_get_fmpz(number.value, polynomial.value, ring_.context);
    return fmpz_sgn(number.value);
  }
  for (const Fact& fact : facts_) {
    if (fact.of == polynomial) return fact.sign;
  }
  if (is_constant(polynomial)) return numeric_sign(polynomial);
  if (const int sign = sign_by_terms(polynomial); sign != 0) return sign;
  if (const int sign = sign_by_bound(polynomial); sign != 0) return sign;
  return sign_by_roots(polynomial);
}

int RealSigns::sign_of(const Fraction& fraction) {
  return sign_of(fraction.numerator()) * sign_of(fraction.denominator());
}

int RealSigns::sign_of_generator(size_t index) const {
  switch (generators_[index].kind) {
    case GeneratorKind::pi:
    case GeneratorKind::root:
    case GeneratorKind::exponential:
      return 1;
    default:
      break;
  }
  const Polynomial alone = symbol(index);
  for (const Fact& fact : facts_) {
    if (fact.of == alone) return fact.sign;
  }
  return 0;
}

int RealSigns::sign_by_terms(const Polynomial& polynomial) {
  int common = 0;
  std::vector<ulong> exponents(size_);
  for (slong t = 0; t < fmpz_mpoly_length(polynomial.value, ring_.context); ++t) {
    Integer coefficient;
    fmpz_mpoly_get_term_coeff_fmpz(coefficient.value, polynomial.value, t, ring_.context);
    int sign = fmpz_sgn(coefficient.value);
    if (fmpz_mpoly_term_exp_fits_ui(polynomial.value, t, ring_.context) == 0) return 0;
    fmpz_mpoly_get_term_exp_ui(exponents.data(), polynomial.value, t, ring_.context);
    for (size_t i = 0; i < generators_.size() && sign != 0; ++i) {
      if (exponents[static_cast<size_t>(place(i))] % 2 != 0) sign *= sign_of_generator(i);
    }
    if (sign == 0 || (common != 0 && sign != common)) return 0;
    common = sign;
  }
  return common;
}

int RealSigns::sign_by_bound(const Polynomial& polynomial) {
  const std::vector<int> uses = used(polynomial);
  for (size_t i = 0; i < generators_.size(); ++i) {
    const GeneratorKind kind = generators_[i].kind;
    if (uses[static_cast<size_t>(place(i))] != 0 && kind != GeneratorKind::sine && kind != GeneratorKind::cosine)
      return 0;
  }
  Integer constant, others;
  for (slong t = 0; t < fmpz_mpoly_length(polynomial.value, ring_.context); ++t) {
    Integer coefficient;
    fmpz_mpoly_get_term_coeff_fmpz(coefficient.value, polynomial.value, t, ring_.context);
    Polynomial term(ring_);
    fmpz_mpoly_get_term(term.value, polynomial.value, t, ring_.context);
    if (fmpz_mpoly_is_fmpz(term.value, ring_.context) != 0) {
      fmpz_set(constant.value, coefficient.value);
    } else {
      fmpz_abs(coefficient.value, coefficient.value);
      fmpz_add(others.value, others.value, coefficient.value);
    }
  }
  return fmpz_cmpabs(constant.value, others.value) >= 0 ? fmpz_sgn(constant.value) : 0;
}

int RealSigns::sign_by_roots(const Polynomial& polynomial) {
  for (size_t i = 0; i < generators_.size(); ++i) {
    if (fmpz_mpoly_is_fmpz_poly(polynomial.value, place(i), ring_.context) == 0) continue;
    fmpz_poly_t dense;
    fmpz_poly_init(dense);
    int sign = 0;
    constexpr slong kMostDense = 40;
    if (fmpz_mpoly_degree_si(polynomial.value, place(i), ring_.context) <= kMostDense &&
        fmpz_mpoly_get_fmpz_poly(dense, polynomial.value, place(i), ring_.context) != 0 &&
        fmpz_poly_is_squarefree(dense) != 0 && fmpz_poly_num_real_roots(dense) == 0) {
      Integer at_zero;
      fmpz_poly_get_coeff_fmpz(at_zero.value, dense, 0);
      sign = fmpz_sgn(at_zero.value);
    }
    fmpz_poly_clear(dense);
    return sign;
  }
  return 0;
}

int RealSigns::numeric_sign(const Polynomial& polynomial) {
  constexpr slong kPrecision = 256;
  Ball sum;
  ball_of(polynomial, sum, kPrecision);
  return arb_is_positive(sum.value) != 0 ? 1 : arb_is_negative(sum.value) != 0 ? -1 : 0;
}

void RealSigns::ball_of(const Polynomial& polynomial, Ball& sum, slong precision) {
  arb_zero(sum.value);
  std::vector<ulong> exponents(size_);
  for (slong t = 0; t < fmpz_mpoly_length(polynomial.value, ring_.context); ++t) {
    Integer coefficient;
    fmpz_mpoly_get_term_coeff_fmpz(coefficient.value, polynomial.value, t, ring_.context);
    Ball term, factor;
    arb_set_fmpz(term.value, coefficient.value);
    if (fmpz_mpoly_term_exp_fits_ui(polynomial.value, t, ring_.context) == 0) return arb_indeterminate(sum.value);
    fmpz_mpoly_get_term_exp_ui(exponents.data(), polynomial.value, t, ring_.context);
    for (size_t i = 0; i < generators_.size(); ++i) {
      const ulong exponent = exponents[static_cast<size_t>(place(i))];
      if (exponent == 0) continue;
      ball_of(i, factor, precision);
      arb_pow_ui(factor.value, factor.value, exponent, precision);
      arb_mul(term.value, term.value, factor.value, precision);
    }
    arb_add(sum.value, sum.value, term.value, precision);
  }
}

void RealSigns::ball_of(size_t index, Ball& result, slong precision) {
  const RealGenerator& generator = generators_[index];
  if (generator.kind == GeneratorKind::pi) return arb_const_pi(result.value, precision);
  Ball below;
  ball_of(generator.of.numerator(), result, precision);
  ball_of(generator.of.denominator(), below, precision);
  arb_div(result.value, result.value, below.value, precision);
  switch (generator.kind) {
    case GeneratorKind::root:
      arb_abs(result.value, result.value);
      return arb_root_ui(result.value, result.value, static_cast<ulong>(order_), precision);
    case GeneratorKind::exponential:
      arb_div_si(result.value, result.value, parts_, precision);
      return arb_exp(result.value, result.value, precision);
    case GeneratorKind::logarithm:
      arb_abs(result.value, result.value);
      return arb_log(result.value, result.value, precision);
    case GeneratorKind::cosine:
      arb_div_si(result.value, result.value, parts_, precision);
      return arb_cos(result.value, result.value, precision);
    case GeneratorKind::sine:
      arb_div_si(result.value, result.value, parts_, precision);
      return arb_sin(result.value, result.value, precision);
    case GeneratorKind::arcsine:
      return arb_asin(result.value, result.value, precision);
    default:
      arb_indeterminate(result.value);
  }
}

void RealSigns::add_fact(const Polynomial& of, int sign) {
  facts_.push_back({copy(of), sign});
  changed_ = true;
}

void RealSigns::assume(const RealAssumptions::Bound& bound) {
  if (bound.direction == 0) return;
  Polynomial shifted = symbol(bound.variable);
  fmpz_mpoly_scalar_mul_fmpz(shifted.value, shifted.value, fmpq_denref(bound.number.value), ring_.context);
  fmpz_mpoly_sub_fmpz(shifted.value, shifted.value, fmpq_numref(bound.number.value), ring_.context);
  facts_.push_back({std::move(shifted), bound.direction});
  if (bound.number.sign() * bound.direction > 0) facts_.push_back({symbol(bound.variable), bound.direction});
}

void RealSigns::require(const Fraction& p) {
  if (p.is_zero()) return;
  int known = 1;
  std::vector<Polynomial> unknown;
  for (const Polynomial& part : {p.numerator(), p.denominator()}) {
    Factors factors = factors_of(with_sines(part));
    known *= fmpz_sgn(factors.constant.value);
    for (auto& [factor, exponent] : factors.powers) {
      if (exponent % 2 == 0) continue;
      const int sign = sign_of(factor);
      if (sign == 0) {
        unknown.push_back(std::move(factor));
      } else {
        known *= sign;
      }
    }
  }
  if (unknown.empty() && known < 0) throw DefinedNowhere{};
  if (unknown.size() == 1) add_fact(unknown.front(), known);
}

Polynomial RealSigns::with_sines(const Polynomial& polynomial) {
  const std::vector<int> uses = used(polynomial);
  for (size_t i = 0; i + 1 < generators_.size(); ++i) {
    if (generators_[i].kind != GeneratorKind::cosine || uses[static_cast<size_t>(place(i))] == 0) continue;
    Polynomial other(ring_), square = power(symbol(i + 1), 2);
    fmpz_mpoly_neg(square.value, square.value, ring_.context);
    fmpz_mpoly_add_si(square.value, square.value, 1, ring_.context);  // cos^2
    for (slong t = 0; t < fmpz_mpoly_length(polynomial.value, ring_.context); ++t) {
      Polynomial term(ring_);
      fmpz_mpoly_get_term(term.value, polynomial.value, t, ring_.context);
      const slong degree = fmpz_mpoly_degree_si(term.value, place(i), ring_.context);
      const Polynomial out = power(symbol(i), degree - degree % 2), in = power(square, degree / 2);
      if (fmpz_mpoly_divides(term.value, term.value, out.value, ring_.context) == 0) return copy(polynomial);
      fmpz_mpoly_mul(term.value, term.value, in.value, ring_.context);
      fmpz_mpoly_add(other.value, other.value, term.value, ring_.context);
    }
    if (fmpz_mpoly_length(other.value, ring_.context) < fmpz_mpoly_length(polynomial.value, ring_.context))
      return other;
  }
  return copy(polynomial);
}

}  // namespace eqnet::domain
