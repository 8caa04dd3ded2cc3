#include "domain/real/signs.h"

#include <algorithm>

namespace eqnet::domain {

namespace {

struct Deeper {
  explicit Deeper(int& depth) : depth(++depth) {}
  ~Deeper() { --depth; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  int& depth;
};

}  // namespace

RealSign RealSigns::sign_of(const Polynomial& polynomial) {
  if (fmpz_mpoly_is_fmpz(polynomial.value, ring_.context) != 0) {
    Integer number;
    fmpz_mpoly_get_fmpz(number.value, polynomial.value, ring_.context);
    return {fmpz_sgn(number.value), fmpz_is_zero(number.value) == 0};
  }
  RealSign sign = learned(polynomial);
  if (sign.sign != 0 && sign.strict) return sign;
  const auto merge = [&](const RealSign& other) {
    if (sign.sign == 0) sign.sign = other.sign;
    sign.strict = sign.strict || other.strict;
    return sign.sign != 0;
  };
  if (const auto index = single(polynomial)) {
    if (merge(sign_of_generator(*index))) return sign;
  }
  if (is_constant(polynomial)) {
    const int number = numeric_sign(polynomial);
    merge({number, number != 0});
    return sign;
  }
  if (merge(sign_by_terms(polynomial))) return sign;
  if (merge(sign_by_bound(polynomial))) return sign;
  if (merge(sign_by_roots(polynomial))) return sign;
  if (merge(sign_by_arcs(polynomial))) return sign;
  constexpr int kMostNested = 6;
  if (nested_ == kMostNested) return sign;
  const Deeper deeper(nested_);
  if (!merge(sign_by_exponents(polynomial)) && !merge(sign_by_logarithms(polynomial)) &&
      !merge(sign_by_conjugate(polynomial)) && !merge(sign_by_square(polynomial)))
    merge(sign_by_sums(polynomial));
  return sign;
}

RealSign RealSigns::sign_by_arcs(const Polynomial& polynomial) {
  Integer pi, arcs;
  for (slong t = 0; t < fmpz_mpoly_length(polynomial.value, ring_.context); ++t) {
    Polynomial term(ring_);
    fmpz_mpoly_get_term_monomial(term.value, polynomial.value, t, ring_.context);
    Integer coefficient;
    fmpz_mpoly_get_term_coeff_fmpz(coefficient.value, polynomial.value, t, ring_.context);
    const auto index = single(term);
    if (!index) return {};
    if (generators_[*index].kind == GeneratorKind::pi) {
      fmpz_mul_ui(pi.value, coefficient.value, 2);
    } else if (generators_[*index].kind == GeneratorKind::arcsine) {
      fmpz_abs(coefficient.value, coefficient.value);
      fmpz_add(arcs.value, arcs.value, coefficient.value);
    } else {
      return {};
    }
  }
  const int compared = fmpz_cmpabs(pi.value, arcs.value);
  return compared >= 0 ? RealSign{fmpz_sgn(pi.value), compared > 0} : RealSign{};
}

RealSign RealSigns::sign_by_exponents(const Polynomial& polynomial) {
  if (fmpz_mpoly_length(polynomial.value, ring_.context) != 2) return {};
  Fraction difference(ring_);  // of the exponents of the two terms
  int first_sign = 0;
  for (const slong t : {0, 1}) {
    Integer coefficient;
    fmpz_mpoly_get_term_coeff_fmpz(coefficient.value, polynomial.value, t, ring_.context);
    if (fmpz_is_pm1(coefficient.value) == 0) return {};
    if (t == 0) first_sign = fmpz_sgn(coefficient.value);
    if (t == 1 && fmpz_sgn(coefficient.value) == first_sign) return {};
    Polynomial term(ring_);
    fmpz_mpoly_get_term_monomial(term.value, polynomial.value, t, ring_.context);
    for (size_t i = 0; i < generators_.size(); ++i) {
      const slong degree = fmpz_mpoly_degree_si(term.value, place(i), ring_.context);
      if (degree == 0) continue;
      if (generators_[i].kind != GeneratorKind::exponential) return {};
      difference = difference + scaled(generators_[i].of,
                                       Rational(t == 0 ? degree : -degree, static_cast<ulong>(generators_[i].parts)));
    }
  }
  const RealSign sign = sign_of(difference);
  return {sign.sign * first_sign, sign.strict};
}

std::optional<Polynomial> RealSigns::absolute_value(const RealGenerator& logarithm) {
  Polynomial of = logarithm.of.numerator();
  const int sign = sign_of(of).sign;
  if (sign == 0) return std::nullopt;
  if (sign < 0) fmpz_mpoly_neg(of.value, of.value, ring_.context);
  return of;
}

// By what is known at once, as it is asked for often.
RealSign RealSigns::sign_of_logarithm(const RealGenerator& generator) {
  auto of = absolute_value(generator);
  if (!of) return {};
  fmpz_mpoly_sub_si(of->value, of->value, 1, ring_.context);
  const RealSign sign = learned(*of);
  return sign.sign != 0 || nested_ > 0 ? sign : sign_by_terms(*of);
}

RealSign RealSigns::sign_by_logarithms(const Polynomial& polynomial) {
  if (fmpz_mpoly_length(polynomial.value, ring_.context) != 2) return {};
  Polynomial difference(ring_);
  Integer coefficients[2];
  for (const slong t : {0, 1}) {
    fmpz_mpoly_get_term_coeff_fmpz(coefficients[t].value, polynomial.value, t, ring_.context);
    Polynomial term(ring_);
    fmpz_mpoly_get_term_monomial(term.value, polynomial.value, t, ring_.context);
    const auto index = single(term);
    if (!index || generators_[*index].kind != GeneratorKind::logarithm) return {};
    const auto of = absolute_value(generators_[*index]);
    if (!of) return {};
    if (t == 0) fmpz_mpoly_set(difference.value, of->value, ring_.context);
    if (t == 1) fmpz_mpoly_sub(difference.value, difference.value, of->value, ring_.context);
  }
  const int first = fmpz_sgn(coefficients[0].value);
  fmpz_add(coefficients[1].value, coefficients[1].value, coefficients[0].value);
  if (fmpz_is_zero(coefficients[1].value) == 0) return {};
  const RealSign sign = sign_of(difference);
  return {sign.sign * first, sign.strict};
}

// A v^2 + B v + C is ((2 A v + B)^2 + 4 A C - B^2) / 4 A.
RealSign RealSigns::sign_by_square(const Polynomial& polynomial) {
  constexpr slong kFewest = 3, kMostTerms = 12;
  const slong terms = fmpz_mpoly_length(polynomial.value, ring_.context);
  if (terms < kFewest || terms > kMostTerms) return {};
  const std::vector<int> uses = used(polynomial);
  for (size_t i = 0; i < generators_.size(); ++i) {
    if (uses[static_cast<size_t>(place(i))] == 0 ||
        fmpz_mpoly_degree_si(polynomial.value, place(i), ring_.context) != 2)
      continue;
    Polynomial parts[3] = {Polynomial(ring_), Polynomial(ring_), Polynomial(ring_)};  // by the degree in v
    for (slong t = 0; t < fmpz_mpoly_length(polynomial.value, ring_.context); ++t) {
      Polynomial term(ring_);
      fmpz_mpoly_get_term(term.value, polynomial.value, t, ring_.context);
      const slong degree = fmpz_mpoly_degree_si(term.value, place(i), ring_.context);
      fmpz_mpoly_divides(term.value, term.value, power(symbol(i), degree).value, ring_.context);
      fmpz_mpoly_add(parts[degree].value, parts[degree].value, term.value, ring_.context);
    }
    const RealSign square = sign_of(parts[2]);
    if (square.sign == 0 || !square.strict) continue;
    Polynomial rest(ring_), other = power(parts[1], 2);
    fmpz_mpoly_mul(rest.value, parts[0].value, parts[2].value, ring_.context);
    fmpz_mpoly_scalar_mul_si(rest.value, rest.value, 4, ring_.context);
    fmpz_mpoly_sub(rest.value, rest.value, other.value, ring_.context);
    const RealSign sign = sign_of(rest);
    return sign.sign > 0 || fmpz_mpoly_is_zero(rest.value, ring_.context) != 0 ? RealSign{square.sign, sign.strict}
                                                                               : RealSign{};
  }
  return {};
}

std::optional<Polynomial> RealSigns::square_of_root(size_t index) {
  if (generators_[index].kind != GeneratorKind::root) return std::nullopt;
  Polynomial of = generators_[index].of.numerator();
  const int sign = sign_of(of).sign;
  if (order_ == 1 && sign == 0) return power(of, 2);
  if (order_ % 2 != 0 || sign == 0) return std::nullopt;
  if (sign < 0) fmpz_mpoly_neg(of.value, of.value, ring_.context);
  return of;
}

std::optional<std::pair<Polynomial, Polynomial>> RealSigns::linear_in(const Polynomial& polynomial,
                                                                      size_t index) const {
  const slong root = generators_[index].kind == GeneratorKind::root ? std::max<slong>(1, order_ / 2) : 1;
  if (fmpz_mpoly_degree_si(polynomial.value, place(index), ring_.context) != root) return std::nullopt;
  const Polynomial power_of_root = power(symbol(index), root);
  std::pair<Polynomial, Polynomial> parts{Polynomial(ring_), Polynomial(ring_)};
  for (slong t = 0; t < fmpz_mpoly_length(polynomial.value, ring_.context); ++t) {
    Polynomial term(ring_);
    fmpz_mpoly_get_term(term.value, polynomial.value, t, ring_.context);
    const slong degree = fmpz_mpoly_degree_si(term.value, place(index), ring_.context);
    if (degree != 0 && degree != root) return std::nullopt;
    if (degree == root) fmpz_mpoly_divides(term.value, term.value, power_of_root.value, ring_.context);
    Polynomial& to = degree == root ? parts.second : parts.first;
    fmpz_mpoly_add(to.value, to.value, term.value, ring_.context);
  }
  return parts;
}

// a^2 - b^2 r^2 without r, and with the squares of other roots worked out.
Polynomial RealSigns::norm_of(const Polynomial& a, const Polynomial& b, const Polynomial& square) {
  Polynomial norm = power(a, 2), other = power(b, 2);
  fmpz_mpoly_mul(other.value, other.value, square.value, ring_.context);
  fmpz_mpoly_sub(norm.value, norm.value, other.value, ring_.context);
  for (size_t i = generators_.size(); i-- > 0;) {
    if (fmpz_mpoly_degree_si(norm.value, place(i), ring_.context) < 2) continue;
    const auto inner = square_of_root(i);
    if (!inner) continue;
    Polynomial relation = power(symbol(i), std::max<slong>(2, order_)), quotient(ring_), rest(ring_);
    fmpz_mpoly_sub(relation.value, relation.value, inner->value, ring_.context);
    fmpz_mpoly_divrem(quotient.value, rest.value, norm.value, relation.value, ring_.context);
    std::swap(norm, rest);
  }
  return norm;
}

RealSign RealSigns::sign_by_conjugate(const Polynomial& polynomial) {
  constexpr slong kMostTerms = 12;
  if (fmpz_mpoly_length(polynomial.value, ring_.context) > kMostTerms) return {};
  for (size_t i = generators_.size(); i-- > 0;) {
    if (generators_[i].kind != GeneratorKind::root) continue;
    const auto parts = linear_in(polynomial, i);
    if (!parts) continue;
    const auto& [a, b] = *parts;
    if (fmpz_mpoly_is_zero(a.value, ring_.context) != 0) continue;
    const auto square = square_of_root(i);
    if (!square) continue;
    const Polynomial norm = norm_of(a, b, *square);
    if (fmpz_mpoly_is_zero(norm.value, ring_.context) != 0) continue;
    const RealSign of_norm = sign_of(norm);
    if (of_norm.sign == 0) continue;
    const RealSign sign = sign_of(of_norm.sign > 0 ? a : b);
    return {sign.sign, of_norm.strict};
  }
  return {};
}

RealSign RealSigns::sign_of(const Fraction& fraction) {
  const RealSign above = sign_of(fraction.numerator()), below = sign_of(fraction.denominator());
  return {above.sign * below.sign, above.strict};  // a denominator is not zero
}

RealSign RealSigns::learned(const Polynomial& polynomial) const {
  RealSign sign;
  for (const Fact& fact : facts_) {
    if (!(fact.of == polynomial)) continue;
    if (fact.sign != 0) sign.sign = fact.sign;
    sign.strict = sign.strict || fact.strict;
  }
  return sign;
}

RealSign RealSigns::sign_of_generator(size_t index) {
  const RealGenerator& generator = generators_[index];
  switch (generator.kind) {
    case GeneratorKind::pi:
    case GeneratorKind::exponential:
      return {1, true};
    case GeneratorKind::root:
      return {1, sign_of(generator.of.numerator()).strict};
    case GeneratorKind::cubic:
      return sign_of(generator.of.numerator());
    case GeneratorKind::parity:
      return {0, true};
    case GeneratorKind::logarithm: {
      const RealSign sign = learned(symbol(index));
      if (sign.sign != 0) return sign;
      const RealSign by_one = sign_of_logarithm(generator);
      if (by_one.sign != 0) return by_one;
      return nested_ > 0 ? sign : sign_by_sums(symbol(index));
    }
    case GeneratorKind::arcsine: {
      const RealSign sign = sign_of(generator.of);
      return sign.sign != 0 ? sign : learned(symbol(index));
    }
    default: {
      const Polynomial alone = symbol(index);
      const RealSign sign = learned(alone);
      return sign.sign != 0 || nested_ > 0 ? sign : sign_by_sums(alone);
    }
  }
}

RealSign RealSigns::sign_by_terms(const Polynomial& polynomial) {
  RealSign common;
  std::vector<ulong> exponents(size_);
  for (slong t = 0; t < fmpz_mpoly_length(polynomial.value, ring_.context); ++t) {
    Integer coefficient;
    fmpz_mpoly_get_term_coeff_fmpz(coefficient.value, polynomial.value, t, ring_.context);
    int sign = fmpz_sgn(coefficient.value);
    bool strict = true;
    if (fmpz_mpoly_term_exp_fits_ui(polynomial.value, t, ring_.context) == 0) return {};
    fmpz_mpoly_get_term_exp_ui(exponents.data(), polynomial.value, t, ring_.context);
    for (size_t i = 0; i < generators_.size() && sign != 0; ++i) {
      const ulong exponent = exponents[static_cast<size_t>(place(i))];
      if (exponent == 0) continue;
      const RealSign of = sign_of_generator(i);
      strict = strict && of.strict;
      if (exponent % 2 != 0) sign *= of.sign;
    }
    if (sign == 0 || (common.sign != 0 && sign != common.sign)) return {};
    common = {sign, common.strict || strict};
  }
  return common;
}

RealSign RealSigns::sign_by_bound(const Polynomial& polynomial) {
  const std::vector<int> uses = used(polynomial);
  for (size_t i = 0; i < generators_.size(); ++i) {
    const GeneratorKind kind = generators_[i].kind;
    if (uses[static_cast<size_t>(place(i))] != 0 && kind != GeneratorKind::sine && kind != GeneratorKind::cosine &&
        kind != GeneratorKind::parity)
      return {};
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
  const int compared = fmpz_cmpabs(constant.value, others.value);
  return compared >= 0 ? RealSign{fmpz_sgn(constant.value), compared > 0} : RealSign{};
}

RealSign RealSigns::sign_by_roots(const Polynomial& polynomial) {
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
    return {sign, sign != 0};
  }
  return {};
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
      arb_div_si(result.value, result.value, generator.parts, precision);
      return arb_exp(result.value, result.value, precision);
    case GeneratorKind::logarithm:
      arb_abs(result.value, result.value);
      return arb_log(result.value, result.value, precision);
    case GeneratorKind::cosine:
      arb_div_si(result.value, result.value, generator.parts, precision);
      return arb_cos(result.value, result.value, precision);
    case GeneratorKind::sine:
      arb_div_si(result.value, result.value, generator.parts, precision);
      return arb_sin(result.value, result.value, precision);
    case GeneratorKind::arcsine:
      return arb_asin(result.value, result.value, precision);
    default:
      arb_indeterminate(result.value);
  }
}

void RealSigns::add_fact(const Polynomial& of, RealSign sign) {
  facts_.push_back({copy(of), sign.sign, sign.strict});
  changed_ = true;
  // A root is zero where what it is of is zero, and an irreducible polynomial is zero where its root is.
  if (const auto index = single(of); index && sign.strict) {
    const GeneratorKind kind = generators_[*index].kind;
    if (kind == GeneratorKind::root || kind == GeneratorKind::cubic) {
      const Polynomial inner = generators_[*index].of.numerator();
      if (!sign_of(inner).strict) add_fact(inner, {0, true});
    }
  }
}

void RealSigns::assume(const RealAssumptions::Bound& bound) {
  Polynomial shifted = symbol(bound.variable);
  fmpz_mpoly_scalar_mul_fmpz(shifted.value, shifted.value, fmpq_denref(bound.number.value), ring_.context);
  fmpz_mpoly_sub_fmpz(shifted.value, shifted.value, fmpq_numref(bound.number.value), ring_.context);
  facts_.push_back({std::move(shifted), bound.direction, bound.strict || bound.direction == 0});
  if (bound.number.sign() * bound.direction > 0) facts_.push_back({symbol(bound.variable), bound.direction, true});
}

void RealSigns::require_not_zero(const Fraction& p) {
  for (const auto& [factor, exponent] : factors(p.numerator()).powers) {
    if (!sign_of(factor).strict) add_fact(factor, {0, true});
  }
}

// p is c f^i g^j …, and its denominator is not zero. Only where all factors but one are known not to be zero does the
// sign of p say something about that one: x^2 y >= 0 holds for y < 0 too, where x = 0.
void RealSigns::require(const Fraction& p, bool strict) {
  if (p.is_zero()) {
    if (strict) throw DefinedNowhere{};
    return;
  }
  int known = 1;
  std::vector<Polynomial> unknown, may_vanish;
  for (const bool above : {true, false}) {
    Factors found = factors(above ? p.numerator() : p.denominator());
    known *= fmpz_sgn(found.constant.value);
    for (auto& [factor, exponent] : found.powers) {
      RealSign sign = sign_of(factor);
      if (!sign.strict) {
        if (strict || !above) {
          add_fact(factor, {0, true});
        } else {
          may_vanish.push_back(copy(factor));
        }
      }
      if (exponent % 2 == 0) continue;
      if (sign.sign == 0) {
        unknown.push_back(std::move(factor));
      } else {
        known *= sign.sign;
      }
    }
  }
  if (unknown.empty() && known < 0) {  // p <= 0, so p = 0
    if (may_vanish.empty()) throw DefinedNowhere{};
    thin_.push_back(std::move(may_vanish));
    return;
  }
  if (unknown.size() != 1) return;
  const bool others_vanish =
      std::ranges::any_of(may_vanish, [&](const Polynomial& factor) { return !(factor == unknown.front()); });
  if (!others_vanish) add_fact(unknown.front(), {known, strict});
}

// |g|^(1/n) = c where |g| = c^n.
std::optional<Polynomial> RealSigns::where_root_is(const Polynomial& f) {
  for (size_t i = 0; i < generators_.size(); ++i) {
    if (generators_[i].kind != GeneratorKind::root) continue;
    fmpz_poly_t line;
    fmpz_poly_init(line);
    Integer below, above;
    const bool linear =
        fmpz_mpoly_get_fmpz_poly(line, f.value, place(i), ring_.context) != 0 && fmpz_poly_degree(line) == 1;
    if (linear) {
      fmpz_poly_get_coeff_fmpz(above.value, line, 0);
      fmpz_poly_get_coeff_fmpz(below.value, line, 1);
      fmpz_neg(above.value, above.value);
    }
    fmpz_poly_clear(line);
    if (!linear) continue;
    if (fmpz_sgn(above.value) * fmpz_sgn(below.value) < 0) throw DefinedNowhere{};
    const Polynomial inner = generators_[i].of.numerator();
    const int sign = sign_of(inner).sign;
    if (sign == 0 || fmpz_bits(above.value) > 64 || fmpz_bits(below.value) > 64) return std::nullopt;
    fmpz_pow_ui(above.value, above.value, static_cast<ulong>(order_));
    fmpz_pow_ui(below.value, below.value, static_cast<ulong>(order_));
    if (sign < 0) fmpz_neg(above.value, above.value);
    Polynomial result(ring_);
    fmpz_mpoly_scalar_mul_fmpz(result.value, inner.value, below.value, ring_.context);
    fmpz_mpoly_sub_fmpz(result.value, result.value, above.value, ring_.context);
    return result;
  }
  return std::nullopt;
}

bool RealSigns::pin(const Polynomial& f) {
  if (const auto index = single(f)) {
    const GeneratorKind kind = generators_[*index].kind;
    if (kind == GeneratorKind::root || kind == GeneratorKind::cubic) {
      return pin(generators_[*index].of.numerator());
    }
  }
  if (const auto zero = zero_of(f)) {
    pinned_.push_back(*zero);
    return true;
  }
  const auto inner = where_root_is(f);
  return inner && pin(*inner);
}

std::optional<std::pair<uint32_t, Rational>> RealSigns::zero_of(const Polynomial& factor) const {
  for (uint32_t v = 0; v < generators_.size() && generators_[v].kind == GeneratorKind::variable; ++v) {
    if (fmpz_mpoly_is_fmpz_poly(factor.value, place(v), ring_.context) == 0 ||
        fmpz_mpoly_degree_si(factor.value, place(v), ring_.context) != 1)
      continue;
    fmpz_poly_t line;
    fmpz_poly_init(line);
    Rational zero;
    const bool found = fmpz_mpoly_get_fmpz_poly(line, factor.value, place(v), ring_.context) != 0;
    if (found) {
      fmpz_poly_get_coeff_fmpz(fmpq_numref(zero.value), line, 0);
      fmpz_poly_get_coeff_fmpz(fmpq_denref(zero.value), line, 1);
      fmpz_neg(fmpq_numref(zero.value), fmpq_numref(zero.value));
      fmpq_canonicalise(zero.value);
    }
    fmpz_poly_clear(line);
    if (found) return std::pair(v, zero);
  }
  return std::nullopt;
}

Factors RealSigns::known_factors(const Polynomial& polynomial) {
  const auto known = std::ranges::find(factored_, polynomial, &std::pair<Polynomial, Factors>::first);
  if (known != factored_.end()) return copy(known->second);
  factored_.emplace_back(copy(polynomial), factors_of(polynomial));
  return copy(factored_.back().second);
}

Factors RealSigns::factors(const Polynomial& polynomial) {
  std::vector<std::pair<size_t, Polynomial>> relations;
  const Polynomial unfolded = with_roots(with_sines(polynomial), relations);
  Factors result = known_factors(unfolded);
  join_squares(result);
  for (auto& [factor, exponent] : result.powers) {
    for (const auto& [index, relation] : relations) {  // r^2 is x again
      Polynomial quotient(ring_), rest(ring_);
      fmpz_mpoly_divrem(quotient.value, rest.value, factor.value, relation.value, ring_.context);
      if (!single(factor)) std::swap(factor, rest);
    }
  }
  return result;
}

// (cos - 1)(cos + 1) is -sin^2, which is a square but for its sign, and the other way round.
void RealSigns::join_squares(Factors& factors) {
  if (factors.powers.size() < 2) return;
  const auto find = [&](const Polynomial& f) {
    return std::ranges::find_if(factors.powers, [&](const auto& power) { return power.first == f; });
  };
  for (size_t i = 0; i < generators_.size(); ++i) {
    const GeneratorKind kind = generators_[i].kind;
    if (kind != GeneratorKind::cosine && kind != GeneratorKind::sine) continue;
    Polynomial less = symbol(i), more = symbol(i);
    fmpz_mpoly_sub_si(less.value, less.value, 1, ring_.context);
    fmpz_mpoly_add_si(more.value, more.value, 1, ring_.context);
    const auto first = find(less), second = find(more);
    if (first == factors.powers.end() || second == factors.powers.end()) continue;
    const slong common = std::min(first->second, second->second);
    first->second -= common;
    second->second -= common;
    if (common % 2 != 0) fmpz_neg(factors.constant.value, factors.constant.value);
    const Polynomial other = symbol(kind == GeneratorKind::cosine ? i + 1 : i - 1);
    const auto known = find(other);
    if (known != factors.powers.end()) {
      known->second += 2 * common;
    } else {
      factors.powers.emplace_back(copy(other), 2 * common);
    }
    std::erase_if(factors.powers, [](const auto& power) { return power.second == 0; });
  }
}

Polynomial RealSigns::with_roots(Polynomial polynomial, std::vector<std::pair<size_t, Polynomial>>& relations) {
  constexpr slong kMostDegree = 60;
  for (size_t i = 0; i < generators_.size(); ++i) {
    if (generators_[i].kind != GeneratorKind::root) continue;
    const Polynomial of = generators_[i].of.numerator();
    const auto inner = single(of);
    if (!inner || fmpz_mpoly_degree_si(polynomial.value, place(*inner), ring_.context) == 0) continue;
    const int sign = sign_of(of).sign;
    if (sign == 0 || fmpz_mpoly_total_degree_fits_si(polynomial.value, ring_.context) == 0 ||
        fmpz_mpoly_total_degree_si(polynomial.value, ring_.context) * order_ > kMostDegree)
      continue;
    Polynomial other(ring_);
    std::vector<ulong> exponents(size_);
    for (slong t = 0; t < fmpz_mpoly_length(polynomial.value, ring_.context); ++t) {
      Integer coefficient;
      fmpz_mpoly_get_term_coeff_fmpz(coefficient.value, polynomial.value, t, ring_.context);
      fmpz_mpoly_get_term_exp_ui(exponents.data(), polynomial.value, t, ring_.context);
      ulong& moved = exponents[static_cast<size_t>(place(*inner))];
      if (sign < 0 && moved % 2 != 0) fmpz_neg(coefficient.value, coefficient.value);
      exponents[static_cast<size_t>(place(i))] += moved * static_cast<ulong>(order_);
      moved = 0;
      fmpz_mpoly_push_term_fmpz_ui(other.value, coefficient.value, exponents.data(), ring_.context);
    }
    fmpz_mpoly_sort_terms(other.value, ring_.context);
    fmpz_mpoly_combine_like_terms(other.value, ring_.context);
    polynomial = std::move(other);
    Polynomial relation = power(symbol(i), order_);
    if (sign > 0) {
      fmpz_mpoly_sub(relation.value, relation.value, of.value, ring_.context);
    } else {
      fmpz_mpoly_add(relation.value, relation.value, of.value, ring_.context);
    }
    relations.emplace_back(i, std::move(relation));
  }
  return polynomial;
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
