// What a model is to everything around it: a flat vector of parameters and two functions. forward takes a schedule to
// the vectors of its roots; backward takes gradients of those vectors to the flat gradient. Trainer, optimiser, model
// files and evaluation know nothing else of a network.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "encode/schedule.h"

namespace eqnet::encode {

// A named part of the flat parameter vector.
struct Tensor {
  std::string name;
  std::vector<size_t> shape;
  bool weight = true;    // a matrix that weight dropout applies to; biases and embeddings are none
  double deviation = 0;  // of the Gaussian it starts from; 0: it starts as zeros
  size_t offset = 0;     // place of its first number, set by Layout::add

  [[nodiscard]] size_t size() const;
};

class Layout {
 public:
  // Returns the offset.
  size_t add(Tensor tensor);
  [[nodiscard]] const std::vector<Tensor>& tensors() const { return tensors_; }
  [[nodiscard]] size_t size() const { return size_; }
  // Gaussian numbers, in order of the tensors.
  template <class Real>
  void initialise(Real* parameters, base::Random& random) const;

 private:
  std::vector<Tensor> tensors_;
  size_t size_ = 0;
};

// What is different in training.
struct Training {
  uint64_t seed = 0;  // of this batch part's noise
  double scale = 1;   // weight of each root's own loss (1 / batch size)
  double mu = 0;      // weight of the autoencoder
  double noise = 1;   // factor of the network's noise
};

// One thread's work space for a network: forward, then perhaps backward for the same schedule and parameters.
template <class Real>
class Pass {
 public:
  virtual ~Pass() = default;
  // roots: schedule.roots.size() x dimension(), row by row. Without `training`: no noise, nothing kept for backward.
  virtual void forward(const Real* parameters, const Schedule& schedule, const std::optional<Training>& training,
                       Real* roots) = 0;
  // Adds to `gradient` (as long as the parameters) for these gradients of the roots. Returns the loss that the network
  // adds by itself (the autoencoder's), whose gradient is included. require: forward with `training` came before.
  virtual double backward(const Real* parameters, const Schedule& schedule, const Real* root_gradient,
                          Real* gradient) = 0;
};

// Parameters of a network that agree with its training data as well as they can.
template <class Real>
struct Settled {
  std::vector<Real> parameters;
  double error = 0;  // variance within classes as a share of that between them, in the worst part of the network
};

// An algebra of finitely many values, with values for the leaves.
struct FinitePart {
  size_t values = 0;
  // By operator: the result for each choice of the children's values, the first child's changing fastest.
  std::vector<std::vector<uint8_t>> operators;
  std::vector<uint8_t> leaves;  // by number in the vocabulary
};

struct SettleParams {
  base::Random& random;
  double most_seconds = 0;  // of the search; 0: no limit
};

template <class Real>
class Network {
 public:
  virtual ~Network() = default;
  [[nodiscard]] virtual const Layout& layout() const = 0;
  [[nodiscard]] virtual size_t dimension() const = 0;  // of a vector
  [[nodiscard]] virtual std::unique_ptr<Pass<Real>> pass() const = 0;
  // In mid-training: gives parts of the network that have come to nothing another chance. Returns the places of the
  // parameters that it has changed.
  virtual std::vector<size_t> renew(Real* /*parameters*/, base::Random& /*random*/) const { return {}; }
  // From parameters that training has come to, to ones that agree with the data; labels: the class of each root of the
  // schedule, numbers from 0 on without gaps. Nothing for networks that cannot, and where these parameters are too far
  // from it.
  virtual std::optional<Settled<Real>> settle(const Real* /*parameters*/, const Schedule& /*schedule*/,
                                              std::span<const uint32_t> /*labels*/,
                                              const SettleParams& /*params*/) const {
    return std::nullopt;
  }
  // Parameters with which it computes in finite algebras: those of each of its blocks side by side, q - 1 numbers for
  // one of q values. Nothing for networks that cannot, or where they do not fit.
  [[nodiscard]] virtual std::optional<std::vector<Real>> of_tables(
      std::span<const std::vector<FinitePart>> /*blocks*/) const {
    return std::nullopt;
  }
  // The same for operators that are linear in each child: all blocks have these coefficients, and the leaves have one
  // of these lists of numbers in each.
  [[nodiscard]] virtual std::optional<std::vector<Real>> of_coefficients(
      std::span<const std::vector<double>> /*operators*/, std::span<const std::vector<double>> /*leaves*/) const {
    return std::nullopt;
  }
};

}  // namespace eqnet::encode
