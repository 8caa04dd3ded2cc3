#include "domain/real/program.h"

#include <algorithm>
#include <map>

#include "eqnet/base/error.h"
#include "eqnet/domain/algebra.h"

namespace eqnet::domain {
namespace {

constexpr flint_bitcnt_t kMostExactBits = 2000;

struct NamedStep {
  std::string_view symbol;
  RealStep step;
};

constexpr NamedStep kSteps[] = {
    {"Add", RealStep::add},       {"Subtract", RealStep::subtract}, {"Multiply", RealStep::multiply},
    {"Divide", RealStep::divide}, {"Power", RealStep::power},       {"Min", RealStep::min},
    {"Max", RealStep::max},       {"Negate", RealStep::negate},     {"Sqrt", RealStep::sqrt},
    {"Cbrt", RealStep::cbrt},     {"Abs", RealStep::abs},           {"Exp", RealStep::exp},
    {"Log", RealStep::log},       {"Log2", RealStep::log2},         {"Log10", RealStep::log10},
    {"Sin", RealStep::sin},       {"Cos", RealStep::cos},           {"Tan", RealStep::tan},
    {"Asin", RealStep::asin},     {"Acos", RealStep::acos},         {"Atan", RealStep::atan},
    {"Sinh", RealStep::sinh},     {"Cosh", RealStep::cosh},         {"Tanh", RealStep::tanh},
    {"Asinh", RealStep::asinh},   {"Acosh", RealStep::acosh},       {"Atanh", RealStep::atanh},
    {"Expm1", RealStep::expm1},   {"Log1p", RealStep::log1p},       {"Hypot", RealStep::hypot},
};

bool is_small(const Rational& number) {
  return fmpz_bits(fmpq_numref(number.value)) <= kMostExactBits &&
         fmpz_bits(fmpq_denref(number.value)) <= kMostExactBits;
}

// The root of a number that is not negative, where it is rational.
bool exact_root(Rational& root, const Rational& number, const fmpz_t degree) {
  constexpr slong kMostDegree = 64;
  if (number.sign() < 0 || fmpz_cmp_si(degree, kMostDegree) > 0) return false;
  const slong n = fmpz_get_si(degree);
  return fmpz_root(fmpq_numref(root.value), fmpq_numref(number.value), n) != 0 &&
         fmpz_root(fmpq_denref(root.value), fmpq_denref(number.value), n) != 0;
}

// base^exponent where both are exact and the result is a rational number of moderate size.
bool exact_power(Rational& result, const Rational& base, const Rational& exponent) {
  if (fmpz_is_one(fmpq_denref(exponent.value)) == 0) {  // 4^(3/2)
    Rational root, whole;
    fmpz_set(fmpq_numref(whole.value), fmpq_numref(exponent.value));
    return exact_root(root, base, fmpq_denref(exponent.value)) && exact_power(result, root, whole);
  }
  if (fmpz_fits_si(fmpq_numref(exponent.value)) == 0) return false;
  const slong n = fmpz_get_si(fmpq_numref(exponent.value));
  const auto size =
      static_cast<double>(std::max(fmpz_bits(fmpq_numref(base.value)), fmpz_bits(fmpq_denref(base.value))));
  if (size * static_cast<double>(std::abs(n)) > static_cast<double>(kMostExactBits)) return false;
  if (n <= 0 && fmpq_is_zero(base.value) != 0) return false;
  fmpq_pow_si(result.value, base.value, n);
  return true;
}

// The exact value of one step from its children's; false where it is not rational, not defined, or large.
bool exact_step(RealStep step, const Rational& a, const Rational& b, Rational& result) {
  switch (step) {
    case RealStep::add:
      fmpq_add(result.value, a.value, b.value);
      break;
    case RealStep::subtract:
      fmpq_sub(result.value, a.value, b.value);
      break;
    case RealStep::multiply:
      fmpq_mul(result.value, a.value, b.value);
      break;
    case RealStep::divide:
      if (fmpq_is_zero(b.value) != 0) return false;
      fmpq_div(result.value, a.value, b.value);
      break;
    case RealStep::power:
      if (!exact_power(result, a, b)) return false;
      break;
    case RealStep::negate:
      fmpq_neg(result.value, a.value);
      break;
    case RealStep::abs:
      fmpq_abs(result.value, a.value);
      break;
    case RealStep::min:
    case RealStep::max: {
      const bool first = (fmpq_cmp(a.value, b.value) <= 0) == (step == RealStep::min);
      fmpq_set(result.value, first ? a.value : b.value);
      break;
    }
    default:
      return false;
  }
  return is_small(result);
}

}  // namespace

RealStep real_step(const expr::Symbol& symbol) {
  if (symbol.kind == expr::SymbolKind::variable) return RealStep::variable;
  if (symbol.kind == expr::SymbolKind::constant) {
    return symbol.name == "pi" ? RealStep::pi : symbol.name == "e" ? RealStep::e : RealStep::number;
  }
  const auto* found = std::ranges::find(kSteps, symbol.name, &NamedStep::symbol);
  const bool known = found != std::end(kSteps) && (symbol.arity == 2) == (found->step <= RealStep::max);
  if (!known) throw base::Error("operator " + base::quoted(symbol.name) + " is not one of the real domain");
  return found->step;
}

Rational::Rational(const std::string& decimal) {
  fmpq_init(value);
  std::string digits = decimal;
  const size_t point = digits.find('.');
  size_t behind = 0;
  if (point != std::string::npos) {
    behind = digits.size() - point - 1;
    digits.erase(point, 1);
  }
  if (digits.empty() || fmpz_set_str(fmpq_numref(value), digits.c_str(), 10) != 0) {
    fmpq_clear(value);
    throw base::Error("constant " + base::quoted(decimal) + " is not a number");
  }
  fmpz_set_ui(fmpq_denref(value), 10);
  fmpz_pow_ui(fmpq_denref(value), fmpq_denref(value), behind);
  fmpq_canonicalise(value);
}

std::string Rational::text() const {
  char* raw = fmpq_get_str(nullptr, 10, value);
  std::string text(raw);
  flint_free(raw);
  return text;
}

RealProgram::RealProgram(const expr::Pool& pool, std::span<const expr::NodeId> root_nodes) {
  const expr::Subgraph graph(pool, root_nodes);
  std::map<std::string, uint32_t> names;
  for (size_t place = 0; place < graph.size(); ++place) {
    const expr::Symbol& symbol = pool.symbol_of(graph.id(place));
    if (symbol.kind == expr::SymbolKind::variable) names.emplace(symbol.name, 0);
  }
  for (auto& [name, index] : names) {
    index = static_cast<uint32_t>(variables.size());
    variables.push_back(name);
  }
  constants.resize(graph.size());
  integral.resize(graph.size());
  for (size_t place = 0; place < graph.size(); ++place) {
    const expr::Symbol& symbol = pool.symbol_of(graph.id(place));
    const auto children = graph.children(place);
    Line line{real_step(symbol), 0, 0, graph.id(place)};
    if (line.step == RealStep::variable) {
      line.a = names.at(symbol.name);
    } else if (line.step == RealStep::number) {
      line.a = static_cast<uint32_t>(numbers.size());
      numbers.emplace_back(symbol.name);
      if (is_small(numbers.back())) constants[place] = numbers.back();
    } else if (!children.empty()) {
      line.a = children.front();
      line.b = children.back();
      const auto &a = constants[line.a], &b = constants[line.b];
      Rational value;
      if (a && b && exact_step(line.step, *a, *b, value)) constants[place] = value;
    }
    lines.push_back(line);
  }
  for (size_t i = 0; i < root_nodes.size(); ++i) {
    roots.push_back(graph.root(i));
    lines[roots.back()].sides |= static_cast<uint8_t>(1U << i);
  }
  for (size_t i = lines.size(); i-- > 0;) {
    const Line& line = lines[i];
    if (line.step < RealStep::add) continue;
    lines[line.a].sides |= line.sides;
    lines[line.b].sides |= line.sides;
  }
}

void RealProgram::assume_integers(std::span<const uint32_t> integers) {
  const auto is_integer = [&](uint32_t line) {
    return integral[line] || (constants[line] && fmpz_is_one(fmpq_denref(constants[line]->value)) != 0);
  };
  for (uint32_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    if (constants[i]) continue;
    switch (line.step) {
      case RealStep::variable:
        integral[i] = std::ranges::find(integers, line.a) != integers.end();
        break;
      case RealStep::add:
      case RealStep::subtract:
      case RealStep::multiply:
      case RealStep::negate:
        integral[i] = is_integer(line.a) && is_integer(line.b);
        break;
      case RealStep::power:
        integral[i] = is_integer(line.a) && constants[line.b] && is_integer(line.b) && constants[line.b]->sign() > 0;
        break;
      default:
        break;
    }
  }
}

void RealValues::compute(const RealPoint& point, slong precision) {
  for (uint32_t i = 0; i < program_.lines.size(); ++i) {
    defined_[i] = step(i, point, precision);
    if (defined_[i] == Defined::yes && arb_is_finite(values_[i].value) == 0) defined_[i] = Defined::unknown;
  }
}

Defined ball_step(RealStep step, arb_ptr result, arb_srcptr a, arb_srcptr b, const Rational* exponent,
                  slong precision) {
  const auto needs = [](bool surely, bool surely_not) {
    return surely ? Defined::yes : surely_not ? Defined::no : Defined::unknown;
  };
  switch (step) {
    case RealStep::variable:
    case RealStep::number:
      break;
    case RealStep::pi:
      arb_const_pi(result, precision);
      return Defined::yes;
    case RealStep::e:
      arb_const_e(result, precision);
      return Defined::yes;
    case RealStep::add:
      arb_add(result, a, b, precision);
      return Defined::yes;
    case RealStep::subtract:
      arb_sub(result, a, b, precision);
      return Defined::yes;
    case RealStep::multiply:
      arb_mul(result, a, b, precision);
      return Defined::yes;
    case RealStep::divide:
      arb_div(result, a, b, precision);
      return needs(arb_contains_zero(b) == 0, arb_is_zero(b) != 0);
    case RealStep::hypot:
      arb_hypot(result, a, b, precision);
      return Defined::yes;
    case RealStep::min:
      arb_min(result, a, b, precision);
      return Defined::yes;
    case RealStep::max:
      arb_max(result, a, b, precision);
      return Defined::yes;
    case RealStep::negate:
      arb_neg(result, a);
      return Defined::yes;
    case RealStep::abs:
      arb_abs(result, a);
      return Defined::yes;
    case RealStep::power: {
      if (exponent != nullptr && fmpz_is_one(fmpq_denref(exponent->value)) != 0) {
        const bool negative = exponent->sign() < 0;
        arb_pow_fmpz(result, a, fmpq_numref(exponent->value), precision);
        return negative ? needs(arb_contains_zero(a) == 0, arb_is_zero(a) != 0) : Defined::yes;
      }
      if (exponent != nullptr && exponent->sign() > 0 && arb_is_zero(a) != 0) {
        arb_zero(result);
        return Defined::yes;
      }
      if (exponent != nullptr) {
        arb_pow_fmpq(result, a, exponent->value, precision);
      } else {
        arb_pow(result, a, b, precision);
      }
      const bool zero_too = exponent && exponent->sign() > 0;
      return needs(arb_is_positive(a) != 0, zero_too ? arb_is_negative(a) != 0 : arb_is_nonpositive(a) != 0);
    }
    case RealStep::sqrt:
      arb_sqrt(result, a, precision);
      return needs(arb_is_nonnegative(a) != 0, arb_is_negative(a) != 0);
    case RealStep::cbrt:
      if (arb_is_nonnegative(a) != 0) {
        arb_root_ui(result, a, 3, precision);
        return Defined::yes;
      }
      if (arb_is_negative(a) == 0) {  // around zero: at most the root of the largest absolute value
        arb_get_mag(arb_radref(result), a);
        mag_root(arb_radref(result), arb_radref(result), 3);
        arf_zero(arb_midref(result));
        return Defined::yes;
      }
      arb_neg(result, a);
      arb_root_ui(result, result, 3, precision);
      arb_neg(result, result);
      return Defined::yes;
    case RealStep::exp:
      arb_exp(result, a, precision);
      return Defined::yes;
    case RealStep::log:
    case RealStep::log2:
    case RealStep::log10:
      if (step == RealStep::log) {
        arb_log(result, a, precision);
      } else {
        arb_log_base_ui(result, a, step == RealStep::log2 ? 2 : 10, precision);
      }
      return needs(arb_is_positive(a) != 0, arb_is_nonpositive(a) != 0);
    case RealStep::sin:
      arb_sin(result, a, precision);
      return Defined::yes;
    case RealStep::cos:
      arb_cos(result, a, precision);
      return Defined::yes;
    case RealStep::tan:
      arb_tan(result, a, precision);
      return Defined::yes;
    case RealStep::asin:
    case RealStep::acos: {
      if (step == RealStep::asin) {
        arb_asin(result, a, precision);
      } else {
        arb_acos(result, a, precision);
      }
      Ball room;  // 1 - |a|
      arb_abs(room.value, a);
      arb_sub_ui(room.value, room.value, 1, precision);
      return needs(arb_is_nonpositive(room.value) != 0, arb_is_positive(room.value) != 0);
    }
    case RealStep::atan:
      arb_atan(result, a, precision);
      return Defined::yes;
    case RealStep::sinh:
      arb_sinh(result, a, precision);
      return Defined::yes;
    case RealStep::cosh:
      arb_cosh(result, a, precision);
      return Defined::yes;
    case RealStep::tanh:
      arb_tanh(result, a, precision);
      return Defined::yes;
    case RealStep::asinh:
      arb_asinh(result, a, precision);
      return Defined::yes;
    case RealStep::acosh: {
      arb_acosh(result, a, precision);
      Ball room;  // a - 1
      arb_sub_ui(room.value, a, 1, precision);
      return needs(arb_is_nonnegative(room.value) != 0, arb_is_negative(room.value) != 0);
    }
    case RealStep::atanh: {
      arb_atanh(result, a, precision);
      Ball room;  // 1 - |a|
      arb_abs(room.value, a);
      arb_sub_ui(room.value, room.value, 1, precision);
      return needs(arb_is_negative(room.value) != 0, arb_is_nonnegative(room.value) != 0);
    }
    case RealStep::expm1:
      arb_expm1(result, a, precision);
      return Defined::yes;
    case RealStep::log1p: {
      arb_log1p(result, a, precision);
      Ball room;
      arb_add_ui(room.value, a, 1, precision);
      return needs(arb_is_positive(room.value) != 0, arb_is_nonpositive(room.value) != 0);
    }
  }
  return Defined::unknown;
}

Defined RealValues::step(uint32_t index, const RealPoint& point, slong precision) {
  const RealProgram::Line& line = program_.lines[index];
  arb_ptr result = values_[index].value;
  if (const auto& constant = program_.constants[index]) {
    arb_set_fmpq(result, constant->value, precision);
    return Defined::yes;
  }
  if (line.step == RealStep::variable) {
    arb_set_fmpq(result, point[line.a].value, precision);
    return Defined::yes;
  }
  if (line.step == RealStep::number) {
    arb_set_fmpq(result, program_.numbers[line.a].value, precision);
    return Defined::yes;
  }
  if (line.step >= RealStep::add) {
    const Defined a = defined_[line.a], b = defined_[line.b];
    if (a == Defined::no || b == Defined::no) return Defined::no;
    if (a == Defined::unknown || b == Defined::unknown) return Defined::unknown;
  }
  if (line.step == RealStep::power && program_.integral[line.b]) return integer_power(line, result, precision);
  const auto& exponent = program_.constants[line.b];
  return ball_step(line.step, result, values_[line.a].value, values_[line.b].value, exponent ? &*exponent : nullptr,
                   precision);
}

Defined RealValues::integer_power(const RealProgram::Line& line, arb_ptr result, slong precision) const {
  arb_srcptr base = values_[line.a].value;
  Rational exponent;
  arb_srcptr of = values_[line.b].value;
  constexpr slong kMostBits = 4000;  // Arb aborts where an integer is too large: of 3^(4^(10^30))
  if (arb_is_finite(of) == 0 || arf_cmpabs_2exp_si(arb_midref(of), kMostBits) > 0 ||
      arb_get_unique_fmpz(fmpq_numref(exponent.value), of) == 0)
    return Defined::unknown;
  if (arb_contains_zero(base) != 0) return arb_is_zero(base) != 0 ? Defined::no : Defined::unknown;
  return ball_step(RealStep::power, result, base, nullptr, &exponent, precision);
}

std::optional<Rational> exact_value(const RealProgram& program, uint32_t root, const RealPoint& point) {
  std::vector<std::optional<Rational>> values(root + 1);
  for (uint32_t i = 0; i <= root; ++i) {
    const RealProgram::Line& line = program.lines[i];
    if (program.constants[i]) {
      values[i] = program.constants[i];
    } else if (line.step == RealStep::variable) {
      values[i] = point[line.a];
    } else if (line.step >= RealStep::add && values[line.a] && values[line.b]) {
      Rational value;
      if (exact_step(line.step, *values[line.a], *values[line.b], value)) values[i] = std::move(value);
    }
  }
  return values[root];
}

}  // namespace eqnet::domain
