// What both loaders' targets do: any bytes are a dataset or an Error, and a dataset can be described.
#pragma once

#include <string_view>

#include "eqnet/base/error.h"
#include "eqnet/data/stats.h"

namespace eqnet::fuzz {

inline void load_any(std::string_view bytes) {
  for (const std::optional<domain::Kind> kind : {std::optional<domain::Kind>(), std::optional(domain::Kind::open)}) {
    try {
      (void)data::statistics(data::load_memory(bytes, "input", {kind}));
    } catch (const base::Error&) {
    }
  }
}

}  // namespace eqnet::fuzz
