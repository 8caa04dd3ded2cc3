#define TOML_IMPLEMENTATION  // the one place where toml++'s parser is compiled
#include "base/toml.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "base/encoding.h"
#include "base/format.h"
#include "eqnet/base/error.h"

namespace eqnet::base {
namespace {

// A text that toml++ neither reads nor refuses.
class MalformedToml : public std::runtime_error {
 public:
  MalformedToml() : std::runtime_error("is not valid TOML") {}
};

// The same text in ASCII, which is all that the parser may see: it knows spaces of other scripts only half. Other signs
// stand as escapes in strings of double quotes, and as question marks in comments; lines stay lines. Elsewhere, and
// where the text is not UTF-8, there is nothing to return but the number of the line.
struct AsciiToml {
  std::string text;
  std::optional<size_t> bad_line;
};
AsciiToml ascii_toml(std::string_view text) {
  AsciiToml result;
  size_t line = 1;
  char quote = 0;  // of the string or comment ('#') that we are in
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    const CodePoint point = decode(text.substr(i));
    if (point.length == 0 || (point.length > 1 && quote != '"' && quote != '#')) return {{}, line};
    const bool escape = quote == '"' && c == '\\' && i + 1 < text.size() && text[i + 1] != '\n';
    if (point.length > 1) {
      result.text += quote == '#' ? "?" : base::format("\\U{:08X}", point.value);
    } else {
      result.text += c;
      if (escape && static_cast<unsigned char>(text[i + 1]) < 0x80) result.text += text[i + 1];
      if (quote == 0 && (c == '"' || c == '\'' || c == '#')) {
        quote = c;
      } else if (c == quote || c == '\n') {
        quote = 0;
      }
      if (c == '\n') ++line;
    }
    i += point.length;
    if (escape && i < text.size() && static_cast<unsigned char>(text[i]) < 0x80) ++i;
  }
  return result;
}

}  // namespace

[[noreturn]] void malformed_toml() {
  throw MalformedToml();
}

toml::table parse_toml(std::string_view text, std::string_view where) {
  const AsciiToml ascii = ascii_toml(text);
  if (ascii.bad_line) {
    throw Error(std::string(where) + ", line " + std::to_string(*ascii.bad_line),
                "has signs that are not ASCII outside of double quotes, or no UTF-8");
  }
  try {
    return toml::parse(ascii.text);
  } catch (const toml::parse_error& error) {
    std::string what(error.description());  // which may quote the end of a line
    std::replace_if(
        what.begin(), what.end(), [](unsigned char c) { return c < ' '; }, ' ');
    throw Error(std::string(where) + ", line " + std::to_string(error.source().begin.line), what);
  } catch (const MalformedToml& error) {
    throw Error(where, error.what());
  }
}

}  // namespace eqnet::base
