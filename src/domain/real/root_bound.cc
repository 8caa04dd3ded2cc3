#include "domain/real/root_bound.h"

#include <flint/ulong_extras.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "domain/polynomial/arithmetic.h"

namespace eqnet::domain {
namespace {

constexpr double kMostProofBits = 300'000;    // digits of a proof
constexpr double kMostProofWork = 4'000'000;  // bits of all lines together: some tenths of a second, not interrupted
constexpr slong kMostRootOrder = 64;          // of a root
constexpr slong kMostUnityOrder = 20'000;     // of roots of unity

// Base-2 logarithms of U and L; at least 0.
struct Sizes {
  double u = 0, l = 0;
};
// log2(2^a + 2^b)
double sum_of(double a, double b) {
  return std::max(a, b) + std::log2(1 + std::exp2(-std::abs(a - b)));
}
double size_of(const fmpz* number) {
  return fmpz_is_zero(number) != 0 ? 0 : static_cast<double>(fmpz_bits(number));
}

class RootBound {
 public:
  explicit RootBound(const RealProgram& program)
      : program_(program), sizes_(program.lines.size()), of_pi_(program.lines.size()) {}

  // Bits within which two different values differ; nothing where a line is not known to be algebraic.
  std::optional<double> bits() {
    for (uint32_t line = 0; line < program_.lines.size(); ++line) work_out(line);
    const auto &left = sizes_[program_.roots[0]], &right = sizes_[program_.roots[1]];
    if (!left || !right) return std::nullopt;
    const Sizes difference{sum_of(left->u + right->l, left->l + right->u), left->l + right->l};
    if (unity_ > 2) degree_ *= static_cast<double>(n_euler_phi(static_cast<ulong>(unity_))) / 2;
    constexpr double kSlack = 1.001;  // of these sums, which are rounded
    return kSlack * ((degree_ - 1) * difference.u + difference.l) + 2;
  }

 private:
  void work_out(uint32_t index) {
    const RealProgram::Line& line = program_.lines[index];
    std::optional<Sizes>& own = sizes_[index];
    if (const auto& constant = program_.constants[index]) {
      own = Sizes{size_of(fmpq_numref(constant->value)), size_of(fmpq_denref(constant->value))};
      if (constant->sign() == 0) of_pi_[index] = Rational(0);
      return;
    }
    multiple_of_pi(index);
    const auto &a = sizes_[line.a], &b = sizes_[line.b];
    switch (line.step) {
      case RealStep::add:
      case RealStep::subtract:
        if (a && b) own = Sizes{sum_of(a->u + b->l, a->l + b->u), a->l + b->l};
        return;
      case RealStep::multiply:
        if (a && b) own = Sizes{a->u + b->u, a->l + b->l};
        return;
      case RealStep::divide:
        if (a && b) own = Sizes{a->u + b->l, a->l + b->u};
        return;
      case RealStep::min:
      case RealStep::max:  // is one of the two
        if (a && b) own = Sizes{std::max(a->u, b->u), std::max(a->l, b->l)};
        return;
      case RealStep::negate:
      case RealStep::abs:
        own = a;
        return;
      case RealStep::sqrt:
        own = root(a, 2);
        return;
      case RealStep::cbrt:
        own = root(a, 3);
        return;
      case RealStep::hypot:
        if (a && b) own = root(Sizes{sum_of(2 * (a->u + b->l), 2 * (a->l + b->u)), 2 * (a->l + b->l)}, 2);
        return;
      case RealStep::power:
        own = power(a, program_.constants[line.b]);
        return;
      case RealStep::cos:
        own = turn(line.a, 2);
        return;
      case RealStep::sin:  // the cosine of pi/2 less it
      case RealStep::tan:
        own = turn(line.a, 4);
        return;
      default:
        return;
    }
  }

  std::optional<Sizes> root(const std::optional<Sizes>& of, slong order) {
    if (!of) return std::nullopt;
    const auto k = static_cast<double>(order);
    degree_ *= k;
    // Either denominator or numerator may be the one that is kept.
    if (of->u < of->l) return Sizes{of->u, ((k - 1) * of->u + of->l) / k};
    return Sizes{(of->u + (k - 1) * of->l) / k, of->l};
  }

  std::optional<Sizes> power(const std::optional<Sizes>& base, const std::optional<Rational>& exponent) {
    if (!base || !exponent) return std::nullopt;
    const fmpz *above = fmpq_numref(exponent->value), *below = fmpq_denref(exponent->value);
    if (fmpz_cmp_si(below, kMostRootOrder) > 0 || fmpz_bits(above) > 16) return std::nullopt;
    const auto of_root = fmpz_is_one(below) != 0 ? base : root(base, fmpz_get_si(below));
    const auto times = static_cast<double>(std::abs(fmpz_get_si(above)));
    Sizes result{times * of_root->u, times * of_root->l};
    if (exponent->sign() < 0) std::swap(result.u, result.l);
    return result;
  }

  // Of a rational multiple of pi.
  std::optional<Sizes> turn(uint32_t argument, slong unity) {
    const auto& multiple = of_pi_[argument];
    if (!multiple || fmpz_cmp_si(fmpq_denref(multiple->value), kMostUnityOrder) > 0) return std::nullopt;
    unity_ = std::lcm(unity_, unity * fmpz_get_si(fmpq_denref(multiple->value)));
    if (unity_ > kMostUnityOrder) return std::nullopt;
    return Sizes{1, 1};
  }

  void multiple_of_pi(uint32_t index) {
    const RealProgram::Line& line = program_.lines[index];
    const auto &a = of_pi_[line.a], &b = of_pi_[line.b];
    Rational result;
    const auto& factor = program_.constants[line.step == RealStep::multiply && !a ? line.a : line.b];
    switch (line.step) {
      case RealStep::pi:
        of_pi_[index] = Rational(1);
        return;
      case RealStep::add:
      case RealStep::subtract:
        if (!a || !b) return;
        (line.step == RealStep::add ? fmpq_add : fmpq_sub)(result.value, a->value, b->value);
        break;
      case RealStep::negate:
        if (!a) return;
        fmpq_neg(result.value, a->value);
        break;
      case RealStep::multiply:
        if ((!a && !b) || !factor) return;
        fmpq_mul(result.value, (a ? a : b)->value, factor->value);
        break;
      case RealStep::divide:
        if (!a || !factor || factor->sign() == 0) return;
        fmpq_div(result.value, a->value, factor->value);
        break;
      default:
        return;
    }
    of_pi_[index] = std::move(result);
  }

  const RealProgram& program_;
  std::vector<std::optional<Sizes>> sizes_;     // by line, of algebraic numbers
  std::vector<std::optional<Rational>> of_pi_;  // by line, of rational multiples of pi
  double degree_ = 1;                           // of the roots
  slong unity_ = 1;                             // all cosines are of roots of unity of this order
};

}  // namespace

std::optional<bool> equal_algebraic(const RealProgram& program) {
  if (!program.variables.empty()) return std::nullopt;
  const auto bits = RootBound(program).bits();
  if (!bits || !(*bits <= kMostProofBits)) return std::nullopt;
  if (*bits * static_cast<double>(program.lines.size()) > kMostProofWork) return std::nullopt;
  RealValues values(program);
  const auto needed = static_cast<slong>(*bits);
  for (slong precision = needed + 64, round = 0; round < 2; ++round, precision *= 2) {
    values.compute({}, precision);
    if (values.defined(program.roots[0]) != Defined::yes || values.defined(program.roots[1]) != Defined::yes)
      return std::nullopt;
    Ball difference;
    arb_sub(difference.value, values.of(program.roots[0]).value, values.of(program.roots[1]).value, precision);
    if (arb_contains_zero(difference.value) == 0) return false;
    mag_t size;
    mag_init(size);
    arb_get_mag(size, difference.value);
    const bool small = mag_cmp_2exp_si(size, -needed) < 0;
    mag_clear(size);
    if (small) return true;
  }
  return std::nullopt;
}

}  // namespace eqnet::domain
