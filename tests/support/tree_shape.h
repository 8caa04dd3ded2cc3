// The shape of the network that the registry makes of settings.
#pragma once

#include "models/registry.h"
#include "models/tree_network.h"

namespace eqnet::testing {

// require: settings of a kind whose network is one over trees.
inline models::TreeShape tree_shape(const encode::Settings& settings) {
  const auto network = models::make_network(settings, encode::Vocabulary());
  return dynamic_cast<const models::TreeNetwork<float>&>(*network).parameters().shape;
}

}  // namespace eqnet::testing
