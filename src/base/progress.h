// A progress line on stderr for anything that takes over two seconds: shown on a terminal only, erased at the end.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace eqnet::base {

class Progress {
 public:
  // total = 0: the amount of work is not known; the line then shows only what is done.
  Progress(std::string label, uint64_t total, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Adds finished work; any thread may call it.
  void add(uint64_t amount);

 private:
  void draw(double seconds);

  std::mutex mutex_;
  std::string label_;
  uint64_t total_;
  uint64_t done_ = 0;
  bool enabled_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_, last_;
};

// A line on stderr that its owner words, for work whose state is more than a share: shown on a terminal only, at most
// ten times a second, erased at the end.
class StatusLine {
 public:
  explicit StatusLine(bool quiet);
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  // True when a new line should be shown now; spares the caller the wording of the others.
  [[nodiscard]] bool due() const;
  void show(const std::string& text);

 private:
  bool enabled_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};

// "1,234,567": numbers as people read them.
std::string with_commas(uint64_t number);
// A fraction as a percentage with one decimal.
std::string percent(double fraction);

}  // namespace eqnet::base
