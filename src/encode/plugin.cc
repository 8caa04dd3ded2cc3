#include "encode/plugin.h"

#include "base/plugin.h"
#include "kernels/blas.h"

namespace eqnet::encode {
namespace {

PluginEntry load() {
  kernels::load_blas();  // or libtorch would load it, and it would start a thread per core
  return reinterpret_cast<PluginEntry>(base::load_plugin({.library = "libeqnet-torch.so",
                                                          .variable = "EQNET_TORCH_PLUGIN",
                                                          .entry = kPluginEntry,
                                                          .brings = "the networks on libtorch",
                                                          .remedy = "`make torch` builds it"}));
}

}  // namespace

std::unique_ptr<Network<float>> make_torch_network(const Settings& settings, const Vocabulary& vocabulary) {
  static const PluginEntry entry = load();
  return std::unique_ptr<Network<float>>(entry(settings, vocabulary));
}

}  // namespace eqnet::encode
