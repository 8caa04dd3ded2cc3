#include "base/progress.h"

#include <gtest/gtest.h>

#include <thread>

namespace eqnet::base {
namespace {

struct Told {
  std::string label;
  uint64_t done, total;
  double seconds;
  bool over;
};

ProgressSink into(std::vector<Told>& told) {
  return [&told](const ProgressEvent& event) {
    told.push_back({std::string(event.label), event.done, event.total, event.seconds, event.over});
  };
}

constexpr ProgressPace kAlways{0, 0};

}  // namespace

TEST(Progress, TellsWhatIsDoneAndThatItIsOver) {
  std::vector<Told> told;
  {
    Progress progress("reading", 10, into(told), kAlways);
    progress.add(3);
    progress.add(4);
  }
  ASSERT_EQ(told.size(), 3U);
  for (const Told& one : told) {
    EXPECT_EQ(one.label, "reading");
    EXPECT_EQ(one.total, 10U);
  }
  EXPECT_EQ(told[0].done, 3U);
  EXPECT_EQ(told[1].done, 7U);
  EXPECT_EQ(told[2].done, 7U);
  EXPECT_LE(told[0].seconds, told[1].seconds);
  EXPECT_FALSE(told[1].over);
  EXPECT_TRUE(told[2].over);
}

TEST(Progress, SaysNothingOfQuickWorkNorToNobody) {
  std::vector<Told> told;
  {
    Progress progress("quick", 2, into(told), {3600, 0});
    progress.add(1);
    progress.add(1);
  }
  EXPECT_TRUE(told.empty());
  Progress("unwatched", 2, nullptr, kAlways).add(1);
}

TEST(Progress, KeepsItsPace) {
  std::vector<Told> told;
  {
    Progress progress("many", 0, into(told), {0, 3600});
    for (size_t i = 0; i < 1000; ++i) progress.add(1);
  }
  EXPECT_TRUE(told.empty()) << "the first comes after as long a time as the others";
  const auto begin = std::chrono::steady_clock::now();
  {
    Progress progress("many", 0, into(told), {0, 0.01});
    while (told.size() < 4) progress.add(1);
  }
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(40));
  for (size_t i = 1; i < 4; ++i) EXPECT_GT(told[i].seconds - told[i - 1].seconds, 0.00999);  // rounded
}

TEST(Progress, CountsTheWorkOfAllThreadsAndTellsOneEventAtATime) {
  std::vector<Told> told;  // no lock of its own
  {
    Progress progress("threads", 40000, into(told), kAlways);
    std::vector<std::thread> threads;
    for (size_t t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (size_t i = 0; i < 10000; ++i) progress.add(1);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  ASSERT_EQ(told.size(), 40001U);
  for (size_t i = 0; i < 40000; ++i) ASSERT_EQ(told[i].done, i + 1);
}

TEST(Numbers, AreShownAsPeopleReadThem) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(percent(0.12345), "12.3");
  EXPECT_EQ(percent(1), "100.0");
}

}  // namespace eqnet::base
