#include "domain/real/tokens.h"

#include <algorithm>

#include "base/suggest.h"
#include "domain/real/words.h"
#include "eqnet/base/error.h"
#include "expr/text.h"

namespace eqnet::domain {

RealLexer::RealLexer(std::string_view text) : text_(text) {
  latex_ = text.find('\\') != std::string_view::npos || text.find('$') != std::string_view::npos;
}

std::vector<RealToken> RealLexer::run() {
  while (step()) {
  }
  add(Kind::end, text_.size(), 0);
  return std::move(tokens_);
}

bool RealLexer::step() {
  const expr::CodePoint point = expr::decode(text_.substr(at_));
  if (at_ == text_.size()) return false;
  if (point.length == 0) throw expr::error_at(text_, at_, "a byte that is not UTF-8", "an expression");
  const char c = text_[at_];
  if (expr::is_space(point.value) || (c == '~' && latex_) || c == '$') {
    space(point.length);
    return true;
  }
  if (c == '\\') {
    command();
    return true;
  }
  if (is_ascii_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_ascii_digit(text_[at_ + 1]))) {
    number();
    return true;
  }
  if (sign()) return true;
  if (superscript(point)) return true;
  unsupported();
  if (expr::is_name_start(point.value) && c != '_') {
    name();
    return true;
  }
  if (c == '.' && text_.find_first_not_of(" .$\n\t\r", at_) == std::string_view::npos) {  // the end of a sentence
    space(1);
    return true;
  }
  throw expr::error_at(text_, at_, base::quoted(text_.substr(at_, point.length)),
                       "a number, a variable or an operator");
}

void RealLexer::space(size_t length) {
  at_ += length;
  touching_ = false;
}

void RealLexer::add(Kind kind, size_t offset, size_t length, std::string_view what) {
  tokens_.push_back({kind, offset, text_.substr(offset, length), what, touching_});
  at_ = offset + length;
  touching_ = true;
}

bool RealLexer::sign() {
  struct Sign {
    std::string_view text;
    Kind kind;
    std::string_view what = {};
  };
  static constexpr Sign kSigns[] = {
      {"**", Kind::power},         {"^", Kind::power},
      {"+", Kind::plus},           {"-", Kind::minus},
      {"−", Kind::minus},          {"–", Kind::minus},
      {"*", Kind::times},          {"·", Kind::times},
      {"×", Kind::times},          {"⋅", Kind::times},
      {"/", Kind::divide},         {"÷", Kind::divide},
      {"(", Kind::open, "("},      {")", Kind::close, "("},
      {"[", Kind::open, "["},      {"]", Kind::close, "["},
      {"{", Kind::open, "{"},      {"}", Kind::close, "{"},
      {"|", Kind::open, "|"},      {",", Kind::comma},
      {"_", Kind::subscript},      {"√", Kind::function, "Sqrt"},
      {"π", Kind::constant, "pi"},
  };
  for (const Sign& sign : kSigns) {
    if (!text_.substr(at_).starts_with(sign.text)) continue;
    if (sign.kind == Kind::comma) decimal_comma();
    add(sign.kind, at_, sign.text.size(), sign.what);
    return true;
  }
  return false;
}

void RealLexer::decimal_comma() const {
  const bool between =
      at_ > 0 && is_ascii_digit(text_[at_ - 1]) && at_ + 1 < text_.size() && is_ascii_digit(text_[at_ + 1]);
  const bool call = std::ranges::any_of(tokens_, [](const RealToken& token) {
    return token.kind == Kind::function && (token.what == "Min" || token.what == "Max" || token.what == "Log" ||
                                            token.what == "Power" || token.what == "Hypot");
  });
  if (between && !call) {
    throw expr::error_at(text_, at_, "',' between digits", "a point as decimal sign, and no sign between thousands");
  }
}

bool RealLexer::superscript(const expr::CodePoint& point) {
  constexpr std::pair<uint32_t, std::string_view> kDigits[] = {{0xB9, "1"},   {0xB2, "2"},   {0xB3, "3"},
                                                               {0x2074, "4"}, {0x2075, "5"}, {0x2076, "6"},
                                                               {0x2077, "7"}, {0x2078, "8"}, {0x2079, "9"}};
  for (const auto& [code, digit] : kDigits) {
    if (code != point.value) continue;
    add(Kind::power, at_, point.length);
    tokens_.push_back({Kind::number, tokens_.back().offset, digit, {}, true});
    return true;
  }
  return false;
}

void RealLexer::unsupported() const {
  for (const RealUnsupported& thing : real_unsupported()) {
    if (!text_.substr(at_).starts_with(thing.text)) continue;
    const bool longer = thing.text.front() == '\\' && is_ascii_letter(thing.text.back()) &&
                        at_ + thing.text.size() < text_.size() && is_ascii_letter(text_[at_ + thing.text.size()]);
    if (longer) continue;
    throw expr::error_at(text_, at_, base::quoted(thing.text) + " (" + std::string(thing.what) + ")",
                         "an expression with one real value; " + std::string(thing.remedy));
  }
}

void RealLexer::number() {
  size_t end = at_;
  const auto digits = [&] {
    while (end < text_.size() && is_ascii_digit(text_[end])) ++end;
  };
  digits();
  if (end + 1 < text_.size() && text_[end] == '.' && is_ascii_digit(text_[end + 1])) {
    ++end;
    digits();
    if (end + 1 < text_.size() && text_[end] == '.' && is_ascii_digit(text_[end + 1]))
      throw expr::error_at(text_, end, "a second '.' in a number", "one decimal point");
  } else if (end + 1 < text_.size() && text_[end] == '.' && !is_ascii_digit(text_[end + 1]) && text_[end + 1] == '*') {
    ++end;  // 2.*x
  }
  if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
    size_t after = end + 1;
    if (after < text_.size() && (text_[after] == '-' || text_[after] == '+')) ++after;
    const bool adjacent = after < text_.size() && is_ascii_digit(text_[after]);
    if (adjacent && (after == end + 1 || text_.substr(at_, end - at_).find('.') != std::string_view::npos)) {
      end = after;
      digits();
    }
  }
  add(Kind::number, at_, end - at_);
}

void RealLexer::name() {
  size_t end = at_;
  for (;;) {
    const expr::CodePoint next = expr::decode(text_.substr(end));
    if (next.length == 0 || !expr::is_name_part(next.value) || (latex_ && text_[end] == '_')) break;
    if (end > at_ && end + 1 < text_.size() && text_[end] == '_' && text_[end + 1] == '{') break;
    end += next.length;
  }
  const std::string_view word = text_.substr(at_, end - at_);
  if (!latex_ && word.back() == '_')
    throw expr::error_at(text_, at_ + word.size() - 1, "'_' with nothing behind it", "an index, as in x_1");
  if (const std::string_view symbol = real_function(word); !symbol.empty())
    return add(Kind::function, at_, word.size(), symbol);
  if (word == "pi" || word == "e") return add(Kind::constant, at_, word.size(), word);
  if (latex_) return letters(end);
  if (word.starts_with("log_")) return add(Kind::function, at_, 3, "Log");
  joined_function(word);
  add(Kind::name, at_, word.size());
}

void RealLexer::joined_function(std::string_view word) const {
  for (const RealFunctionName& function : real_function_names()) {
    if (function.spelling.size() < 2 || word.size() != function.spelling.size() + 1 ||
        !word.starts_with(function.spelling))
      continue;
    const std::string rest(word.substr(function.spelling.size()));
    if (!is_ascii_letter(rest[0])) continue;
    throw expr::error_at(text_, at_, base::quoted(word),
                         std::string(function.spelling) + "(" + rest + ") or another name for the variable");
  }
}

}  // namespace eqnet::domain
