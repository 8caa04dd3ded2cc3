// What people see while they wait: one line on stderr, on a terminal only, erased at the end.
#pragma once

#include <string>

#include "base/progress.h"

namespace eqnet::cli {

// Draws how far a piece of work has come. Empty where nobody would see it: quiet, or stderr is no terminal.
base::ProgressSink terminal_progress(bool quiet);

// A line that its owner words, for work whose state is more than a share.
class StatusLine {
 public:
  explicit StatusLine(bool quiet);
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  // Whether anybody sees it; spares the caller the wording where not.
  [[nodiscard]] bool visible() const { return visible_; }
  void show(const std::string& text);

 private:
  bool visible_;
  bool drawn_ = false;
};

}  // namespace eqnet::cli
