// Counters of a server, as Prometheus reads them. Many threads count at once.
#pragma once

#include <array>
#include <map>
#include <mutex>
#include <string>

namespace eqnet::serve {

class Metrics {
 public:
  // path: one of a fixed set, or "other", so that strangers cannot make the list grow.
  void count(const std::string& path, int status, double seconds);
  void connection_opened();
  void connection_closed();
  void refused();  // for want of room

  [[nodiscard]] std::string text() const;

 private:
  static constexpr std::array<double, 8> kBounds = {0.0005, 0.001, 0.005, 0.02, 0.1, 0.5, 2, 10};  // seconds
  struct Path {
    std::map<int, uint64_t> by_status;
    std::array<uint64_t, kBounds.size() + 1> by_time{};
    double seconds = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::string, Path> paths_;
  uint64_t opened_ = 0, open_ = 0, refused_ = 0;
};

}  // namespace eqnet::serve
