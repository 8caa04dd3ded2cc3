// Matrix products by OpenBLAS, in float and double. Matrices are row-major; a leading dimension is the distance between
// rows. OpenBLAS is kept to one thread: parallel work is cut into parts above this room, so that sums keep their order.
#pragma once

#include <cstddef>
#include <string_view>

#include "kernels/isa.h"

namespace eqnet::kernels {

// OpenBLAS is loaded at the first product; this does it now, for a library that would load it with all its threads.
// Throws base::Error where there is none. Sets and unsets a variable of the environment, so no other thread should be
// reading that at the first product.
void load_blas();

// The processor whose kernels OpenBLAS uses, by its own name.
std::string_view core();
// Kernels for an instruction set, where OpenBLAS has chosen those of another. require: no thread is in gemm.
void use_core_of(Isa isa);

enum class Op { plain, transposed };

// c (m x n) = alpha * op(a) (m x k) * op(b) (k x n) + beta * c.
void gemm(Op op_a, Op op_b, size_t m, size_t n, size_t k, float alpha, const float* a, size_t lda, const float* b,
          size_t ldb, float beta, float* c, size_t ldc);
void gemm(Op op_a, Op op_b, size_t m, size_t n, size_t k, double alpha, const double* a, size_t lda, const double* b,
          size_t ldb, double beta, double* c, size_t ldc);

}  // namespace eqnet::kernels
