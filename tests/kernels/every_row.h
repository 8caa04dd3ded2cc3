// The fixture of the tests of kernels/rows.h: each runs for float and double on every instruction set.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "kernels/rows.h"
#include "support/on_isa.h"
#include "support/random_numbers.h"

namespace eqnet::kernels {

using eqnet::testing::gaussians;

// More rows at the end than any loop takes at a time.
#ifdef EQNET_SANITIZE
inline constexpr size_t kCounts[] = {0, 1, 65};
#else
inline constexpr size_t kCounts[] = {0, 1, 7, 65, 303};
#endif
inline constexpr size_t kWidths[] = {1, 7, 64, 65};
// A type of numbers on an instruction set.
template <class Real, Isa kOn>
struct On {
  using Number = Real;
  static constexpr Isa kIsa = kOn;
};

// The functions under test: those of the instruction set in use, which the fixture sets.
template <class Type>
class EveryRow : public ::testing::Test {
 public:
  using Real = typename Type::Number;

 protected:
  // Absolute, for numbers of the order of 1.
  static constexpr double kNear = sizeof(Real) == 4 ? 4e-7 : 1e-15;
  static constexpr Real kUntouched = 777;

  void SetUp() override {
    if (!supported(Type::kIsa)) GTEST_SKIP() << "this processor lacks " << name(Type::kIsa);
    on_.emplace(Type::kIsa);
  }

  std::optional<eqnet::testing::OnIsa> on_;

  base::Random random_{11};

  // n rows of `width` random numbers, `stride` apart, a mark between the rows.
  std::vector<Real> matrix(size_t n, size_t width, size_t stride) {
    std::vector<Real> values(n * stride, kUntouched);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < width; ++j) values[i * stride + j] = static_cast<Real>(random_.gaussian());
    }
    return values;
  }
  std::vector<uint32_t> indices(size_t n, size_t below) {
    std::vector<uint32_t> index(n);
    for (uint32_t& i : index) i = static_cast<uint32_t>(random_.below(below));
    return index;
  }

  // visit(n, width, stride)
  template <class Visit>
  void for_shapes(const Visit& visit) {
    for (const size_t n : kCounts) {
      for (const size_t width : kWidths) {
        for (const size_t padding : {0, 5}) {
          visit(n, width, width + padding);
          if (this->HasFatalFailure()) return;
        }
      }
    }
  }
};
using Types = ::testing::Types<On<float, Isa::base>, On<float, Isa::v3>, On<float, Isa::v4>, On<double, Isa::base>,
                               On<double, Isa::v3>, On<double, Isa::v4>>;

}  // namespace eqnet::kernels
