#include "base/threads.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace eqnet::base {

TEST(ParallelFor, HandlesEveryIndexOnce) {
  for (const size_t threads : {1U, 2U, 7U}) {
    std::vector<int> done(1000, 0);
    parallel_for(done.size(), threads, [&](size_t i) { ++done[i]; });
    for (const int count : done) EXPECT_EQ(count, 1);
  }
}

TEST(ParallelFor, RethrowsTheFirstError) {
  for (const size_t threads : {1U, 3U}) {
    EXPECT_THROW(parallel_for(100, threads,
                              [](size_t i) {
                                if (i == 13) throw std::runtime_error("13");
                              }),
                 std::runtime_error);
  }
}

TEST(ParallelFor, DoesNothingForNoWork) {
  parallel_for(0, 4, [](size_t) { FAIL(); });
}

}  // namespace eqnet::base
