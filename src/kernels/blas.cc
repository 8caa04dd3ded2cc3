#include "kernels/blas.h"

#include <cblas.h>

#include <algorithm>
#include <array>
#include <cstdlib>

// OpenBLAS's own choice of its kernels; builds for one processor lack them.
extern "C" {
void gotoblas_dynamic_init() __attribute__((weak));
void gotoblas_dynamic_quit() __attribute__((weak));
}

namespace eqnet::kernels {
namespace {

// Which of OpenBLAS's cores have kernels for an instruction set; the first is the one to ask for.
constexpr std::array<std::string_view, 3> kCoresV4 = {"SkylakeX", "Cooperlake", "SapphireRapids"};
constexpr std::array<std::string_view, 3> kCoresV3 = {"Haswell", "Zen", "Excavator"};

bool has(const std::array<std::string_view, 3>& cores, std::string_view core) {
  return std::find(cores.begin(), cores.end(), core) != cores.end();
}

// Parallel work is cut into parts above this room. And an OpenBLAS that is older than the processor may not know it and
// fall back to kernels without AVX, six times slower (0.3.21 on Xeons of 2023). Not before main: a static OpenBLAS must
// have set itself up first.
void prepare() {
  [[maybe_unused]] static const bool done = [] {
    openblas_set_num_threads(1);
    const bool chosen = std::getenv("OPENBLAS_CORETYPE") != nullptr;  // NOLINT(concurrency-mt-unsafe): see use_core_of
    if (!chosen) use_core_of(isa());
    return true;
  }();
}

CBLAS_TRANSPOSE transpose(Op op) {
  return op == Op::plain ? CblasNoTrans : CblasTrans;
}

blasint size(size_t n) {
  return static_cast<blasint>(n);
}

}  // namespace

std::string_view core() {
  return openblas_get_corename();
}

// NOLINTBEGIN(concurrency-mt-unsafe): nothing else in this program sets the environment
void use_core_of(Isa isa) {
  const bool v4 = has(kCoresV4, core());
  const bool v3 = has(kCoresV3, core());
  if (gotoblas_dynamic_init == nullptr || (isa == Isa::v4 ? v4 : isa == Isa::v3 ? v3 : !v3 && !v4)) return;
  setenv("OPENBLAS_CORETYPE", isa == Isa::v4 ? "SkylakeX" : isa == Isa::v3 ? "Haswell" : "Prescott", 1);
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
  unsetenv("OPENBLAS_CORETYPE");
}
// NOLINTEND(concurrency-mt-unsafe)

void gemm(Op op_a, Op op_b, size_t m, size_t n, size_t k, float alpha, const float* a, size_t lda, const float* b,
          size_t ldb, float beta, float* c, size_t ldc) {
  if (m == 0 || n == 0) return;
  prepare();
  cblas_sgemm(CblasRowMajor, transpose(op_a), transpose(op_b), size(m), size(n), size(k), alpha, a, size(lda), b,
              size(ldb), beta, c, size(ldc));
}

void gemm(Op op_a, Op op_b, size_t m, size_t n, size_t k, double alpha, const double* a, size_t lda, const double* b,
          size_t ldb, double beta, double* c, size_t ldc) {
  if (m == 0 || n == 0) return;
  prepare();
  cblas_dgemm(CblasRowMajor, transpose(op_a), transpose(op_b), size(m), size(n), size(k), alpha, a, size(lda), b,
              size(ldb), beta, c, size(ldc));
}

}  // namespace eqnet::kernels
