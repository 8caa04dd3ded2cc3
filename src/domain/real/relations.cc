#include "domain/real/relations.h"

#include <algorithm>

namespace eqnet::domain {

size_t RealRelations::generator(GeneratorKind kind, const Fraction& of) {
  for (size_t i = 0; i < generators_.size(); ++i) {
    if (generators_[i].kind == kind && generators_[i].of == of) return i;
  }
  if (generators_.size() == size_) throw NeedsGenerators{};
  generators_.push_back({kind, of, is_constant(of.numerator()) && is_constant(of.denominator())});
  add_relation(generators_.size() - 1);
  if (kind == GeneratorKind::root && single(of.numerator())) changed_ = true;  // factors may be finer now
  return generators_.size() - 1;
}

size_t RealRelations::generator(GeneratorKind kind, const Polynomial& of) {
  return generator(kind, Fraction(of));
}

size_t RealRelations::pi() {
  return generator(GeneratorKind::pi, Fraction(ring_));
}

void RealRelations::add_relation(size_t index) {
  const RealGenerator& generator = generators_[index];
  if (generator.kind == GeneratorKind::sine) {
    Polynomial relation = power(symbol(index), 2);
    const Polynomial cosine = power(symbol(index - 1), 2);
    fmpz_mpoly_add(relation.value, relation.value, cosine.value, ring_.context);
    fmpz_mpoly_sub_si(relation.value, relation.value, 1, ring_.context);
    relations_.push_back({index, 2, std::move(relation)});
  } else if (generator.kind == GeneratorKind::parity) {
    Polynomial relation = power(symbol(index), 2);
    fmpz_mpoly_sub_si(relation.value, relation.value, 1, ring_.context);
    relations_.push_back({index, 2, std::move(relation)});
  } else if (generator.kind == GeneratorKind::cubic) {
    add_power_relation(index, 3, generator.of.numerator(), 1);
  } else if (generator.kind == GeneratorKind::root) {
    const Polynomial of = generator.of.numerator();
    const int sign = sign_of(of).sign;
    if (sign != 0) {
      add_power_relation(index, order_, of, sign);
    } else {
      add_power_relation(index, 2 * order_, power(of, 2), 1);
    }
  }
}

void RealRelations::forget_generators(size_t known, bool changed) {
  generators_.erase(generators_.begin() + static_cast<std::ptrdiff_t>(known), generators_.end());
  std::erase_if(relations_, [&](const Relation& relation) { return relation.generator >= known; });
  changed_ = changed;
}

void RealRelations::add_power_relation(size_t index, slong exponent, const Polynomial& of, int sign) {
  Polynomial relation = power(symbol(index), exponent);
  if (sign > 0) {
    fmpz_mpoly_sub(relation.value, relation.value, of.value, ring_.context);
  } else {
    fmpz_mpoly_add(relation.value, relation.value, of.value, ring_.context);
  }
  relations_.push_back({index, exponent, std::move(relation)});
}

void RealRelations::reduce(fmpz_mpoly_t polynomial) {
  std::vector<slong> degrees(size_);
  if (fmpz_mpoly_degrees_fit_si(polynomial, ring_.context) == 0) throw NotDecided{"too large: a degree of many digits"};
  fmpz_mpoly_degrees_si(degrees.data(), polynomial, ring_.context);
  const bool done = std::ranges::none_of(relations_, [&](const Relation& relation) {
    return degrees[static_cast<size_t>(place(relation.generator))] >= relation.exponent;
  });
  if (done) return;
  std::vector<Polynomial> quotients;
  std::vector<fmpz_mpoly_struct*> above, by;
  quotients.reserve(relations_.size());
  for (Relation& relation : relations_) {
    quotients.emplace_back(ring_);
    above.push_back(quotients.back().value);
    by.push_back(relation.polynomial.value);
  }
  Polynomial rest(ring_);
  fmpz_mpoly_divrem_ideal(above.data(), rest.value, polynomial, by.data(), static_cast<slong>(by.size()),
                          ring_.context);
  fmpz_mpoly_swap(polynomial, rest.value, ring_.context);
}

Fraction RealRelations::reduced(Fraction fraction) {
  if (relations_.empty()) return fraction;
  reduce(fraction.above);
  reduce(fraction.below);
  if (fmpz_mpoly_is_zero(fraction.below, ring_.context) != 0) throw DefinedNowhere{};
  fraction.cancel();
  return fraction;
}

Fraction RealRelations::times(const Fraction& a, const Fraction& b) {
  return reduced(a * b);
}

Fraction RealRelations::over(const Fraction& a, const Fraction& b) {
  if (b.is_zero()) throw DefinedNowhere{};
  return reduced(a / b);
}

Fraction RealRelations::raised(const Fraction& base, slong exponent) {
  if (base.is_zero() && exponent < 0) throw DefinedNowhere{};
  // What a root's or a sine's power is by its relation has as many terms, of numbers as long.
  constexpr slong kMostRelated = 1000;
  if (exponent > kMostRelated || exponent < -kMostRelated) {
    const std::vector<int> above = used(base.numerator()), below = used(base.denominator());
    for (const Relation& relation : relations_) {
      const auto at = static_cast<size_t>(place(relation.generator));
      if (above[at] != 0 || below[at] != 0) throw NotDecided{"too large: a high power of a root or a sine"};
    }
  }
  return reduced(power(base, exponent));
}

}  // namespace eqnet::domain
