#include "base/profile.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

namespace eqnet::base {
namespace {

struct Total {
  const char* name;
  std::chrono::steady_clock::duration time;
  uint64_t times;
};
using Totals = std::vector<Total>;  // few: found by going through them

// One list a thread; the threads' lists outlive them.
std::mutex registry_mutex;
std::vector<std::unique_ptr<Totals>> registry;  // NOLINT(cert-err58-cpp): an empty vector does not throw
thread_local Totals* own_totals = nullptr;
thread_local Timed* innermost = nullptr;

Total& total_of(const char* name) {
  if (own_totals == nullptr) {
    const std::lock_guard lock(registry_mutex);
    own_totals = registry.emplace_back(std::make_unique<Totals>()).get();
  }
  for (Total& total : *own_totals) {
    if (total.name == name) return total;
  }
  own_totals->push_back({name, {}, 0});
  return own_totals->back();
}

}  // namespace

std::atomic<bool> Timed::on_ = false;

void start_profile() {
  const std::lock_guard lock(registry_mutex);
  for (const auto& totals : registry) totals->clear();
  Timed::on_ = true;
}

void Timed::begin(const char* name) {
  name_ = name;
  outer_ = innermost;
  innermost = this;
  start_ = Clock::now();
}

void Timed::end() {
  const Clock::duration whole = Clock::now() - start_;
  Total& total = total_of(name_);
  total.time += whole - inside_;
  ++total.times;
  if (outer_ != nullptr) outer_->inside_ += whole;
  innermost = outer_;
}

std::vector<ProfileLine> profile() {
  std::map<std::string_view, ProfileLine> lines;
  const std::lock_guard lock(registry_mutex);
  for (const auto& totals : registry) {
    for (const Total& total : *totals) {
      ProfileLine& line = lines[total.name];
      line.name = total.name;
      line.seconds += std::chrono::duration<double>(total.time).count();
      line.times += total.times;
    }
  }
  std::vector<ProfileLine> result;
  result.reserve(lines.size());
  for (const auto& [name, line] : lines) result.push_back(line);
  std::sort(result.begin(), result.end(),
            [](const ProfileLine& a, const ProfileLine& b) { return a.seconds > b.seconds; });
  return result;
}

}  // namespace eqnet::base
