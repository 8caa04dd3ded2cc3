// The shape of EqNet's Combine, which eqnet-mul's starts from.
#pragma once

#include "encode/settings.h"
#include "models/tree_network.h"

namespace eqnet::models {

// require: settings of eqnet or eqnet-mul.
TreeShape eqnet_shape(const encode::Settings& settings);

}  // namespace eqnet::models
