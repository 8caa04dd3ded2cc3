#include "base/profile.h"

#include <gtest/gtest.h>

#include <thread>

namespace eqnet::base {
namespace {

void spend(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

double seconds_of(std::string_view name) {
  for (const ProfileLine& line : profile()) {
    if (line.name == name) return line.seconds;
  }
  return -1;
}

}  // namespace

// One test, since profiling stays on once it was started.
TEST(Profile, CountsTimeForTheInnermostStretchOnEveryThread) {
  { const Timed timed("before"); }
  start_profile();
  EXPECT_TRUE(profile().empty()) << "what ran while it was off";
  const auto work = [] {
    const Timed outer("outer");
    spend(std::chrono::milliseconds(10));
    for (int i = 0; i < 2; ++i) {
      const Timed inner("inner");
      spend(std::chrono::milliseconds(20));
    }
  };
  work();
  std::jthread(work).join();
  ASSERT_EQ(profile().size(), 2U);
  EXPECT_EQ(profile()[0].name, "inner") << "most time first";
  EXPECT_EQ(profile()[0].times, 4U);
  EXPECT_EQ(profile()[1].times, 2U);
  EXPECT_GE(seconds_of("inner"), 0.08);
  EXPECT_GE(seconds_of("outer"), 0.02);
  EXPECT_LT(seconds_of("outer"), seconds_of("inner")) << "the inner stretches do not count twice";
  start_profile();
  EXPECT_TRUE(profile().empty());
}

}  // namespace eqnet::base
