// Plug-ins: libraries of the project that are loaded when they are needed, so that the program starts in milliseconds
// and runs where what they bring along is not installed.
#pragma once

#include <string>

namespace eqnet::base {

struct Plugin {
  std::string library;   // "libeqnet-torch.so"
  std::string variable;  // of the environment, which may name the file: "EQNET_TORCH_PLUGIN"
  std::string entry;     // the function that it exports
  std::string brings;    // for errors: "the networks on libtorch"
  std::string remedy;    // "`make torch` builds it"
  // What the plug-in must export under kInterface: a hash of the headers that it shares with the program. Empty:
  // nothing.
  std::string interface = {};
};
constexpr const char* kInterface = "eqnet_interface";

// The function. The file is the one that the variable names, else the one beside the program or libeqnet.so, else the
// one in ../lib from there. Throws MachineError where it cannot be loaded, as in the static program, which has none,
// and where it was built with other headers.
void* load_plugin(const Plugin& plugin);

}  // namespace eqnet::base
