// Networks of libeqnet-torch, which is loaded at the first call: a program that never asks for one has no libtorch in
// it and starts in milliseconds.
#pragma once

#include "encode/network.h"
#include "encode/settings.h"

namespace eqnet::encode {

// What the plug-in exports under this name. Throws base::Error for a kind that it does not have.
constexpr const char* kPluginEntry = "eqnet_make_torch_network";
using PluginEntry = Network<float>* (*)(const Settings& settings, const Vocabulary& vocabulary);

// Looks for the plug-in at $EQNET_TORCH_PLUGIN, else beside the program or libeqnet.so, else in ../lib from there.
// Throws base::Error when it cannot be loaded.
std::unique_ptr<Network<float>> make_torch_network(const Settings& settings, const Vocabulary& vocabulary);

}  // namespace eqnet::encode
