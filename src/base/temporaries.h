// The files of this process that have not got their name yet, so that a signal can remove them.
#pragma once

#include <mutex>
#include <set>
#include <string>

namespace eqnet::base {

// Whoever makes, renames or removes such a file does it through this list and under its lock. A signal takes the lock
// for ever: from then on none appears, and none that is renamed is taken for one that is not.
class Temporaries {
 public:
  static Temporaries& of_process();

  // open(2) for writing; fails where the file is there. -1 and errno on failure.
  int create(const std::string& path);
  // rename(2), and off the list. False and errno on failure.
  bool rename(const std::string& from, const std::string& to);
  // A file that is there already, to be removed like the others.
  void add(const std::string& path);
  void remove(const std::string& path);
  // No signal comes between what is done while this is held.
  [[nodiscard]] std::unique_lock<std::recursive_timed_mutex> hold() { return std::unique_lock(mutex_); }

  // Signals are caught from the first file on: a verb that writes none starts no thread for it.
  void wait_for_signals() { to_catch_ = true; }
  // Removes all and keeps the lock: for a process that ends.
  void remove_for_ever();

 private:
  std::recursive_timed_mutex mutex_;
  std::set<std::string> paths_;
  void catch_signals_if_asked();
  bool to_catch_ = false;
};

}  // namespace eqnet::base
