// The results of `reproduce`: any bytes give a cell or a base::Error.
#include "experiments/cell.h"
#include "eqnet/base/error.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, size_t size) {
  try {
    eqnet::experiments::parse_cell({reinterpret_cast<const char*>(bytes), size}, "input");
  } catch (const eqnet::base::Error&) {  // the right answer to nearly every input
  }
  return 0;
}
