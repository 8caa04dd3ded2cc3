// The same function as models::TreeNetwork, parameter for parameter and noise for noise, written plainly: node by node,
// in tensor operations, its gradient by autograd. It shares no arithmetic with the fused code and is the oracle that
// its gradients are tested against; far too slow to train with.
#pragma once

#include <memory>

#include "models/tree_network.h"

namespace eqnet::torch_networks {

template <class Real>
std::unique_ptr<encode::Network<Real>> make_torch_tree(const models::TreeShape& shape,
                                                       const encode::Vocabulary& vocabulary);

}  // namespace eqnet::torch_networks
