// Constants: algebraic numbers by their digits (root_bound.h), others by Calcium, which knows something of exponentials
// and logarithms.
#include <algorithm>

#include "domain/polynomial/arithmetic.h"
#include "domain/real/calcium.h"
#include "domain/real/equivalence.h"
#include "domain/real/root_bound.h"

namespace eqnet::domain {
namespace {

struct SameStep {
  RealStep own;
  EqnetCalciumStep calcium;
};
constexpr SameStep kSameSteps[] = {
    {RealStep::pi, kCalciumPi},
    {RealStep::e, kCalciumE},
    {RealStep::add, kCalciumAdd},
    {RealStep::subtract, kCalciumSubtract},
    {RealStep::multiply, kCalciumMultiply},
    {RealStep::divide, kCalciumDivide},
    {RealStep::negate, kCalciumNegate},
    {RealStep::power, kCalciumPower},
    {RealStep::sqrt, kCalciumSqrt},
    {RealStep::cbrt, kCalciumCbrt},
    {RealStep::abs, kCalciumAbs},
    {RealStep::exp, kCalciumExp},
    {RealStep::log, kCalciumLog},
    {RealStep::sin, kCalciumSin},
    {RealStep::cos, kCalciumCos},
    {RealStep::tan, kCalciumTan},
    {RealStep::asin, kCalciumAsin},
    {RealStep::acos, kCalciumAcos},
    {RealStep::atan, kCalciumAtan},
};

}  // namespace

std::optional<bool> equal_constants(const RealProgram& program) {
  if (const auto equal = equal_algebraic(program)) return equal;
  // Degrees multiply with every root, and Calcium cannot be interrupted.
  constexpr size_t kMostConstantLines = 40, kMostRoots = 5;
  constexpr flint_bitcnt_t kMostBits = 40;
  if (!program.variables.empty() || program.lines.size() > kMostConstantLines) return std::nullopt;
  size_t roots = 0;
  for (size_t i = 0; i < program.lines.size(); ++i) {
    if (const auto& constant = program.constants[i]) {
      if (fmpz_bits(fmpq_numref(constant->value)) > kMostBits || fmpz_bits(fmpq_denref(constant->value)) > kMostBits)
        return std::nullopt;
    } else {
      const RealStep step = program.lines[i].step;
      if (step == RealStep::number) return std::nullopt;
      if (step == RealStep::sqrt || step == RealStep::cbrt || step == RealStep::power || step >= RealStep::exp) ++roots;
      if (step == RealStep::power) {  // small exponents only
        const auto& exponent = program.constants[program.lines[i].b];
        constexpr slong kMostExponent = 12;
        if (!exponent || fmpz_cmpabs(fmpq_numref(exponent->value), Integer(std::to_string(kMostExponent)).value) > 0 ||
            fmpz_cmp_si(fmpq_denref(exponent->value), kMostExponent) > 0) {
          return std::nullopt;
        }
      }
    }
  }
  if (roots > kMostRoots) return std::nullopt;
  std::vector<EqnetCalciumLine> lines;
  for (size_t i = 0; i < program.lines.size(); ++i) {
    const RealProgram::Line& line = program.lines[i];
    if (const auto& constant = program.constants[i]) {
      lines.push_back({kCalciumNumber, 0, 0, constant->value});
      continue;
    }
    const auto* same = std::ranges::find(kSameSteps, line.step, &SameStep::own);
    if (same == std::end(kSameSteps)) return std::nullopt;
    lines.push_back({same->calcium, line.a, line.b, nullptr});
  }
#ifdef EQNET_STATIC  // there is no archive of Calcium
  return std::nullopt;
#else
  const int equal = real_calcium_equal(lines.data(), lines.size(), program.roots[0], program.roots[1]);
  if (equal < 0) return std::nullopt;
  return equal == 1;
#endif
}

}  // namespace eqnet::domain
