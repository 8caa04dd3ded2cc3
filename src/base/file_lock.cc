// flock(2) on a file of its own: the files that are written get new inodes by renames, so a lock on one of them would
// soon be on a file without a name.
#include "base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/temporaries.h"
#include "eqnet/base/error.h"

namespace eqnet::base {
namespace {

// What the name leads to now is what was opened: whoever held the lock before may have removed the file since.
bool still_named(int fd, const std::string& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(fd, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

std::string holder(int fd) {
  char digits[32];
  const ssize_t got = ::pread(fd, digits, sizeof digits, 0);
  std::string process(digits, got > 0 ? static_cast<size_t>(got) : 0);
  process.resize(std::min(process.find_first_not_of("0123456789"), process.size()));
  return process.empty() ? "another process" : "process " + process;
}

}  // namespace

FileLock::FileLock(const std::string& path, const std::string* what) {
  std::error_code ignored;
  const bool link = std::filesystem::is_symlink(path, ignored);
  lock_path_ = (link ? std::filesystem::weakly_canonical(path, ignored).string() : path) + ".lock";
  do {
    if (fd_ >= 0) ::close(fd_);
    fd_ = ::open(lock_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd_ < 0) {
      throw Error(lock_path_, "cannot be written: " + std::generic_category().message(errno),
                  "check the folder and its permissions");
    }
    int code = 0;
    do {
      code = ::flock(fd_, what == nullptr ? LOCK_EX : LOCK_EX | LOCK_NB);
    } while (code != 0 && errno == EINTR);
    if (code == 0) continue;
    if (errno != EWOULDBLOCK) return;  // a file system without locks; better unlocked than not at all
    const std::string other = holder(fd_);
    ::close(fd_);
    throw Error(path, "is " + *what + " by " + other + " (lock " + base::quoted(lock_path_) + ")",
                "wait for it to end, or write to another place");
  } while (!still_named(fd_, lock_path_));
  Temporaries::of_process().add(lock_path_);  // Ctrl-C removes it too
  const std::string process = std::to_string(::getpid()) + "\n";
  // For the other's error message only, so that a full disk does not matter.
  if (::ftruncate(fd_, 0) == 0) [[maybe_unused]]
    const auto wrote = ::pwrite(fd_, process.data(), process.size(), 0);
}

FileLock::~FileLock() {
  Temporaries::of_process().remove(lock_path_);  // while it is held: nobody else's can be there
  ::close(fd_);
}

}  // namespace eqnet::base
