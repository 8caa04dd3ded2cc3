#include "eqnet/base/error.h"

#include "base/format.h"

namespace eqnet::base {
namespace {

std::string join(std::string_view where, std::string_view what, std::string_view remedy) {
  std::string text(where);
  text += ": ";
  text += what;
  if (!remedy.empty()) {
    text += "; ";
    text += remedy;
  }
  return text;
}

}  // namespace

Error::Error(std::string_view where, std::string_view what, std::string_view remedy)
    : std::runtime_error(join(where, what, remedy)) {}

std::string quoted(std::string_view text) {
  constexpr size_t kLongest = 80;
  const auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  std::string shortened;
  if (text.size() > kLongest) {
    size_t head = kLongest / 2;
    size_t tail = text.size() - kLongest / 2;
    while (head > 0 && is_continuation(text[head])) --head;  // never cut a UTF-8 sequence in two
    while (tail < text.size() && is_continuation(text[tail])) ++tail;
    shortened.append(text.substr(0, head)).append("…").append(text.substr(tail));
    text = shortened;
  }
  std::string result = "'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      result += format("\\x{:02x}", byte);
    } else {
      result += c;
    }
  }
  return result += "'";
}

}  // namespace eqnet::base
