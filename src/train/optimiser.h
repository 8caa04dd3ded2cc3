// RMSProp with Nesterov momentum, and Adam, both with element-wise clipping, on flat vectors; knows no model.
#pragma once

#include <span>
#include <vector>

namespace eqnet::train {

struct OptimiserParams {
  enum class Kind { rmsprop, adam };
  Kind kind = Kind::rmsprop;
  double learning_rate = 0.01, rho = 0.9, momentum = 0.9, epsilon = 1e-8, clip = 1;
};

struct Optimiser {
  OptimiserParams params;
  // The state, as long as the parameters, and the number of steps that have led to it.
  std::vector<float> mean_square, velocity;
  size_t steps = 0;

  // The state at the start.
  void reset(size_t parameters) {
    mean_square.assign(parameters, 0.0F);
    velocity.assign(parameters, 0.0F);
    steps = 0;
  }

  // g clipped to [-clip, clip];  a = rho a + (1 - rho) g^2.
  // RMSProp: s = learning_rate g / sqrt(a + epsilon);  v = momentum v - s;  p += momentum v - s.
  // Adam: v = momentum v + (1 - momentum) g;  p -= learning_rate v' / (sqrt(a') + epsilon), where v' = v / (1 -
  // momentum^t) and a' = a / (1 - rho^t) in step t = steps + 1.
  // For the parameters from `begin` on, as many as there are; slices are independent of each other. Who calls counts
  // `steps`.
  void step(std::span<const float> gradient, std::span<float> parameters, size_t begin = 0);
};

}  // namespace eqnet::train
