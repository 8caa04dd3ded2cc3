#include "domain/polynomial/algebra.h"

#include <algorithm>

#include "base/random.h"
#include "eqnet/base/error.h"

namespace eqnet::domain {

PolynomialAlgebra::PolynomialAlgebra(std::vector<std::string> variables) : ring_(std::move(variables)) {
  base::Random random(1);
  for (size_t i = 0; i < ring_.names.size(); ++i) point_.push_back(random.below(Residue::kPrime));
}

FunctionId PolynomialAlgebra::apply(const expr::Symbol& symbol, std::span<const FunctionId> children) {
  constexpr Budget kBudget{.seconds = 1};
  constexpr double kMostBytes = 2e9;  // of all functions together
  if (bytes_ > kMostBytes) {
    throw base::Error("the polynomials of " + std::to_string(ring_.names.size()) +
                      " variables take more than 2 GB of memory; choose fewer variables or smaller expressions");
  }
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
  const uint64_t a = signatures_[first];
  const uint64_t b = signatures_[last];
  try {
    if (step == Step::power) {
      const Integer exponent = exponent_of(last);
      return intern(power(polynomials_[first], exponent, kBudget), Residue::power(a, exponent));
    }
    const uint64_t signature = step == Step::add        ? Residue::add(a, b)
                               : step == Step::subtract ? Residue::subtract(a, b)
                               : step == Step::negate   ? Residue::subtract(0, a)
                                                        : Residue::multiply(a, b);
    return intern(domain::apply(step, ring_, polynomials_[first], polynomials_[last], kBudget), signature);
  } catch (const OverBudget& over) {
    throw base::Error("an expression is " + over.why);
  }
}

// The parser lets only literals through, but a pool may hold anything.
Integer PolynomialAlgebra::exponent_of(FunctionId function) const {
  Integer exponent;
  const Polynomial& polynomial = polynomials_[function];
  const bool constant = fmpz_mpoly_is_fmpz(polynomial.value, ring_.context) != 0;
  if (constant) fmpz_mpoly_get_fmpz(exponent.value, polynomial.value, ring_.context);
  if (!constant || fmpz_sgn(exponent.value) < 0) throw bad_exponent(name(function));
  return exponent;
}

FunctionId PolynomialAlgebra::intern(Polynomial&& polynomial, uint64_t signature) {
  const auto [begin, end] = by_signature_.equal_range(signature);
  for (auto entry = begin; entry != end; ++entry) {
    if (polynomials_[entry->second] == polynomial) return entry->second;
  }
  const auto id = static_cast<FunctionId>(polynomials_.size());
  by_signature_.emplace(signature, id);
  signatures_.push_back(signature);
  bytes_ += bytes_of(polynomial);
  polynomials_.push_back(std::move(polynomial));
  return id;
}

}  // namespace eqnet::domain
