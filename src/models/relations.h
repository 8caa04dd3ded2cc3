// Relations on a few points: a form of eqnet-mul for algebras of union, composition and closure, such as regular
// expressions, and for composition of functions, which are relations too.
//
// In each of m blocks an expression is a relation on r points: r x r numbers from 0 to 1, number (i, j) saying how much
// i is related to j. Where all are 0 or 1, these are relations proper. An operator is one of a few forms (below), or
// between them (form_pass.h). Between 0 and 1, `and` is x y and `or` is x + y - x y, so that everything has a gradient.
// Leaves are sigmoids of their parameters.
//
// A vector of D numbers is 2 x - 1 for all x of all blocks, with length 1: the cosine of two proper ones is 1 less
// twice the share of the numbers in which they differ.
#pragma once

#include "models/form_pass.h"

namespace eqnet::models {

// x, y: children.
enum class RelationForm : uint8_t {
  same,               // x
  converse,           // j is related to i
  complement,         // i is not related to j
  reflexive,          // x or i = j
  transitive,         // by one or more steps
  closure,            // by any number of steps
  domain,             // i = j, which is related to something
  antidomain,         // i = j, which is related to nothing
  unite,              // x or y
  intersect,          // x and y
  compose,            // by a step of x, then one of y
  compose_backwards,  // by a step of y, then one of x
  without,            // x and not y
  without_backwards,  // y and not x
};
// What an operator of so many children may be. Parameters are in this order.
std::span<const RelationForm> relation_forms(size_t arity);
std::string_view name_of(RelationForm form);

struct RelationShape {
  size_t dimension = 64;
  size_t points = 4;  // r
  double leaf_deviation = 1, deviation = 0.5, leaf_noise = 0;
};

struct RelationParameters : FormParameters {
  RelationParameters(const RelationShape& shape, const encode::Vocabulary& vocabulary);

  // A leaf has, for each pair (i, j), a number per block.
  [[nodiscard]] size_t pairs() const { return shape.points * shape.points; }
  [[nodiscard]] size_t blocks() const { return shape.dimension / pairs(); }

  RelationShape shape;
};

template <class Real>
class RelationNetwork final : public encode::Network<Real> {
 public:
  RelationNetwork(const RelationShape& shape, const encode::Vocabulary& vocabulary) : parameters_(shape, vocabulary) {}

  [[nodiscard]] const encode::Layout& layout() const override { return parameters_.layout; }
  [[nodiscard]] size_t dimension() const override { return parameters_.shape.dimension; }
  [[nodiscard]] std::unique_ptr<encode::Pass<Real>> pass() const override;
  [[nodiscard]] const RelationParameters& parameters() const { return parameters_; }
  // operators: 1 for the form of each, 0 for its other forms. leaves: by block, the pairs of each leaf, 0 or 1.
  [[nodiscard]] std::optional<std::vector<Real>> of_coefficients(
      std::span<const std::vector<double>> operators, std::span<const std::vector<double>> leaves) const override;

 private:
  RelationParameters parameters_;
};

}  // namespace eqnet::models
