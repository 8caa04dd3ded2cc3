// The model `gru`: tokens are embedded and read by one gated recurrent layer (Cho et al. 2014); the vector is its last
// state.
//
//   r = sigmoid(Wr x + br + Ur h + cr),  z = sigmoid(Wz x + bz + Uz h + cz)
//   n = tanh(Wn x + bn + r * (Un h + cn)),  h' = (1 - z) * n + z * h          h = 0 at the start
//
// Parameters: embeddings, W = [Wr; Wz; Wn], U, b, c, each stacked in this order, as in libtorch and cuDNN.
#pragma once

#include <memory>

#include "encode/network.h"
#include "encode/settings.h"

namespace eqnet::torch_networks {

// require: settings of gru.
template <class Real>
std::unique_ptr<encode::Network<Real>> make_gru(const encode::Settings& settings, const encode::Vocabulary& vocabulary);

}  // namespace eqnet::torch_networks
