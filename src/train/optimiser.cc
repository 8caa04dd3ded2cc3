#include "train/optimiser.h"

#include <cmath>

#include "kernels/rows.h"

namespace eqnet::train {

void Optimiser::step(std::span<const float> gradient, std::span<float> parameters, size_t begin) {
  const kernels::Rows<float>& k = kernels::rows<float>();
  const auto rho = static_cast<float>(params.rho);
  const auto momentum = static_cast<float>(params.momentum);
  const auto clip = static_cast<float>(params.clip);
  if (params.kind == OptimiserParams::Kind::rmsprop) {
    const kernels::Rows<float>::RmsProp numbers{static_cast<float>(params.learning_rate), rho, momentum,
                                                static_cast<float>(params.epsilon), clip};
    k.rmsprop(numbers, gradient.data(), gradient.size(), mean_square.data() + begin, velocity.data() + begin,
              parameters.data());
    return;
  }
  const auto t = static_cast<double>(steps + 1);
  const double root = std::sqrt(1 - std::pow(params.rho, t));
  const kernels::Rows<float>::Adam numbers{
      static_cast<float>(params.learning_rate * root / (1 - std::pow(params.momentum, t))), momentum, rho,
      static_cast<float>(params.epsilon * root), clip};
  k.adam(numbers, gradient.data(), gradient.size(), mean_square.data() + begin, velocity.data() + begin,
         parameters.data());
}

}  // namespace eqnet::train
