#include "base/plugin.h"

#ifndef EQNET_STATIC
#include <dlfcn.h>
#endif

#include <cstdlib>
#include <filesystem>

#include "base/machine_error.h"
#include "base/own_folder.h"

namespace eqnet::base {

#ifdef EQNET_STATIC

// One file that runs anywhere cannot load libraries of the machine it was built on.
void* load_plugin(const Plugin& plugin) {
  throw MachineError(plugin.brings, "are in " + plugin.library + ", which this static program cannot load",
                     "use the program of `make build`");
}

#else

namespace {

std::filesystem::path plugin_path(const Plugin& plugin) {
  if (const char* named = std::getenv(plugin.variable.c_str()); named != nullptr) return named;
  std::error_code ignored;
  const std::filesystem::path folder = own_folder();
  // Beside the program (or libeqnet.so) goes first: whoever runs the program of a build folder means the plug-in built
  // with it, not one that happens to lie in a folder lib one level up.
  const std::filesystem::path installed = folder.parent_path() / "lib" / plugin.library;
  const bool beside = std::filesystem::exists(folder / plugin.library, ignored);
  return !beside && std::filesystem::exists(installed, ignored) ? installed : folder / plugin.library;
}

}  // namespace

void* load_plugin(const Plugin& plugin) {
  const std::filesystem::path path = plugin_path(plugin);
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* entry = library == nullptr ? nullptr : dlsym(library, plugin.entry.c_str());
  const auto refuse = [&](const std::string& why) {
    throw MachineError(path.string(), plugin.brings + " cannot be loaded (" + why + ")",
                       plugin.remedy + "; " + plugin.variable + " names one elsewhere");
  };
  if (entry == nullptr) refuse(dlerror());
  if (!plugin.interface.empty()) {
    const auto* interface = static_cast<const char*>(dlsym(library, kInterface));
    if (interface == nullptr || plugin.interface != interface) refuse("it was built with another eqnet");
  }
  return entry;
}

#endif

}  // namespace eqnet::base
