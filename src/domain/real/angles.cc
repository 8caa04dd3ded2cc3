#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "domain/real/functions.h"

namespace eqnet::domain {

namespace {

constexpr slong kMostMultiple = 60;  // of an angle: sin(n x) has that many terms

}  // namespace

void RealFunctions::each_term(const Fraction& sum, const TermUse& use) {
  Polynomial above = sum.numerator(), below = sum.denominator(), rest(ring_);
  Integer scale;
  fmpz_one(scale.value);
  if (fmpz_mpoly_is_fmpz(below.value, ring_.context) == 0) {
    Polynomial quotient(ring_);
    fmpz_mpoly_quasidivrem(scale.value, quotient.value, rest.value, above.value, below.value, ring_.context);
    std::swap(above, quotient);
  } else {
    fmpz_mpoly_get_fmpz(scale.value, below.value, ring_.context);
  }
  for (slong t = 0; t < fmpz_mpoly_length(above.value, ring_.context); ++t) {
    Rational coefficient;
    fmpz_mpoly_get_term_coeff_fmpz(fmpq_numref(coefficient.value), above.value, t, ring_.context);
    fmpz_set(fmpq_denref(coefficient.value), scale.value);
    fmpq_canonicalise(coefficient.value);
    Polynomial monomial(ring_);
    fmpz_mpoly_get_term_monomial(monomial.value, above.value, t, ring_.context);
    use(coefficient, Fraction(monomial));
  }
  if (fmpz_mpoly_is_zero(rest.value, ring_.context) != 0) return;
  // The primitive part, its leading coefficient positive, and the number before it.
  Rational content;
  content_of(rest, fmpq_numref(content.value));
  content_of(below, fmpq_denref(content.value));
  Fraction proper = Fraction(rest) / Fraction(below);
  Integer leading;
  fmpz_mpoly_get_term_coeff_fmpz(leading.value, proper.above, 0, ring_.context);
  proper = scaled(proper, inverse(content, fmpz_sgn(leading.value)));
  if (fmpz_sgn(leading.value) < 0) fmpq_neg(content.value, content.value);
  fmpq_div_fmpz(content.value, content.value, scale.value);
  use(content, proper);
}

void RealFunctions::content_of(const Polynomial& polynomial, fmpz_t content) const {
  fmpz_zero(content);
  for (slong t = 0; t < fmpz_mpoly_length(polynomial.value, ring_.context); ++t) {
    Integer coefficient;
    fmpz_mpoly_get_term_coeff_fmpz(coefficient.value, polynomial.value, t, ring_.context);
    fmpz_gcd(content, content, coefficient.value);
  }
}

Rational RealFunctions::inverse(const Rational& number, int sign) {
  Rational result;
  fmpq_inv(result.value, number.value);
  if (sign < 0) fmpq_neg(result.value, result.value);
  return result;
}

std::pair<size_t, slong> RealFunctions::in_parts(GeneratorKind kind, const Rational& coefficient,
                                                 const Fraction& term) {
  const size_t index = generator(kind, term);
  // A sine is the generator behind its cosine: made now, whatever is thrown below.
  if (kind == GeneratorKind::cosine) generator(GeneratorKind::sine, term);
  const auto key = [&] { return text(term.numerator()) + "/" + text(term.denominator()); };
  slong& parts = generators_[index].parts;
  if (!parts_.empty() && parts == 1) {
    const auto known = parts_.find(key());
    if (known != parts_.end()) parts = known->second;
  }
  const auto n = as_integer(times_integer(coefficient, parts));
  if (!n) throw NeedsParts{key(), std::lcm(parts, denominator_of(coefficient))};
  return {index, *n};
}

Fraction RealFunctions::exponential(const Fraction& exponent) {
  Fraction result(ring_, 1);
  each_term(exponent, [&](const Rational& coefficient, const Fraction& term) {
    const auto index = single(term.numerator());
    const bool alone = index && term.is_whole();
    if (alone && generators_[*index].kind == GeneratorKind::logarithm) {
      const Fraction of = generators_[*index].of;
      result = times(result, abs_power(of, coefficient));
    } else {
      const auto [exponential, n] = in_parts(GeneratorKind::exponential, coefficient, term);
      result = times(result, raised(value(exponential), n));
    }
  });
  return result;
}

RealFunctions::Angle RealFunctions::sum(const Angle& a, const Angle& b) {
  return {reduced(a.cosine * b.cosine - a.sine * b.sine), reduced(a.sine * b.cosine + a.cosine * b.sine)};
}

RealFunctions::Angle RealFunctions::multiple(Angle angle, slong n) {
  if (n < 0) return multiple({angle.cosine, scaled(angle.sine, Rational(-1))}, -n);
  if (n > kMostMultiple) throw NotDecided{"too large a multiple of an angle"};
  Angle result{Fraction(ring_, 1), Fraction(ring_)};
  for (; n > 0; n /= 2) {
    if (n % 2 != 0) result = sum(result, angle);
    if (n > 1) angle = sum(angle, angle);
  }
  return result;
}

Fraction RealFunctions::twelfth(slong k) {
  k = ((k % 24) + 24) % 24;
  if (k > 12) k = 24 - k;
  if (k > 6) return scaled(twelfth(12 - k), Rational(-1));
  switch (k) {
    case 0:
      return Fraction(ring_, 1);
    case 1:
      return scaled(square_root(6) + square_root(2), Rational(1, 4));
    case 2:
      return scaled(square_root(3), Rational(1, 2));
    case 3:
      return scaled(square_root(2), Rational(1, 2));
    case 4:
      return Fraction(ring_, Rational(1, 2));
    case 5:
      return scaled(square_root(6) - square_root(2), Rational(1, 4));
    default:
      return Fraction(ring_);
  }
}

bool RealFunctions::is_integer_times_pi(const Fraction& term) const {
  if (integers_.empty() || !term.is_whole()) return false;
  const Polynomial monomial = term.numerator();
  bool pi = false;
  for (size_t i = 0; i < generators_.size(); ++i) {
    const slong degree = fmpz_mpoly_degree_si(monomial.value, place(i), ring_.context);
    if (degree <= 0) continue;
    if (generators_[i].kind == GeneratorKind::pi && degree == 1) {
      pi = true;
    } else if (generators_[i].kind != GeneratorKind::variable ||
               std::ranges::find(integers_, static_cast<uint32_t>(i)) == integers_.end()) {
      return false;
    }
  }
  return pi;
}

RealFunctions::Angle RealFunctions::angle_of(const Rational& coefficient, const Fraction& term) {
  const size_t index = term.is_whole() ? single(term.numerator()).value_or(size_) : size_;
  const GeneratorKind kind = index < generators_.size() ? generators_[index].kind : GeneratorKind::variable;
  if (kind == GeneratorKind::pi) {
    if (const auto k = as_integer(times_integer(coefficient, 12))) return {twelfth(*k), twelfth(6 - *k % 24)};
  }
  const auto n = as_integer(coefficient);
  if (kind == GeneratorKind::arcsine) {
    const Fraction p = generators_[index].of;
    if (n) return multiple({abs_power(reduced(Fraction(ring_, 1) - p * p), Rational(1, 2)), p}, *n);
    if (const auto halves = as_integer(times_integer(coefficient, 2))) return multiple(half_arc(p), *halves);
  }
  if (n && is_integer_times_pi(term)) {
    return {parity(term.numerator(), *n), Fraction(ring_)};
  }
  const auto [cosine, parts] = in_parts(GeneratorKind::cosine, coefficient, term);
  const size_t sine = in_parts(GeneratorKind::sine, coefficient, term).first;
  return multiple({value(cosine), value(sine)}, parts);
}

// acos(p) is from 0 to pi, so the cosine of its half is sqrt((1 + p)/2) and the sine sqrt((1 - p)/2); asin(p)/2 is pi/4
// less the half of acos(p).
RealFunctions::Angle RealFunctions::half_arc(const Fraction& p) {
  const Fraction one(ring_, 1);
  const Fraction plus = abs_power(reduced(one + p), Rational(1, 2)),
                 minus = abs_power(reduced(one - p), Rational(1, 2));
  return {scaled(reduced(plus + minus), Rational(1, 2)), scaled(reduced(plus - minus), Rational(1, 2))};
}

bool RealFunctions::arcs_vanish(const Fraction& sum) {
  if (!sum.is_whole() && fmpz_mpoly_is_fmpz(sum.below, ring_.context) == 0) return false;
  Rational bound;  // of the sum's absolute value, in pi
  bool linear = true;
  each_term(sum, [&](const Rational& coefficient, const Fraction& term) {
    const size_t index = single(term.numerator()).value_or(size_);
    const bool known = index < generators_.size();
    const bool arc = known && generators_[index].kind == GeneratorKind::arcsine;
    if (!arc && !(known && generators_[index].kind == GeneratorKind::pi)) linear = false;
    if (!linear) return;
    Rational size;
    fmpq_abs(size.value, coefficient.value);
    if (arc) fmpq_div_2exp(size.value, size.value, 1);
    fmpq_add(bound.value, bound.value, size.value);
  });
  if (!linear) return false;
  for (const slong parts : {1, 2}) {
    if (fmpq_cmp_si(bound.value, 2 * parts) >= 0) continue;
    const Angle whole = angle(scaled(sum, Rational(1, static_cast<ulong>(parts))));
    return reduced(whole.cosine - Fraction(ring_, 1)).is_zero();
  }
  return false;
}

bool RealFunctions::logarithms_vanish(const Fraction& sum) {
  if (std::ranges::count(generators_, GeneratorKind::logarithm, &RealGenerator::kind) < 2) return false;
  slong scale = 2;
  int logarithms = 0;
  bool known = true;
  each_term(sum, [&](const Rational& coefficient, const Fraction& term) {
    const auto index = single(term.numerator());
    if (index && term.is_whole() && generators_[*index].kind == GeneratorKind::logarithm) ++logarithms;
    if (fmpz_cmp_si(fmpq_denref(coefficient.value), kMostRealOrder) > 0) return void(known = false);
    scale = std::lcm(scale, fmpz_get_si(fmpq_denref(coefficient.value)));
    known = known && scale <= 2 * kMostRealOrder;
  });
  if (logarithms < 2 || !known) return false;
  const size_t generators = generators_.size();
  const bool changed = changed_;
  bool one = false;
  try {
    const Fraction product = exponential(scaled(sum, Rational(scale)));
    one = reduced(product - Fraction(ring_, 1)).is_zero();
  } catch (const NotDecided&) {
  }
  forget_generators(generators, changed);
  return one;
}

RealFunctions::Angle RealFunctions::angle(const Fraction& of) {
  try {
    Angle result{Fraction(ring_, 1), Fraction(ring_)};
    each_term(of, [&](const Rational& coefficient, const Fraction& term) {
      result = sum(result, angle_of(coefficient, term));
    });
    return result;
  } catch (const NotDecided&) {  // too large when it is split, so as a whole
    Integer leading;
    if (!of.is_zero()) fmpz_mpoly_get_term_coeff_fmpz(leading.value, of.above, 0, ring_.context);
    const Fraction whole = fmpz_sgn(leading.value) < 0 ? scaled(of, Rational(-1)) : of;
    const Fraction cosine = value(generator(GeneratorKind::cosine, whole));
    const Fraction sine = value(generator(GeneratorKind::sine, whole));
    return {cosine, fmpz_sgn(leading.value) < 0 ? scaled(sine, Rational(-1)) : sine};
  }
}

Fraction RealFunctions::arcsine(Fraction p) {
  const Fraction square = reduced(p * p);
  if (const auto number = square.number()) {
    constexpr std::pair<slong, slong> kKnown[] = {{0, 0}, {1, 2}, {2, 3}, {3, 4}, {4, 6}};  // 4 p^2, 12 asin(p) / pi
    for (const auto& [four_squares, twelfths] : kKnown) {
      if (fmpq_equal_si(times_integer(*number, 4).value, four_squares) == 0) continue;
      if (p.is_zero()) return p;
      const int sign = sign_of(p).sign;
      if (sign != 0) return scaled(value(pi()), Rational(sign * twelfths, 12));
    }
  }
  Integer leading;
  fmpz_mpoly_get_term_coeff_fmpz(leading.value, p.above, 0, ring_.context);
  const bool negative = fmpz_sgn(leading.value) < 0;
  if (negative) p = scaled(p, Rational(-1));
  const Fraction result = value(generator(GeneratorKind::arcsine, p));
  return negative ? scaled(result, Rational(-1)) : result;
}

}  // namespace eqnet::domain
