// Files: streams of bytes in (plain or gzip, told apart by content), and files out that appear whole or not at all.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eqnet::base {

// What no real input meets, so that a small file cannot fill memory or keep the program busy for ever.
struct SourceLimits {
  // A gzip stream beyond `free` bytes that inflates more than so many times. The published files do 48 times, chains of
  // one operator 350, and 1032 is the most that deflate can: what runs of one byte come to.
  size_t most_inflation = 500;
  size_t free = size_t{64} << 20;
  size_t most_inflated = size_t{64} << 30;  // of a gzip stream; 12 million expressions are about 10 GB
  size_t longest_line = size_t{64} << 20;
  size_t most_at_once = size_t{4} << 30;  // of rest()
};

// Whether a line of a list says nothing: a blank one, or a remark that starts with '#'. Where each line has an answer
// of its own, every line counts.
bool is_remark(std::string_view line);

// A stream of decompressed bytes with one byte of look-ahead. Errors are Error with name() as their place. It holds one
// block at a time.
class ByteSource {
 public:
  static ByteSource open(const std::string& path, const SourceLimits& limits = {});  // "-" is stdin
  // bytes must outlive the source.
  static ByteSource memory(std::string_view bytes, std::string name, const SourceLimits& limits = {});
  ByteSource(ByteSource&&) noexcept;
  ByteSource& operator=(ByteSource&&) noexcept;
  ~ByteSource();

  static constexpr int kEnd = -1;
  int peek() { return at_ == end_ && !refill() ? kEnd : static_cast<unsigned char>(*at_); }
  int take() {
    const int byte = peek();
    if (byte != kEnd) ++at_;
    return byte;
  }
  // The first byte at hand that is not white space, without taking anything; kEnd when the block holds none.
  int peek_visible();
  // Skips these few bytes where the block at hand starts with them.
  void skip(std::string_view bytes);
  // All bytes that are left. Throws Error where they are too many.
  std::string rest();
  // The next line without its end ("\n" or "\r\n"); false at the end of the stream. Throws Error on one that is too
  // long.
  bool line(std::string& text);

  // Offset of the next byte in the decompressed stream.
  [[nodiscard]] size_t position() const { return before_ + static_cast<size_t>(at_ - begin_); }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  struct Input;
  ByteSource(std::unique_ptr<Input> input, std::string name, const SourceLimits& limits);
  bool refill();

  std::unique_ptr<Input> input_;
  std::string name_;
  SourceLimits limits_;
  const char* begin_ = nullptr;  // the block at hand: [begin_, end_), next byte at_
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  size_t before_ = 0;  // bytes of the blocks before it
  size_t lines_ = 0;   // that line() has given
};

// A file under construction: bytes go to a temporary name beside `path`; commit() makes it durable and renames it.
// Without commit() the destructor removes it. A path that ends in ".gz" is gzipped.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  AtomicFile(AtomicFile&&) noexcept;
  AtomicFile& operator=(AtomicFile&&) noexcept;
  ~AtomicFile();

  void write(std::string_view bytes);
  // Ends the stream and puts it on the disk; after this only the rename can fail.
  void finish();
  void commit();
  [[nodiscard]] const std::string& path() const;

 private:
  struct Output;
  std::unique_ptr<Output> output_;
};

// Commits several files that belong together: none is renamed before all are finished, and a signal that removes files
// under construction (below) comes before all of them are renamed or after.
void commit_all(std::span<AtomicFile> files);

// From now on SIGINT, SIGTERM and SIGHUP remove what is under construction before they end the process, as they do by
// default; one that is ignored stays ignored. For a program's main, once, at its start: the library leaves signals
// alone.
void remove_temporaries_on_signals();

// Removes what killed processes left of `path` under construction; what a running process writes stays.
void remove_leftovers(const std::string& path);

// A whole file.
std::string read_bytes(const std::string& path);

void make_directories(const std::string& path);
// Never throw: what lies in a folder that may not be entered is not there.
bool file_exists(const std::string& path);
bool is_file(const std::string& path);  // neither a folder nor a device

}  // namespace eqnet::base
