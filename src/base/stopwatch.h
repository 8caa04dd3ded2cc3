// How long something takes.
#pragma once

#include <ctime>

namespace eqnet::base {

// processor: what the calling thread has computed, so that other work on the machine does not count.
enum class Clock { wall, processor };

// Started when it is made. Read by the thread that made it.
class Stopwatch {
 public:
  explicit Stopwatch(Clock clock = Clock::wall) : clock_(clock), begin_(now(clock)) {}
  [[nodiscard]] double seconds() const { return now(clock_) - begin_; }

 private:
  static double now(Clock clock) {
    timespec time{};
    clock_gettime(clock == Clock::wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  Clock clock_;
  double begin_;
};

}  // namespace eqnet::base
