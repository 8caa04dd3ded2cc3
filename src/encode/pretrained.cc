#include "encode/pretrained.h"

#include "base/built_in.h"

// EQNET_MODELS is the folder models/ of the project.

EQNET_BUILD_IN(eqnet_model_boolean, EQNET_MODELS "/boolean.eqnet");
EQNET_BUILD_IN(eqnet_model_polynomial, EQNET_MODELS "/polynomial.eqnet");

namespace eqnet::encode {
std::span<const Pretrained> pretrained_models() {
  static const Pretrained models[] = {
      {"boolean", EQNET_BUILT_IN(eqnet_model_boolean)},
      {"polynomial", EQNET_BUILT_IN(eqnet_model_polynomial)},
  };
  return models;
}

std::optional<std::string_view> pretrained(std::string_view name) {
  for (const Pretrained& model : pretrained_models()) {
    if (model.name == name) return model.bytes;
  }
  return std::nullopt;
}

}  // namespace eqnet::encode
