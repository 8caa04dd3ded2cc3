#include <cstdlib>
#include <numeric>

#include "domain/real/functions.h"

namespace eqnet::domain {

Rational times_integer(const Rational& a, slong n) {
  Rational result;
  fmpq_mul_si(result.value, a.value, n);
  return result;
}

std::optional<slong> as_integer(const Rational& number) {
  if (fmpz_is_one(fmpq_denref(number.value)) == 0 || fmpz_fits_si(fmpq_numref(number.value)) == 0) return std::nullopt;
  return fmpz_get_si(fmpq_numref(number.value));
}

slong RealFunctions::denominator_of(const Rational& number) {
  if (fmpz_cmp_si(fmpq_denref(number.value), kMostRealOrder) > 0) throw NotDecided{"a root of too high an order"};
  return fmpz_get_si(fmpq_denref(number.value));
}

Fraction RealFunctions::abs_power(const Polynomial& f, const Rational& q) {
  if (const auto index = single(f)) {
    const RealGenerator& generator = generators_[*index];
    if (generator.kind == GeneratorKind::exponential) {
      Rational exponent;
      fmpq_div_fmpz(exponent.value, q.value, Integer(std::to_string(generator.parts)).value);
      return exponential(scaled(generator.of, exponent));
    }
    if (generator.kind == GeneratorKind::parity) return Fraction(ring_, 1);
    if (generator.kind == GeneratorKind::root) {
      const auto n = as_integer(q);
      if (!n) throw NeedsRoots{order_ * denominator_of(q)};
      return raised(value(*index), *n);
    }
  }
  if (const auto unit = conjugate_of_unit(f)) {
    Rational minus;
    fmpq_neg(minus.value, q.value);
    return times(abs_power(Fraction(ring_, unit->norm), q), abs_power(unit->conjugate, minus));
  }
  if (const auto square = as_square(f)) return abs_power(square->base, times_integer(q, 2));
  const int sign = sign_of(f).sign;
  if (const auto n = as_integer(q); n && sign != 0) {
    Fraction result = raised(Fraction(f), *n);
    return sign < 0 && *n % 2 != 0 ? scaled(result, Rational(-1)) : result;
  }
  const auto n = as_integer(times_integer(q, order_));
  if (!n) throw NeedsRoots{std::lcm(order_, denominator_of(q))};
  // The whole powers in it, and what is left.
  const slong period = sign != 0 ? order_ : 2 * order_;
  slong rest = *n % period;
  if (rest < 0) rest += period;
  const slong whole = (*n - rest) / period;
  const size_t root = generator(GeneratorKind::root, f);
  Fraction result = raised(Fraction(f), sign != 0 ? whole : 2 * whole);
  if (sign < 0 && whole % 2 != 0) result = scaled(result, Rational(-1));
  return times(result, raised(value(root), rest));
}

void RealFunctions::each_prime(const Integer& number, const FactorUse& use) {
  constexpr flint_bitcnt_t kMostFactored = 80;
  const auto polynomial = [&](const fmpz* prime) {
    Polynomial result(ring_);
    fmpz_mpoly_set_fmpz(result.value, prime, ring_.context);
    return result;
  };
  if (fmpz_is_one(number.value) != 0) return;
  if (fmpz_bits(number.value) > kMostFactored) return use(polynomial(number.value), 1);
  fmpz_factor_t factors;
  fmpz_factor_init(factors);
  fmpz_factor(factors, number.value);
  std::vector<std::pair<Polynomial, slong>> primes;
  for (slong i = 0; i < factors->num; ++i)
    primes.emplace_back(polynomial(factors->p + i), static_cast<slong>(factors->exp[i]));
  fmpz_factor_clear(factors);
  for (const auto& [prime, exponent] : primes) use(prime, exponent);
}

void RealFunctions::each_factor(const Fraction& p, const FactorUse& use) {
  for (const int direction : {1, -1}) {
    Factors found = factors(direction > 0 ? p.numerator() : p.denominator());
    fmpz_abs(found.constant.value, found.constant.value);
    each_prime(found.constant, [&](const Polynomial& prime, slong exponent) { use(prime, direction * exponent); });
    for (const auto& [factor, exponent] : found.powers) use(factor, direction * exponent);
  }
}

Fraction RealFunctions::abs_power(const Fraction& p, const Rational& q) {
  if (p.is_zero()) {
    if (q.sign() <= 0) throw DefinedNowhere{};
    return p;
  }
  Fraction result(ring_, 1);
  each_factor(p, [&](const Polynomial& f, slong exponent) {
    result = times(result, abs_power(f, times_integer(q, exponent)));
  });
  return result;
}

Fraction RealFunctions::parity(const Polynomial& integers_times_logarithm, slong count) {
  Polynomial once(ring_);  // (-1)^(n^2) is (-1)^n
  fmpz_mpoly_one(once.value, ring_.context);
  const std::vector<int> uses = used(integers_times_logarithm);
  for (size_t i = 0; i < generators_.size(); ++i) {
    if (uses[static_cast<size_t>(place(i))] != 0)
      fmpz_mpoly_mul(once.value, once.value, symbol(i).value, ring_.context);
  }
  return raised(value(generator(GeneratorKind::parity, once)), std::abs(count) % 2);
}

Fraction RealFunctions::sign_power(const Fraction& logarithm, const Fraction& exponent) {
  const bool of_minus_one = logarithm == value(pi());
  Fraction result(ring_, 1);
  each_term(exponent, [&](const Rational& coefficient, const Fraction& term) {
    const auto count = as_integer(coefficient);
    if (!count || !term.is_whole() || !is_polynomial(term.numerator()))
      throw NotDecided{"an exponent of unknown parity"};
    if (*count % 2 == 0) return;
    if (of_minus_one && term.number()) {
      result = scaled(result, Rational(-1));
    } else {
      result = times(result, parity((term * logarithm).numerator(), *count));
    }
  });
  return result;
}

// |p|^exponent, and the signs of what p consists of. Of a factor of unknown sign that is another generator, which is 1
// or -1; a factor f that is negative at all points counts as -1, as the logarithm of |f| is no concern of its sign.
Fraction RealFunctions::integer_power(const Fraction& p, const Fraction& exponent) {
  if (p.is_zero()) throw DefinedNowhere{};
  Fraction result = exponential(reduced(exponent * logarithm(p)));
  bool negative = false;
  for (const Polynomial& part : {p.numerator(), p.denominator()}) {
    if (fmpz_sgn(factors(part).constant.value) < 0) negative = !negative;
  }
  each_factor(p, [&](const Polynomial& f, slong count) {
    if (count % 2 == 0) return;
    const int sign = sign_of(f).sign;
    if (sign < 0) negative = !negative;
    if (sign != 0) return;
    const auto index = single(f);
    const bool is_parity = index && generators_[*index].kind == GeneratorKind::parity;  // ((-1)^n)^m
    result = times(result, sign_power(is_parity ? generators_[*index].of : logarithm(f), exponent));
  });
  return negative ? times(result, sign_power(value(pi()), exponent)) : result;
}

Fraction RealFunctions::square_root(slong number) {
  return abs_power(Fraction(ring_, number), Rational(1, 2));
}

Fraction RealFunctions::cube_root(const Fraction& p) {
  if (p.is_zero()) return p;
  Fraction result(ring_, 1);
  for (const int direction : {1, -1}) {
    const Polynomial part = direction > 0 ? p.numerator() : p.denominator();
    const Factors found = factors(part);
    if (fmpz_sgn(found.constant.value) < 0) result = scaled(result, Rational(-1));
  }
  each_factor(p, [&](const Polynomial& f, slong exponent) {
    const int sign = sign_of(f).sign;
    if (sign != 0) {
      result = times(result, abs_power(f, Rational(exponent, 3)));
      if (sign < 0 && exponent % 2 != 0) result = scaled(result, Rational(-1));
      return;
    }
    const slong rest = ((exponent % 3) + 3) % 3;
    result = times(result, raised(Fraction(f), (exponent - rest) / 3));
    if (rest != 0) result = times(result, raised(value(generator(GeneratorKind::cubic, f)), rest));
  });
  return result;
}

Fraction RealFunctions::logarithm(const Fraction& p) {
  if (p.is_zero()) throw DefinedNowhere{};
  Fraction sum(ring_);
  each_factor(p, [&](const Polynomial& f, slong exponent) { sum = sum + scaled(logarithm(f), Rational(exponent)); });
  return sum;
}

Fraction RealFunctions::logarithm(const Polynomial& f) {
  if (const auto index = single(f)) {
    const RealGenerator& generator = generators_[*index];
    if (generator.kind == GeneratorKind::exponential)
      return scaled(generator.of, Rational(1, static_cast<ulong>(generator.parts)));
    if (generator.kind == GeneratorKind::root)
      return scaled(logarithm(generator.of.numerator()), Rational(1, static_cast<ulong>(order_)));
    if (generator.kind == GeneratorKind::parity) return Fraction(ring_);
    if (generator.kind == GeneratorKind::cubic) return scaled(logarithm(generator.of.numerator()), Rational(1, 3));
  }
  if (const auto unit = conjugate_of_unit(f)) {
    return logarithm(Fraction(ring_, unit->norm)) - logarithm(unit->conjugate);
  }
  if (const auto square = as_square(f)) return scaled(logarithm(square->base), Rational(2));
  return value(generator(GeneratorKind::logarithm, f));
}

// 1 - cos^2
Polynomial RealFunctions::square_of_sine(size_t index) const {
  Polynomial result = power(symbol(index - 1), 2);
  fmpz_mpoly_neg(result.value, result.value, ring_.context);
  fmpz_mpoly_add_si(result.value, result.value, 1, ring_.context);
  return result;
}

Fraction RealFunctions::some_square_root(const Fraction& p) {
  Polynomial above(ring_), below(ring_);
  const bool square = fmpz_mpoly_sqrt(above.value, with_sines(p.numerator()).value, ring_.context) != 0 &&
                      fmpz_mpoly_sqrt(below.value, p.denominator().value, ring_.context) != 0;
  return square ? Fraction(above) / Fraction(below) : abs_power(p, Rational(1, 2));
}

// r is a root or a sine. Where a + b r has a norm a^2 - b^2 r^2 = n^2, it is (u ± v)^2 with u^2 = (a + n)/2 and v^2 =
// (a - n)/2, if these have real roots: 2x^2 + 1 + 2x sqrt(x^2 + 1) is (x + sqrt(x^2 + 1))^2. Multiplying out tells
// whether it is so.
std::optional<RealFunctions::Square> RealFunctions::as_square(const Polynomial& f) {
  constexpr slong kMostTerms = 12;
  if (taking_apart_ || fmpz_mpoly_length(f.value, ring_.context) > kMostTerms) return std::nullopt;
  for (size_t i = generators_.size(); i-- > 0;) {
    const auto square = generators_[i].kind == GeneratorKind::sine ? square_of_sine(i) : square_of_root(i);
    const auto parts = square ? linear_in(f, i) : std::nullopt;
    if (!parts || fmpz_mpoly_is_zero(parts->first.value, ring_.context) != 0) continue;
    Polynomial norm = norm_of(parts->first, parts->second, *square), n(ring_);
    reduce(norm.value);
    if (fmpz_mpoly_is_zero(norm.value, ring_.context) != 0 || fmpz_mpoly_sqrt(n.value, norm.value, ring_.context) == 0)
      continue;
    for (const int sign : {1, -1}) {
      if (auto found = square_of_sum(f, scaled(Fraction(parts->first), Rational(sign)), Fraction(n), sign))
        return found;
    }
  }
  return std::nullopt;
}

std::optional<RealFunctions::Square> RealFunctions::square_of_sum(const Polynomial& f, const Fraction& a,
                                                                  const Fraction& n, int sign) {
  std::optional<Square> found;
  const size_t known = generators_.size();
  const bool changed = changed_;
  taking_apart_ = true;
  try {
    const Fraction u = some_square_root(scaled(a + n, Rational(1, 2))),
                   v = some_square_root(scaled(a - n, Rational(1, 2)));
    for (const Fraction& sum : {u + v, u - v}) {
      const Fraction base = reduced(sum);
      const Fraction product = scaled(reduced(base * base), Rational(sign));
      if (!found && !base.is_zero() && reduced(product - Fraction(f)).is_zero()) found = Square{base, sign};
    }
  } catch (const NotDecided&) {
  } catch (...) {
    taking_apart_ = false;
    throw;
  }
  taking_apart_ = false;
  if (!found) forget_generators(known, changed);
  return found;
}

// (sqrt(x^2 + 1) - x)(sqrt(x^2 + 1) + x) = 1: of the two factors only the second gets generators.
std::optional<RealFunctions::Unit> RealFunctions::conjugate_of_unit(const Polynomial& f) {
  constexpr slong kMostTerms = 12;
  if (fmpz_mpoly_length(f.value, ring_.context) > kMostTerms) return std::nullopt;
  for (size_t i = generators_.size(); i-- > 0;) {
    if (generators_[i].kind != GeneratorKind::root) continue;
    auto parts = linear_in(f, i);
    if (!parts) continue;
    auto& [a, b] = *parts;
    const auto square = square_of_root(i);
    if (!square || fmpz_mpoly_is_zero(a.value, ring_.context) != 0) continue;
    Integer leading;
    fmpz_mpoly_get_term_coeff_fmpz(leading.value, a.value, 0, ring_.context);
    if (fmpz_sgn(leading.value) > 0) return std::nullopt;
    Polynomial norm = norm_of(a, b, *square);
    reduce(norm.value);
    Integer number;
    if (fmpz_mpoly_is_fmpz(norm.value, ring_.context) == 0) return std::nullopt;
    fmpz_mpoly_get_fmpz(number.value, norm.value, ring_.context);
    if (fmpz_is_zero(number.value) != 0 || fmpz_abs_fits_ui(number.value) == 0 || fmpz_bits(number.value) > 40)
      return std::nullopt;
    Polynomial conjugate(ring_);
    fmpz_mpoly_sub(conjugate.value, f.value, a.value, ring_.context);  // b r - a
    fmpz_mpoly_sub(conjugate.value, conjugate.value, a.value, ring_.context);
    return Unit{std::move(conjugate), std::abs(fmpz_get_si(number.value))};
  }
  return std::nullopt;
}

}  // namespace eqnet::domain
