#include "encode/plugin.h"

#ifndef EQNET_STATIC
#include <dlfcn.h>
#endif

#include <cstdlib>
#include <filesystem>

#include "base/own_folder.h"
#include "eqnet/base/error.h"
#include "kernels/blas.h"

namespace eqnet::encode {

#ifdef EQNET_STATIC

// One file that runs anywhere cannot load libraries of the machine it was built on.
std::unique_ptr<Network<float>> make_torch_network(const Settings& settings, const Vocabulary&) {
  throw base::Error("model " + settings.kind().name, "needs libtorch, which this static program does without",
                    "use the program of `make build`");
}

#else

namespace {

std::filesystem::path plugin_path() {
  if (const char* named = std::getenv("EQNET_TORCH_PLUGIN"); named != nullptr) return named;
  constexpr std::string_view kName = "libeqnet-torch.so";
  std::error_code ignored;
  const std::filesystem::path folder = base::own_folder();
  // Beside the program (or libeqnet.so) goes first: whoever runs the program of a build folder means the plug-in built
  // with it, not one that happens to lie in a folder lib one level up.
  const std::filesystem::path installed = folder.parent_path() / "lib" / kName;
  const bool beside = std::filesystem::exists(folder / kName, ignored);
  return !beside && std::filesystem::exists(installed, ignored) ? installed : folder / kName;
}

PluginEntry load() {
  kernels::load_blas();  // or libtorch would load it, and it would start a thread per core
  const std::filesystem::path path = plugin_path();
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* entry = library == nullptr ? nullptr : dlsym(library, kPluginEntry);
  if (entry == nullptr) {
    throw base::Error(path.string(), std::string("the networks on libtorch cannot be loaded (") + dlerror() + ")",
                      "`make torch` builds it; EQNET_TORCH_PLUGIN names one elsewhere");
  }
  return reinterpret_cast<PluginEntry>(entry);
}

}  // namespace

std::unique_ptr<Network<float>> make_torch_network(const Settings& settings, const Vocabulary& vocabulary) {
  static const PluginEntry entry = load();
  return std::unique_ptr<Network<float>>(entry(settings, vocabulary));
}

#endif

}  // namespace eqnet::encode
