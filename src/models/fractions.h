// Fractions at points: a form of eqnet-mul for algebras whose values divide, and for functions such as exp.
//
// At each of m points an expression is a fraction n / d, kept as a direction: two numbers (n, d) of length 1, where
// (-n, -d) is the same. A direction with d = 0 is infinity. An operator of several children is at each point a
// multilinear map of their directions,
//
//   (n, d) = sum over choices of one number per child: coefficient (two numbers) x product of the numbers,
//
// divided by its length: sums, products and quotients of fractions are such maps, (n, d) + (n', d') = (n d' + n' d,
// d d'). An operator of one child is a map of the circle, a sum of `harmonics` odd sines and cosines of the angle t of
// its child:
//
//   (n, d) = sum over j = 1, 3, 5, ...: A_j (cos j t, sin j t)
//
// Odd ones turn round where (n, d) does, so the result depends on the fraction alone. With j = 1 they are the
// fractional linear maps (negatives, reciprocals); more of them come near any smooth function, the same at all points.
//
// Where a function such as log is not defined, an expression has no value at a point. So with more than one harmonic an
// operator of one child also says, by a sigmoid of a sum of sines of twice the angle, how defined its result is, from 0
// to 1. A node is as defined as the product of all that say so below it.
//
// A vector of D = 2 m numbers is w (n^2 - d^2, 2 n d) at each point, w being how defined it is, divided by its length:
// the doubled angle does not tell (n, d) from (-n, -d). Two vectors' cosine is a mean over the points of the cosines of
// twice the angle between them.
#pragma once

#include "encode/network.h"
#include "encode/vocabulary.h"

namespace eqnet::models {

struct FractionShape {
  size_t dimension = 64;
  size_t harmonics = 1;  // of operators of one child
  size_t algebras = 0;   // sets of coefficients that points share; 0: one for each
  double leaf_deviation = 1, deviation = 0.5, leaf_noise = 0;
};

// Where the parameters are.
struct FractionParameters {
  FractionParameters(const FractionShape& shape, const encode::Vocabulary& vocabulary);

  struct Operator {
    size_t arity = 1;
    size_t terms = 2;         // of each of the two results
    size_t coefficients = 0;  // offset; number (result x terms + term) x sets + set
    size_t gates = 0;         // sines and cosines that say how defined the result is; 0: it always is
    size_t gate = 0;          // offset: for each gate term `sets` numbers, the constant first
  };
  [[nodiscard]] size_t points() const { return shape.dimension / 2; }
  [[nodiscard]] size_t sets() const { return shape.algebras == 0 ? points() : std::min(shape.algebras, points()); }
  [[nodiscard]] size_t set_of(size_t point) const { return point * sets() / points(); }

  FractionShape shape;
  encode::Layout layout;
  size_t leaf_count = 0;
  size_t leaves = 0;  // offset: for each leaf the n of all points, then the d
  std::vector<Operator> operators;
};

template <class Real>
class FractionNetwork final : public encode::Network<Real> {
 public:
  FractionNetwork(const FractionShape& shape, const encode::Vocabulary& vocabulary) : parameters_(shape, vocabulary) {}

  [[nodiscard]] const encode::Layout& layout() const override { return parameters_.layout; }
  [[nodiscard]] size_t dimension() const override { return parameters_.shape.dimension; }
  [[nodiscard]] std::unique_ptr<encode::Pass<Real>> pass() const override;
  [[nodiscard]] const FractionParameters& parameters() const { return parameters_; }
  // operators: 2 x 2^arity coefficients each, those of the first result first; one without any is left to training.
  // leaves: n and d of each leaf, by point.
  [[nodiscard]] std::optional<std::vector<Real>> of_coefficients(
      std::span<const std::vector<double>> operators, std::span<const std::vector<double>> leaves) const override;

 private:
  FractionParameters parameters_;
};

}  // namespace eqnet::models
