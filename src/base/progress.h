// How far work has come that takes long. Nothing is printed here: whoever starts the work gives a function to tell, and
// src/cli draws what it is told on a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace eqnet::base {

struct ProgressEvent {
  std::string_view label;  // what is being done: "evaluating"
  uint64_t done = 0;
  uint64_t total = 0;  // 0: the amount of work is not known
  double seconds = 0;  // since it began
  bool over = false;   // it has ended, finished or not: the last event
};

// Must not throw. Empty: nobody wants to know.
using ProgressSink = std::function<void(const ProgressEvent&)>;

// How often a sink is told, in seconds.
struct ProgressPace {
  double before_first = 0.5;  // so that quick work says nothing at all
  double between = 0.1;
};

// Counts finished work and tells the sink of it, one event at a time.
class Progress {
 public:
  // total = 0: the amount of work is not known.
  Progress(std::string label, uint64_t total, ProgressSink sink, ProgressPace pace = {});
  // Tells that it is over, if it told anything before.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Adds finished work; any thread may call it.
  void add(uint64_t amount);

 private:
  [[nodiscard]] double seconds() const;

  std::mutex mutex_;
  std::string label_;
  uint64_t total_;
  uint64_t done_ = 0;
  ProgressSink sink_;
  ProgressPace pace_;
  std::chrono::steady_clock::time_point start_;
  double next_;  // the second to tell of it at the earliest
  bool told_ = false;
};

// "1,234,567": numbers as people read them.
std::string with_commas(uint64_t number);
// A fraction as a percentage with one decimal.
std::string percent(double fraction);

}  // namespace eqnet::base
