#include "domain/real/calcium.h"

#include <calcium/ca.h>
#include <calcium/ca_vec.h>

static void compute(const struct EqnetCalciumLine* line, ca_ptr values, ca_t result, ca_ctx_t context) {
  ca_ptr a = values + line->a, b = values + line->b;
  ca_t other;
  switch (line->step) {
    case kCalciumNumber:
      ca_set_fmpq(result, line->number, context);
      break;
    case kCalciumPi:
      ca_pi(result, context);
      break;
    case kCalciumE:
      ca_one(result, context);
      ca_exp(result, result, context);
      break;
    case kCalciumAdd:
      ca_add(result, a, b, context);
      break;
    case kCalciumSubtract:
      ca_sub(result, a, b, context);
      break;
    case kCalciumMultiply:
      ca_mul(result, a, b, context);
      break;
    case kCalciumDivide:
      ca_div(result, a, b, context);
      break;
    case kCalciumNegate:
      ca_neg(result, a, context);
      break;
    case kCalciumPower:
      ca_pow(result, a, b, context);
      break;
    case kCalciumSqrt:
      ca_sqrt(result, a, context);
      break;
    case kCalciumCbrt: /* of the absolute value, with the sign */
      ca_init(other, context);
      ca_set_si(other, 3, context);
      ca_inv(other, other, context);
      ca_abs(result, a, context);
      ca_pow(result, result, other, context);
      ca_sgn(other, a, context);
      ca_mul(result, result, other, context);
      ca_clear(other, context);
      break;
    case kCalciumAbs:
      ca_abs(result, a, context);
      break;
    case kCalciumExp:
      ca_exp(result, a, context);
      break;
    case kCalciumLog:
      ca_log(result, a, context);
      break;
    case kCalciumSin:
    case kCalciumCos:
      ca_init(other, context);
      if (line->step == kCalciumSin) {
        ca_sin_cos(result, other, a, context);
      } else {
        ca_sin_cos(other, result, a, context);
      }
      ca_clear(other, context);
      break;
    case kCalciumTan:
      ca_tan(result, a, context);
      break;
    case kCalciumAsin:
      ca_asin(result, a, context);
      break;
    case kCalciumAcos:
      ca_acos(result, a, context);
      break;
    case kCalciumAtan:
      ca_atan(result, a, context);
      break;
  }
}

int real_calcium_equal(const struct EqnetCalciumLine* lines, size_t count, size_t left, size_t right) {
  ca_ctx_t context;
  ca_ctx_init(context);
  ca_ptr values = _ca_vec_init((slong)count, context);
  for (size_t i = 0; i < count; ++i) compute(lines + i, values, values + i, context);
  const truth_t equal = ca_check_equal(values + left, values + right, context);
  _ca_vec_clear(values, (slong)count, context);
  ca_ctx_clear(context);
  return equal == T_TRUE ? 1 : equal == T_FALSE ? 0 : -1;
}
