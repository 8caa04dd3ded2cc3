/* Constants by Calcium, for constants.cc. The one file in C: Calcium's headers are no C++. */
#ifndef EQNET_REAL_CALCIUM_H
#define EQNET_REAL_CALCIUM_H

#include <flint/fmpq.h>

#ifdef __cplusplus
extern "C" {
#endif

enum EqnetCalciumStep {
  kCalciumNumber,
  kCalciumPi,
  kCalciumE,
  kCalciumAdd,
  kCalciumSubtract,
  kCalciumMultiply,
  kCalciumDivide,
  kCalciumNegate,
  kCalciumPower,
  kCalciumSqrt,
  kCalciumCbrt,
  kCalciumAbs,
  kCalciumExp,
  kCalciumLog,
  kCalciumSin,
  kCalciumCos,
  kCalciumTan,
  kCalciumAsin,
  kCalciumAcos,
  kCalciumAtan
};

struct EqnetCalciumLine {
  enum EqnetCalciumStep step;
  size_t a, b;        /* lines before this one */
  const fmpq* number; /* of a number */
};

/* Whether the values of two lines are equal: 1 yes, 0 no, -1 not to be told. */
int real_calcium_equal(const struct EqnetCalciumLine* lines, size_t count, size_t left, size_t right);

#ifdef __cplusplus
}
#endif

#endif
