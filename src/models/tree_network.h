// Recursive networks over expression trees, fused over a whole schedule: EqNet with its ablations, and the one- and
// two-layer TreeNN. They differ only in the shape of Combine.
//
//   leaf      r = C_s                                       (EqNet: C_s / |C_s|, with Gaussian noise on C_s in
//   training) Combine   h = f(Wi x + bi),  o = W0 x + W1 h + bo,  r = g(o)  or  o / |o|      x: the children's vectors
//   in a row SubexpAE  on every node that is not a leaf, in training: autoencoder.h
//
// Parameters of an operator: W = [W0; Wi] (one product for both), b = [bo; bi], W1.
#pragma once

#include <vector>

#include "encode/network.h"
#include "kernels/rows.h"

namespace eqnet::models {

using encode::Schedule;
using kernels::Activation;

struct TreeShape {
  size_t dimension = 64;
  bool linear = true;  // W0: the residual path of EqNet, the only layer of treenn1
  size_t hidden = 8;   // rows of Wi; 0: no hidden layer
  Activation hidden_activation = Activation::sigmoid;
  Activation output_activation = Activation::identity;
  bool normalise = true;  // vectors of length 1
  double leaf_noise = 0;  // deviation of the noise on leaves in training
  // SubexpAE; code = 0: none.
  size_t code = 0;             // M
  double code_dropped = 0.61;  // kappa: share of the autoencoder's inputs that is zeroed
  double deviation = 0.01;     // of the parameters at the start
};

// Where an operator's parameters are in the flat vector.
struct OperatorParameters {
  size_t arity = 0;
  size_t w = 0, b = 0, w1 = 0, encoder = 0;
};

struct TreeParameters {
  TreeParameters(const TreeShape& shape, const encode::Vocabulary& vocabulary);

  // Rows of W and numbers of b: [W0; Wi], [bo; bi].
  [[nodiscard]] size_t stacked() const { return (shape.linear ? shape.dimension : 0) + shape.hidden; }
  // Numbers of work space for Combine over n rows: W x, and W1 transposed.
  [[nodiscard]] size_t scratch_size(size_t n) const { return n * stacked() + shape.hidden * shape.dimension; }
  TreeShape shape;
  encode::Layout layout;
  size_t leaves = 0;   // offset of C: one row a leaf
  size_t decoder = 0;  // Wd, shared by the operators: (most children * D) x M
  std::vector<OperatorParameters> operators;
};

template <class Real>
class TreeNetwork final : public encode::Network<Real> {
 public:
  TreeNetwork(const TreeShape& shape, const encode::Vocabulary& vocabulary) : parameters_(shape, vocabulary) {}

  [[nodiscard]] const encode::Layout& layout() const override { return parameters_.layout; }
  [[nodiscard]] size_t dimension() const override { return parameters_.shape.dimension; }
  [[nodiscard]] std::unique_ptr<encode::Pass<Real>> pass() const override;
  [[nodiscard]] const TreeParameters& parameters() const { return parameters_; }

  // One node at a time, without noise: the vector of a leaf, and Combine of the children's vectors one after the other.
  void leaf(const Real* parameters, size_t number, Real* r) const;
  void combine(const Real* parameters, size_t op, const Real* children, Real* r, std::vector<Real>& scratch) const;

 private:
  TreeParameters parameters_;
};

}  // namespace eqnet::models
