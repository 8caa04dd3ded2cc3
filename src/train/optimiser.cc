#include "train/optimiser.h"

#include <algorithm>
#include <cmath>

namespace eqnet::train {

void Optimiser::step(std::span<const float> gradient, std::span<float> parameters) {
  mean_square.resize(parameters.size());
  velocity.resize(parameters.size());
  const auto rate = static_cast<float>(params.learning_rate);
  const auto rho = static_cast<float>(params.rho);
  const auto momentum = static_cast<float>(params.momentum);
  const auto epsilon = static_cast<float>(params.epsilon);
  const auto clip = static_cast<float>(params.clip);
  for (size_t i = 0; i < parameters.size(); ++i) {
    const float g = std::min(std::max(gradient[i], -clip), clip);
    mean_square[i] = rho * mean_square[i] + (1 - rho) * g * g;
    const float root = std::sqrt(mean_square[i] + epsilon);
    const float s = root > 0 ? rate * g / root : 0.0F;
    velocity[i] = momentum * velocity[i] - s;
    parameters[i] += momentum * velocity[i] - s;
  }
}

}  // namespace eqnet::train
