#include "serve/metrics.h"

#include <algorithm>

#include "base/format.h"

namespace eqnet::serve {

void Metrics::count(const std::string& path, int status, double seconds) {
  const std::lock_guard lock(mutex_);
  Path& own = paths_[path];
  ++own.by_status[status];
  ++own.by_time[static_cast<size_t>(std::ranges::lower_bound(kBounds, seconds) - kBounds.begin())];
  own.seconds += seconds;
}

void Metrics::connection_opened() {
  const std::lock_guard lock(mutex_);
  ++opened_;
  ++open_;
}

void Metrics::connection_closed() {
  const std::lock_guard lock(mutex_);
  --open_;
}

void Metrics::refused() {
  const std::lock_guard lock(mutex_);
  ++refused_;
}

std::string Metrics::text() const {
  const std::lock_guard lock(mutex_);
  std::string text = "# TYPE eqnet_requests_total counter\n";
  for (const auto& [name, path] : paths_) {
    for (const auto& [status, count] : path.by_status) {
      text += base::format("eqnet_requests_total{{path=\"{}\",status=\"{}\"}} {}\n", name, status, count);
    }
  }
  text += "# TYPE eqnet_request_seconds histogram\n";
  for (const auto& [name, path] : paths_) {
    uint64_t below = 0;
    for (size_t i = 0; i < kBounds.size(); ++i) {
      below += path.by_time[i];
      text += base::format("eqnet_request_seconds_bucket{{path=\"{}\",le=\"{}\"}} {}\n", name, kBounds[i], below);
    }
    below += path.by_time.back();
    text += base::format("eqnet_request_seconds_bucket{{path=\"{}\",le=\"+Inf\"}} {}\n", name, below);
    text += base::format("eqnet_request_seconds_sum{{path=\"{}\"}} {}\n", name, path.seconds);
    text += base::format("eqnet_request_seconds_count{{path=\"{}\"}} {}\n", name, below);
  }
  text += base::format("# TYPE eqnet_connections gauge\neqnet_connections {}\n", open_);
  text += base::format("# TYPE eqnet_connections_total counter\neqnet_connections_total {}\n", opened_);
  text += base::format("# TYPE eqnet_refused_total counter\neqnet_refused_total {}\n", refused_);
  return text;
}

}  // namespace eqnet::serve
