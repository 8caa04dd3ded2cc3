// Models that come with the program: the files of models/, built in. Wherever a model's file is named, one of these
// names will do, unless there is a file of that name.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace eqnet::encode {

struct Pretrained {
  std::string_view name;   // "boolean", …
  std::string_view bytes;  // of its model file
};
std::span<const Pretrained> pretrained_models();
// The bytes of the model file, or nothing.
std::optional<std::string_view> pretrained(std::string_view name);

}  // namespace eqnet::encode
