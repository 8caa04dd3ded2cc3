#include "encode/pretrained.h"

// The assembler puts the files of EQNET_MODELS (the folder models/ of the project) between two symbols.
#define EQNET_BUILD_IN(symbol, file)                                                                              \
  __asm__(".pushsection .rodata\n.balign 16\n" #symbol "_begin:\n.incbin \"" EQNET_MODELS "/" file "\"\n" #symbol \
          "_end:\n.byte 0\n.popsection\n");                                                                       \
  extern const char symbol##_begin[] __asm__(#symbol "_begin");                                                   \
  extern const char symbol##_end[] __asm__(#symbol "_end")

EQNET_BUILD_IN(eqnet_model_boolean, "boolean.eqnet");
EQNET_BUILD_IN(eqnet_model_polynomial, "polynomial.eqnet");

namespace eqnet::encode {
namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<size_t>(end - begin)};
}

}  // namespace

std::span<const Pretrained> pretrained_models() {
  static const Pretrained models[] = {
      {"boolean", between(eqnet_model_boolean_begin, eqnet_model_boolean_end)},
      {"polynomial", between(eqnet_model_polynomial_begin, eqnet_model_polynomial_end)},
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
