#include "base/threads.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace eqnet::base {

size_t default_threads() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<size_t>(std::max(1, CPU_COUNT(&set)));
  return std::max(1U, std::thread::hardware_concurrency());
}

void parallel_for(size_t n, size_t threads, const std::function<void(size_t)>& work) {
  threads = std::min(threads, n);
  if (threads <= 1) {
    for (size_t i = 0; i < n; ++i) work(i);
    return;
  }
  std::atomic<size_t> next = 0;
  std::vector<std::exception_ptr> errors(n);
  {
    std::vector<std::jthread> team;
    for (size_t t = 0; t < threads; ++t) {
      team.emplace_back([&] {
        for (size_t i = next++; i < n; i = next++) {
          try {
            work(i);
          } catch (...) {
            errors[i] = std::current_exception();
            next = n;  // no further index is started
          }
        }
      });
    }
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace eqnet::base
