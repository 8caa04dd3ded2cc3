// The text format: class<TAB>expression.
#include <string>

#include "fuzz/loader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  eqnet::fuzz::load_any(bytes);
  eqnet::fuzz::load_any("c\t" + std::string(bytes));
  return 0;
}
