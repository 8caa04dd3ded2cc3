#include "base/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace eqnet::base {

using std::chrono::duration;
using std::chrono::steady_clock;

Progress::Progress(std::string label, uint64_t total, bool quiet)
    : label_(std::move(label)),
      total_(total),
      enabled_(!quiet && isatty(STDERR_FILENO) == 1),
      start_(steady_clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void Progress::add(uint64_t amount) {
  if (!enabled_) return;
  const std::lock_guard lock(mutex_);
  done_ += amount;
  const auto now = steady_clock::now();
  const double seconds = duration<double>(now - start_).count();
  constexpr double kBeforeFirstLine = 0.5;  // so that quick work shows nothing at all
  constexpr double kBetweenLines = 0.1;
  if (seconds < kBeforeFirstLine || duration<double>(now - last_).count() < kBetweenLines) return;
  last_ = now;
  draw(seconds);
}

void Progress::draw(double seconds) {
  drawn_ = true;
  if (total_ == 0) {
    std::fprintf(stderr, "\r\033[K%s  %s  %.0f s", label_.c_str(), with_commas(done_).c_str(), seconds);
  } else {
    constexpr int kWidth = 30;
    const double share = std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
    const int filled = static_cast<int>(share * kWidth);
    std::string bar(static_cast<size_t>(filled), '#');
    bar.resize(kWidth, '.');
    const double left = share > 0 ? seconds / share - seconds : 0;
    std::fprintf(stderr, "\r\033[K%s  [%s] %3.0f%%  %.0f s left", label_.c_str(), bar.c_str(), share * 100, left);
  }
  std::fflush(stderr);
}

StatusLine::StatusLine(bool quiet) : enabled_(!quiet && isatty(STDERR_FILENO) == 1), last_(steady_clock::now()) {}

StatusLine::~StatusLine() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

bool StatusLine::due() const {
  return enabled_ && steady_clock::now() - last_ >= std::chrono::milliseconds(100);
}

void StatusLine::show(const std::string& text) {
  if (!enabled_) return;
  std::fprintf(stderr, "\r\033[K%s", text.c_str());
  std::fflush(stderr);
  drawn_ = true;
  last_ = steady_clock::now();
}

std::string with_commas(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string percent(double fraction) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", fraction * 100);
  return text;
}

}  // namespace eqnet::base
