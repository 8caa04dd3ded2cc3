// tf-idf over an expression's tokens: variables, operators, parentheses. The vector has one number a token: how often
// it occurs times the logarithm of how rare it is in the training set. Its parameters are those weights; it is fitted,
// not trained by gradients.
#pragma once

#include "encode/network.h"

namespace eqnet::models {

class TfIdf final : public encode::Network<float> {
 public:
  explicit TfIdf(const encode::Vocabulary& vocabulary);

  [[nodiscard]] const encode::Layout& layout() const override { return layout_; }
  [[nodiscard]] size_t dimension() const override { return vocabulary_.tokens(); }
  [[nodiscard]] std::unique_ptr<encode::Pass<float>> pass() const override;

 private:
  encode::Vocabulary vocabulary_;
  encode::Layout layout_;
};

// The weights for a training set: ln((1 + n) / (1 + expressions with the token)) + 1.
std::vector<float> fit_tfidf(const encode::Schedule& schedule, const encode::Vocabulary& vocabulary);

}  // namespace eqnet::models
