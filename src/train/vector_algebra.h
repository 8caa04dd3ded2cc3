// Operators on vectors of k numbers that are linear in each child, and leaves that have such vectors: what the searches
// for algebras of vectors (real_search.h, quaternions.h) come to.
#pragma once

#include <cstddef>
#include <vector>

namespace eqnet::train {

struct VectorAlgebra {
  size_t size = 0;  // k
  // By operator: for each of k results the coefficients of the products, the first child's number changing fastest;
  // number 0 of a child is 1 (kernels::Blocks).
  std::vector<std::vector<double>> operators;
  std::vector<std::vector<double>> leaves;  // by assignment: k numbers per leaf
};

// Mean (k) and covariance (k x k) of values. Each counts as its direction does: by 1 / |(1, value)|^2.
class Spread {
 public:
  explicit Spread(size_t size) : sum_(size), products_(size * size) {}

  void add(const double* value, size_t stride = 1);

  [[nodiscard]] std::vector<double> mean() const;
  [[nodiscard]] std::vector<double> covariance() const;

 private:
  double weight_ = 0;
  std::vector<double> sum_, products_;
};

// The same algebra in another basis, in which values have the mean 0 and the covariance 1: vectors are compared by
// their cosine.
void whiten(VectorAlgebra& algebra, const Spread& spread);

}  // namespace eqnet::train
