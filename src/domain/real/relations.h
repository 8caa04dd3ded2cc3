// Arithmetic with generators: each has a power of its generator alone as leading term, with coefficient 1, and else
// only generators before it. So the relations are a Groebner basis, and what is left after division is unique.
#pragma once

#include "domain/real/signs.h"

namespace eqnet::domain {

// More of them than the ring has room for.
struct NeedsGenerators {};

class RealRelations : public RealSigns {
 public:
  using RealSigns::RealSigns;

 protected:
  size_t generator(GeneratorKind kind, const Fraction& of);
  size_t generator(GeneratorKind kind, const Polynomial& of);
  size_t pi();
  void add_relation(size_t index);
  // Those behind the first `known`, which nothing is made of; changed: what changed_ was before they came.
  void forget_generators(size_t known, bool changed);
  void add_power_relation(size_t index, slong exponent, const Polynomial& of, int sign);
  void reduce(fmpz_mpoly_t polynomial);
  Fraction reduced(Fraction fraction);
  Fraction times(const Fraction& a, const Fraction& b);
  Fraction over(const Fraction& a, const Fraction& b);
  Fraction raised(const Fraction& base, slong exponent);

  // A power of a generator is what its polynomial is without it.
  struct Relation {
    size_t generator;
    slong exponent;
    Polynomial polynomial;
  };
  std::vector<Relation> relations_;
};

}  // namespace eqnet::domain
