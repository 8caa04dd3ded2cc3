// Values of real functions at simple rational points: for people to look at, and for the model `values`.
#include "domain/real/samples.h"

#include <bit>
#include <cmath>
#include <limits>

#include "domain/polynomial/arithmetic.h"
#include "domain/real/assumptions.h"
#include "domain/real/program.h"
#include "eqnet/base/error.h"

namespace eqnet::domain {
namespace {

constexpr size_t kMostRealPoints = 2000;
constexpr slong kSampleBits = 128;

// A whole number as it is, all others with as many digits as a person looks at. What is equal is written alike, however
// it was computed.
std::string sample_text(const Ball& ball) {
  constexpr slong kDigits = 12, kLongestWhole = 40;
  // Arb aborts where a whole number is asked of exp(exp(exp(9))), and would write out all its digits.
  constexpr slong kMostBits = 4000;
  const arf_struct* middle = arb_midref(ball.value);
  const bool tiny = arf_is_zero(middle) == 0 && arf_cmpabs_2exp_si(middle, -kMostBits) < 0;
  if (arb_is_finite(ball.value) == 0 || tiny || arf_cmpabs_2exp_si(middle, kMostBits) > 0 ||
      mag_cmp_2exp_si(arb_radref(ball.value), kMostBits) > 0) {
    return {};
  }
  Integer whole;
  if (arb_get_unique_fmpz(whole.value, ball.value) != 0 && fmpz_bits(whole.value) < kLongestWhole) return whole.text();
  if (arb_rel_accuracy_bits(ball.value) < kSampleBits / 2) return {};
  char* raw = arb_get_str(ball.value, kDigits, ARB_STR_NO_RADIUS);
  std::string text(raw);
  flint_free(raw);
  return text;
}

double as_double(PointValues::Value value) {
  return std::bit_cast<double>(value);
}
// Of what is not defined there is one value.
PointValues::Value as_value(double number) {
  return std::bit_cast<PointValues::Value>(std::isnan(number) ? std::numeric_limits<double>::quiet_NaN() : number);
}

double power_at(double base, double exponent) {
  const bool whole = exponent == std::floor(exponent);
  if (base < 0 && !whole) return NAN;
  return base == 0 && exponent <= 0 && !(whole && exponent == 0) ? NAN : std::pow(base, exponent);
}

double step_at(RealStep step, double a, double b) {
  switch (step) {
    case RealStep::add:
      return a + b;
    case RealStep::subtract:
      return a - b;
    case RealStep::multiply:
      return a * b;
    case RealStep::divide:
      return b == 0 ? NAN : a / b;
    case RealStep::power:
      return power_at(a, b);
    case RealStep::min:
      return std::isnan(a) || std::isnan(b) ? NAN : std::min(a, b);
    case RealStep::max:
      return std::isnan(a) || std::isnan(b) ? NAN : std::max(a, b);
    case RealStep::hypot:
      return std::hypot(a, b);
    case RealStep::negate:
      return -a;
    case RealStep::sqrt:
      return std::sqrt(a);
    case RealStep::cbrt:
      return std::cbrt(a);
    case RealStep::abs:
      return std::abs(a);
    case RealStep::exp:
      return std::exp(a);
    case RealStep::log:
      return a <= 0 ? NAN : std::log(a);
    case RealStep::log2:
      return a <= 0 ? NAN : std::log2(a);
    case RealStep::log10:
      return a <= 0 ? NAN : std::log10(a);
    case RealStep::sin:
      return std::sin(a);
    case RealStep::cos:
      return std::cos(a);
    case RealStep::tan:
      return std::tan(a);
    case RealStep::asin:
      return std::asin(a);
    case RealStep::acos:
      return std::acos(a);
    case RealStep::atan:
      return std::atan(a);
    case RealStep::sinh:
      return std::sinh(a);
    case RealStep::cosh:
      return std::cosh(a);
    case RealStep::tanh:
      return std::tanh(a);
    case RealStep::asinh:
      return std::asinh(a);
    case RealStep::acosh:
      return std::acosh(a);
    case RealStep::atanh:
      return std::abs(a) < 1 ? std::atanh(a) : NAN;
    case RealStep::expm1:
      return std::expm1(a);
    case RealStep::log1p:
      return a <= -1 ? NAN : std::log1p(a);
    default:
      return NAN;  // leaves
  }
}

// As numbers of double precision, so that what is equal is equal but for rounding.
class RealPointValues final : public PointValues {
 public:
  using PointValues::PointValues;

  void leaf(const expr::Symbol& leaf, std::span<Value> values) const override {
    const RealStep step = real_step(leaf);
    if (step == RealStep::variable) {
      draw(leaf.name, kSteps, values);
      for (size_t p = 0; p < values.size(); ++p) {
        // Odd multiples of 1/32 to 4: sums and products of a few are exact. Every other is positive, for logarithms.
        const double size = static_cast<double>(values[p] | 1) / 32;
        values[p] = as_value(p % 2 == 1 && values[p] % 2 == 1 ? -size : size);
      }
      return;
    }
    const double number = step == RealStep::pi  ? M_PI
                          : step == RealStep::e ? M_E
                                                : std::strtod(leaf.name.c_str(), nullptr);
    std::ranges::fill(values, as_value(number));
  }

  void apply(const expr::Symbol& op, std::span<const Operand> children, std::span<Value> values) const override {
    const RealStep step = real_step(op);
    for (size_t p = 0; p < values.size(); ++p) {
      values[p] = as_value(step_at(step, as_double(children.front().values[p]), as_double(children.back().values[p])));
    }
  }

  // Of 28 digits of the number, so that rounding makes as good as no difference.
  [[nodiscard]] float number(Value value, size_t point) const override {
    constexpr int kDigits = 28;
    constexpr double kNothing = 1e-10;
    const double number = as_double(value);
    if (!std::isfinite(number)) return PointValues::number(value, point);
    int exponent = 0;
    const double digits = std::frexp(std::abs(number) < kNothing ? 0 : number, &exponent);
    return PointValues::number(as_value(std::ldexp(std::round(std::ldexp(digits, kDigits)), exponent)), point);
  }

 private:
  static constexpr uint64_t kSteps = 128;
};

}  // namespace

std::vector<Sample> real_samples(const expr::Pool& pool, std::span<const expr::NodeId> nodes, size_t first,
                                 size_t count) {
  const RealProgram program(pool, nodes);
  const RealPoints points(program.variables.size(), {});
  RealValues values(program);
  std::vector<Sample> samples;
  for (size_t number = first; number < std::min(kMostRealPoints, first + count); ++number) {
    const RealPoint point = points.point(number);
    values.compute(point, kSampleBits);
    Sample& sample = samples.emplace_back();
    for (size_t v = 0; v < point.size(); ++v) sample.point.emplace_back(program.variables[v], point[v].text());
    for (const uint32_t root : program.roots) {
      const Defined defined = values.defined(root);
      sample.values.push_back(defined == Defined::yes  ? sample_text(values.of(root))
                              : defined == Defined::no ? "undefined"
                                                       : "");
    }
    if (program.variables.empty()) break;
  }
  return samples;
}

std::unique_ptr<const PointValues> real_point_values(uint64_t seed) {
  return std::make_unique<const RealPointValues>(seed);
}

}  // namespace eqnet::domain
