// The GRU of the paper, over an expression's tokens. Its network is in libeqnet-torch (torch/gru.h).
#include "encode/plugin.h"
#include "models/kinds.h"

namespace eqnet::models {

const encode::ModelKind& gru() {
  static const encode::ModelKind kind = {
      .name = "gru",
      .label = "GRU",
      .defaults = with_training_defaults({
          {"token_dimension", "128"},
          {"learning_rate", "0.00489779"},
          {"rho", "0.9"},
          {"momentum", "0.66"},
          {"batch", "100"},
          {"clip", "0.87"},
          {"init_std", "0.1"},
          {"embedding_std", "0.1"},
          {"dropout", "0.26"},
      }),
      .make = encode::make_torch_network,
      .needs_plugin = true,
  };
  return kind;
}

}  // namespace eqnet::models
