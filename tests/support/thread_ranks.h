// Ranks that are threads of the test: what mpirun's are, without mpirun.
#pragma once

#include <barrier>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "base/ranks.h"

namespace eqnet::testing {

class ThreadRanks final : public base::Ranks {
 public:
  // What all of a job have in common.
  struct Job {
    explicit Job(size_t size) : bytes(size), messages(size), meeting(static_cast<std::ptrdiff_t>(size)) {}
    std::vector<void*> bytes;
    std::vector<std::deque<std::pair<size_t, std::string>>> messages;
    std::barrier<> meeting;
    std::mutex mutex;
    std::condition_variable sent;
  };
  ThreadRanks(Job& job, size_t rank) : job_(job), rank_(rank) {}

  [[nodiscard]] size_t rank() const override { return rank_; }
  [[nodiscard]] size_t size() const override { return job_.bytes.size(); }
  [[nodiscard]] size_t on_this_machine() const override { return size(); }

  void broadcast(void* bytes, size_t n) override {
    meet(bytes);
    if (rank_ > 0 && n > 0) std::memcpy(bytes, job_.bytes[0], n);
    job_.meeting.arrive_and_wait();
  }
  void share(void* bytes, std::span<const size_t> ends) override {
    meet(bytes);
    for (size_t r = 0; r < size(); ++r) {
      const size_t begin = r == 0 ? 0 : ends[r - 1];
      if (r == rank_ || begin == ends[r]) continue;
      std::memcpy(static_cast<char*>(bytes) + begin, static_cast<char*>(job_.bytes[r]) + begin, ends[r] - begin);
    }
    job_.meeting.arrive_and_wait();
  }
  void trade(const float* to, std::span<const size_t> to_ends, float* from,
             std::span<const size_t> from_ends) override {
    std::pair<const float*, std::span<const size_t>> own(to, to_ends);
    meet(&own);
    for (size_t r = 0; r < size(); ++r) {
      const auto& [theirs, ends] = *static_cast<decltype(own)*>(job_.bytes[r]);
      std::copy(theirs + (rank_ == 0 ? 0 : ends[rank_ - 1]), theirs + ends[rank_],
                from + (r == 0 ? 0 : from_ends[r - 1]));
    }
    job_.meeting.arrive_and_wait();
  }
  void send(const std::string& message, size_t to) override {
    const std::lock_guard lock(job_.mutex);
    job_.messages[to].emplace_back(rank_, message);
    job_.sent.notify_all();
  }
  std::pair<size_t, std::string> receive() override {
    std::unique_lock lock(job_.mutex);
    job_.sent.wait(lock, [&] { return !job_.messages[rank_].empty(); });
    auto message = std::move(job_.messages[rank_].front());
    job_.messages[rank_].pop_front();
    return message;
  }
  void finish() override {}
  void abort(int /*exit_code*/) override { throw std::logic_error("a rank aborts the job"); }

 private:
  void meet(void* bytes) {
    job_.bytes[rank_] = bytes;
    job_.meeting.arrive_and_wait();
  }

  Job& job_;
  size_t rank_;
};

// Calls work once for every rank, each on a thread of its own. A rank that throws ends the test program: the others
// would wait for it for ever.
inline void on_ranks(size_t count, const std::function<void(base::Ranks&)>& work) {
  ThreadRanks::Job job(count);
  std::vector<std::jthread> threads;
  for (size_t rank = 0; rank < count; ++rank) {
    threads.emplace_back([&, rank] {
      ThreadRanks ranks(job, rank);
      try {
        work(ranks);
      } catch (const std::exception& error) {
        std::fprintf(stderr, "rank %zu: %s\n", rank, error.what());
        std::abort();
      }
    });
  }
}

}  // namespace eqnet::testing
