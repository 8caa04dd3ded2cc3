// A copy of some bytes that ends where readable memory ends: a reader that looks one byte further is killed, with or
// without a sanitizer.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <new>
#include <string_view>

namespace eqnet::testing {

class GuardedBytes {
 public:
  explicit GuardedBytes(std::string_view bytes) {
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t readable = (bytes.size() + page - 1) / page * page;
    mapped_ = readable + page;
    memory_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    char* wall = static_cast<char*>(memory_) + readable;
    mprotect(wall, page, PROT_NONE);
    if (!bytes.empty()) std::memcpy(wall - bytes.size(), bytes.data(), bytes.size());
    view_ = {wall - bytes.size(), bytes.size()};
  }
  ~GuardedBytes() { munmap(memory_, mapped_); }
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;

  [[nodiscard]] std::string_view view() const { return view_; }

 private:
  void* memory_;
  size_t mapped_;
  std::string_view view_;
};

}  // namespace eqnet::testing
