// Where the two sides are defined.
#include "domain/real/forms.h"

namespace eqnet::domain {

std::string NormalForms::text(const Polynomial& polynomial) const {
  char* raw = fmpz_mpoly_get_str_pretty(polynomial.value, nullptr, ring_.context);
  std::string text(raw);
  flint_free(raw);
  return text;
}

std::optional<std::pair<uint32_t, Rational>> NormalForms::zero_of(const Polynomial& factor) const {
  for (uint32_t v = 0; v < program_.variables.size(); ++v) {
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

void NormalForms::conditions(std::vector<RealCondition>& all) {
  facts_.clear();  // a sign that holds because a side is defined says nothing about where the other is
  for (const RealAssumptions::Bound& bound : assumptions_.bounds) assume(bound);
  const auto add = [&](RealCondition condition) {
    for (RealCondition& known : all) {
      if (known.kind != condition.kind || known.key != condition.key) continue;
      known.sides |= condition.sides;
      return;
    }
    all.push_back(std::move(condition));
  };
  for (const Needed& need : needed_) {
    const Fraction of = need.kind == Condition::at_most_one ? reduced(Fraction(ring_, 1) - need.of * need.of) : need.of;
    std::string odd;
    bool alone = true;  // nothing but factors of known sign
    int sign = 1;
    for (const Polynomial& part : {of.numerator(), of.denominator()}) {
      const Factors factors = factors_of(part);
      sign *= fmpz_sgn(factors.constant.value);
      for (const auto& [factor, exponent] : factors.powers) {
        const int known = sign_of(factor);
        if (need.kind == Condition::not_zero) {
          if (factor_is_zero_somewhere(factor, known)) {
            add({need.kind, need.line, need.sides, text(factor), zero_of(factor)});
          }
        } else if (exponent % 2 != 0) {
          if (known != 0) {
            sign *= known;
          } else {
            alone = false;
            odd += text(factor) + ";";
          }
        }
      }
      if (need.kind == Condition::not_zero) break;  // the denominator of a divisor has its own condition
    }
    if (need.kind == Condition::not_zero || (alone && sign > 0)) continue;
    add({need.kind, need.line, need.sides, (sign > 0 ? "+" : "-") + odd});
  }
}

bool NormalForms::factor_is_zero_somewhere(const Polynomial& factor, int sign) {
  if (const auto index = single(factor)) {
    const GeneratorKind kind = generators_[*index].kind;
    return kind != GeneratorKind::exponential && kind != GeneratorKind::pi;
  }
  if (sign == 0) return true;
  // x^2 + y^2 is zero at the origin, x^2 + 1 nowhere.
  for (slong t = 0; t < fmpz_mpoly_length(factor.value, ring_.context); ++t) {
    Polynomial term(ring_);
    fmpz_mpoly_get_term(term.value, factor.value, t, ring_.context);
    const auto index = single(term);
    if (fmpz_mpoly_is_fmpz(term.value, ring_.context) != 0 ||
        (index && generators_[*index].kind == GeneratorKind::exponential))
      return sign_by_terms(factor) == 0 && sign_by_roots(factor) == 0;
  }
  return true;
}

}  // namespace eqnet::domain
