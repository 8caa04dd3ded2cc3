#include "kernels/subnormals.h"

#include <gtest/gtest.h>

#include <limits>
#include <thread>

namespace eqnet::kernels {
namespace {

// The compiler must not know what comes out.
float half_of_the_least() {
  volatile float least = std::numeric_limits<float>::min();
  volatile float half = 0.5F;
  return least * half;
}

}  // namespace

TEST(FlushSubnormals, TakesThemForZeroAsLongAsItIsThere) {
#ifndef __SSE__
  GTEST_SKIP() << "of no effect on this processor";
#endif
  EXPECT_GT(half_of_the_least(), 0);
  {
    const FlushSubnormals flush;
    EXPECT_EQ(half_of_the_least(), 0);
    float of_thread = 1;
    std::thread([&] { of_thread = half_of_the_least(); }).join();
    EXPECT_EQ(of_thread, 0) << "threads take it over";
    {
      const FlushSubnormals again;
      EXPECT_EQ(half_of_the_least(), 0);
    }
    EXPECT_EQ(half_of_the_least(), 0);
  }
  EXPECT_GT(half_of_the_least(), 0);
}

}  // namespace eqnet::kernels
