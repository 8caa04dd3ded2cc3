#include "domain/polynomial/forms.h"

#include <flint/fmpz_mpoly_factor.h>

#include <algorithm>
#include <optional>

#include "domain/polynomial/program.h"

namespace eqnet::domain {
namespace {

using expr::NodeId;

// Beyond these nothing is written anew: FLINT cannot be interrupted.
constexpr size_t kMostTerms = 200;
constexpr size_t kMostFactoredTerms = 60;
constexpr size_t kMostVariables = 8;
constexpr ulong kMostDegree = 30;
constexpr flint_bitcnt_t kMostFactoredBits = 256;  // of a coefficient

struct Term {
  Integer coefficient;
  std::vector<ulong> exponents;  // by variable
};
using Terms = std::vector<Term>;

// The terms, or nothing where they are too many or too high.
std::optional<Terms> terms_of(const Polynomial& polynomial) {
  const Ring& ring = *polynomial.ring;
  const slong count = fmpz_mpoly_length(polynomial.value, ring.context);
  if (static_cast<size_t>(count) > kMostTerms || fmpz_mpoly_total_degree_fits_si(polynomial.value, ring.context) == 0 ||
      fmpz_mpoly_total_degree_si(polynomial.value, ring.context) > static_cast<slong>(kMostDegree)) {
    return std::nullopt;
  }
  Terms terms(static_cast<size_t>(count));
  for (slong i = 0; i < count; ++i) {
    Term& term = terms[static_cast<size_t>(i)];
    fmpz_mpoly_get_term_coeff_fmpz(term.coefficient.value, polynomial.value, i, ring.context);
    term.exponents.resize(ring.names.size() + 1);  // FLINT wants room where there are no variables
    fmpz_mpoly_get_term_exp_ui(term.exponents.data(), polynomial.value, i, ring.context);
    term.exponents.resize(ring.names.size());
  }
  return terms;
}

// Writes terms as an expression. Of two ways that are equally good the first is taken, so the result is always the
// same.
class Writer {
 public:
  Writer(expr::Pool& pool, const std::vector<std::string>& variables, std::span<const std::string> operators)
      : pool_(pool), variables_(variables) {
    const auto has = [&](const char* op) { return std::ranges::find(operators, op) != operators.end(); };
    subtracts_ = has("Subtract");
    has_powers_ = has("Power");
  }

  NodeId constant(const Integer& value) { return pool_.constant(value.text()); }
  NodeId add(NodeId a, NodeId b) { return pool_.node(pool_.symbols.op("Add", 2), {a, b}); }
  NodeId subtract(NodeId a, NodeId b) { return pool_.node(pool_.symbols.op("Subtract", 2), {a, b}); }
  NodeId multiply(NodeId a, NodeId b) { return pool_.node(pool_.symbols.op("Multiply", 2), {a, b}); }
  NodeId power(NodeId base, ulong exponent) {
    if (exponent == 1) return base;
    if (has_powers_ && exponent > 2) {
      return pool_.node(pool_.symbols.op("Power", 2), {base, pool_.constant(std::to_string(exponent))});
    }
    NodeId product = base;
    for (ulong i = 1; i < exponent; ++i) product = multiply(product, base);
    return product;
  }

  // first: the variable that is taken out first, where it is in two terms at least.
  NodeId write(Terms terms, std::optional<size_t> first = std::nullopt) {
    if (terms.empty()) return pool_.constant("0");
    if (terms.size() == 1) return monomial(terms.front());
    std::optional<NodeId> front = common_factor(terms);
    const NodeId rest = sum(std::move(terms), first);
    return front ? multiply(*front, rest) : rest;
  }

 private:
  NodeId monomial(const Term& term) {
    std::optional<NodeId> product;
    const auto times = [&](NodeId factor) { product = product ? multiply(*product, factor) : factor; };
    if (fmpz_is_one(term.coefficient.value) == 0) times(constant(term.coefficient));
    for (size_t i = 0; i < variables_.size(); ++i) {
      if (term.exponents[i] > 0) times(power(pool_.variable(variables_[i]), term.exponents[i]));
    }
    return product ? *product : constant(term.coefficient);
  }

  // Takes it out of all terms; nothing where it is 1.
  std::optional<NodeId> common_factor(Terms& terms) {
    Term common = terms.front();
    fmpz_abs(common.coefficient.value, common.coefficient.value);
    for (const Term& term : terms) {
      fmpz_gcd(common.coefficient.value, common.coefficient.value, term.coefficient.value);
      for (size_t i = 0; i < variables_.size(); ++i) {
        common.exponents[i] = std::min(common.exponents[i], term.exponents[i]);
      }
    }
    const bool none = fmpz_is_one(common.coefficient.value) != 0 &&
                      std::ranges::all_of(common.exponents, [](ulong exponent) { return exponent == 0; });
    if (none) return std::nullopt;
    for (Term& term : terms) {
      fmpz_divexact(term.coefficient.value, term.coefficient.value, common.coefficient.value);
      for (size_t i = 0; i < variables_.size(); ++i) term.exponents[i] -= common.exponents[i];
    }
    return monomial(common);
  }

  // Terms without a common factor: x^k (those with x) + (the others), for the x that most terms have. Each call has
  // fewer terms, or lower ones.
  NodeId sum(Terms terms, std::optional<size_t> first) {
    const auto with = [&](size_t variable) {
      return std::ranges::count_if(terms, [&](const Term& term) { return term.exponents[variable] > 0; });
    };
    size_t chosen = first && with(*first) > 1 ? *first : 0;
    if (!first || with(*first) < 2) {
      for (size_t i = 1; i < variables_.size(); ++i) {
        if (with(i) > with(chosen)) chosen = i;
      }
    }
    Terms taken;
    if (!variables_.empty() && with(chosen) > 1) {
      const auto others = std::stable_partition(terms.begin(), terms.end(),
                                                [&](const Term& term) { return term.exponents[chosen] > 0; });
      taken.assign(terms.begin(), others);
      terms.erase(terms.begin(), others);
    } else {
      // One term with a positive sign in front, where there is one.
      auto front = std::ranges::find_if(terms, [](const Term& term) { return fmpz_sgn(term.coefficient.value) > 0; });
      if (front == terms.end()) front = terms.begin();
      taken.push_back(*front);
      terms.erase(front);
    }
    return joined(std::move(taken), std::move(terms));
  }

  NodeId joined(Terms front, Terms back) {
    const auto negative = [](const Terms& terms) {
      return std::ranges::all_of(terms, [](const Term& term) { return fmpz_sgn(term.coefficient.value) < 0; });
    };
    if (subtracts_ && negative(front) && !negative(back)) std::swap(front, back);
    if (subtracts_ && negative(back)) {
      for (Term& term : back) fmpz_neg(term.coefficient.value, term.coefficient.value);
      const NodeId left = write(std::move(front));
      return subtract(left, write(std::move(back)));
    }
    const NodeId left = write(std::move(front));
    return add(left, write(std::move(back)));
  }

  expr::Pool& pool_;
  const std::vector<std::string>& variables_;
  bool subtracts_ = false, has_powers_ = false;
};

class PolynomialForms final : public Forms {
 public:
  std::vector<NodeId> of(expr::Pool& pool, NodeId root, std::span<const std::string> operators,
                         const Shortest& /*shortest*/, const Late& /*late*/) override {
    const auto has = [&](const char* op) { return std::ranges::find(operators, op) != operators.end(); };
    if (!has("Add") || !has("Multiply")) return {};
    const Program program(pool, {&root, 1});
    if (program.variables.size() > kMostVariables) return {};
    const Ring ring(program.variables);
    std::optional<Polynomial> polynomial;
    try {
      polynomial.emplace(std::move(expand(program, ring, {.seconds = 0.2, .bytes = 1e7}).front()));
    } catch (const OverBudget&) {
      return {};
    }
    const auto terms = terms_of(*polynomial);
    if (!terms) return {};
    Writer writer(pool, ring.names, operators);
    std::vector<NodeId> forms = {writer.write(*terms)};
    for (size_t i = 0; i < ring.names.size(); ++i) forms.push_back(writer.write(*terms, i));
    if (const auto product = factored(*polynomial, *terms, writer)) forms.push_back(*product);
    return forms;
  }

 private:
  static std::optional<NodeId> factored(const Polynomial& polynomial, const Terms& terms, Writer& writer) {
    if (terms.size() < 2 || terms.size() > kMostFactoredTerms) return std::nullopt;
    for (const Term& term : terms) {
      if (fmpz_bits(term.coefficient.value) > kMostFactoredBits) return std::nullopt;
    }
    const Ring& ring = *polynomial.ring;
    fmpz_mpoly_factor_t factors;
    fmpz_mpoly_factor_init(factors, ring.context);
    std::optional<NodeId> product;
    if (fmpz_mpoly_factor(factors, polynomial.value, ring.context) != 0) {
      Integer constant;
      fmpz_mpoly_factor_get_constant_fmpz(constant.value, factors, ring.context);
      if (fmpz_is_one(constant.value) == 0) product = writer.constant(constant);
      for (slong i = 0; i < fmpz_mpoly_factor_length(factors, ring.context); ++i) {
        Polynomial factor(ring);
        fmpz_mpoly_factor_get_base(factor.value, factors, i, ring.context);
        const auto exponent = static_cast<ulong>(fmpz_mpoly_factor_get_exp_si(factors, i, ring.context));
        const auto own = terms_of(factor);  // may be more than those of the product
        if (!own) {
          product.reset();
          break;
        }
        const NodeId one = writer.power(writer.write(*own), exponent);
        product = product ? writer.multiply(*product, one) : one;
      }
    }
    fmpz_mpoly_factor_clear(factors, ring.context);
    return product;
  }
};

}  // namespace

std::unique_ptr<Forms> make_polynomial_forms() {
  return std::make_unique<PolynomialForms>();
}

}  // namespace eqnet::domain
