// Recursive networks over expression trees, fused over a whole schedule: EqNet with its ablations, eqnet-mul, and the
// one- and two-layer TreeNN. They differ only in the shape of Combine.
//
//   leaf:     r = C_s; EqNet: C_s / |C_s|, with Gaussian noise on C_s in training.
//   Combine:  h = f(Wi x + bi),  p = (L_1 x_1) * (L_2 x_2) * ...,  o = W0 x + W1 [h; p] + bo,  r = g(o)  or  o / |o|
//             for x = [x_1; x_2; ...], the children's vectors. eqnet-mul: p for operators of two or more children,
//             and o + values at points (points.h).
//   SubexpAE: on every node that is not a leaf, in training: autoencoder.h
//
// Parameters of an operator: W = [W0; Wi] (one product for both), b = [bo; bi], W1, and the L_c one after the other.
#pragma once

#include <algorithm>
#include <cmath>
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
  size_t product =
      0;  // rows of the L_c; 0: no product. With it and without points, operators of one child have W0 anyway
  bool bias = true;              // false: b stays 0
  bool points = false;           // values at points (points.h) are added to o; leaves have a fixed weight
  size_t block = 1;              // of points: numbers of a block
  size_t algebras = 0;           // sets of coefficients that blocks share; 0: one for each
  double leaf_deviation = 0.01;  // of the leaves' parameters at the start
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
  bool linear = true;  // has W0
  size_t product = 0;  // rows of the L_c
  size_t stacked = 0;  // rows of W: [W0; Wi]
  size_t inner = 0;    // columns of W1: [h; p]
  size_t w = 0, b = 0, w1 = 0, factors = 0, points = 0, encoder = 0;
};

struct TreeParameters {
  TreeParameters(const TreeShape& shape, const encode::Vocabulary& vocabulary);

  // The vector of a leaf before normalisation.
  template <class Real>
  void copy_leaf(const Real* parameters, uint32_t number, Real* to) const {
    const size_t d = shape.dimension;
    const bool own = number < leaf_count;  // the vocabulary's
    const size_t width = own ? leaf_width() : d;
    std::copy_n(parameters + leaf(number), width, to);
    std::fill(to + width, to + d, Real(0));
    if (own && shape.points) to[d - 1] = std::sqrt(static_cast<Real>(d - 1));
  }
  // Numbers of a row of [h; p], and of [o; h; p].
  [[nodiscard]] size_t inner() const { return shape.hidden + shape.product; }
  [[nodiscard]] size_t outer() const { return shape.dimension + inner(); }
  // Numbers of work space for Combine over n rows: W x, and W1 transposed or, for a single row, the factors.
  [[nodiscard]] size_t scratch_size(size_t n) const {
    return n * outer() + std::max(inner() * shape.dimension, most_children * shape.product);
  }
  // Learned numbers of a leaf.
  [[nodiscard]] size_t leaf_width() const { return shape.points ? blocks() * shape.block : shape.dimension; }
  // Blocks of a vector, and the sets of coefficients that they share.
  [[nodiscard]] size_t blocks() const { return (shape.dimension - 1) / shape.block; }
  [[nodiscard]] size_t sets() const { return shape.algebras == 0 ? blocks() : std::min(shape.algebras, blocks()); }
  // Whether every number is a block of its own with its own coefficients, for which there are faster loops.
  [[nodiscard]] bool single() const { return shape.block == 1 && sets() == blocks(); }
  [[nodiscard]] kernels::Blocks blocks_of(size_t arity) const {
    return {arity, shape.dimension, shape.block, blocks(), sets()};
  }
  // Place of coefficient i of a set of an operator: i = number of the block's value x terms + term.
  [[nodiscard]] size_t coefficient(const OperatorParameters& at, size_t set, size_t i) const {
    if (single()) return at.points + i * sets() + set;
    return at.points + set * shape.block * kernels::block_terms(blocks_of(at.arity)) + i;
  }
  // Numbers of work space for blocks.
  [[nodiscard]] size_t work_size() const {
    size_t most = 0;
    for (const OperatorParameters& at : operators) {
      if (shape.points && !single()) most = std::max(most, kernels::block_work(blocks_of(at.arity)));
    }
    return most;
  }
  // Place of a leaf's vector. Leaves beyond the vocabulary's stand for classes: their vectors are the first thing
  // behind the network's own parameters (encode::Substitution, train::Objective).
  [[nodiscard]] size_t leaf(uint32_t number) const {
    return number < leaf_count ? leaves + number * leaf_width()
                               : layout.size() + (number - leaf_count) * shape.dimension;
  }
  // Place of the numbers of a leaf of the vocabulary in a block.
  [[nodiscard]] size_t leaf_block(size_t number, size_t block) const {
    return leaves + number * leaf_width() + block * shape.block;
  }
  TreeShape shape;
  encode::Layout layout;
  size_t most_children = 0;
  size_t leaves = 0;  // offset of C: one row a leaf
  size_t leaf_count = 0;
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
  // Values at points: see points.h.
  std::vector<size_t> renew(Real* parameters, base::Random& random) const override;
  // The same: see settle.h.
  std::optional<encode::Settled<Real>> settle(const Real* parameters, const Schedule& schedule,
                                              std::span<const uint32_t> labels,
                                              const encode::SettleParams& params) const override;
  // The same: see value_table.h.
  [[nodiscard]] std::optional<std::vector<Real>> of_tables(
      std::span<const std::vector<encode::FinitePart>> blocks) const override;
  // The same: see points.h.
  [[nodiscard]] std::optional<std::vector<Real>> of_coefficients(
      std::span<const std::vector<double>> operators, std::span<const std::vector<double>> leaves) const override;

  // One node at a time, without noise: the vector of a leaf, and Combine of the children's vectors one after the other.
  void leaf(const Real* parameters, size_t number, Real* r) const;
  void combine(const Real* parameters, size_t op, const Real* children, Real* r, std::vector<Real>& scratch) const;

 private:
  TreeParameters parameters_;
};

}  // namespace eqnet::models
