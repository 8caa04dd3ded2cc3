#include "base/threads.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <stdexcept>
#include <string>
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

TEST(Team, HandlesEveryIndexOfManyRoundsOnce) {
  for (const size_t threads : {1U, 2U, 5U}) {
    Team team(threads);
    EXPECT_EQ(team.size(), threads);
    std::vector<int> done(7, 0);
    for (int round = 0; round < 2000; ++round) {
      team.run(done.size(), [&](size_t i) { ++done[i]; });
      ASSERT_EQ(done, std::vector<int>(7, round + 1));
    }
    team.run(0, [](size_t) { FAIL(); });
  }
}

TEST(Team, WorksOnWhereItsThreadsHaveGoneToSleep) {
  Team team(3);
  for (int round = 0; round < 3; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::atomic<int> sum = 0;
    team.run(100, [&](size_t i) { sum += static_cast<int>(i); });
    EXPECT_EQ(sum, 4950);
  }
}

TEST(Team, RethrowsTheErrorOfTheSmallestIndexAndGoesOn) {
  for (const size_t threads : {1U, 4U}) {
    Team team(threads);
    for (int round = 0; round < 50; ++round) {
      try {
        team.run(4, [](size_t i) { throw std::runtime_error(std::to_string(i)); });
        FAIL();
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "0") << "it is started before the others";
      }
      int calls = 0;
      team.run(1, [&](size_t) { ++calls; });
      EXPECT_EQ(calls, 1);
    }
  }
}

#ifndef EQNET_SANITIZE  // whose shadow memory is larger than any limit
TEST(Team, DoesItsWorkWithTheThreadsThatItGets) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{300'000'000, 300'000'000};  // of addresses: a stack takes 8 MB
    setrlimit(RLIMIT_AS, &limit);
    Team team(500);
    std::atomic<size_t> sum = 0;
    team.run(1000, [&](size_t i) { sum += i; });
    _exit(team.size() < 500 && sum == 499'500 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#endif

}  // namespace eqnet::base
