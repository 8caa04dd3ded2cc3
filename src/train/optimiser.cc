#include "train/optimiser.h"

#include "kernels/rows.h"

namespace eqnet::train {

void Optimiser::step(std::span<const float> gradient, std::span<float> parameters, size_t begin) {
  const kernels::Rows<float>::RmsProp numbers{static_cast<float>(params.learning_rate), static_cast<float>(params.rho),
                                              static_cast<float>(params.momentum), static_cast<float>(params.epsilon),
                                              static_cast<float>(params.clip)};
  kernels::rows<float>().rmsprop(numbers, gradient.data(), gradient.size(), mean_square.data() + begin,
                                 velocity.data() + begin, parameters.data());
}

}  // namespace eqnet::train
