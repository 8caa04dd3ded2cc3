// Objectives: root vectors and labels to a loss and gradients of the root vectors. What an objective learns itself (the
// class vectors) lies in the same flat parameter vector, behind the network's.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "encode/network.h"

namespace eqnet::train {

struct ObjectiveParams {
  size_t dimension = 64;
  double margin = 0.5;
  double temperature = 0.05;  // "contrastive" and the two weights of its parts
  double contrastive = 1, softmax = 1;
  bool class_vectors = true;        // "contrastive" has them; needed for its softmax, and for encode::Substitution
  double deviation = 0.01;          // of the class vectors at the start
  std::vector<size_t> class_sizes;  // training expressions of each class
};

// Holds work space: one a thread.
template <class Real>
class Objective {
 public:
  virtual ~Objective() = default;
  [[nodiscard]] virtual const encode::Layout& layout() const = 0;

  // roots: labels.size() x D. Returns the sum of the expressions' losses times `scale`; writes its gradient by the
  // roots, and adds its gradient by the objective's own parameters to `gradient`.
  virtual double run(const Real* parameters, const Real* roots, std::span<const uint32_t> labels, double scale,
                     Real* root_gradient, Real* gradient) = 0;

  // The class that each of n vectors belongs to, where the objective has class vectors; false where it has none.
  virtual bool classify(const Real* parameters, const Real* roots, size_t n, uint32_t* classes) = 0;
};

// "margin": with scores s_j = r . q_j + ln(share of class j), the loss of an expression of class i is
//   max(0, max_{j != i} s_j - s_i + margin).
// "siamese": over pairs of one batch part, at distance d, the mean of d^2 / 2 over the pairs of one class plus the mean
// of max(0, margin - d)^2 / 2 over the others (Chopra, Hadsell and LeCun 2005).
// "contrastive": contrastive.h.
template <class Real>
std::unique_ptr<Objective<Real>> make_objective(const std::string& name, const ObjectiveParams& params);

}  // namespace eqnet::train
