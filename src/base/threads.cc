#include "base/threads.h"

#include <immintrin.h>
#include <sched.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace eqnet::base {
namespace {

// Until `value` is no longer `old`. Awake for some 20 microseconds, as long as it takes the kernel to wake a thread;
// then asleep, so that a team costs nothing where cores are few or busy.
void wait_while(const std::atomic<uint32_t>& value, uint32_t old) {
  constexpr int kSpins = 1000;
  for (int i = 0; i < kSpins; ++i) {
    if (value.load(std::memory_order_acquire) != old) return;
    _mm_pause();
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

size_t default_threads() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<size_t>(std::max(1, CPU_COUNT(&set)));
  return std::max(1U, std::thread::hardware_concurrency());
}

Team::Team(size_t threads) {
  try {
    for (size_t t = 1; t < threads; ++t) {
      members_.emplace_back([this](const std::stop_token& stop) { member(stop); });
    }
  } catch (const std::system_error&) {  // the system lends no more threads: those that are there do the work
  }
}

Team::~Team() {
  for (std::jthread& member : members_) member.request_stop();
  ++round_;
  round_.notify_all();
}

void Team::member(const std::stop_token& stop) {
  for (uint32_t seen = 0;; ++seen) {
    wait_while(round_, seen);
    if (stop.stop_requested()) return;
    take_part();
    if (--working_ == 0) working_.notify_one();
  }
}

void Team::take_part() {
  for (size_t i = next_++; i < job_.n; i = next_++) {
    try {
      job_.call(job_.work, i);
    } catch (...) {
      while (error_lock_.test_and_set()) _mm_pause();
      if (i < failed_) {
        failed_ = i;
        error_ = std::current_exception();
      }
      error_lock_.clear();
      next_ = job_.n;  // no further index is started
    }
  }
}

void Team::run_all(const Job& job) {
  job_ = job;
  next_ = 0;
  if (members_.empty() || job.n <= 1) {
    take_part();
  } else {
    working_ = static_cast<uint32_t>(members_.size());
    ++round_;
    round_.notify_all();
    take_part();
    for (uint32_t left = working_; left != 0; left = working_) wait_while(working_, left);
  }
  if (failed_ == SIZE_MAX) return;
  failed_ = SIZE_MAX;
  std::rethrow_exception(std::exchange(error_, nullptr));
}

void parallel_for(size_t n, size_t threads, const std::function<void(size_t)>& work) {
  Team(std::min(threads, n)).run(n, work);
}

}  // namespace eqnet::base
