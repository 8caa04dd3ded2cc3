// An operator of a block, or of a part of it (parts.h), on values outside of vectors: for reading off what was learned.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "models/tree_network.h"

namespace eqnet::models {

// Values have k numbers; their weight is 1.
class BlockOperator {
 public:
  // coefficients: k x (k + 1)^arity, as parameters have them.
  BlockOperator(size_t k, size_t arity, std::vector<double> coefficients)
      : k_(k), arity_(arity), terms_(coefficients.size() / k), coefficients_(std::move(coefficients)) {}

  [[nodiscard]] size_t arity() const { return arity_; }
  // At number of the result x terms + term.
  [[nodiscard]] const std::vector<double>& coefficients() const { return coefficients_; }

  // children: the value of each.
  [[nodiscard]] std::vector<double> operator()(std::span<const std::vector<double>* const> children) const {
    std::vector<double> products(terms_);
    products[0] = 1;
    size_t n = 1;
    for (const std::vector<double>* child : children) {
      for (size_t digit = k_; digit > 0; --digit) {
        for (size_t i = 0; i < n; ++i) products[digit * n + i] = (*child)[digit - 1] * products[i];
      }
      n *= k_ + 1;
    }
    std::vector<double> result(k_);
    for (size_t i = 0; i < k_; ++i) {
      for (size_t term = 0; term < terms_; ++term) result[i] += coefficients_[i * terms_ + term] * products[term];
    }
    return result;
  }
  // children: the place of each one's value.
  [[nodiscard]] std::vector<double> operator()(std::span<const uint32_t> children,
                                               const std::vector<std::vector<double>>& values) const {
    std::array<const std::vector<double>*, kernels::kMostPointChildren> of{};
    for (size_t c = 0; c < children.size(); ++c) of[c] = &values[children[c]];
    return (*this)(std::span(of).first(children.size()));
  }

 private:
  size_t k_, arity_, terms_;
  std::vector<double> coefficients_;
};

}  // namespace eqnet::models
