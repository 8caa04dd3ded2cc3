// The file of an index (docs/formats.md): mapped into memory, so that opening it takes no time that grows with it. Its
// head is checked when it is opened, and everything else when it is read first, a mebibyte at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/mapped_file.h"
#include "search/vector_table.h"

namespace eqnet::search {

// What an index consists of. Members are numbered from 0.
struct IndexContents {
  std::string_view model;                 // the bytes of a model file: what the vectors were made by
  std::span<const uint64_t> text_starts;  // by member, and one more for the end of the last
  std::string_view texts;
  std::span<const uint32_t> by_text;   // the members, sorted by their texts
  std::span<const uint32_t> class_of;  // by member
  std::span<const uint64_t> class_starts;
  std::string_view class_names;
  VectorTable vectors;
};

// Atomic.
void write_index(const std::string& path, const IndexContents& contents);

class IndexFile {
 public:
  // Throws base::Error on a file that is none, is cut short, or whose head is damaged.
  explicit IndexFile(const std::string& path);
  // The same from memory, which must outlive it and start at a multiple of 8; what the fuzz target calls, without a
  // look at the sums, since what it makes up fits none.
  IndexFile(std::string_view bytes, std::string source, bool check_sums = true);
  ~IndexFile();
  IndexFile(IndexFile&&) noexcept;

  [[nodiscard]] const IndexContents& contents() const { return contents_; }
  // To be called with every part of the contents before it is read. Throws base::Error where it is damaged. For any
  // thread.
  void before_read(const void* begin, size_t bytes) const;
  [[nodiscard]] const std::string& source() const { return source_; }

  // Whether a file is meant to be an index, by its first bytes.
  static bool is_one(const std::string& path);

 private:
  struct Checks;
  void open();

  std::string source_;
  std::unique_ptr<const base::MappedFile> file_;
  std::string_view bytes_;
  bool check_sums_ = true;
  IndexContents contents_;
  std::unique_ptr<Checks> checks_;
};

}  // namespace eqnet::search
