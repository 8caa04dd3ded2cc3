#include "expr/text.h"

#include <algorithm>
#include <utility>

namespace eqnet::expr {

bool is_space(uint32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xA0 || (c >= 0x2000 && c <= 0x200B) || c == 0x202F ||
         c == 0x205F || c == 0x3000 || c == 0xFEFF;
}

bool is_name_start(uint32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  // Blocks of punctuation, signs, arrows and operators are no letters. A superscript two must not silently become part
  // of a name, so the superscripts are excluded too.
  if (c < 0xC0) return c == 0xAA || c == 0xB5 || c == 0xBA;
  if (c == 0xD7 || c == 0xF7) return false;
  if (c >= 0x2000 && c <= 0x2BFF) return c >= 0x2100 && c <= 0x214F;
  if (c >= 0x2E00 && c <= 0x2E7F) return false;
  if (c >= 0x3000 && c <= 0x3030) return c >= 0x3005 && c <= 0x3007;
  if (c >= 0xFE00 && c <= 0xFE6F) return false;
  if (c >= 0xFF00 && c <= 0xFFFF) {  // full-width signs and digits look like their plain ones, but are others
    return (c >= 0xFF21 && c <= 0xFF3A) || (c >= 0xFF41 && c <= 0xFF5A) || (c >= 0xFF66 && c <= 0xFFDC);
  }
  return !(c >= 0x1F000 && c <= 0x1FAFF);  // pictures
}

bool is_name_part(uint32_t c) {
  const bool subscript = c >= 0x2080 && c <= 0x209C;
  return is_name_start(c) || (c >= '0' && c <= '9') || subscript;
}

namespace {

// Code points in the text, an invalid byte counting as one.
size_t count_points(std::string_view text) {
  size_t count = 0;
  while (!text.empty()) {
    text.remove_prefix(std::max<size_t>(1, decode(text).length));
    ++count;
  }
  return count;
}

// Drops code points from the front (or keeps only that many) so that excerpts stay readable.
std::string_view skip_points(std::string_view text, size_t count) {
  while (count-- > 0 && !text.empty()) text.remove_prefix(std::max<size_t>(1, decode(text).length));
  return text;
}

// Bytes that are no UTF-8, and control characters, are shown as '?', so that the excerpt can go to any terminal.
std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const CodePoint point = decode(text);
    const size_t length = std::max<size_t>(1, point.length);
    if (point.length == 0 || point.value < 0x20 || point.value == 0x7F) {
      result += point.value == '\t' ? ' ' : '?';
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return result;
}

std::string describe(size_t line, size_t column, const std::string& found, const std::string& expected) {
  return "line " + std::to_string(line) + ", column " + std::to_string(column) + ": found " + found + ", expected " +
         expected;
}

}  // namespace

ParseError::ParseError(size_t line, size_t column, std::string found, std::string expected, std::string excerpt)
    : base::Error(describe(line, column, found, expected)),
      line(line),
      column(column),
      found(std::move(found)),
      expected(std::move(expected)),
      excerpt(std::move(excerpt)) {}

ParseError error_at(std::string_view text, size_t offset, std::string found, std::string expected) {
  const std::string_view before = text.substr(0, offset);
  const size_t line = 1 + static_cast<size_t>(std::ranges::count(before, '\n'));
  const size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const std::string_view head = before.substr(line_start);
  const size_t column = 1 + count_points(head);

  constexpr size_t kBefore = 50;
  constexpr size_t kAfter = 30;
  const std::string_view shown_head = column > kBefore ? skip_points(head, column - kBefore) : head;
  std::string_view tail = text.substr(offset, text.find('\n', offset) - offset);
  const std::string_view rest = skip_points(tail, kAfter);
  tail.remove_suffix(rest.size());
  const std::string cut_head = shown_head.size() < head.size() ? "…" : "";
  const std::string cut_tail = rest.empty() ? "" : "…";
  std::string excerpt = cut_head + printable(shown_head) + printable(tail) + cut_tail + "\n";
  excerpt.append(count_points(cut_head) + count_points(shown_head), ' ').append("^");
  return {line, column, std::move(found), std::move(expected), std::move(excerpt)};
}

}  // namespace eqnet::expr
