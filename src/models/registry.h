// The registry of models: every kind that there is, by name.
#pragma once

#include <span>

#include "encode/network.h"
#include "encode/settings.h"

namespace eqnet::models {

// In the order that help shows them in; they live as long as the program.
std::span<const encode::ModelKind* const> kinds();
const std::vector<std::string>& kind_names();

// Throws base::Error with the nearest name or all of them.
const encode::ModelKind& kind(std::string_view name);
// Null where there is none: results may be of kinds that this program does not know.
const encode::ModelKind* find_kind(std::string_view name);

// The defaults of a kind in a recipe (encode::Settings).
encode::Settings settings(std::string_view kind_name, std::string_view recipe = "tuned");

// The network of settings of any kind; those on libtorch come from the plug-in. Kinds that know the domain need it.
std::unique_ptr<encode::Network<float>> make_network(const encode::Settings& settings,
                                                     const encode::Vocabulary& vocabulary,
                                                     const domain::Domain* domain = nullptr);

}  // namespace eqnet::models
