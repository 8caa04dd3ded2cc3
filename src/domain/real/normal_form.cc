#include "domain/real/normal_form.h"

#include <algorithm>
#include <numeric>

#include "domain/real/forms.h"

namespace eqnet::domain {

namespace {

constexpr int kMostForks = 7;  // signs that are tried both ways, one within another
constexpr size_t kGenerators = 28;

bool needs_generators(const RealProgram& program) {
  return std::ranges::any_of(program.lines, [&](const RealProgram::Line& line) {
    switch (line.step) {
      case RealStep::variable:
      case RealStep::number:
      case RealStep::add:
      case RealStep::subtract:
      case RealStep::multiply:
      case RealStep::divide:
      case RealStep::negate:
        return false;
      case RealStep::power: {
        const auto& exponent = program.constants[line.b];
        return !exponent || fmpz_is_one(fmpq_denref(exponent->value)) == 0;
      }
      default:
        return true;
    }
  });
}

// How many generators there will be, about: rings of few are faster.
size_t generators_for(const RealProgram& program) {
  if (!needs_generators(program)) return std::max<size_t>(1, program.variables.size());
  size_t some = 1;
  for (const RealProgram::Line& line : program.lines) {
    if (line.step == RealStep::pi || line.step == RealStep::e || line.step == RealStep::power) ++some;
    if (line.step > RealStep::divide && line.step != RealStep::negate && line.step != RealStep::power) ++some;
    if (line.step == RealStep::sin || line.step == RealStep::cos || line.step == RealStep::tan) ++some;
  }
  return program.variables.size() + std::min(some, kGenerators);
}

RealProof not_proved(std::string why) {
  RealProof proof;
  proof.why = std::move(why);
  return proof;
}

}  // namespace

NormalForms::NormalForms(const RealProgram& program, const RealAssumptions& assumptions, size_t generators, slong order,
                         const RealParts& parts, const std::function<bool()>& late)
    : RealFunctions(program.variables.size(), generators, order, parts, assumptions.integers),
      program_(program),
      assumptions_(assumptions),
      late_(late) {
  for (const RealAssumptions::Bound& bound : assumptions.bounds) assume(bound);
  learning_ = needs_generators(program);  // signs make no difference to fractions of polynomials
}

RealProof NormalForms::prove() {
  RealProof proof;
  try {
    proof.equal = equal(0);
    proof.pinned = pinned_;
    if (proof.equal) proof.conditions_known = conditions(proof.conditions);
  } catch (const DefinedNowhere&) {
    proof.nowhere = true;
  }
  if (!proof.equal && proof.why.empty()) proof.why = "not proved";
  return proof;
}

void NormalForms::need(Condition kind, uint32_t line, const Fraction& of, uint8_t sides) {
  const Fraction one(ring_, 1);
  needed_.push_back({kind, line, of, sides});
  Fraction& needed = needed_.back().of;
  if (kind == Condition::at_most_one || kind == Condition::below_one) needed = reduced(one - of * of);
  if (kind == Condition::at_least_one) needed = reduced(of - one);
  if (kind == Condition::above_minus_one) needed = reduced(of + one);
  if (learning_) learn(needed_.back());
}

void NormalForms::learn(const Needed& needed) {
  if (needed.kind == Condition::not_zero) {
    require_not_zero(needed.of);
  } else {
    require(needed.of, needed.is_strict());
  }
}

Fraction NormalForms::extreme(const Fraction& a, const Fraction& b, int sign) {
  const Fraction distance = abs_power(reduced(a - b), Rational(1));
  return scaled(reduced(sign > 0 ? a + b + distance : a + b - distance), Rational(1, 2));
}

Fraction NormalForms::raise(const RealProgram::Line& line, const Fraction& a, const Fraction& b) {
  const auto& exponent = program_.constants[line.b];
  if (exponent) {
    if (const auto n = as_integer(*exponent)) {
      if (*n < 0) need(Condition::not_zero, line.a, a, line.sides);
      return *n == 0 ? Fraction(ring_, 1) : raised(a, *n);
    }
    if (fmpz_is_one(fmpq_denref(exponent->value)) != 0) throw NotDecided{"too large: an exponent of many digits"};
    need(exponent->sign() < 0 ? Condition::positive : Condition::not_negative, line.a, a, line.sides);
    return abs_power(a, *exponent);
  }
  if (program_.lines[line.a].step == RealStep::e) return exponential(b);
  if (program_.integral[line.b]) {
    need(Condition::not_zero, line.a, a, line.sides);
    return integer_power(a, b);
  }
  need(Condition::positive, line.a, a, line.sides);
  return exponential(reduced(b * logarithm(a)));
}

Fraction NormalForms::evaluate(uint32_t index) {
  const RealProgram::Line& line = program_.lines[index];
  if (program_.constants[index]) return Fraction(ring_, *program_.constants[index]);
  if (line.step == RealStep::number) throw NotDecided{"too large: a number of many digits"};
  if (line.step == RealStep::variable) {
    const auto pin = std::ranges::find(pinned_, line.a, &std::pair<uint32_t, Rational>::first);
    return pin == pinned_.end() ? value(line.a) : Fraction(ring_, pin->second);
  }
  if (line.step == RealStep::pi) return value(pi());
  if (line.step == RealStep::e) return exponential(Fraction(ring_, 1));
  const Fraction &a = values_[line.a], &b = values_[line.b];
  switch (line.step) {
    case RealStep::add:
      return reduced(long_sum(a, b, false));
    case RealStep::subtract:
      return reduced(long_sum(a, b, true));
    case RealStep::multiply:
      return times(a, b);
    case RealStep::divide:
      need(Condition::not_zero, line.b, b, line.sides);
      return over(a, b);
    case RealStep::negate:
      return scaled(a, Rational(-1));
    case RealStep::power:
      return raise(line, a, b);
    case RealStep::min:
      return extreme(a, b, -1);
    case RealStep::max:
      return extreme(a, b, 1);
    case RealStep::sqrt:
      need(Condition::not_negative, line.a, a, line.sides);
      return abs_power(a, Rational(1, 2));
    case RealStep::cbrt:
      return cube_root(a);
    case RealStep::abs:
      return abs_power(a, Rational(1));
    case RealStep::exp:
      return exponential(a);
    case RealStep::log:
    case RealStep::log2:
    case RealStep::log10: {
      need(Condition::positive, line.a, a, line.sides);
      Fraction result = logarithm(a);
      if (line.step == RealStep::log) return result;
      return over(result, logarithm(Fraction(ring_, line.step == RealStep::log2 ? 2 : 10)));
    }
    case RealStep::sin:
      return angle(a).sine;
    case RealStep::cos:
      return angle(a).cosine;
    case RealStep::tan: {
      const Angle of = angle(a);
      need(Condition::not_zero, index, of.cosine, line.sides);
      return over(of.sine, of.cosine);
    }
    case RealStep::sinh:
    case RealStep::cosh:
    case RealStep::tanh: {
      const Fraction up = exponential(a), down = over(Fraction(ring_, 1), up);
      const Fraction sine = reduced(up - down), cosine = reduced(up + down);
      if (line.step == RealStep::tanh) return over(sine, cosine);
      return scaled(line.step == RealStep::sinh ? sine : cosine, Rational(1, 2));
    }
    case RealStep::asin:
    case RealStep::acos: {
      need(Condition::at_most_one, line.a, a, line.sides);
      const Fraction result = arcsine(a);
      return line.step == RealStep::asin ? result : scaled(value(pi()), Rational(1, 2)) - result;
    }
    case RealStep::atan:
      return arcsine(over(a, abs_power(reduced(Fraction(ring_, 1) + a * a), Rational(1, 2))));
    case RealStep::hypot:
      return abs_power(reduced(a * a + b * b), Rational(1, 2));
    case RealStep::asinh:
      return logarithm(reduced(a + abs_power(reduced(Fraction(ring_, 1) + a * a), Rational(1, 2))));
    case RealStep::acosh:
      need(Condition::at_least_one, line.a, a, line.sides);
      return logarithm(reduced(a + abs_power(reduced(a * a - Fraction(ring_, 1)), Rational(1, 2))));
    case RealStep::atanh: {
      need(Condition::below_one, line.a, a, line.sides);
      const Fraction one(ring_, 1);
      return scaled(logarithm(over(reduced(one + a), reduced(one - a))), Rational(1, 2));
    }
    case RealStep::expm1:
      return reduced(exponential(a) - Fraction(ring_, 1));
    case RealStep::log1p:
      need(Condition::above_minus_one, line.a, a, line.sides);
      return logarithm(reduced(a + Fraction(ring_, 1)));
    default:
      throw NotDecided{"an operator without a normal form"};
  }
}

void NormalForms::evaluate_once() {
  changed_ = false;
  thin_.clear();
  relations_.clear();
  for (size_t i = 0; i < generators_.size(); ++i) add_relation(i);
  values_.clear();
  needed_.clear();
  constexpr size_t kMostWords = 4'000'000;  // of all lines together
  size_t words = 0;
  for (uint32_t i = 0; i < program_.lines.size(); ++i) {
    if (late_()) throw NotDecided{"timeout"};
    values_.push_back(evaluate(i));
    words += values_.back().words();
    if (words > kMostWords) throw NotDecided{"too large: worked out, it takes too much memory"};
  }
}

void NormalForms::evaluate_all() {
  constexpr int kMostRounds = 6;
  for (int round = 0; round < kMostRounds; ++round) {
    evaluate_once();
    if (!changed_) return;
  }
}

// With more facts: what is learned in it is forgotten behind it.
bool NormalForms::equal_with(int depth, const std::function<void()>& assume_more) {
  const size_t facts = facts_.size(), pinned = pinned_.size();
  bool same = true;
  try {
    assume_more();
    same = equal(depth + 1);
  } catch (const DefinedNowhere&) {  // nothing is claimed there
  }
  facts_.erase(facts_.begin() + static_cast<std::ptrdiff_t>(facts), facts_.end());
  pinned_.resize(pinned);
  return same;
}

bool NormalForms::pin_allowed(const Polynomial& f) {
  if (!pin(f)) return false;
  if (!assumptions_.allow(pinned_.back().first, pinned_.back().second)) throw DefinedNowhere{};
  return true;
}

bool NormalForms::equal(int depth) {
  evaluate_all();
  if (depth > 0 && contradictory()) throw DefinedNowhere{};  // of the signs that are tried
  while (thin_.size() == 1 && thin_.front().size() == 1 && pin_allowed(thin_.front().front())) evaluate_all();
  const Fraction difference = reduced(long_sum(values_[program_.roots[0]], values_[program_.roots[1]], true));
  if (difference.is_zero() || arcs_vanish(difference) || logarithms_vanish(difference)) return true;
  const auto is_root = [](const RealGenerator& generator) {
    return generator.kind == GeneratorKind::root || generator.kind == GeneratorKind::cubic;
  };
  if (std::ranges::any_of(generators_, is_root) &&
      (powers_agree(values_[program_.roots[0]], values_[program_.roots[1]], 0) || two_terms_agree(difference, 0))) {
    return true;
  }
  if (!thin_.empty()) return equal_where_thin(depth, difference);
  const auto of = depth == kMostForks ? std::nullopt : without_sign(difference);
  if (!of) return false;
  const Polynomial f = generators_[*of].of.numerator();
  for (const RealSign sign : {RealSign{1, false}, RealSign{-1, true}}) {  // with zero, and without it
    if (!equal_with(depth, [&] { facts_.push_back({copy(f), sign.sign, sign.strict}); })) return false;
  }
  return true;
}

// Whether third powers are equal, or squares of what has the same sign. Factors that roots were taken of by themselves
// come together in them: those of sqrt(1 + sin x) sqrt(2 - sin x), where sin^2 is 1 - cos^2.
bool NormalForms::powers_agree(const Fraction& a, const Fraction& b, int depth) {
  constexpr int kMostSquares = 3;  // one of another
  if (depth == kMostSquares || a.is_zero() || b.is_zero()) return false;
  try {
    const Fraction square = times(a, a), other = times(b, b), difference = reduced(square - other);
    if (difference.is_zero() || two_terms_agree(difference, depth + 1)) {
      const int sign = sign_of_product(a).sign;
      return sign != 0 && sign_of_product(b).sign == sign;
    }
    return order_ % 3 == 0 && reduced(times(square, a) - times(other, b)).is_zero();
  } catch (const NotDecided&) {
    return false;
  }
}

bool NormalForms::two_terms_agree(const Fraction& difference, int depth) {
  if (fmpz_mpoly_length(difference.above, ring_.context) != 2) return false;
  Polynomial first(ring_), second(ring_);
  fmpz_mpoly_get_term(first.value, difference.above, 0, ring_.context);
  fmpz_mpoly_sub(second.value, first.value, difference.above, ring_.context);
  return powers_agree(Fraction(first), Fraction(second), depth);
}

// On each of the thin sets one factor is zero: then the difference must be.
bool NormalForms::equal_where_thin(int depth, const Fraction& difference) {
  const Polynomial above = difference.numerator();
  const auto vanishes_with = [&](const Polynomial& factor) {
    Polynomial quotient(ring_);
    return fmpz_mpoly_divides(quotient.value, above.value, factor.value, ring_.context) != 0;
  };
  for (const std::vector<Polynomial>& factors : thin_) {
    if (std::ranges::all_of(factors, vanishes_with)) return true;
  }
  if (depth == kMostForks) return false;
  std::vector<Polynomial> factors;
  for (const Polynomial& factor : thin_.front()) factors.push_back(copy(factor));
  return std::ranges::all_of(factors, [&](const Polynomial& factor) {
    return vanishes_with(factor) || equal_with(depth, [&] {
             if (!pin_allowed(factor)) throw NotDecided{"a side is defined only where some function is zero"};
           });
  });
}

std::optional<size_t> NormalForms::without_sign(const Fraction& difference) {
  // Those that it consists of, and those that these are functions of; the first first, because others are of them.
  std::vector<bool> involved(generators_.size(), false);
  const auto mark = [&](const Fraction& of) {
    for (const Polynomial& part : {of.numerator(), of.denominator()}) {
      const std::vector<int> uses = used(part);
      for (size_t i = 0; i < generators_.size(); ++i) {
        if (uses[static_cast<size_t>(place(i))] != 0) involved[i] = true;
      }
    }
  };
  mark(difference);
  for (size_t i = generators_.size(); i-- > 0;) {
    if (involved[i]) mark(generators_[i].of);
  }
  // Signs of polynomials say something about those of exponentials, not the other way round.
  for (const bool polynomials : {true, false}) {
    for (size_t i = 0; i < generators_.size(); ++i) {
      const bool signed_kind =
          generators_[i].kind == GeneratorKind::root || generators_[i].kind == GeneratorKind::cubic;
      if (!involved[i] || !signed_kind || is_polynomial(generators_[i].of.numerator()) != polynomials) continue;
      if (sign_of(generators_[i].of.numerator()).sign == 0) return i;
    }
  }
  return std::nullopt;
}

RealProof prove_equal(const RealProgram& program, const RealAssumptions& assumptions,
                      const std::function<bool()>& late) {
  slong order = 1;
  RealParts parts;
  size_t generators = generators_for(program);
  for (const RealProgram::Line& line : program.lines) {
    if (line.step == RealStep::sqrt || line.step == RealStep::atan || line.step == RealStep::hypot ||
        line.step == RealStep::asinh || line.step == RealStep::acosh)
      order = std::lcm(order, 2L);
    if (line.step == RealStep::cbrt) order = std::lcm(order, 3L);
  }
  constexpr size_t kMostLines = 20000;
  if (program.lines.size() > kMostLines)
    return not_proved("too large: more than " + std::to_string(kMostLines) + " different subexpressions");
  for (;;) {
    try {
      return NormalForms(program, assumptions, generators, order, parts, late).prove();
    } catch (const NeedsGenerators&) {
      if (generators == program.variables.size() + kGenerators) return not_proved("too many different functions");
      generators = program.variables.size() + kGenerators;
    } catch (const NeedsRoots& needs) {
      order = std::lcm(order, needs.order);
    } catch (const NeedsParts& needs) {
      slong& known = parts.try_emplace(needs.of, 1).first->second;
      known = std::lcm(known, needs.parts);
      constexpr size_t kMostDivided = 12;
      if (known > kMostRealOrder || parts.size() > kMostDivided)
        return not_proved("angles or exponents in too many parts");
    } catch (const NotDecided& open) {
      return not_proved(open.why);
    }
    if (order > kMostRealOrder) return not_proved("roots nested too deeply");
  }
}

}  // namespace eqnet::domain
