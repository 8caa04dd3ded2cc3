#include "domain/real/algebra.h"

#include <algorithm>
#include <array>

#include "base/random.h"
#include "domain/real/equivalence.h"
#include "domain/real/syntax.h"
#include "eqnet/base/error.h"
#include "eqnet/expr/print.h"

namespace eqnet::domain {
namespace {

constexpr size_t kMostProofSteps = 2000;  // questions of prove_equal whether to stop
constexpr size_t kMostCandidates = 8;     // of one function, that are asked for a proof
// Effort (Algebra::effort) of values at all points, of a proof and of its questions whether to stop.
constexpr size_t kEffortOfValues = 10, kEffortOfProof = 20, kQuestionsPerEffort = 4;
constexpr size_t kBytesOfValues = kSignaturePoints * (sizeof(Ball) + sizeof(Defined) + 48);

uint64_t inverse_residue(uint64_t a) {
  uint64_t result = 1;
  for (uint64_t exponent = Residue::kPrime - 2; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = Residue::multiply(result, a);
    a = Residue::multiply(a, a);
  }
  return result;
}

uint64_t residue_of(const Rational& number) {
  Integer above, below;
  fmpz_set(above.value, fmpq_numref(number.value));
  fmpz_set(below.value, fmpq_denref(number.value));
  return Residue::multiply(Residue::of(above), inverse_residue(Residue::of(below)));
}

size_t bytes_of(const Fraction& fraction) {
  const fmpz_mpoly_ctx_struct* context = fraction.ring->context;
  constexpr size_t kEach = 24, kBoth = 160;
  return kBoth + kEach * static_cast<size_t>(fmpz_mpoly_length(fraction.above, context) +
                                             fmpz_mpoly_length(fraction.below, context));
}

// The sum of the terms; not finite where exponents are beyond all measure.
void value_at(const fmpz_mpoly_t polynomial, const RealPoint& point, const Ring& ring, Ball& sum) {
  constexpr slong kBits = kSignatureBits + 64;  // terms may cancel
  arb_zero(sum.value);
  std::vector<ulong> exponents(std::max<size_t>(1, point.size()));
  Integer coefficient;
  Ball term, power;
  for (slong t = 0; t < fmpz_mpoly_length(polynomial, ring.context); ++t) {
    if (fmpz_mpoly_term_exp_fits_ui(polynomial, t, ring.context) == 0) return arb_indeterminate(sum.value);
    fmpz_mpoly_get_term_exp_ui(exponents.data(), polynomial, t, ring.context);
    fmpz_mpoly_get_term_coeff_fmpz(coefficient.value, polynomial, t, ring.context);
    arb_set_fmpz(term.value, coefficient.value);
    for (size_t v = 0; v < point.size(); ++v) {
      if (exponents[v] == 0) continue;
      arb_set_fmpq(power.value, point[v].value, kBits);
      arb_pow_ui(power.value, power.value, exponents[v], kBits);
      arb_mul(term.value, term.value, power.value, kBits);
    }
    arb_add(sum.value, sum.value, term.value, kBits);
  }
}

// In parentheses where it is more than a name or a number.
std::string factor_text(const Polynomial& polynomial) {
  const std::string text = polynomial.text();
  return text.find_first_of("*/+- ") == std::string::npos ? text : "(" + text + ")";
}

std::string fraction_text(const Fraction& fraction) {
  std::string above = fraction.numerator().text();
  if (fraction.is_whole()) return above;
  const bool sum = above.find(' ') != std::string::npos;
  return (sum ? "(" + above + ")" : above) + "/" + factor_text(fraction.denominator());
}

}  // namespace

RealAlgebra::RealAlgebra(std::vector<std::string> variables)
    : variables_(std::move(variables)), ring_(variables_), points_(signature_points(variables_.size())) {
  base::Random random(1);
  for (size_t i = 0; i < variables_.size(); ++i) place_.push_back(random.below(Residue::kPrime));
}

FunctionId RealAlgebra::apply(const expr::Symbol& symbol, std::span<const FunctionId> children) {
  constexpr size_t kMostBytes = 2'000'000'000;
  if (bytes_ > kMostBytes) {
    throw base::Error(
        "the real functions take more than 2 GB of memory; choose fewer variables or smaller expressions");
  }
  ++effort_;
  const RealStep step = real_step(symbol);
  if (nowhere_ != kNone && std::ranges::find(children, nowhere_) != children.end()) return nowhere_;
  const auto node = [&] {
    std::vector<expr::NodeId> nodes;
    for (const FunctionId child : children) nodes.push_back(functions_[child].node);
    const expr::SymbolId id = symbol.kind == expr::SymbolKind::op         ? pool_.symbols.op(symbol.name, symbol.arity)
                              : symbol.kind == expr::SymbolKind::constant ? pool_.symbols.constant(symbol.name)
                                                                          : pool_.symbols.variable(symbol.name);
    return pool_.node(id, nodes);
  };
  if (step == RealStep::divide && functions_[children.back()].fraction &&
      functions_[children.back()].fraction->is_zero()) {
    return nowhere();
  }
  if (auto fraction = rational(step, symbol, children)) {
    const uint64_t place = residue(step, *fraction, children);
    if (const FunctionId known = find_fraction(*fraction, place); known != kNone) return known;
    return intern(node(), std::move(*fraction), place);
  }
  const expr::NodeId own = node();
  if (const auto known = by_node_.find(own); known != by_node_.end()) return known->second;
  compare_by_values();
  const FunctionId function = intern(own, values_of(step, children));
  by_node_.emplace(own, function);
  return function;
}

// --- Rational functions

// Nothing where the result is none, or too large for one. require: no division by zero.
std::optional<Fraction> RealAlgebra::rational(RealStep step, const expr::Symbol& symbol,
                                              std::span<const FunctionId> children) const {
  const auto fraction = [&](size_t i) -> const Fraction& { return *functions_[children[i]].fraction; };
  const auto is_fraction = [&](FunctionId child) { return functions_[child].fraction.has_value(); };
  if (!std::ranges::all_of(children, is_fraction)) return std::nullopt;
  try {
    if (step == RealStep::variable) {
      const auto place = std::ranges::lower_bound(variables_, symbol.name);
      if (place == variables_.end() || *place != symbol.name) {
        throw base::Error("variable " + base::quoted(symbol.name) + " is not one of the algebra's");
      }
      Polynomial generator(ring_);
      fmpz_mpoly_gen(generator.value, place - variables_.begin(), ring_.context);
      return Fraction(generator);
    }
    if (step == RealStep::number) {
      constexpr flint_bitcnt_t kMostBits = 2000;
      const Rational number(symbol.name);
      if (fmpz_bits(fmpq_numref(number.value)) > kMostBits || fmpz_bits(fmpq_denref(number.value)) > kMostBits) {
        return std::nullopt;
      }
      return Fraction(ring_, number);
    }
    if (step == RealStep::negate) return scaled(fraction(0), Rational(-1));
    if (step == RealStep::add) return fraction(0) + fraction(1);
    if (step == RealStep::subtract) return fraction(0) - fraction(1);
    if (step == RealStep::multiply) return fraction(0) * fraction(1);
    if (step == RealStep::divide) return fraction(0) / fraction(1);
    if (step == RealStep::power) {
      const auto exponent = fraction(1).number();
      const bool whole =
          exponent && fmpz_is_one(fmpq_denref(exponent->value)) != 0 && fmpz_fits_si(fmpq_numref(exponent->value)) != 0;
      if (!whole || (fraction(0).is_zero() && exponent->sign() < 0)) return std::nullopt;
      return power(fraction(0), fmpz_get_si(fmpq_numref(exponent->value)));
    }
  } catch (const NotDecided&) {  // too large
  }
  return std::nullopt;
}

// The fraction's value modulo a prime, at one random place. Where the denominator is zero there, which happens as
// good as never, it is 0.
uint64_t RealAlgebra::residue(RealStep step, const Fraction& result, std::span<const FunctionId> children) const {
  if (const auto number = result.number()) return residue_of(*number);
  if (children.empty()) {
    for (size_t i = 0; i < place_.size(); ++i) {
      if (fmpz_mpoly_is_gen(result.above, static_cast<slong>(i), ring_.context) != 0) return place_[i];
    }
  }
  const uint64_t a = residues_[children.front()], b = residues_[children.back()];
  switch (step) {
    case RealStep::add:
      return Residue::add(a, b);
    case RealStep::subtract:
      return Residue::subtract(a, b);
    case RealStep::multiply:
      return Residue::multiply(a, b);
    case RealStep::divide:
      return Residue::multiply(a, inverse_residue(b));
    case RealStep::negate:
      return Residue::subtract(0, a);
    default: {  // a power
      Rational exponent = *functions_[children.back()].fraction->number();
      const bool negative = exponent.sign() < 0;
      Integer size;
      fmpz_abs(size.value, fmpq_numref(exponent.value));
      return Residue::power(negative ? inverse_residue(a) : a, size);
    }
  }
}

FunctionId RealAlgebra::find_fraction(const Fraction& fraction, uint64_t residue) const {
  const auto [begin, end] = by_residue_.equal_range(residue);
  for (auto entry = begin; entry != end; ++entry) {
    if (*functions_[entry->second].fraction == fraction) return entry->second;
  }
  return kNone;
}

FunctionId RealAlgebra::intern(expr::NodeId node, Fraction&& fraction, uint64_t residue) {
  std::unique_ptr<ValuesAtPoints> values;
  if (by_values_filled_) {
    values = values_of(fraction);
    if (const FunctionId known = find_equal(node, *values, true); known != kNone) {
      set_fraction(known, std::move(fraction), residue);
      return known;
    }
  }
  const FunctionId function = add({.node = node, .fraction = std::nullopt, .values = std::move(values)});
  set_fraction(function, std::move(fraction), residue);
  return function;
}

void RealAlgebra::set_fraction(FunctionId function, Fraction&& fraction, uint64_t residue) {
  bytes_ += bytes_of(fraction);
  functions_[function].fraction = std::move(fraction);
  residues_[function] = residue;
  by_residue_.emplace(residue, function);
}

// --- Other functions

// From the first operator on that leads beyond rational functions, all are known by their values.
void RealAlgebra::compare_by_values() {
  if (by_values_filled_) return;
  by_values_filled_ = true;
  for (FunctionId function = 0; function < functions_.size(); ++function) {
    if (functions_[function].valued) by_values_.add(values_of(function), function);
  }
}

FunctionId RealAlgebra::intern(expr::NodeId node, std::unique_ptr<ValuesAtPoints> values) {
  if (values->somewhere()) {
    const FunctionId known = find_equal(node, *values, false);
    return known != kNone ? known : add({.node = node, .fraction = std::nullopt, .values = std::move(values)});
  }
  if (is_nowhere(node)) return nowhere();
  const bool valued = is_somewhere(node);
  return add({.node = node, .fraction = std::nullopt, .values = std::move(values), .valued = valued});
}

FunctionId RealAlgebra::find_equal(expr::NodeId node, const ValuesAtPoints& values, bool is_fraction) {
  size_t asked = 0;
  for (const FunctionId candidate : by_values_.near(values)) {
    const Function& other = functions_[candidate];
    if ((is_fraction && other.fraction) || !values_of(candidate).agrees(values)) continue;
    if (equal(other.node, node)) return candidate;
    ++undecided_;
    if (++asked == kMostCandidates) break;
  }
  return kNone;
}

bool RealAlgebra::equal(expr::NodeId left, expr::NodeId right) {
  const std::array<expr::NodeId, 2> roots = {left, right};
  const RealProgram program(pool_, roots);
  const RealProof proof = prove(program);
  if (proof.equal) return same_definition(program, proof);
  if (proof.nowhere || !program.variables.empty()) return false;
  const auto same = equal_constants(program);
  return same && *same;
}

RealProof RealAlgebra::prove(const RealProgram& program) {
  size_t steps = 0;
  RealProof proof = prove_equal(program, {}, [&] { return ++steps > kMostProofSteps; });
  effort_ += kEffortOfProof + steps / kQuestionsPerEffort;
  return proof;
}

// Whether both sides are defined at the same points but for a set of measure zero, by what one of them needs and the
// other does not. Where a divisor, or the argument of a root or a logarithm, is zero does not count, unless that is an
// interval.
bool RealAlgebra::same_definition(const RealProgram& program, const RealProof& proof) {
  using Kind = RealCondition::Kind;
  return proof.conditions_known && !may_vanish_on_interval(program, proof) &&
         std::ranges::all_of(proof.conditions, [&](const RealCondition& condition) {
           if (condition.kind == Kind::not_zero) return true;
           if (condition.kind != Kind::positive && condition.kind != Kind::not_negative) return false;
           const size_t other = 1 - condition.side;
           return never_negative(program.lines[condition.line].node, program.lines[program.roots[other]].node);
         });
}

// |a| - a. Functions made of + - * / exp sin cos alone are zero on an interval where they are zero everywhere; so is
// none of these divisors. Of others, one that is zero on an interval is so at some of many points of all sizes.
bool RealAlgebra::may_vanish_on_interval(const RealProgram& program, const RealProof& proof) const {
  using Kind = RealCondition::Kind;
  const auto divisor = [](const RealCondition& condition) { return condition.kind == Kind::not_zero; };
  if (std::ranges::none_of(proof.conditions, divisor)) return false;
  const bool analytic = std::ranges::all_of(program.lines, [&](const RealProgram::Line& line) {
    switch (line.step) {
      case RealStep::power: {
        const auto& exponent = program.constants[line.b];
        return exponent && fmpz_is_one(fmpq_denref(exponent->value)) != 0;
      }
      case RealStep::exp:
      case RealStep::sin:
      case RealStep::cos:
      case RealStep::tan:
        return true;
      default:
        return line.step < RealStep::power || line.step == RealStep::negate;
    }
  });
  if (analytic) return false;
  RealValues values(program);
  return std::ranges::any_of(wide_points(program.variables.size()), [&](const RealPoint& point) {
    values.compute(point, kSignatureBits);
    return std::ranges::any_of(proof.conditions, [&](const RealCondition& condition) {
      const RealProgram::Line& line = program.lines[condition.line];
      if (!divisor(condition) || line.step == RealStep::tan) return false;
      return values.defined(condition.line) == Defined::yes && arb_contains_zero(values.of(condition.line).value) != 0;
    });
  });
}

// Whether p >= 0 wherever `other` and p are defined: |p| + 0 other = p + 0 other.
bool RealAlgebra::never_negative(expr::NodeId p, expr::NodeId other) {
  const auto op = [&](const char* name, std::initializer_list<expr::NodeId> children) {
    return pool_.node(pool_.symbols.op(name, static_cast<uint32_t>(children.size())), children);
  };
  const expr::NodeId none = op("Multiply", {pool_.constant("0"), other});
  const std::array<expr::NodeId, 2> roots = {op("Add", {op("Abs", {p}), none}), op("Add", {p, none})};
  return prove(RealProgram(pool_, roots)).equal;
}

bool RealAlgebra::is_nowhere(expr::NodeId node) {
  const std::array<expr::NodeId, 2> roots = {node, node};
  return prove(RealProgram(pool_, roots)).nowhere;
}

bool RealAlgebra::is_somewhere(expr::NodeId node) {
  effort_ += 4 * kEffortOfValues;  // at four times as many points
  const RealProgram program(pool_, {&node, 1});
  RealValues values(program);
  // The program has those variables only that occur.
  return std::ranges::any_of(wide_points(program.variables.size()), [&](const RealPoint& point) {
    values.compute(point, kSignatureBits);
    return values.defined(program.roots[0]) == Defined::yes;
  });
}

FunctionId RealAlgebra::nowhere() {
  if (nowhere_ == kNone) {
    nowhere_ = add({.node = pool_.constant("nowhere"),
                    .fraction = std::nullopt,
                    .values = std::make_unique<ValuesAtPoints>(),
                    .valued = false});
  }
  return nowhere_;
}

FunctionId RealAlgebra::add(Function&& function) {
  const auto id = static_cast<FunctionId>(functions_.size());
  if (by_values_filled_ && function.valued) by_values_.add(*function.values, id);
  if (function.values) bytes_ += kBytesOfValues;
  functions_.push_back(std::move(function));
  residues_.push_back(0);
  return id;
}

// --- Values

const ValuesAtPoints& RealAlgebra::values_of(FunctionId function) {
  Function& own = functions_[function];
  if (!own.values) {
    own.values = values_of(*own.fraction);
    bytes_ += kBytesOfValues;
  }
  return *own.values;
}

std::unique_ptr<ValuesAtPoints> RealAlgebra::values_of(const Fraction& fraction) {
  effort_ += kEffortOfValues;
  auto result = std::make_unique<ValuesAtPoints>();
  for (size_t i = 0; i < kSignaturePoints; ++i) {
    Ball below;
    arb_ptr own = result->values[i].value;
    value_at(fraction.above, points_[i], ring_, result->values[i]);
    value_at(fraction.below, points_[i], ring_, below);
    arb_div(own, own, below.value, kSignatureBits);
    if (arb_is_finite(own) != 0) result->defined[i] = Defined::yes;
  }
  return result;
}

std::unique_ptr<ValuesAtPoints> RealAlgebra::values_of(RealStep step, std::span<const FunctionId> children) {
  effort_ += kEffortOfValues;
  std::vector<const ValuesAtPoints*> of;
  for (const FunctionId child : children) of.push_back(&values_of(child));
  std::optional<Rational> exponent;
  if (step == RealStep::power && functions_[children.back()].fraction) {
    exponent = functions_[children.back()].fraction->number();
  }
  auto result = std::make_unique<ValuesAtPoints>();
  const Ball none;
  for (size_t i = 0; i < kSignaturePoints; ++i) {
    Defined& defined = result->defined[i];
    defined = Defined::yes;
    for (const ValuesAtPoints* child : of) {
      if (child->defined[i] == Defined::no || defined == Defined::no) {
        defined = Defined::no;
      } else if (child->defined[i] == Defined::unknown) {
        defined = Defined::unknown;
      }
    }
    if (defined != Defined::yes) continue;
    const auto value = [&](const ValuesAtPoints* child) { return child->values[i].value; };
    arb_ptr own = result->values[i].value;
    defined = ball_step(step, own, of.empty() ? none.value : value(of.front()),
                        of.empty() ? none.value : value(of.back()), exponent ? &*exponent : nullptr, kSignatureBits);
    if (defined == Defined::yes && arb_is_finite(own) == 0) defined = Defined::unknown;
  }
  return result;
}

// --- Names

std::string RealAlgebra::name(FunctionId function) const {
  const Function& own = functions_[function];
  if (function == nowhere_) return "nowhere";
  return own.fraction ? fraction_text(*own.fraction) : expr::print(pool_, own.node, real_syntax());
}

namespace {

// Calls use(fraction) for a rational function; its result, or nothing.
template <class Use>
std::optional<std::invoke_result_t<Use, const Fraction&>> with_fraction(const expr::Pool& pool, expr::NodeId root,
                                                                        const Use& use) {
  const expr::Subgraph graph(pool, {&root, 1});
  for (size_t place = 0; place < graph.size(); ++place) {
    const RealStep step = real_step(pool.symbol_of(graph.id(place)));
    const bool other = step > RealStep::power && step != RealStep::negate;
    if (other || step == RealStep::pi || step == RealStep::e) return std::nullopt;
  }
  expr::Pool own;
  const expr::NodeId copied = expr::copy(pool, root, own);
  RealAlgebra algebra(variables_of(own));
  const Fraction* fraction = algebra.fraction(evaluate(own, algebra)[copied]);
  return fraction == nullptr ? std::nullopt : std::optional(use(*fraction));
}

}  // namespace

std::optional<std::string> rational_key(const expr::Pool& pool, expr::NodeId root) {
  return with_fraction(pool, root, fraction_text);
}

std::optional<std::pair<std::string, std::string>> rational_parts(const expr::Pool& pool, expr::NodeId root) {
  return with_fraction(pool, root, [](const Fraction& fraction) {
    return std::pair(fraction.numerator().text(), fraction.denominator().text());
  });
}

}  // namespace eqnet::domain
