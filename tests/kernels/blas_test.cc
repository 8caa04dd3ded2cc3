#include "kernels/blas.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>

#include <cmath>
#include <limits>

#include "support/on_isa.h"
#include "support/random_numbers.h"

namespace eqnet::kernels {
namespace {

using eqnet::testing::gaussians;

template <class Real>
struct Product {
  Op op_a, op_b;
  size_t m, n, k, padding;
  Real alpha, beta;

  // Compares with the sum as it is written, in long double; numbers between the rows must stay as they are.
  void check(base::Random& random) const {
    const bool plain_a = op_a == Op::plain;
    const bool plain_b = op_b == Op::plain;
    const size_t lda = std::max<size_t>(plain_a ? k : m, 1) + padding;
    const size_t ldb = std::max<size_t>(plain_b ? n : k, 1) + padding;
    const size_t ldc = std::max<size_t>(n, 1) + padding;
    const auto a = gaussians<Real>(random, (plain_a ? m : k) * lda + 1);
    const auto b = gaussians<Real>(random, (plain_b ? k : n) * ldb + 1);
    auto c = gaussians<Real>(random, m * ldc + 1);
    if (beta == 0) {  // what was there before must not matter
      for (size_t i = 0; i < m; ++i) std::fill_n(c.data() + i * ldc, n, std::numeric_limits<Real>::quiet_NaN());
    }
    const auto before = c;
    gemm(op_a, op_b, m, n, k, alpha, a.data(), lda, b.data(), ldb, beta, c.data(), ldc);
    for (size_t i = 0; i < m; ++i) {
      for (size_t j = 0; j < ldc; ++j) {
        if (j >= n) {
          ASSERT_EQ(c[i * ldc + j], before[i * ldc + j]) << "between the rows";
          continue;
        }
        long double sum = beta == 0 ? 0 : static_cast<long double>(beta) * before[i * ldc + j];
        long double size = std::fabs(sum);
        for (size_t l = 0; l < k; ++l) {
          const long double left = plain_a ? a[i * lda + l] : a[l * lda + i];
          const long double right = plain_b ? b[l * ldb + j] : b[j * ldb + l];
          sum += alpha * left * right;
          size += std::fabs(alpha * left * right);
        }
        const long double allowed = (size + 1) * 8 * std::numeric_limits<Real>::epsilon();
        ASSERT_NEAR(c[i * ldc + j], sum, allowed) << m << " x " << n << " x " << k << " at " << i << ", " << j;
      }
    }
  }
};

template <class Real>
class Gemm : public ::testing::Test {};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Gemm, Reals);

}  // namespace

TYPED_TEST(Gemm, IsTheSumOfProductsForEverySizeAndOrientation) {
  base::Random random(1);
  for (const Op op_a : {Op::plain, Op::transposed}) {
    for (const Op op_b : {Op::plain, Op::transposed}) {
      for (const size_t m : {0, 1, 7, 65}) {
        for (const size_t n : {0, 1, 7, 65}) {
          for (const size_t k : {0, 1, 7, 65}) {
            for (const size_t padding : {0, 3}) {
              Product<TypeParam>{op_a, op_b, m, n, k, padding, 1, 0}.check(random);
              if (this->HasFatalFailure()) return;
            }
          }
        }
      }
    }
  }
}

TYPED_TEST(Gemm, ScalesAndAdds) {
  base::Random random(2);
  for (const auto& [alpha, beta] : {std::pair(1.0, 1.0), {-1.0, 1.0}, {0.5, -2.0}, {0.0, 1.0}}) {
    const auto a = static_cast<TypeParam>(alpha);
    const auto b = static_cast<TypeParam>(beta);
    Product<TypeParam>{Op::plain, Op::transposed, 33, 20, 17, 2, a, b}.check(random);
    Product<TypeParam>{Op::transposed, Op::plain, 5, 64, 130, 0, a, b}.check(random);
  }
}

TYPED_TEST(Gemm, TakesSumsOfThousands) {
  base::Random random(3);
  Product<TypeParam>{Op::plain, Op::transposed, 3, 5, 5000, 0, 1, 0}.check(random);
  Product<TypeParam>{Op::transposed, Op::plain, 70, 40, 2049, 1, 1, 1}.check(random);
  Product<TypeParam>{Op::plain, Op::plain, 2000, 3, 64, 0, 1, 0}.check(random);
}

TEST(Blas, IsKeptToOneThread) {
  const float one = 1;
  float product = 0;
  gemm(Op::plain, Op::plain, 1, 1, 1, 1.0F, &one, 1, &one, 1, 0.0F, &product, 1);
  void* library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(library, nullptr);
  EXPECT_EQ(reinterpret_cast<int (*)()>(dlsym(library, "openblas_get_num_threads"))(), 1);
  EXPECT_EQ(getenv("OPENBLAS_NUM_THREADS"), nullptr) << "which other libraries would read";
}

TEST(Blas, FollowsTheInstructionSet) {
  base::Random random(3);
  const auto a = eqnet::testing::gaussians<float>(random, 70 * 50);
  const auto b = eqnet::testing::gaussians<float>(random, 50 * 30);
  std::vector<std::string> cores;
  eqnet::testing::on_every_isa([&](Isa) {
    cores.emplace_back(core());
    std::vector<float> c(70 * 30);
    gemm(Op::plain, Op::plain, 70, 30, 50, 1.0F, a.data(), 50, b.data(), 30, 0.0F, c.data(), 30);
    for (size_t i = 0; i < c.size(); ++i) {
      double sum = 0;
      for (size_t k = 0; k < 50; ++k) sum += static_cast<double>(a[i / 30 * 50 + k]) * b[k * 30 + i % 30];
      ASSERT_NEAR(c[i], sum, 1e-4) << cores.back();
    }
  });
  EXPECT_EQ(cores.front(), "Prescott");
  EXPECT_EQ(std::set<std::string>(cores.begin(), cores.end()).size(), cores.size()) << "each has its own kernels";
  EXPECT_EQ(getenv("OPENBLAS_CORETYPE"), nullptr) << "which other libraries would read";
}

}  // namespace eqnet::kernels
