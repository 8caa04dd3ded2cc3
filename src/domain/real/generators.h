// What normal forms of real functions are fractions over: variables, and functions that are treated as such.
#pragma once

#include <map>
#include <string>

#include "domain/real/field.h"

namespace eqnet::domain {

struct RealGenerator {
  enum class Kind : uint8_t { variable, pi, root, cubic, exponential, logarithm, cosine, sine, parity, arcsine } kind;
  Fraction of;            // what it is a function of; of a variable and of pi nothing
  bool constant = false;  // no variable in it
  slong parts = 1;        // exponentials, sines and cosines are of `of` divided by it
};
using GeneratorKind = RealGenerator::Kind;

// By the text of what exponentials, sines and cosines are of: into how many parts it is divided.
using RealParts = std::map<std::string, slong>;

class RealGenerators {
 public:
  // The first `variables` of `size` generators are variables.
  RealGenerators(size_t variables, size_t size);

 protected:
  [[nodiscard]] Polynomial symbol(size_t generator) const;
  // Later ones weigh more.
  [[nodiscard]] slong place(size_t generator) const;
  [[nodiscard]] Fraction value(size_t generator) const;
  // The generator that a polynomial consists of, if it is one.
  [[nodiscard]] std::optional<size_t> single(const Polynomial& polynomial) const;
  [[nodiscard]] std::vector<int> used(const Polynomial& polynomial) const;
  // In variables alone.
  [[nodiscard]] bool is_polynomial(const Polynomial& polynomial) const;
  [[nodiscard]] std::string text(const Polynomial& polynomial) const;
  [[nodiscard]] bool is_constant(const Polynomial& polynomial) const;

  size_t size_;
  Ring ring_;
  std::vector<RealGenerator> generators_;
};

}  // namespace eqnet::domain
