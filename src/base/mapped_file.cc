#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "eqnet/base/error.h"

namespace eqnet::base {

MappedFile::MappedFile(const std::string& path) {
  const auto fail = [&](int number) { throw Error(path, std::string("cannot be read: ") + std::strerror(number)); };
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(errno);
  struct stat status {};
  if (::fstat(file, &status) != 0 || S_ISDIR(status.st_mode)) {
    const int number = S_ISDIR(status.st_mode) ? EISDIR : errno;
    ::close(file);
    fail(number);
  }
  const auto size = static_cast<size_t>(status.st_size);
  void* memory = size == 0 ? nullptr : ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  const int number = errno;
  ::close(file);
  if (memory == MAP_FAILED) fail(number);  // NOLINT(performance-no-int-to-ptr): of the system
  bytes_ = {static_cast<const char*>(memory), size};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

}  // namespace eqnet::base
