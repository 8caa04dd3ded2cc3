#include "domain/polynomial.h"

#include <flint/flint.h>

#include <algorithm>
#include <cstdlib>

#include "eqnet/base/error.h"

namespace eqnet::domain {

Step step_of(const expr::Symbol& symbol) {
  const std::string& name = symbol.name;
  if (symbol.kind == expr::SymbolKind::variable) return Step::variable;
  if (symbol.kind == expr::SymbolKind::constant) return Step::constant;
  if (symbol.arity == 1 && name == "Negate") return Step::negate;
  if (symbol.arity == 2) {
    if (name == "Add") return Step::add;
    if (name == "Subtract") return Step::subtract;
    if (name == "Multiply") return Step::multiply;
    if (name == "Power") return Step::power;
  }
  throw base::Error("operator " + base::quoted(name) + " is not polynomial");
}

Integer::Integer(const std::string& digits) {
  fmpz_init(value);
  if (fmpz_set_str(value, digits.c_str(), 10) != 0) {
    fmpz_clear(value);
    throw base::Error("constant " + base::quoted(digits) + " is not an integer");
  }
}

std::string Integer::text() const {
  char* digits = fmpz_get_str(nullptr, 10, value);
  std::string text(digits);
  flint_free(digits);
  return text;
}

Ring::Ring(std::vector<std::string> variable_names) : names(std::move(variable_names)) {
  fmpz_mpoly_ctx_init(context, static_cast<slong>(std::max<size_t>(1, names.size())), ORD_LEX);
}
Ring::~Ring() {
  fmpz_mpoly_ctx_clear(context);
}

std::string Polynomial::text() const {
  if (fmpz_mpoly_is_zero(value, ring->context) != 0) return "0";
  std::vector<const char*> names;
  for (const std::string& name : ring->names) names.push_back(name.c_str());
  if (names.empty()) names.push_back("x");
  // FLINT writes a^2*b - 3*c; only spacing and the sign of powers differ from the wanted form.
  char* raw = fmpz_mpoly_get_str_pretty(value, names.data(), ring->context);
  std::string text;
  for (const char* c = raw; *c != '\0'; ++c) {
    if (*c == '^') {
      text += "**";
    } else if ((*c == '+' || *c == '-') && c != raw) {
      text += ' ';
      text += *c;
      text += ' ';
    } else {
      text += *c;
    }
  }
  flint_free(raw);
  return text;
}

namespace {

double bits(const Polynomial& p) {
  return static_cast<double>(std::abs(fmpz_mpoly_max_bits(p.value)));
}

bool product_fits(const Polynomial& a, const Polynomial& b, const Budget& budget) {
  const double terms = static_cast<double>(fmpz_mpoly_length(a.value, a.ring->context)) *
                       static_cast<double>(fmpz_mpoly_length(b.value, b.ring->context));
  const double words = 1 + (bits(a) + bits(b)) / 64;
  return terms * words <= budget.most_term_products && bits(a) + bits(b) <= budget.most_coefficient_bits;
}

}  // namespace

std::optional<Polynomial> apply(Step step, const Ring& ring, const Polynomial& a, const Polynomial& b,
                                const Budget& budget) {
  Polynomial result(ring);
  switch (step) {
    case Step::add:
      fmpz_mpoly_add(result.value, a.value, b.value, ring.context);
      break;
    case Step::subtract:
      fmpz_mpoly_sub(result.value, a.value, b.value, ring.context);
      break;
    case Step::negate:
      fmpz_mpoly_neg(result.value, a.value, ring.context);
      break;
    default:
      if (!product_fits(a, b, budget)) return std::nullopt;
      fmpz_mpoly_mul(result.value, a.value, b.value, ring.context);
  }
  return result;
}

std::optional<Polynomial> power(const Polynomial& base, const Integer& exponent, const Budget& budget) {
  const Ring& ring = *base.ring;
  std::optional<Polynomial> result(ring);
  fmpz_mpoly_one(result->value, ring.context);
  // From the exponent's highest bit down: square, and multiply by the base where the bit is set.
  for (auto bit = static_cast<slong>(fmpz_bits(exponent.value)) - 1; bit >= 0 && result; --bit) {
    result = apply(Step::multiply, ring, *result, *result, budget);
    if (result && fmpz_tstbit(exponent.value, static_cast<ulong>(bit)) != 0) {
      result = apply(Step::multiply, ring, *result, base, budget);
    }
  }
  return result;
}

uint64_t Residue::of(const Integer& integer) {
  return fmpz_fdiv_ui(integer.value, kPrime);
}

uint64_t Residue::power(uint64_t base, const Integer& exponent) {
  uint64_t result = 1;
  for (auto bit = static_cast<slong>(fmpz_bits(exponent.value)) - 1; bit >= 0; --bit) {
    result = multiply(result, result);
    if (fmpz_tstbit(exponent.value, static_cast<ulong>(bit)) != 0) result = multiply(result, base);
  }
  return result;
}

}  // namespace eqnet::domain
