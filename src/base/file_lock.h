// One process at a time writes what belongs to a path.
#pragma once

#include <string>

namespace eqnet::base {

// Holds PATH.lock, which names the process, until it is destroyed. The kernel holds the lock, not the file's being
// there: after any kill the path is free again, and the file that is left means nothing.
class FileLock {
 public:
  // what: "being trained", for the error. Throws base::Error where another FileLock holds it, in this process or
  // another one, naming that process. A link is locked where it leads to.
  FileLock(const std::string& path, const std::string& what) : FileLock(path, &what) {}
  // Waits until no other has it.
  static FileLock when_free(const std::string& path) { return FileLock(path, nullptr); }
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  FileLock(const std::string& path, const std::string* what);  // null: waits

  std::string lock_path_;
  int fd_ = -1;
};

}  // namespace eqnet::base
