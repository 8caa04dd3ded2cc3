// Work over an index range on a few threads. Each index is handled once, results go where the index says, so the
// outcome never depends on the number of threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace eqnet::base {

// The number of threads to use when the user names none: the cores this process may run on.
size_t default_threads();

// Threads that stay for many short pieces of work: between two of them they wait a moment awake, then asleep. One
// thread at a time calls run; it takes part, so a team of one has no threads of its own.
class Team {
 public:
  // At most so many threads: fewer where the system lends no more.
  explicit Team(size_t threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  [[nodiscard]] size_t size() const { return members_.size() + 1; }

  // Calls work(i) for every i in [0, n), in any order. The exception of the smallest index is rethrown after all have
  // ended; no further index is started after one. Allocates nothing.
  template <class Work>
  void run(size_t n, Work&& work) {
    using Callable = std::remove_reference_t<Work>;
    run_all({n, const_cast<void*>(static_cast<const void*>(&work)),
             [](void* callable, size_t i) { (*static_cast<Callable*>(callable))(i); }});
  }

 private:
  struct Job {
    size_t n;
    void* work;
    void (*call)(void*, size_t);
  };

  void run_all(const Job& job);
  void take_part();
  void member(const std::stop_token& stop);

  Job job_{};
  std::atomic<size_t> next_ = 0;           // index to start
  std::atomic<uint32_t> round_ = 0;        // counts calls of run: members wait for the next
  std::atomic<uint32_t> working_ = 0;      // members that have not finished the round
  std::atomic<size_t> failed_ = SIZE_MAX;  // smallest index that threw
  std::exception_ptr error_;
  std::atomic_flag error_lock_;
  std::vector<std::jthread> members_;  // last: they end before the rest goes
};

// The same for one long piece of work.
void parallel_for(size_t n, size_t threads, const std::function<void(size_t)>& work);

}  // namespace eqnet::base
