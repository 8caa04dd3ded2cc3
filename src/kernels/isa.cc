#include "kernels/isa.h"

#include <cstdlib>
#include <string>

#include "eqnet/base/error.h"
#include "kernels/blas.h"
#include "kernels/loops.h"

namespace eqnet::kernels {
namespace {

const Loops& loops_of(Isa isa) {
  return isa == Isa::v4 ? kLoopsV4 : isa == Isa::v3 ? kLoopsV3 : kLoopsBase;
}

// The widest that there is, unless the environment names another.
Isa chosen() {
  const char* wanted = std::getenv("EQNET_ISA");  // NOLINT(concurrency-mt-unsafe): nothing sets the environment
  Isa widest = Isa::base;
  for (const Isa isa : kIsas) {
    const bool asked_for = wanted != nullptr && name(isa) == wanted;
    if (supported(isa)) {
      if (asked_for) return isa;
      widest = isa;
    } else if (asked_for) {
      throw base::Error("EQNET_ISA=" + std::string(wanted), "this processor does not have it",
                        "choose base, or unset it");
    }
  }
  if (wanted != nullptr && *wanted != '\0') {
    throw base::Error("EQNET_ISA=" + std::string(wanted), "is no instruction set",
                      "choose base, v3 (AVX2) or v4 (AVX-512)");
  }
  return widest;
}

struct Current {
  Isa isa = chosen();
  const Loops* loops = &loops_of(isa);
};

Current& current() {
  static Current instance;
  return instance;
}

}  // namespace

std::string_view name(Isa isa) {
  return isa == Isa::v4 ? "v4" : isa == Isa::v3 ? "v3" : "base";
}

bool supported(Isa isa) {
  if (isa == Isa::base) return true;
  const bool v3 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                  __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0;
  if (isa == Isa::v3) return v3;
  return v3 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0;
}

Isa isa() {
  return current().isa;
}

void set_isa(Isa isa) {
  current().isa = isa;
  current().loops = &loops_of(isa);
  use_core_of(isa);
}

template <>
const Rows<float>& rows() {
  return current().loops->rows_float;
}
template <>
const Rows<double>& rows() {
  return current().loops->rows_double;
}
const Similarities& similarities() {
  return current().loops->similarities;
}

}  // namespace eqnet::kernels
