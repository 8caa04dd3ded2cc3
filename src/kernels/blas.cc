#include "kernels/blas.h"

#include <cblas.h>

namespace eqnet::kernels {
namespace {

// Parallel work is cut into parts above this room. Not before main: a static OpenBLAS must have set itself up first.
void use_one_thread() {
  [[maybe_unused]] static const bool done = [] {
    openblas_set_num_threads(1);
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

void gemm(Op op_a, Op op_b, size_t m, size_t n, size_t k, float alpha, const float* a, size_t lda, const float* b,
          size_t ldb, float beta, float* c, size_t ldc) {
  if (m == 0 || n == 0) return;
  use_one_thread();
  cblas_sgemm(CblasRowMajor, transpose(op_a), transpose(op_b), size(m), size(n), size(k), alpha, a, size(lda), b,
              size(ldb), beta, c, size(ldc));
}

void gemm(Op op_a, Op op_b, size_t m, size_t n, size_t k, double alpha, const double* a, size_t lda, const double* b,
          size_t ldb, double beta, double* c, size_t ldc) {
  if (m == 0 || n == 0) return;
  use_one_thread();
  cblas_dgemm(CblasRowMajor, transpose(op_a), transpose(op_b), size(m), size(n), size(k), alpha, a, size(lda), b,
              size(ldb), beta, c, size(ldc));
}

}  // namespace eqnet::kernels
