#include "domain/real/generators.h"

namespace eqnet::domain {

RealGenerators::RealGenerators(size_t variables, size_t size) : size_(size), ring_(std::vector<std::string>(size)) {
  for (size_t v = 0; v < variables; ++v) generators_.push_back({GeneratorKind::variable, Fraction(ring_)});
}

slong RealGenerators::place(size_t generator) const {
  return static_cast<slong>(size_ - 1 - generator);
}

Polynomial RealGenerators::symbol(size_t generator) const {
  Polynomial result(ring_);
  fmpz_mpoly_gen(result.value, place(generator), ring_.context);
  return result;
}

Fraction RealGenerators::value(size_t generator) const {
  return Fraction(symbol(generator));
}

std::optional<size_t> RealGenerators::single(const Polynomial& polynomial) const {
  const std::optional<slong> found = generator_of(polynomial.value, ring_);
  if (!found) return std::nullopt;
  return size_ - 1 - static_cast<size_t>(*found);  // place, the other way round
}

std::vector<int> RealGenerators::used(const Polynomial& polynomial) const {
  std::vector<int> by_place(size_, 0);
  fmpz_mpoly_used_vars(by_place.data(), polynomial.value, ring_.context);
  return by_place;
}

bool RealGenerators::is_polynomial(const Polynomial& polynomial) const {
  const std::vector<int> uses = used(polynomial);
  for (size_t i = 0; i < generators_.size(); ++i) {
    if (uses[static_cast<size_t>(place(i))] != 0 && generators_[i].kind != GeneratorKind::variable) return false;
  }
  return true;
}

bool RealGenerators::is_constant(const Polynomial& polynomial) const {
  const std::vector<int> uses = used(polynomial);
  for (size_t i = 0; i < generators_.size(); ++i) {
    if (uses[static_cast<size_t>(place(i))] != 0 && !generators_[i].constant &&
        generators_[i].kind != GeneratorKind::pi)
      return false;
  }
  return true;
}

std::string RealGenerators::text(const Polynomial& polynomial) const {
  char* raw = fmpz_mpoly_get_str_pretty(polynomial.value, nullptr, ring_.context);
  std::string text(raw);
  flint_free(raw);
  return text;
}

}  // namespace eqnet::domain
