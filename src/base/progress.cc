#include "base/progress.h"

#include <algorithm>
#include <utility>

#include "base/format.h"

namespace eqnet::base {

using std::chrono::duration;
using std::chrono::steady_clock;

Progress::Progress(std::string label, uint64_t total, ProgressSink sink, ProgressPace pace)
    : label_(std::move(label)),
      total_(total),
      sink_(std::move(sink)),
      pace_(pace),
      start_(steady_clock::now()),
      next_(std::max(pace.before_first, pace.between)) {}

Progress::~Progress() {
  if (told_) sink_({label_, done_, total_, seconds(), true});
}

double Progress::seconds() const {
  return duration<double>(steady_clock::now() - start_).count();
}

void Progress::add(uint64_t amount) {
  if (!sink_) return;
  const std::lock_guard lock(mutex_);
  done_ += amount;
  const double now = seconds();
  if (now < next_) return;
  next_ = now + pace_.between;
  told_ = true;
  sink_({label_, done_, total_, now, false});
}

std::string with_commas(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string percent(double fraction) {
  return format("{:.1f}", fraction * 100);
}

}  // namespace eqnet::base
