// Where time goes: named stretches of code, timed on every thread while profiling is on. Off, a stretch costs one load.
//
//   base::Timed timed("autoencoder");   // until the end of the scope
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eqnet::base {

// Turns profiling on, from zero.
void start_profile();

struct ProfileLine {
  std::string_view name;
  double seconds = 0;  // over all threads, without the stretches inside it
  uint64_t times = 0;
};
// What was timed since start_profile, by falling time. require: no stretch is being timed on another thread.
std::vector<ProfileLine> profile();

// name: a string literal. Stretches may lie inside each other: time counts for the innermost.
class Timed {
 public:
  explicit Timed(const char* name) {
    if (on_.load(std::memory_order_relaxed)) begin(name);
  }
  ~Timed() {
    if (name_ != nullptr) end();
  }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  friend void start_profile();
  using Clock = std::chrono::steady_clock;

  void begin(const char* name);
  void end();

  static std::atomic<bool> on_;
  const char* name_ = nullptr;
  Timed* outer_ = nullptr;
  Clock::time_point start_;
  Clock::duration inside_{};  // of the stretches inside this one
};

}  // namespace eqnet::base
