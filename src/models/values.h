// values: learns nothing and knows the semantics. The vector of an expression is its values at random points, as the
// domain computes them: what somebody would do who knows the algebra. Equivalent expressions have the same vector, bit
// for bit. It says how much of a task is left for a model to learn.
//
// Its only parameter is the seed of the points, in four digits to the base 2^16, which floats hold exactly; so a file
// gives the same vectors wherever it is read.
#pragma once

#include "encode/network.h"
#include "eqnet/domain/domain.h"

namespace eqnet::models {

class ValuesNetwork final : public encode::Network<float> {
 public:
  // Throws base::Error where the domain has no values at points. The domain must outlive the network.
  ValuesNetwork(size_t dimension, encode::Vocabulary vocabulary, const domain::Domain& domain);

  [[nodiscard]] const encode::Layout& layout() const override { return layout_; }
  [[nodiscard]] size_t dimension() const override { return dimension_; }
  [[nodiscard]] std::unique_ptr<encode::Pass<float>> pass() const override;

 private:
  size_t dimension_;
  encode::Vocabulary vocabulary_;
  const domain::Domain& domain_;
  encode::Layout layout_;
};

// The parameters for a seed.
std::vector<float> values_parameters(uint64_t seed);

}  // namespace eqnet::models
