// Polynomials over the integers, each distinct one once. Grouping is by values modulo a prime at one random point
// (cheap, and the value of a result follows from those of its parts); whatever collides is compared exactly.
#pragma once

#include <unordered_map>

#include "domain/polynomial/arithmetic.h"
#include "eqnet/domain/algebra.h"

namespace eqnet::domain {

class PolynomialAlgebra final : public Algebra {
 public:
  explicit PolynomialAlgebra(std::vector<std::string> variables);

  FunctionId apply(const expr::Symbol& symbol, std::span<const FunctionId> children) override;
  [[nodiscard]] std::string name(FunctionId function) const override { return polynomials_[function].text(); }
  [[nodiscard]] size_t size() const override { return polynomials_.size(); }
  [[nodiscard]] size_t bytes() const override { return static_cast<size_t>(bytes_); }

 private:
  FunctionId intern(Polynomial&& polynomial, uint64_t signature);
  [[nodiscard]] Integer exponent_of(FunctionId function) const;

  Ring ring_;
  std::vector<uint64_t> point_;  // where signatures are taken, one residue a variable
  std::vector<Polynomial> polynomials_;
  std::vector<uint64_t> signatures_;
  std::unordered_multimap<uint64_t, FunctionId> by_signature_;
  double bytes_ = 0;  // of the polynomials, roughly
};

}  // namespace eqnet::domain
