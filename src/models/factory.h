// The network of a model kind.
#pragma once

#include "encode/network.h"
#include "encode/settings.h"
#include "models/tree_network.h"

namespace eqnet::models {

// require: settings of eqnet, eqnet-mul, treenn1 or treenn2.
TreeShape tree_shape(const encode::Settings& settings);

// Any kind; those on libtorch come from the plug-in.
std::unique_ptr<encode::Network<float>> make_network(const encode::Settings& settings,
                                                     const encode::Vocabulary& vocabulary);

}  // namespace eqnet::models
