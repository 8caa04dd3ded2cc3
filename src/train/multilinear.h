// Operators that are linear in each child, on the smallest terms of the equations of a dataset: what their values are
// for given coefficients, how far the equations are from holding, and how far classes are apart.
//
// The unknowns are the coefficients of the operators, and the values of the leaves under each of kPoints assignments. A
// number is kept for all assignments side by side, so that loops over them are vector instructions. Values are compared
// by the direction of (1, value), so that large ones do not count more than small ones.
#pragma once

#include <map>

#include "base/random.h"
#include "train/equations.h"
#include "train/vector_algebra.h"

namespace eqnet::train {

class Multilinear {
 public:
  static constexpr size_t kPoints = 4;
  static constexpr size_t kMostUnknowns = 2000;  // solved for by matrices of their square
  using Vector = std::vector<double>;

  // size: numbers of a value. equations must outlive it.
  Multilinear(const Equations& equations, size_t size, base::Random& random);

  // Whether there is something to hold, something to tell apart, and not too much to be found.
  [[nodiscard]] bool sensible() const { return !pairs_.empty() && !checks_.empty() && unknowns_ <= kMostUnknowns; }
  [[nodiscard]] Vector random_start(double deviation, base::Random& random) const;

  // Sets error() and told_apart().
  void measure(const Vector& x);
  // Mean over the equations and assignments.
  [[nodiscard]] double error() const { return error_; }
  // Share of the pairs of classes that are looked at.
  [[nodiscard]] double told_apart() const { return static_cast<double>(told_) / static_cast<double>(pairs_.size()); }

  // ln(error) + weight x ln(mean of 1 / distance of a pair), and its gradient. The second keeps what is alike from
  // becoming the same: with a weight above 1 no error is small enough to make up for a pair that does.
  double objective(const Vector& x, double weight, Vector& gradient);
  // The differences of all equations, whose squares sum to the error, and `barrier` times the mean of 1 / distance of a
  // pair; with their derivatives (kernels::Residuals), by those unknowns only that are not before the first.
  void residuals(const Vector& x, double barrier, Vector& residuals, Vector* derivatives, size_t first = 0);
  // Of the unknowns: those before are the operators' coefficients.
  [[nodiscard]] size_t first_leaf() const { return leaves_; }

  // Of the values that were measured last.
  [[nodiscard]] Spread spread() const;

  // By operator: for each of k results the coefficients of the products, the first child's number changing fastest.
  [[nodiscard]] std::vector<Vector> operators(const Vector& x) const;
  // By assignment: the numbers of all leaves.
  [[nodiscard]] std::vector<Vector> leaves(const Vector& x) const;

 private:
  // An application, by places of values.
  struct Step {
    uint32_t op, result;
    std::vector<uint32_t> children;
  };

  uint32_t place(uint32_t term);
  void choose_equations(base::Random& random);
  void choose_pairs(base::Random& random);
  [[nodiscard]] std::vector<std::vector<uint32_t>> leaf_counts() const;

  double* value(uint32_t at) { return values_.data() + at * k_ * kPoints; }
  double* down(uint32_t at) { return down_.data() + at * k_ * kPoints; }
  void make_products(const Step& step);
  void apply(const Vector& x, const Step& step, double* result);
  void pass_back(const Vector& x, const Step& step, const double* result_down, Vector& gradient);
  void apply_change(const Vector& x, const Vector& change, const Step& step, double* result);
  void change_values(const Vector& x, const Vector& change);
  [[nodiscard]] double inverse_length(const double* a, size_t p) const;
  [[nodiscard]] double distance(const double* a, const double* b) const;
  void add_slope(const double* a, const double* b, double factor, double* a_down, double* b_down) const;

  const Equations& equations_;
  size_t k_;
  std::vector<size_t> terms_, offset_;  // by operator: products, and place of its coefficients
  size_t most_terms_ = 1, leaves_ = 0, unknowns_ = 0;
  std::map<uint32_t, uint32_t> places_;                   // of values, by term
  std::vector<std::pair<size_t, uint32_t>> leaf_places_;  // leaf, place
  std::vector<Step> steps_;                               // that make the values
  std::vector<Step> checks_;                              // that must come to the same
  std::vector<std::pair<uint32_t, uint32_t>> pairs_;      // of places: classes to be told apart
  Vector values_, products_, results_, apart_;
  Vector down_, product_down_, result_down_;  // gradients of them
  Vector changes_, product_changes_;          // changes of values and products
  double error_ = 0;
  size_t told_ = 0;
};

}  // namespace eqnet::train
