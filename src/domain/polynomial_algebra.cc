#include "domain/polynomial_algebra.h"

#include <algorithm>

#include "base/random.h"
#include "eqnet/base/error.h"

namespace eqnet::domain {

PolynomialAlgebra::PolynomialAlgebra(std::vector<std::string> variables) : ring_(std::move(variables)) {
  base::Random random(1);
  for (size_t i = 0; i < ring_.names.size(); ++i) point_.push_back(random.below(Residue::kPrime));
}

FunctionId PolynomialAlgebra::apply(const expr::Symbol& symbol, std::span<const FunctionId> children) {
  constexpr Budget kBudget;
  const Step step = step_of(symbol);
  if (step == Step::variable) {
    const auto place = std::ranges::lower_bound(ring_.names, symbol.name);
    if (place == ring_.names.end() || *place != symbol.name) {
      throw base::Error("variable " + base::quoted(symbol.name) + " is not one of the algebra's");
    }
    const auto index = place - ring_.names.begin();
    Polynomial generator(ring_);
    fmpz_mpoly_gen(generator.value, index, ring_.context);
    return intern(std::move(generator), point_[static_cast<size_t>(index)]);
  }
  if (step == Step::constant) {
    const Integer value(symbol.name);
    Polynomial constant(ring_);
    fmpz_mpoly_set_fmpz(constant.value, value.value, ring_.context);
    return intern(std::move(constant), Residue::of(value));
  }
  const FunctionId first = children.front();
  const FunctionId last = children.back();
  std::optional<Polynomial> result;
  uint64_t signature = 0;
  if (step == Step::power) {
    Integer exponent;  // the parser lets only literals through, but a file may hold anything
    if (fmpz_mpoly_is_fmpz(polynomials_[last].value, ring_.context) == 0) {
      throw base::Error("an exponent must be a non-negative integer, but " + base::quoted(name(last)) + " was found");
    }
    fmpz_mpoly_get_fmpz(exponent.value, polynomials_[last].value, ring_.context);
    if (fmpz_sgn(exponent.value) < 0) throw base::Error("an exponent must not be negative");
    result = power(polynomials_[first], exponent, kBudget);
    signature = Residue::power(signatures_[first], exponent);
  } else {
    result = domain::apply(step, ring_, polynomials_[first], polynomials_[last], kBudget);
    const uint64_t a = signatures_[first];
    const uint64_t b = signatures_[last];
    signature = step == Step::add        ? Residue::add(a, b)
                : step == Step::subtract ? Residue::subtract(a, b)
                : step == Step::negate   ? Residue::subtract(0, a)
                                         : Residue::multiply(a, b);
  }
  if (!result) throw base::Error("an expression's expanded polynomial is too large");
  return intern(std::move(*result), signature);
}

FunctionId PolynomialAlgebra::intern(Polynomial&& polynomial, uint64_t signature) {
  const auto [begin, end] = by_signature_.equal_range(signature);
  for (auto entry = begin; entry != end; ++entry) {
    if (polynomials_[entry->second] == polynomial) return entry->second;
  }
  const auto id = static_cast<FunctionId>(polynomials_.size());
  by_signature_.emplace(signature, id);
  signatures_.push_back(signature);
  polynomials_.push_back(std::move(polynomial));
  return id;
}

}  // namespace eqnet::domain
