// SemVec's JSON, plain and gzipped: bytes that do not start as JSON are read as text or gzip, so both get here.
#include <string>

#include "fuzz/loader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  eqnet::fuzz::load_any(bytes);
  eqnet::fuzz::load_any(std::string("{\"c\": {\"Original\": {\"Tree\": ") + std::string(bytes));
  return 0;
}
