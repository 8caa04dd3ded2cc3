// RMSProp with Nesterov momentum and element-wise clipping, on flat vectors; knows no model.
#pragma once

#include <span>
#include <vector>

namespace eqnet::train {

struct OptimiserParams {
  double learning_rate = 0.01, rho = 0.9, momentum = 0.9, epsilon = 1e-8, clip = 1;
};

struct Optimiser {
  OptimiserParams params;
  std::vector<float> mean_square, velocity;  // the state, as long as the parameters

  // The state at the start.
  void reset(size_t parameters) {
    mean_square.assign(parameters, 0.0F);
    velocity.assign(parameters, 0.0F);
  }

  // g clipped to [-clip, clip];  a = rho a + (1 - rho) g^2;  s = learning_rate g / sqrt(a + epsilon);
  // v = momentum v - s;  p += momentum v - s.
  // For the parameters from `begin` on, as many as there are; slices are independent of each other.
  void step(std::span<const float> gradient, std::span<float> parameters, size_t begin = 0);
};

}  // namespace eqnet::train
