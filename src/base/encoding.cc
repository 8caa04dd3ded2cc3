#include "base/encoding.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace eqnet::base {

CodePoint decode(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.empty()) return {};
  const uint32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  constexpr uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};  // below it the sequence is overlong
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return {};
  uint32_t value = first & (0xFFU >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3F);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kSmallest[length] || value > 0x10FFFF || surrogate) return {};
  return {value, length};
}

std::string as_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const size_t length = decode(text).length;
    valid += length == 0 ? "\xEF\xBF\xBD" : text.substr(0, length);
    text.remove_prefix(std::max<size_t>(1, length));
  }
  return valid;
}

std::string gzip(std::string_view bytes) {
  constexpr int kGzip = 15 + 16;  // the largest window, and a gzip header
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  size_t written = 0;
  int status = Z_OK;
  // zlib counts in 32 bits; more goes in and out in pieces.
  constexpr size_t kMost = std::numeric_limits<uInt>::max();
  while (status == Z_OK) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(std::min(bytes.size(), kMost));
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + written);
    stream.avail_out = static_cast<uInt>(std::min(out.size() - written, kMost));
    const uInt in = stream.avail_in;
    const uInt room = stream.avail_out;
    status = deflate(&stream, bytes.size() <= kMost ? Z_FINISH : Z_NO_FLUSH);
    bytes.remove_prefix(in - stream.avail_in);
    written += room - stream.avail_out;
  }
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::logic_error("zlib has ended early");
  out.resize(written);
  return out;
}

static constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t j = 0; j < 3; ++j) {
      group = group << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (size_t j = 0; j < 4; ++j) text += i + j <= bytes.size() ? kDigits[group >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

std::string from_base64(std::string_view text) {
  const size_t digits = std::min(text.find_last_not_of('=') + 1, text.size());
  if (text.size() % 4 != 0 || text.size() - digits > 2) return {};
  std::string bytes;
  bytes.reserve(digits / 4 * 3 + 2);
  uint32_t group = 0;
  for (size_t i = 0; i < digits; ++i) {
    const size_t digit = kDigits.find(text[i]);
    if (digit == std::string_view::npos) return {};
    group = group << 6 | static_cast<uint32_t>(digit);
    if (i % 4 > 0) bytes += static_cast<char>(group >> (6 - 2 * (i % 4)) & 255);
  }
  return bytes;
}

}  // namespace eqnet::base
