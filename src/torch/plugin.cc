// The one function that libeqnet-torch exports for encode::make_torch_network.
#include "encode/plugin.h"

#include <string_view>

#include "eqnet/base/error.h"
#include "torch/gru.h"
#include "torch/stack_rnn.h"

using eqnet::encode::Network;
using eqnet::encode::Settings;
using eqnet::encode::Vocabulary;

extern "C" __attribute__((visibility("default"))) Network<float>* eqnet_make_torch_network(
    const Settings& settings, const Vocabulary& vocabulary) {
  static_assert(std::string_view(eqnet::encode::kPluginEntry) == "eqnet_make_torch_network");
  if (settings.kind().name == "gru") return eqnet::torch_networks::make_gru<float>(settings, vocabulary).release();
  if (settings.kind().name == "stackrnn")
    return eqnet::torch_networks::make_stack_rnn<float>(settings, vocabulary).release();
  throw eqnet::base::Error("model " + eqnet::base::quoted(settings.kind().name), "libeqnet-torch has no such network",
                           "it has gru and stackrnn");
}
