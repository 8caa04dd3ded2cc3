#include "domain/real/imaginary.h"

#include <acb.h>

namespace eqnet::domain {
namespace {

constexpr slong kPrecision = 128;

class ComplexBall {
 public:
  ComplexBall() { acb_init(value); }
  ComplexBall(ComplexBall&& other) noexcept {
    acb_init(value);
    acb_swap(value, other.value);
  }
  ComplexBall(const ComplexBall&) = delete;
  ComplexBall& operator=(const ComplexBall&) = delete;
  ~ComplexBall() { acb_clear(value); }
  [[nodiscard]] bool is_real() const { return acb_is_real(value) != 0; }

  acb_t value;
};

// A function without branches; false where the step is another one.
bool entire_step(RealStep step, acb_ptr result, acb_srcptr a) {
  switch (step) {
    case RealStep::negate:
      acb_neg(result, a);
      return true;
    case RealStep::abs:
      arb_zero(acb_imagref(result));
      acb_abs(acb_realref(result), a, kPrecision);
      return true;
    case RealStep::exp:
      acb_exp(result, a, kPrecision);
      return true;
    case RealStep::expm1:
      acb_expm1(result, a, kPrecision);
      return true;
    case RealStep::sin:
      acb_sin(result, a, kPrecision);
      return true;
    case RealStep::cos:
      acb_cos(result, a, kPrecision);
      return true;
    case RealStep::tan:
      acb_tan(result, a, kPrecision);
      return true;
    case RealStep::sinh:
      acb_sinh(result, a, kPrecision);
      return true;
    case RealStep::cosh:
      acb_cosh(result, a, kPrecision);
      return true;
    case RealStep::tanh:
      acb_tanh(result, a, kPrecision);
      return true;
    default:
      return false;
  }
}

// The same of two; powers of positive numbers, and those with integer exponents.
bool entire_step(RealStep step, acb_ptr result, acb_srcptr a, acb_srcptr b, const Rational* exponent) {
  switch (step) {
    case RealStep::add:
      acb_add(result, a, b, kPrecision);
      return true;
    case RealStep::subtract:
      acb_sub(result, a, b, kPrecision);
      return true;
    case RealStep::multiply:
      acb_mul(result, a, b, kPrecision);
      return true;
    case RealStep::divide:
      acb_div(result, a, b, kPrecision);
      return acb_contains_zero(b) == 0;
    case RealStep::power:
      if (exponent != nullptr && fmpz_is_one(fmpq_denref(exponent->value)) != 0) {
        if (exponent->sign() < 0 && acb_contains_zero(a) != 0) return false;
        acb_pow_fmpz(result, a, fmpq_numref(exponent->value), kPrecision);
        return true;
      }
      if (acb_is_real(a) == 0 || arb_is_positive(acb_realref(a)) == 0) return false;
      acb_pow(result, a, b, kPrecision);
      return true;
    default:
      return false;
  }
}

}  // namespace

std::optional<bool> differ_with_imaginary(const RealProgram& program, const RealPoint& point, uint32_t imaginary) {
  std::vector<ComplexBall> values(program.lines.size());
  for (size_t i = 0; i < program.lines.size(); ++i) {
    const RealProgram::Line& line = program.lines[i];
    acb_ptr result = values[i].value;
    const ComplexBall &a = values[line.a], &b = values[line.b];
    const auto& exponent = program.constants[line.b];
    if (program.constants[i]) {
      acb_set_fmpq(result, program.constants[i]->value, kPrecision);
    } else if (line.step == RealStep::variable) {
      if (line.a == imaginary) {
        acb_onei(result);
      } else {
        acb_set_fmpq(result, point[line.a].value, kPrecision);
      }
    } else if (line.step == RealStep::number) {
      acb_set_fmpq(result, program.numbers[line.a].value, kPrecision);
    } else if (program.is_unary(line) ? entire_step(line.step, result, a.value)
                                      : program.is_binary(line) && entire_step(line.step, result, a.value, b.value,
                                                                               exponent ? &*exponent : nullptr)) {
    } else {
      if (line.step >= RealStep::add && (!a.is_real() || !b.is_real())) return std::nullopt;
      arb_zero(acb_imagref(result));
      if (ball_step(line.step, acb_realref(result), acb_realref(a.value), acb_realref(b.value),
                    exponent ? &*exponent : nullptr, kPrecision) != Defined::yes)
        return std::nullopt;
    }
    if (acb_is_finite(result) == 0) return std::nullopt;
  }
  return acb_overlaps(values[program.roots[0]].value, values[program.roots[1]].value) == 0;
}

}  // namespace eqnet::domain
