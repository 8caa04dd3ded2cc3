// A whole file as memory, read from the disk as it is used.
#pragma once

#include <string>
#include <string_view>

namespace eqnet::base {

class MappedFile {
 public:
  // Throws Error where it cannot be read.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // Starts at the start of a page.
  [[nodiscard]] std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
};

}  // namespace eqnet::base
