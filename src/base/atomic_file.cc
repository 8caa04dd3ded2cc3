// AtomicFile: write to a temporary name in the same folder, fsync, rename. Whatever goes wrong, the old file stays.
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/temporaries.h"
#include "eqnet/base/error.h"

namespace eqnet::base {
namespace {

constexpr size_t kWriteBlock = size_t{256} << 10;

[[noreturn]] void fail(const std::string& path, const char* what) {
  const int code = errno;
  const char* remedy = code == ENOSPC || code == EDQUOT || code == EFBIG   ? "free some space or choose another folder"
                       : code == ENOENT || code == EACCES || code == EROFS ? "check the folder and its permissions"
                                                                           : "";
  throw Error(path, std::string(what) + ": " + std::generic_category().message(code), remedy);
}

constexpr std::string_view kTemporary = ".tmp-";  // then the process and a counter

// No two files under construction share a name, in this process or another.
std::string temporary_name(const std::string& path) {
  static std::atomic<unsigned> counter = 0;
  return path + std::string(kTemporary) + std::to_string(::getpid()) + "-" + std::to_string(counter++);
}

}  // namespace

struct AtomicFile::Output {
  std::string path, temporary;
  int fd = -1;
  bool gzip = false;
  bool finished = false;
  std::vector<char> buffer;  // bytes on their way to the disk
  size_t used = 0;
  z_stream deflater{};

  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() {
    if (gzip) deflateEnd(&deflater);
    if (fd >= 0) ::close(fd);
    if (!temporary.empty()) Temporaries::of_process().remove(temporary);
  }

  void flush() {
    for (size_t at = 0; at < used;) {
      const ssize_t wrote = ::write(fd, buffer.data() + at, used - at);
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0) fail(path, "cannot be written");
      at += static_cast<size_t>(wrote);
    }
    used = 0;
  }

  void plain(std::string_view bytes) {
    while (!bytes.empty()) {
      if (used == buffer.size()) flush();
      const size_t part = std::min(bytes.size(), buffer.size() - used);
      bytes.copy(buffer.data() + used, part);
      used += part;
      bytes.remove_prefix(part);
    }
  }

  void compressed(std::string_view bytes, int mode) {
    do {
      constexpr size_t kMost = size_t{1} << 30;  // zlib counts in 32 bits
      const std::string_view part = bytes.substr(0, kMost);
      bytes.remove_prefix(part.size());
      deflater.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
      deflater.avail_in = static_cast<uInt>(part.size());
      do {
        if (used == buffer.size()) flush();
        deflater.next_out = reinterpret_cast<Bytef*>(buffer.data() + used);
        deflater.avail_out = static_cast<uInt>(buffer.size() - used);
        deflate(&deflater, bytes.empty() ? mode : Z_NO_FLUSH);
        used = buffer.size() - deflater.avail_out;
      } while (deflater.avail_out == 0);
    } while (!bytes.empty());
  }
};

AtomicFile::AtomicFile(std::string path) : output_(std::make_unique<Output>()) {
  Output& out = *output_;
  out.path = std::move(path);
  std::error_code ignored;  // a folder that may not be entered: to create the file says so
  if (std::filesystem::is_directory(out.path, ignored)) {
    throw Error(out.path, "is a directory, not a file", "name a file in it");
  }
  // A rename would put a file in the place of a device, which root may do, or of a link instead of what it leads to.
  if (std::filesystem::exists(out.path, ignored) && !std::filesystem::is_regular_file(out.path, ignored)) {
    throw Error(out.path, "is a device or a pipe, not a file", "name a file");
  }
  if (std::filesystem::is_symlink(out.path, ignored) && std::filesystem::exists(out.path, ignored)) {
    const std::filesystem::path leads_to = std::filesystem::canonical(out.path, ignored);
    if (!leads_to.empty()) out.path = leads_to;
  }
  std::string temporary = temporary_name(out.path);
  out.fd = Temporaries::of_process().create(temporary);
  if (out.fd < 0) fail(out.path, "cannot be written");
  out.temporary = std::move(temporary);
  out.buffer.resize(kWriteBlock);
  if (out.path.ends_with(".gz")) {
    constexpr int kGzip = 16;
    constexpr int kLevel = 6;  // measured on boolean8: level 1 is 2.6x faster and twice as large
    if (deflateInit2(&out.deflater, kLevel, Z_DEFLATED, kGzip + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
    out.gzip = true;
  }
}
AtomicFile::AtomicFile(AtomicFile&&) noexcept = default;
AtomicFile& AtomicFile::operator=(AtomicFile&&) noexcept = default;
AtomicFile::~AtomicFile() = default;

void AtomicFile::write(std::string_view bytes) {
  if (output_->gzip) {
    if (!bytes.empty()) output_->compressed(bytes, Z_NO_FLUSH);
  } else {
    output_->plain(bytes);
  }
}

void AtomicFile::finish() {
  Output& out = *output_;
  if (out.finished) return;
  if (out.gzip) out.compressed({}, Z_FINISH);
  out.flush();
  if (::fsync(out.fd) != 0 && errno != EINVAL) fail(out.path, "cannot be written");
  if (::close(std::exchange(out.fd, -1)) != 0) fail(out.path, "cannot be written");
  out.finished = true;
}

void AtomicFile::commit() {
  finish();
  Output& out = *output_;
  if (!Temporaries::of_process().rename(out.temporary, out.path)) fail(out.path, "cannot be put in place");
  out.temporary.clear();
}

const std::string& AtomicFile::path() const {
  return output_->path;
}

void commit_all(std::span<AtomicFile> files) {
  for (AtomicFile& file : files) file.finish();
  const auto together = Temporaries::of_process().hold();
  for (AtomicFile& file : files) file.commit();
}

void remove_leftovers(const std::string& path) {
  const std::filesystem::path file(path);
  const std::string prefix = file.filename().string() + std::string(kTemporary);
  std::error_code code;
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  for (const auto& entry : std::filesystem::directory_iterator(folder, code)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    pid_t process = 0;
    std::from_chars(name.data() + prefix.size(), name.data() + name.size(), process);
    const bool running = process > 0 && (::kill(process, 0) == 0 || errno != ESRCH);
    if (!running) std::filesystem::remove(entry.path(), code);
  }
}

void make_directories(const std::string& path) {
  std::error_code code;
  std::filesystem::create_directories(path, code);
  if (code) throw Error(path, "cannot be made a folder: " + code.message(), "check the path and its permissions");
}

bool file_exists(const std::string& path) {
  std::error_code ignored;  // a name that is too long, or a loop of links: no file that could be opened
  return std::filesystem::exists(path, ignored);
}

bool is_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace eqnet::base
