// The StackRNN of the paper: a recurrent network with stacks. Its network is in libeqnet-torch (torch/stack_rnn.h).
#include "encode/plugin.h"
#include "models/kinds.h"

namespace eqnet::models {

const encode::ModelKind& stackrnn() {
  static const encode::ModelKind kind = {
      .name = "stackrnn",
      .label = "StackRNN",
      .defaults = with_training_defaults({
          {"token_dimension", "64"},
          {"stacks", "40"},
          {"activation", "sigmoid", "tanh"},
          {"learning_rate", "0.00125893"},
          {"rho", "0.99"},
          {"momentum", "0.85", "0.66"},
          {"batch", "500", "200"},
          {"clip", "0.7"},
          {"init_std", "0.0001", "0.1"},
          {"embedding_std", "0.001", "0.1"},
      }),
      .make = encode::make_torch_network,
      .needs_plugin = true,
  };
  return kind;
}

}  // namespace eqnet::models
