#include "domain/real/normal_form.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace eqnet::domain {
namespace {

constexpr slong kMostMultiple = 60;  // of an angle: sin(n x) has that many terms
constexpr slong kMostOrder = 48;     // of roots, and of parts of angles
constexpr int kMostForks = 7;        // signs that are tried both ways, one within another
constexpr size_t kGenerators = 28;

// The generators must be finer: roots of this order, or angles and exponents in so many parts.
struct NeedsRoots {
  slong order;
};
struct NeedsParts {
  slong parts;
};
// With the signs that are taken for granted, one side is defined nowhere.
struct DefinedNowhere {};

struct Generator {
  enum class Kind : uint8_t { variable, pi, root, cubic, exponential, logarithm, cosine, sine, parity, arcsine } kind;
  Fraction of;            // f, m or p above; of a variable nothing
  bool constant = false;  // no variable in it
};
using GeneratorKind = Generator::Kind;

struct SignFact {
  Polynomial of;
  int sign;
};

class NormalForms {
 public:
  NormalForms(const RealProgram& program, const RealAssumptions& assumptions, slong order, slong parts,
              const std::function<bool()>& late)
      : program_(program),
        assumptions_(assumptions),
        order_(order),
        parts_(parts),
        late_(late),
        size_(needs_generators(program) ? program.variables.size() + kGenerators
                                        : std::max<size_t>(1, program.variables.size())),
        ring_(std::vector<std::string>(size_)) {
    for (size_t v = 0; v < program.variables.size(); ++v) {
      generators_.push_back({GeneratorKind::variable, Fraction(ring_)});
    }
    for (const RealAssumptions::Bound& bound : assumptions.bounds) assume(bound);
  }

  RealProof prove() {
    RealProof proof;
    try {
      proof.equal = equal(0);
      if (proof.equal) conditions(proof.conditions);
    } catch (const DefinedNowhere&) {
      proof.nowhere = true;
    }
    if (!proof.equal) proof.why = "not proved";
    return proof;
  }

 private:
  static bool needs_generators(const RealProgram& program) {
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

  // --- Generators
  [[nodiscard]] slong place(size_t generator) const {
    return static_cast<slong>(size_ - 1 - generator);
  }  // later ones weigh more
  [[nodiscard]] Polynomial symbol(size_t generator) const {
    Polynomial result(ring_);
    fmpz_mpoly_gen(result.value, place(generator), ring_.context);
    return result;
  }
  [[nodiscard]] Fraction value(size_t generator) const { return Fraction(symbol(generator)); }

  size_t generator(GeneratorKind kind, const Fraction& of) {
    for (size_t i = 0; i < generators_.size(); ++i) {
      if (generators_[i].kind == kind && generators_[i].of == of) return i;
    }
    if (generators_.size() == size_) throw NotDecided{"too many different functions"};
    generators_.push_back({kind, of, is_constant(of.numerator()) && is_constant(of.denominator())});
    add_relation(generators_.size() - 1);
    return generators_.size() - 1;
  }
  size_t generator(GeneratorKind kind, const Polynomial& of) { return generator(kind, Fraction(of)); }
  size_t pi() { return generator(GeneratorKind::pi, Fraction(ring_)); }

  // The generator that a polynomial consists of, if it is one.
  [[nodiscard]] std::optional<size_t> single(const Polynomial& polynomial) const {
    if (fmpz_mpoly_is_gen(polynomial.value, -1, ring_.context) == 0) return std::nullopt;
    for (size_t i = 0; i < generators_.size(); ++i) {
      if (fmpz_mpoly_is_gen(polynomial.value, place(i), ring_.context) != 0) return i;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::vector<int> used(const Polynomial& polynomial) const {
    std::vector<int> by_place(size_, 0);
    fmpz_mpoly_used_vars(by_place.data(), polynomial.value, ring_.context);
    return by_place;
  }

  [[nodiscard]] bool is_constant(const Polynomial& polynomial) const {
    const std::vector<int> uses = used(polynomial);
    for (size_t i = 0; i < generators_.size(); ++i) {
      if (uses[static_cast<size_t>(place(i))] != 0 && !generators_[i].constant &&
          generators_[i].kind != GeneratorKind::pi)
        return false;
    }
    return true;
  }

  // --- Relations: each has a power of its generator alone as leading term, with coefficient 1, and else only
  // generators before it. So they are a Groebner basis, and what is left after division is unique.
  void add_relation(size_t index) {
    const Generator& generator = generators_[index];
    if (generator.kind == GeneratorKind::sine) {
      Polynomial relation = power(symbol(index), 2);
      const Polynomial cosine = power(symbol(index - 1), 2);
      fmpz_mpoly_add(relation.value, relation.value, cosine.value, ring_.context);
      fmpz_mpoly_sub_si(relation.value, relation.value, 1, ring_.context);
      relations_.push_back(std::move(relation));
    } else if (generator.kind == GeneratorKind::parity) {
      Polynomial relation = power(symbol(index), 2);
      fmpz_mpoly_sub_si(relation.value, relation.value, 1, ring_.context);
      relations_.push_back(std::move(relation));
    } else if (generator.kind == GeneratorKind::cubic) {
      add_power_relation(index, 3, generator.of.numerator(), 1);
    } else if (generator.kind == GeneratorKind::root) {
      const Polynomial of = generator.of.numerator();
      const int sign = sign_of(of);
      if (sign != 0) {
        add_power_relation(index, order_, of, sign);
      } else {
        add_power_relation(index, 2 * order_, power(of, 2), 1);
      }
    }
  }
  void add_power_relation(size_t index, slong exponent, const Polynomial& of, int sign) {
    Polynomial relation = power(symbol(index), exponent);
    if (sign > 0) {
      fmpz_mpoly_sub(relation.value, relation.value, of.value, ring_.context);
    } else {
      fmpz_mpoly_add(relation.value, relation.value, of.value, ring_.context);
    }
    relations_.push_back(std::move(relation));
  }

  void reduce(fmpz_mpoly_t polynomial) {
    std::vector<Polynomial> quotients;
    std::vector<fmpz_mpoly_struct*> above, by;
    quotients.reserve(relations_.size());
    for (Polynomial& relation : relations_) {
      quotients.emplace_back(ring_);
      above.push_back(quotients.back().value);
      by.push_back(relation.value);
    }
    Polynomial rest(ring_);
    fmpz_mpoly_divrem_ideal(above.data(), rest.value, polynomial, by.data(), static_cast<slong>(by.size()),
                            ring_.context);
    fmpz_mpoly_swap(polynomial, rest.value, ring_.context);
  }
  Fraction reduced(Fraction fraction) {
    if (relations_.empty()) return fraction;
    reduce(fraction.above);
    reduce(fraction.below);
    if (fmpz_mpoly_is_zero(fraction.below, ring_.context) != 0) throw DefinedNowhere{};
    fraction.cancel();
    return fraction;
  }
  Fraction times(const Fraction& a, const Fraction& b) { return reduced(a * b); }
  Fraction over(const Fraction& a, const Fraction& b) {
    if (b.is_zero()) throw DefinedNowhere{};
    return reduced(a / b);
  }
  Fraction raised(const Fraction& base, slong exponent) {
    if (base.is_zero() && exponent < 0) throw DefinedNowhere{};
    return reduced(power(base, exponent));
  }

  // --- Signs. 0: not known. Zeros do not count: what is proved is proved but for points where some f is zero, and
  // continuity does the rest.
  int sign_of(const Polynomial& polynomial) {
    if (fmpz_mpoly_is_fmpz(polynomial.value, ring_.context) != 0) {
      Integer number;
      fmpz_mpoly_get_fmpz(number.value, polynomial.value, ring_.context);
      return fmpz_sgn(number.value);
    }
    for (const SignFact& fact : facts_) {
      if (fact.of == polynomial) return fact.sign;
    }
    if (is_constant(polynomial)) return numeric_sign(polynomial);
    if (const int sign = sign_by_terms(polynomial); sign != 0) return sign;
    if (const int sign = sign_by_bound(polynomial); sign != 0) return sign;
    return sign_by_roots(polynomial);
  }
  int sign_of(const Fraction& fraction) { return sign_of(fraction.numerator()) * sign_of(fraction.denominator()); }

  [[nodiscard]] int sign_of_generator(size_t index) const {
    switch (generators_[index].kind) {
      case GeneratorKind::pi:
      case GeneratorKind::root:
      case GeneratorKind::exponential:
        return 1;
      default:
        break;
    }
    const Polynomial alone = symbol(index);
    for (const SignFact& fact : facts_) {
      if (fact.of == alone) return fact.sign;
    }
    return 0;
  }

  // All terms have one sign: x^2 + 1, exp(x) + x^4.
  int sign_by_terms(const Polynomial& polynomial) {
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

  // 2 + sin(x), 1 - cos(x): the constant is at least the sum of the others.
  int sign_by_bound(const Polynomial& polynomial) {
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

  // One generator and no real zero: x^2 - 2x + 2.
  int sign_by_roots(const Polynomial& polynomial) {
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

  int numeric_sign(const Polynomial& polynomial) {
    constexpr slong kPrecision = 256;
    Ball sum;
    evaluate(polynomial, sum, kPrecision);
    return arb_is_positive(sum.value) != 0 ? 1 : arb_is_negative(sum.value) != 0 ? -1 : 0;
  }
  // Of a polynomial without variables. Generators are of earlier ones, so this nests no deeper than they do.
  void evaluate(const Polynomial& polynomial, Ball& sum, slong precision) {
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
        evaluate(i, factor, precision);
        arb_pow_ui(factor.value, factor.value, exponent, precision);
        arb_mul(term.value, term.value, factor.value, precision);
      }
      arb_add(sum.value, sum.value, term.value, precision);
    }
  }
  void evaluate(size_t index, Ball& result, slong precision) {
    const Generator& generator = generators_[index];
    if (generator.kind == GeneratorKind::pi) return arb_const_pi(result.value, precision);
    Ball below;
    evaluate(generator.of.numerator(), result, precision);
    evaluate(generator.of.denominator(), below, precision);
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

  void add_fact(const Polynomial& of, int sign) {
    facts_.push_back({copy(of), sign});
    changed_ = true;
  }

  // x > 2 says that x - 2 is positive, and x too.
  void assume(const RealAssumptions::Bound& bound) {
    if (bound.direction == 0) return;
    Polynomial shifted = symbol(bound.variable);
    fmpz_mpoly_scalar_mul_fmpz(shifted.value, shifted.value, fmpq_denref(bound.number.value), ring_.context);
    fmpz_mpoly_sub_fmpz(shifted.value, shifted.value, fmpq_numref(bound.number.value), ring_.context);
    facts_.push_back({std::move(shifted), bound.direction});
    if (bound.number.sign() * bound.direction > 0) facts_.push_back({symbol(bound.variable), bound.direction});
  }

  // The side is defined only where p is not negative: what that says about signs.
  void require(const Fraction& p) {
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

  // 1 - cos(x)^2 is better written as sin(x)^2, which is a square.
  Polynomial with_sines(const Polynomial& polynomial) {
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

  // --- Powers of absolute values
  static Rational times_integer(const Rational& a, slong n) {
    Rational result;
    fmpq_mul_si(result.value, a.value, n);
    return result;
  }
  static std::optional<slong> as_integer(const Rational& number) {
    if (fmpz_is_one(fmpq_denref(number.value)) == 0 || fmpz_fits_si(fmpq_numref(number.value)) == 0)
      return std::nullopt;
    return fmpz_get_si(fmpq_numref(number.value));
  }
  static slong denominator_of(const Rational& number) {
    if (fmpz_cmp_si(fmpq_denref(number.value), kMostOrder) > 0) throw NotDecided{"a root of too high an order"};
    return fmpz_get_si(fmpq_denref(number.value));
  }

  // |f|^q of an irreducible polynomial, or of a prime number.
  Fraction abs_power(const Polynomial& f, const Rational& q) {
    if (const auto index = single(f)) {
      const Generator& generator = generators_[*index];
      if (generator.kind == GeneratorKind::exponential) return exponential(scaled(generator.of, part(q)));
      if (generator.kind == GeneratorKind::root) {
        const auto n = as_integer(q);
        if (!n) throw NeedsRoots{order_ * denominator_of(q)};
        return raised(value(*index), *n);
      }
    }
    const int sign = sign_of(f);
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
  Rational part(const Rational& q) const {
    Rational result;
    fmpq_div_fmpz(result.value, q.value, Integer(std::to_string(parts_)).value);
    return result;
  }

  // Calls with the prime factors of a positive integer; one that is too large to be factored counts as a prime.
  template <class Use>
  void each_prime(const Integer& number, const Use& use) {
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

  // Calls with all factors of |p| and their exponents: primes, and irreducible polynomials.
  template <class Use>
  void each_factor(const Fraction& p, const Use& use) {
    for (const int direction : {1, -1}) {
      Factors factors = factors_of(with_sines(direction > 0 ? p.numerator() : p.denominator()));
      fmpz_abs(factors.constant.value, factors.constant.value);
      each_prime(factors.constant, [&](const Polynomial& prime, slong exponent) { use(prime, direction * exponent); });
      for (const auto& [factor, exponent] : factors.powers) use(factor, direction * exponent);
    }
  }

  Fraction abs_power(const Fraction& p, const Rational& q) {
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

  Fraction square_root(slong number) { return abs_power(Fraction(ring_, number), Rational(1, 2)); }

  Fraction cube_root(const Fraction& p) {
    if (p.is_zero()) return p;
    Fraction result(ring_, 1);
    for (const int direction : {1, -1}) {
      const Polynomial part = direction > 0 ? p.numerator() : p.denominator();
      const Factors factors = factors_of(part);
      if (fmpz_sgn(factors.constant.value) < 0) result = scaled(result, Rational(-1));
    }
    each_factor(p, [&](const Polynomial& f, slong exponent) {
      const int sign = sign_of(f);
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

  // log|p|
  Fraction logarithm(const Fraction& p) {
    if (p.is_zero()) throw DefinedNowhere{};
    Fraction sum(ring_);
    each_factor(p, [&](const Polynomial& f, slong exponent) { sum = sum + scaled(logarithm(f), Rational(exponent)); });
    return sum;
  }
  Fraction logarithm(const Polynomial& f) {
    if (const auto index = single(f)) {
      const Generator& generator = generators_[*index];
      if (generator.kind == GeneratorKind::exponential)
        return scaled(generator.of, Rational(1, static_cast<ulong>(parts_)));
      if (generator.kind == GeneratorKind::root)
        return scaled(logarithm(Fraction(generator.of)), Rational(1, static_cast<ulong>(order_)));
      if (generator.kind == GeneratorKind::cubic) return scaled(logarithm(Fraction(generator.of)), Rational(1, 3));
    }
    return value(generator(GeneratorKind::logarithm, f));
  }

  // --- Exponentials and angles: a sum of rational multiples of monomials, and of one proper fraction.
  template <class Use>
  void each_term(const Fraction& sum, const Use& use) {
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

  void content_of(const Polynomial& polynomial, fmpz_t content) const {
    fmpz_zero(content);
    for (slong t = 0; t < fmpz_mpoly_length(polynomial.value, ring_.context); ++t) {
      Integer coefficient;
      fmpz_mpoly_get_term_coeff_fmpz(coefficient.value, polynomial.value, t, ring_.context);
      fmpz_gcd(content, content, coefficient.value);
    }
  }
  static Rational inverse(const Rational& number, int sign) {
    Rational result;
    fmpq_inv(result.value, number.value);
    if (sign < 0) fmpq_neg(result.value, result.value);
    return result;
  }

  slong in_parts(const Rational& coefficient) {
    const auto n = as_integer(times_integer(coefficient, parts_));
    if (!n) throw NeedsParts{std::lcm(parts_, denominator_of(coefficient))};
    return *n;
  }

  Fraction exponential(const Fraction& exponent) {
    Fraction result(ring_, 1);
    each_term(exponent, [&](const Rational& coefficient, const Fraction& term) {
      const auto index = single(term.numerator());
      const bool alone = index && term.is_whole();
      if (alone && generators_[*index].kind == GeneratorKind::logarithm) {
        const Fraction of = generators_[*index].of;
        result = times(result, abs_power(of, coefficient));
      } else {
        const slong n = in_parts(coefficient);
        result = times(result, raised(value(generator(GeneratorKind::exponential, term)), n));
      }
    });
    return result;
  }

  struct Angle {
    Fraction cosine, sine;
  };
  Angle sum(const Angle& a, const Angle& b) {
    return {reduced(a.cosine * b.cosine - a.sine * b.sine), reduced(a.sine * b.cosine + a.cosine * b.sine)};
  }
  Angle multiple(Angle angle, slong n) {
    if (n < 0) return multiple({angle.cosine, scaled(angle.sine, Rational(-1))}, -n);
    if (n > kMostMultiple) throw NotDecided{"too large a multiple of an angle"};
    Angle result{Fraction(ring_, 1), Fraction(ring_)};
    for (; n > 0; n /= 2) {
      if (n % 2 != 0) result = sum(result, angle);
      if (n > 1) angle = sum(angle, angle);
    }
    return result;
  }
  // cos(k pi / 12) for any k.
  Fraction twelfth(slong k) {
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

  // Whether a term is pi times integers.
  [[nodiscard]] bool is_integer_times_pi(const Fraction& term) const {
    if (assumptions_.integers.empty() || !term.is_whole()) return false;
    const Polynomial monomial = term.numerator();
    bool pi = false;
    for (size_t i = 0; i < generators_.size(); ++i) {
      const slong degree = fmpz_mpoly_degree_si(monomial.value, place(i), ring_.context);
      if (degree <= 0) continue;
      if (generators_[i].kind == GeneratorKind::pi && degree == 1) {
        pi = true;
      } else if (generators_[i].kind != GeneratorKind::variable ||
                 std::ranges::find(assumptions_.integers, static_cast<uint32_t>(i)) == assumptions_.integers.end()) {
        return false;
      }
    }
    return pi;
  }

  Angle angle_of(const Rational& coefficient, const Fraction& term) {
    const auto index = term.is_whole() ? single(term.numerator()) : std::nullopt;
    if (index && generators_[*index].kind == GeneratorKind::pi) {
      if (const auto k = as_integer(times_integer(coefficient, 12))) return {twelfth(*k), twelfth(6 - *k % 24)};
    }
    const auto n = as_integer(coefficient);
    if (n && index && generators_[*index].kind == GeneratorKind::arcsine) {
      const Fraction p = generators_[*index].of;
      return multiple({abs_power(reduced(Fraction(ring_, 1) - p * p), Rational(1, 2)), p}, *n);
    }
    if (n && is_integer_times_pi(term)) {
      return {raised(value(generator(GeneratorKind::parity, term)), std::abs(*n) % 2), Fraction(ring_)};
    }
    const slong parts = in_parts(coefficient);
    const size_t cosine = generator(GeneratorKind::cosine, term);
    const size_t sine = generator(GeneratorKind::sine, term);
    return multiple({value(cosine), value(sine)}, parts);
  }
  Angle angle(const Fraction& of) {
    Angle result{Fraction(ring_, 1), Fraction(ring_)};
    each_term(of, [&](const Rational& coefficient, const Fraction& term) {
      result = sum(result, angle_of(coefficient, term));
    });
    return result;
  }

  Fraction arcsine(Fraction p) {
    const Fraction square = reduced(p * p);
    if (const auto number = square.number()) {
      constexpr std::pair<slong, slong> kKnown[] = {{0, 0}, {1, 2}, {2, 3}, {3, 4}, {4, 6}};  // 4 p^2, 12 asin(p) / pi
      for (const auto& [four_squares, twelfths] : kKnown) {
        if (fmpq_equal_si(times_integer(*number, 4).value, four_squares) == 0) continue;
        if (p.is_zero()) return p;
        const int sign = sign_of(p);
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

  // --- Expressions
  struct Needed {
    RealCondition::Kind kind;
    uint32_t line;
    Fraction of;
    uint8_t sides;
  };
  using Condition = RealCondition::Kind;

  void need(Condition kind, uint32_t line, const Fraction& of, uint8_t sides) {
    needed_.push_back({kind, line, of, sides});
    if (kind == Condition::not_negative || kind == Condition::positive) require(of);
    if (kind == Condition::at_most_one) require(reduced(Fraction(ring_, 1) - of * of));
  }

  // 1/2 (a + b ± |a - b|)
  Fraction extreme(const Fraction& a, const Fraction& b, int sign) {
    const Fraction distance = abs_power(reduced(a - b), Rational(1));
    return scaled(reduced(sign > 0 ? a + b + distance : a + b - distance), Rational(1, 2));
  }

  Fraction raise(const RealProgram::Line& line, const Fraction& a, const Fraction& b) {
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
    need(Condition::positive, line.a, a, line.sides);
    return exponential(reduced(b * logarithm(a)));
  }

  Fraction evaluate(uint32_t index) {
    const RealProgram::Line& line = program_.lines[index];
    if (program_.constants[index]) return Fraction(ring_, *program_.constants[index]);
    if (line.step == RealStep::number) throw NotDecided{"too large: a number of many digits"};
    if (line.step == RealStep::variable) return value(line.a);
    if (line.step == RealStep::pi) return value(pi());
    if (line.step == RealStep::e) return exponential(Fraction(ring_, 1));
    const Fraction &a = values_[line.a], &b = values_[line.b];
    switch (line.step) {
      case RealStep::add:
        return reduced(a + b);
      case RealStep::subtract:
        return reduced(a - b);
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
        const Fraction result = logarithm(a);
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
      default:
        throw NotDecided{"an operator without a normal form"};
    }
  }

  // All lines with the facts so far, until no new ones turn up. Facts count from the next round on for what was made.
  void evaluate_all() {
    constexpr int kMostRounds = 6;
    for (int round = 0; round < kMostRounds; ++round) {
      changed_ = false;
      relations_.clear();
      for (size_t i = 0; i < generators_.size(); ++i) add_relation(i);
      values_.clear();
      needed_.clear();
      for (uint32_t i = 0; i < program_.lines.size(); ++i) {
        if (late_()) throw NotDecided{"timeout"};
        values_.push_back(evaluate(i));
      }
      if (!changed_) return;
    }
  }

  // Whether the roots are equal with the present facts, or with either sign of what is not known.
  bool equal(int depth) {
    const size_t known = facts_.size();
    evaluate_all();
    const Fraction difference = reduced(values_[program_.roots[0]] - values_[program_.roots[1]]);
    bool all = difference.is_zero();
    const auto of = all || depth == kMostForks ? std::nullopt : without_sign();
    if (of) {
      all = true;
      for (const int sign : {1, -1}) {
        const size_t before = facts_.size();
        facts_.push_back({generators_[*of].of.numerator(), sign});
        try {
          all = equal(depth + 1);
        } catch (const DefinedNowhere&) {  // nothing is claimed there
        }
        facts_.erase(facts_.begin() + static_cast<std::ptrdiff_t>(before), facts_.end());
        if (!all) break;
      }
      if (all && depth == 0) evaluate_all();  // conditions are those without any choice of sign
    }
    if (depth > 0) facts_.erase(facts_.begin() + static_cast<std::ptrdiff_t>(known), facts_.end());
    return all;
  }
  std::optional<size_t> without_sign() {
    for (size_t i = 0; i < generators_.size(); ++i) {
      const bool signed_kind =
          generators_[i].kind == GeneratorKind::root || generators_[i].kind == GeneratorKind::cubic;
      if (signed_kind && sign_of(generators_[i].of.numerator()) == 0) return i;
    }
    return std::nullopt;
  }

  // --- Where the sides are defined
  [[nodiscard]] std::string text(const Polynomial& polynomial) const {
    char* raw = fmpz_mpoly_get_str_pretty(polynomial.value, nullptr, ring_.context);
    std::string text(raw);
    flint_free(raw);
    return text;
  }

  // A factor that is linear in one variable alone: where it is zero.
  [[nodiscard]] std::optional<std::pair<uint32_t, Rational>> zero_of(const Polynomial& factor) const {
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

  void conditions(std::vector<RealCondition>& all) {
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
      const Fraction of =
          need.kind == Condition::at_most_one ? reduced(Fraction(ring_, 1) - need.of * need.of) : need.of;
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
  // Squares plus one and exponentials have no zero; squares do.
  bool factor_is_zero_somewhere(const Polynomial& factor, int sign) {
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

  const RealProgram& program_;
  const RealAssumptions& assumptions_;
  slong order_, parts_;
  const std::function<bool()>& late_;
  size_t size_;
  Ring ring_;
  std::vector<Generator> generators_;
  std::vector<Polynomial> relations_;
  std::vector<SignFact> facts_;
  bool changed_ = false;
  std::vector<Fraction> values_;
  std::vector<Needed> needed_;
};

RealProof not_proved(std::string why) {
  RealProof proof;
  proof.why = std::move(why);
  return proof;
}

}  // namespace

RealProof prove_equal(const RealProgram& program, const RealAssumptions& assumptions,
                      const std::function<bool()>& late) {
  slong order = 1, parts = 1;
  for (const RealProgram::Line& line : program.lines) {
    if (line.step == RealStep::sqrt || line.step == RealStep::atan) order = std::lcm(order, 2L);
    if (line.step == RealStep::cbrt) order = std::lcm(order, 3L);
  }
  constexpr size_t kMostLines = 20000;
  if (program.lines.size() > kMostLines)
    return not_proved("too large: more than " + std::to_string(kMostLines) + " different subexpressions");
  for (;;) {
    try {
      return NormalForms(program, assumptions, order, parts, late).prove();
    } catch (const NeedsRoots& needs) {
      order = std::lcm(order, needs.order);
    } catch (const NeedsParts& needs) {
      parts = std::lcm(parts, needs.parts);
    } catch (const NotDecided& open) {
      return not_proved(open.why);
    }
    if (order > kMostOrder) return not_proved("roots nested too deeply");
    if (parts > kMostOrder) return not_proved("angles or exponents in too many parts");
  }
}

}  // namespace eqnet::domain
