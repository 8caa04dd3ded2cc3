// Numbers that are added and compared, at points: a form of eqnet-mul for algebras of maximum, minimum and sum, such as
// those of longest and shortest paths (max-plus, min-plus) and of expressions with absolute values.
//
// At each of m = D - 1 points an expression has a number, as with points (points.h), but an operator is one of a few
// forms, or between them (form_pass.h), and not a multilinear function: a maximum is none. Leaves are their parameters.
//
// A vector of D numbers is asinh(x) for the x of all points, and sqrt(m), divided by its length. asinh, because sums
// grow with the size of a tree, and few large numbers must not hide all others; the last number, because a and a + a
// would nearly have one direction.
#pragma once

#include "models/form_pass.h"

namespace eqnet::models {

// x, y: children.
enum class OrderedForm : uint8_t {
  same,                  // x
  negative,              // -x
  absolute,              // |x|
  positive_part,         // max(x, 0)
  negative_part,         // min(x, 0)
  successor,             // x + 1
  predecessor,           // x - 1
  twice,                 // 2 x
  maximum,               // of all children
  minimum,               // of all children
  sum,                   // of all children
  difference,            // x - y
  difference_backwards,  // y - x
  distance,              // |x - y|
  remainder,             // max(x - y, 0)
  remainder_backwards,   // max(y - x, 0)
};
// What an operator of so many children may be. Parameters are in this order.
std::span<const OrderedForm> ordered_forms(size_t arity);
std::string_view name_of(OrderedForm form);

// Numbers from here on are infinite: what is added to them makes no difference.
constexpr double kInfinite = 1e30;

// The form of numbers, from those of the children.
template <class Real>
Real ordered_value(OrderedForm form, std::span<const Real> children);

struct OrderedShape {
  size_t dimension = 64;
  double leaf_deviation = 1, deviation = 0.5, leaf_noise = 0;
};

template <class Real>
class OrderedNetwork final : public encode::Network<Real> {
 public:
  OrderedNetwork(const OrderedShape& shape, const encode::Vocabulary& vocabulary);

  [[nodiscard]] const encode::Layout& layout() const override { return parameters_.layout; }
  [[nodiscard]] size_t dimension() const override { return parameters_.dimension; }
  [[nodiscard]] std::unique_ptr<encode::Pass<Real>> pass() const override;
  // operators: 1 for the form of each, 0 for its other forms. leaves: by point, a number of each leaf.
  [[nodiscard]] std::optional<std::vector<Real>> of_coefficients(
      std::span<const std::vector<double>> operators, std::span<const std::vector<double>> leaves) const override;

 private:
  FormParameters parameters_;
};

}  // namespace eqnet::models
