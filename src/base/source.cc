// ByteSource: blocks from a file, stdin or memory, inflated when they start with gzip's magic.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "eqnet/base/error.h"

namespace eqnet::base {
namespace {

constexpr size_t kReadBlock = size_t{256} << 10;
constexpr const char* kDamaged = "copy or generate it again";

std::string mebibytes(size_t bytes) {
  return std::to_string(bytes >> 20) + " MiB";
}

}  // namespace

struct ByteSource::Input {
  int fd = -1;
  bool owns_fd = false;
  bool gzip = false;
  bool ended = false;              // the compressed stream is complete
  std::string_view raw;            // bytes read but not yet handed on
  std::vector<char> raw_buffer;    // behind `raw` when it comes from a file
  std::vector<char> plain_buffer;  // inflated bytes
  z_stream inflater{};
  bool inflater_ready = false;
  size_t compressed = 0, inflated = 0;  // bytes so far

  Input() = default;
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input() {
    if (inflater_ready) inflateEnd(&inflater);
    if (owns_fd) ::close(fd);
  }

  // Fills `raw` from the file when it is empty; false at the end.
  bool more(const std::string& name) {
    if (!raw.empty()) return true;
    if (fd < 0) return false;
    for (;;) {
      const ssize_t got = ::read(fd, raw_buffer.data(), raw_buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw Error(name, std::generic_category().message(errno));
      raw = std::string_view(raw_buffer.data(), static_cast<size_t>(got));
      return got > 0;
    }
  }

  // A pipe may give a byte at a time, and marks at the start of a file are up to three long.
  void complete_start(const std::string& name) {
    constexpr size_t kMark = 3;
    while (fd >= 0 && raw.size() < kMark) {
      const ssize_t got = ::read(fd, raw_buffer.data() + raw.size(), raw_buffer.size() - raw.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw Error(name, std::generic_category().message(errno));
      if (got == 0) return;
      raw = std::string_view(raw_buffer.data(), raw.size() + static_cast<size_t>(got));
    }
  }

  void detect(const std::string& name) {
    if (!more(name)) return;
    complete_start(name);
    if (raw.size() < 2 || raw[0] != '\x1f' || raw[1] != '\x8b') return;
    gzip = true;
    plain_buffer.resize(kReadBlock);
    constexpr int kGzipOnly = 16;
    if (inflateInit2(&inflater, kGzipOnly + MAX_WBITS) != Z_OK) throw std::bad_alloc();
    inflater_ready = true;
  }

  // The next block of plain bytes, empty at the end. Members of a multi-member gzip file follow one another.
  std::string_view next(const std::string& name, const SourceLimits& limits) {
    if (!gzip) {
      if (!more(name)) return {};
      return std::exchange(raw, {});
    }
    inflater.next_out = reinterpret_cast<Bytef*>(plain_buffer.data());
    inflater.avail_out = static_cast<uInt>(plain_buffer.size());
    while (inflater.avail_out == plain_buffer.size()) {
      if (!more(name)) {
        if (!ended) throw Error(name, "the gzip stream ends too early, the file is truncated", kDamaged);
        return {};
      }
      if (ended) {
        inflateReset(&inflater);
        ended = false;
      }
      inflater.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(raw.data()));
      inflater.avail_in = static_cast<uInt>(std::min(raw.size(), kReadBlock));
      const uInt offered = inflater.avail_in;
      const int status = inflate(&inflater, Z_NO_FLUSH);
      raw.remove_prefix(offered - inflater.avail_in);
      compressed += offered - inflater.avail_in;
      if (status == Z_STREAM_END) {
        ended = true;
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        throw Error(name,
                    std::string("the gzip stream is corrupt (") + (inflater.msg ? inflater.msg : "bad data") + ")",
                    kDamaged);
      }
    }
    inflated += plain_buffer.size() - inflater.avail_out;
    check(name, limits);
    return {plain_buffer.data(), plain_buffer.size() - inflater.avail_out};
  }

  void check(const std::string& name, const SourceLimits& limits) const {
    if (inflated <= limits.free) return;
    if (inflated / limits.most_inflation > compressed) {
      throw Error(name,
                  "its first " + std::to_string(compressed) + " bytes inflate to " + std::to_string(inflated) +
                      ", more than " + std::to_string(limits.most_inflation) + " times as many: that is no data",
                  "if it is, gunzip it and give the plain file");
    }
    if (inflated > limits.most_inflated) {
      throw Error(name, "inflates to more than " + mebibytes(limits.most_inflated), "split it into several files");
    }
  }
};

ByteSource::ByteSource(std::unique_ptr<Input> input, std::string name, const SourceLimits& limits)
    : input_(std::move(input)), name_(std::move(name)), limits_(limits) {
  input_->detect(name_);
}
ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;
ByteSource::~ByteSource() = default;

bool is_remark(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos || line.front() == '#';
}

ByteSource ByteSource::open(const std::string& path, const SourceLimits& limits) {
  auto input = std::make_unique<Input>();
  input->raw_buffer.resize(kReadBlock);
  if (path == "-") {
    input->fd = STDIN_FILENO;
    return {std::move(input), "standard input", limits};
  }
  input->fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (input->fd < 0) {
    throw Error(path, "cannot be opened: " + std::generic_category().message(errno), "check the path");
  }
  input->owns_fd = true;
  struct stat status {};
  if (::fstat(input->fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    throw Error(path, "is a directory, not a file", "name a file in it");
  }
  return {std::move(input), path, limits};
}

ByteSource ByteSource::memory(std::string_view bytes, std::string name, const SourceLimits& limits) {
  auto input = std::make_unique<Input>();
  input->raw = bytes;
  return {std::move(input), std::move(name), limits};
}

bool ByteSource::refill() {
  before_ += static_cast<size_t>(end_ - begin_);
  const std::string_view block = input_->next(name_, limits_);
  begin_ = at_ = block.data();
  end_ = block.data() + block.size();
  return !block.empty();
}

int ByteSource::peek_visible() {
  if (peek() == kEnd) return kEnd;
  const char* visible = at_;
  while (visible != end_ && std::strchr(" \t\r\n", *visible) != nullptr && *visible != '\0') ++visible;
  return visible == end_ ? kEnd : static_cast<unsigned char>(*visible);
}

void ByteSource::skip(std::string_view bytes) {
  if (peek() != kEnd && std::string_view(at_, end_).starts_with(bytes)) at_ += bytes.size();
}

std::string ByteSource::rest() {
  std::string bytes;
  while (peek() != kEnd) {
    if (bytes.size() + static_cast<size_t>(end_ - at_) > limits_.most_at_once) {
      throw Error(name_, "has more than " + mebibytes(limits_.most_at_once), "check that it is the file that is meant");
    }
    bytes.append(at_, end_);
    at_ = end_;
  }
  return bytes;
}

std::string read_bytes(const std::string& path) {
  return ByteSource::open(path).rest();
}

bool ByteSource::line(std::string& text) {
  text.clear();
  if (peek() == kEnd) return false;
  ++lines_;
  do {
    const void* found = std::memchr(at_, '\n', static_cast<size_t>(end_ - at_));
    const char* stop = found ? static_cast<const char*>(found) : end_;
    if (text.size() + static_cast<size_t>(stop - at_) > limits_.longest_line) {
      throw Error(name_ + ":" + std::to_string(lines_), "the line is longer than " + mebibytes(limits_.longest_line),
                  "check that it is text, one expression a line");
    }
    text.append(at_, stop);
    at_ = stop;
    if (found) {
      ++at_;
      break;
    }
  } while (refill());
  if (!text.empty() && text.back() == '\r') text.pop_back();
  return true;
}

}  // namespace eqnet::base
