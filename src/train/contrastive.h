// The objective of eqnet-mul: cosines of the root vectors among themselves and with class vectors, at temperature t.
//
//   supervised contrastive (Khosla and others 2020), over the expressions of one batch part: for each i that has
//   others P of its class, the mean over p in P of  -ln( e^(cos(i, p) / t) / sum over a != i of e^(cos(i, a) / t) )
//   cosine softmax:  -ln( e^(cos(i, q_own) / t) / sum over classes j of e^(cos(i, q_j) / t) )
#pragma once

#include "kernels/rows.h"
#include "train/objective.h"

namespace eqnet::train {

template <class Real>
class Contrastive final : public Objective<Real> {
 public:
  explicit Contrastive(const ObjectiveParams& params);

  [[nodiscard]] const encode::Layout& layout() const override { return layout_; }
  double run(const Real* parameters, const Real* roots, std::span<const uint32_t> labels, double scale,
             Real* root_gradient, Real* gradient) override;
  bool classify(const Real* parameters, const Real* roots, size_t n, uint32_t* classes) override;

 private:
  // Both add to down_, the gradient of the vectors of length 1.
  double among_themselves(std::span<const uint32_t> labels, double scale);
  // The same for a batch part that is small enough for all its cosines at once: they are symmetric.
  double among_few(double scale);
  // A row of cosines becomes their gradients, but for 1 / t and scale; returns the loss.
  double to_gradient(size_t i, Real* row, size_t n, double scale);
  double with_classes(std::span<const uint32_t> labels, double scale);
  void use_classes(const Real* parameters);
  void group_by_class(std::span<const uint32_t> labels);
  [[nodiscard]] std::span<const uint32_t> same_class(size_t i) const {
    return std::span(by_class_).subspan(group_[i].first, group_[i].second - group_[i].first);
  }

  size_t d_, classes_;
  Real inverse_temperature_;
  double contrastive_, softmax_;  // weights of the two parts
  encode::Layout layout_;
  // Vectors of length 1 and 1 / length before; gradients of the former.
  std::vector<Real> units_, lengths_, down_, class_units_, class_lengths_, class_down_;
  std::vector<Real> scores_;
  // The batch part's expressions by class, and the places there of each one's class.
  std::vector<uint32_t> by_class_;
  std::vector<std::pair<uint32_t, uint32_t>> group_;
  struct Places {
    uint32_t count = 0, begin = 0, end = 0;
  };
  std::vector<Places> places_;  // by class: group_by_class works with them
  const kernels::Rows<Real>& k_ = kernels::rows<Real>();
};

}  // namespace eqnet::train
