// Expressions about real numbers, compiled to steps, children before parents; and their values as balls at a point.
#pragma once

#include <arb.h>
#include <flint/fmpq.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "eqnet/expr/pool.h"

namespace eqnet::domain {

class Rational {
 public:
  Rational() { fmpq_init(value); }
  explicit Rational(slong numerator, ulong denominator = 1) {
    fmpq_init(value);
    fmpq_set_si(value, numerator, denominator);
  }
  // "12", "-0.5".
  explicit Rational(const std::string& decimal);
  Rational(const Rational& other) {
    fmpq_init(value);
    fmpq_set(value, other.value);
  }
  Rational(Rational&& other) noexcept {
    fmpq_init(value);
    fmpq_swap(value, other.value);
  }
  Rational& operator=(const Rational& other) {
    fmpq_set(value, other.value);
    return *this;
  }
  Rational& operator=(Rational&& other) noexcept {
    fmpq_swap(value, other.value);
    return *this;
  }
  ~Rational() { fmpq_clear(value); }
  [[nodiscard]] std::string text() const;
  [[nodiscard]] int sign() const { return fmpq_sgn(value); }

  fmpq_t value;
};

class Ball {
 public:
  Ball() { arb_init(value); }
  Ball(Ball&& other) noexcept {
    arb_init(value);
    arb_swap(value, other.value);
  }
  Ball(const Ball&) = delete;
  Ball& operator=(const Ball&) = delete;
  ~Ball() { arb_clear(value); }

  arb_t value;
};

enum class RealStep : uint8_t {
  variable,
  number,
  pi,
  e,
  add,
  subtract,
  multiply,
  divide,
  power,
  hypot,
  min,
  max,
  negate,
  sqrt,
  cbrt,
  abs,
  exp,
  log,
  log2,
  log10,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  expm1,
  log1p,
};

// Of an expression at a point: surely defined, surely not, or not to be told with these digits.
enum class Defined : uint8_t { yes, no, unknown };

using RealPoint = std::vector<Rational>;

// Throws base::Error for a symbol that the domain does not have.
RealStep real_step(const expr::Symbol& symbol);

// The value of an operator, pi or e from its children's, which are defined. exponent: of a power, where it is a
// rational constant. The result is not finite where it is not to be told.
Defined ball_step(RealStep step, arb_ptr result, arb_srcptr a, arb_srcptr b, const Rational* exponent, slong precision);

struct RealProgram {
  // Throws base::Error for a symbol that the domain does not have.
  RealProgram(const expr::Pool& pool, std::span<const expr::NodeId> root_nodes);
  // These variables have integer values only.
  void assume_integers(std::span<const uint32_t> integers);

  struct Line {
    RealStep step;
    uint32_t a = 0, b = 0;  // lines; of a variable or number its index
    expr::NodeId node;
    uint8_t sides = 0;  // bit i: root i needs it
  };
  [[nodiscard]] bool is_binary(const Line& line) const {
    return line.step >= RealStep::add && line.step <= RealStep::max;
  }
  [[nodiscard]] bool is_unary(const Line& line) const { return line.step >= RealStep::negate; }

  std::vector<Line> lines;
  std::vector<std::string> variables;  // sorted
  std::vector<Rational> numbers;
  // The exact values of lines that are rational constants of moderate size.
  std::vector<std::optional<Rational>> constants;
  // Lines with variables that have integer values, as is assumed: exponents of bases of any sign.
  std::vector<bool> integral;
  std::vector<uint32_t> roots;
};

// The values of all lines at a point. Those that are not surely defined have no meaning.
class RealValues {
 public:
  explicit RealValues(const RealProgram& program)
      : program_(program), values_(program.lines.size()), defined_(program.lines.size()) {}

  void compute(const RealPoint& point, slong precision);
  [[nodiscard]] const Ball& of(uint32_t line) const { return values_[line]; }
  [[nodiscard]] Defined defined(uint32_t line) const { return defined_[line]; }

 private:
  Defined step(uint32_t line, const RealPoint& point, slong precision);
  Defined integer_power(const RealProgram::Line& line, arb_ptr result, slong precision) const;

  const RealProgram& program_;
  std::vector<Ball> values_;
  std::vector<Defined> defined_;
};

// The exact value of a line at a point where it is rational and of moderate size.
std::optional<Rational> exact_value(const RealProgram& program, uint32_t root, const RealPoint& point);

}  // namespace eqnet::domain
