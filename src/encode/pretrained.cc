#include "encode/pretrained.h"

#include "base/built_in.h"

// EQNET_MODELS is the folder models/ of the project; pretrained.inc, made by CMake, has a line EQNET_PRETRAINED(NAME)
// for each of its files.

#define EQNET_PRETRAINED(name) EQNET_BUILD_IN(eqnet_model_##name, EQNET_MODELS "/" #name ".eqnet");
#include "pretrained.inc"
#undef EQNET_PRETRAINED

namespace eqnet::encode {
std::span<const Pretrained> pretrained_models() {
#define EQNET_PRETRAINED(name) {#name, EQNET_BUILT_IN(eqnet_model_##name)},
  static const Pretrained models[] = {
#include "pretrained.inc"
  };
#undef EQNET_PRETRAINED
  return models;
}

std::optional<std::string_view> pretrained(std::string_view name) {
  for (const Pretrained& model : pretrained_models()) {
    if (model.name == name) return model.bytes;
  }
  return std::nullopt;
}

}  // namespace eqnet::encode
