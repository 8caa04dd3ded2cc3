#include "cli/terminal.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/format.h"

namespace eqnet::cli {
namespace {

bool visible(bool quiet) {
  return !quiet && isatty(STDERR_FILENO) == 1;
}

// In place of the line that is there; empty: erases it.
void draw(const std::string& line) {
  std::fputs(("\r\033[K" + line).c_str(), stderr);
  std::fflush(stderr);
}

std::string words(const base::ProgressEvent& event) {
  if (event.total == 0) {
    return base::format("{}  {}  {:.0f} s", event.label, base::with_commas(event.done), event.seconds);
  }
  constexpr int kWidth = 30;
  const double share = std::min(1.0, static_cast<double>(event.done) / static_cast<double>(event.total));
  const std::string bar(static_cast<size_t>(share * kWidth), '#');
  const double left = share > 0 ? event.seconds / share - event.seconds : 0;
  return base::format("{}  [{:.<{}}] {:3.0f}%  {:.0f} s left", event.label, bar, kWidth, share * 100, left);
}

}  // namespace

base::ProgressSink terminal_progress(bool quiet) {
  if (!visible(quiet)) return {};
  return [](const base::ProgressEvent& event) { draw(event.over ? "" : words(event)); };
}

StatusLine::StatusLine(bool quiet) : visible_(cli::visible(quiet)) {}

StatusLine::~StatusLine() {
  if (drawn_) draw("");
}

void StatusLine::show(const std::string& text) {
  if (!visible_) return;
  draw(text);
  drawn_ = true;
}

}  // namespace eqnet::cli
