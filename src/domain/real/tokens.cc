#include "domain/real/tokens.h"

#include <algorithm>
#include <iterator>

#include "base/suggest.h"
#include "domain/real/words.h"
#include "eqnet/base/error.h"
#include "expr/text.h"

namespace eqnet::domain {

std::optional<char> superscript_digit(uint32_t code) {
  constexpr uint32_t kDigits[] = {0x2070, 0xB9, 0xB2, 0xB3, 0x2074, 0x2075, 0x2076, 0x2077, 0x2078, 0x2079};
  const auto* found = std::ranges::find(kDigits, code);
  if (found == std::end(kDigits)) return std::nullopt;
  return static_cast<char>('0' + (found - kDigits));
}

std::optional<char> subscript_digit(uint32_t code) {
  constexpr uint32_t kZero = 0x2080, kTen = 10;
  if (code < kZero || code >= kZero + kTen) return std::nullopt;
  return static_cast<char>('0' + (code - kZero));
}

bool is_latex(std::string_view text) {
  if (text.find_first_of("\\$") != std::string_view::npos) return true;
  if (text.find("^{") == std::string_view::npos) return false;
  for (size_t at = text.find('_'); at != std::string_view::npos; at = text.find('_', at + 1)) {  // v_max^{2}
    if (at + 2 < text.size() && is_ascii_letter(text[at + 1]) && is_ascii_letter(text[at + 2])) return false;
  }
  return true;
}

RealLexer::RealLexer(std::string_view text, const RealContext* context)
    : text_(text),
      variables_(context != nullptr && context->variables ? &*context->variables : nullptr),
      powers_of_ten_(context != nullptr && context->powers_of_ten) {
  latex_ = is_latex(text);
}

std::vector<RealToken> RealLexer::run() {
  constexpr size_t kBytesPerToken = 2;
  tokens_.reserve(std::min<size_t>(text_.size() / kBytesPerToken + 4, 4096));
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
  if (is_ascii_letter(c)) {
    name();
    return true;
  }
  if (degree() || sign() || superscript() || index() || written_fraction()) return true;
  unsupported();
  foreign_digit(point);
  if (expr::is_name_start(point.value) && c != '_') {
    name();
    return true;
  }
  if (c == '.' && text_.find_first_not_of(" $\n\t\r", at_ + 1) == std::string_view::npos) {  // the end of a sentence
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
  if (kind == Kind::open) ++brackets_;
  if (kind == Kind::close) --brackets_;
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
      {"**", Kind::power},
      {"^", Kind::power},
      {"+", Kind::plus},
      {"-", Kind::minus},
      {"−", Kind::minus},
      {"–", Kind::minus},
      {"*", Kind::times},
      {"·", Kind::times},
      {"×", Kind::times},
      {"⋅", Kind::times},
      {"∙", Kind::times},
      {"•", Kind::times},
      {"⁄", Kind::divide},
      {"∕", Kind::divide},
      {"/", Kind::divide},
      {"÷", Kind::divide},
      {"(", Kind::open, "("},
      {")", Kind::close, "("},
      {"[", Kind::open, "["},
      {"]", Kind::close, "["},
      {"{", Kind::open, "{"},
      {"}", Kind::close, "{"},
      {"|", Kind::open, "|"},
      {",", Kind::comma},
      {"_", Kind::subscript},
      {"√", Kind::function, "Sqrt"},
      {"∛", Kind::function, "Cbrt"},
      {"%", Kind::percent},
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

// The end of 1,234.50, \$1,234 or 1,234,567, whose commas can be no decimal signs; `end` is that of its first digits.
size_t RealLexer::behind_thousands(size_t end) const {
  constexpr size_t kGroup = 3;
  if (end >= text_.size() || text_[end] != ',' || end - at_ > kGroup || text_[at_] == '0') return end;
  size_t after = end;
  while (after + kGroup < text_.size() && text_[after] == ',' &&
         std::ranges::all_of(text_.substr(after + 1, kGroup), is_ascii_digit)) {
    after += kGroup + 1;
  }
  const bool dollar = at_ > 0 && text_[at_ - 1] == '$';  // of one that closes no formula
  const bool money = dollar && (text_.substr(0, at_ - 1).ends_with('\\') || std::ranges::count(text_, '$') == 1);
  const bool digit = after < text_.size() && is_ascii_digit(text_[after]);
  const bool point = after + 1 < text_.size() && text_[after] == '.' && is_ascii_digit(text_[after + 1]);
  const bool millions = after - end > kGroup + 1;
  return !digit && (money || point || millions) && brackets_ <= 0 ? after : end;
}

void RealLexer::decimal_comma() const {
  const bool between =
      at_ > 0 && is_ascii_digit(text_[at_ - 1]) && at_ + 1 < text_.size() && is_ascii_digit(text_[at_ + 1]);
  if (between && brackets_ <= 0) {
    throw expr::error_at(text_, at_, "',' between digits", "a point as decimal sign, and no sign between thousands");
  }
}

bool RealLexer::superscript() {
  if (static_cast<unsigned char>(text_[at_]) < 0x80) return false;
  constexpr std::string_view kMinus = "⁻";
  size_t end = at_;
  const bool minus = text_.substr(end).starts_with(kMinus);
  if (minus) end += kMinus.size();
  const size_t digits = end;
  while (end < text_.size()) {
    const expr::CodePoint point = expr::decode(text_.substr(end));
    if (point.length == 0 || !superscript_digit(point.value)) break;
    end += point.length;
  }
  if (end == digits) return false;
  const size_t begin = at_;
  add(Kind::power, begin, digits - begin);
  add(Kind::open, digits, 0, "(");
  if (minus) add(Kind::minus, digits, 0);
  add(Kind::number, digits, end - digits);
  add(Kind::close, end, 0, "(");
  return true;
}

bool RealLexer::index() {
  size_t end = at_;
  while (end < text_.size()) {
    const expr::CodePoint point = expr::decode(text_.substr(end));
    if (point.length == 0 || !subscript_digit(point.value)) break;
    end += point.length;
  }
  const Kind before = tokens_.empty() ? Kind::end : tokens_.back().kind;
  if (end == at_ || !touching_ || (before != Kind::name && before != Kind::function)) return false;
  const size_t begin = at_;
  add(Kind::subscript, begin, 0);
  add(Kind::number, begin, end - begin);
  return true;
}

bool RealLexer::written_fraction() {
  if (static_cast<unsigned char>(text_[at_]) < 0x80) return false;
  struct Written {
    std::string_view sign, above, below;
  };
  constexpr Written kWritten[] = {{"½", "1", "2"}, {"⅓", "1", "3"}, {"⅔", "2", "3"}, {"¼", "1", "4"}, {"¾", "3", "4"},
                                  {"⅕", "1", "5"}, {"⅖", "2", "5"}, {"⅗", "3", "5"}, {"⅘", "4", "5"}, {"⅙", "1", "6"},
                                  {"⅚", "5", "6"}, {"⅛", "1", "8"}, {"⅜", "3", "8"}, {"⅝", "5", "8"}, {"⅞", "7", "8"}};
  for (const Written& one : kWritten) {
    if (!text_.substr(at_).starts_with(one.sign)) continue;
    add(Kind::fraction, at_, one.sign.size());
    for (const std::string_view digit : {one.above, one.below}) {
      tokens_.push_back({Kind::number, tokens_.back().offset, digit, {}, true});
    }
    return true;
  }
  return false;
}

bool RealLexer::degree() {
  if (text_[at_] != '^' && text_[at_] != '\xC2') return false;  // ° is C2 B0
  size_t end = at_;
  const auto skip = [&](std::string_view part) {
    while (end < text_.size() && text_[end] == ' ') ++end;
    if (!text_.substr(end).starts_with(part)) return false;
    end += part.size();
    return true;
  };
  if (skip("°")) {
    add(Kind::degree, at_, end - at_);
    return true;
  }
  if (!skip("^")) return false;
  const bool brace = skip("{");
  const bool letter = !tokens_.empty() && tokens_.back().kind == Kind::number &&  // 45^o
                      (skip("\\text{o}") || skip("o"));
  if (!letter && !skip("\\circ") && !skip("°")) return false;
  if (brace && !skip("}")) return false;
  if (end < text_.size() && is_ascii_letter(text_[end]) && !brace) return false;
  add(Kind::degree, at_, end - at_);
  return true;
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

// ٣ is three, and no variable.
void RealLexer::foreign_digit(const expr::CodePoint& point) const {
  constexpr uint32_t kZeros[] = {0x660, 0x6F0, 0x966, 0x9E6, 0xFF10};
  constexpr uint32_t kTen = 10;
  for (const uint32_t zero : kZeros) {
    if (point.value < zero || point.value >= zero + kTen) continue;
    throw expr::error_at(text_, at_, base::quoted(text_.substr(at_, point.length)),
                         "digits from 0 to 9; it means " + std::to_string(point.value - zero));
  }
}

// The length of digits that repeat forever, as they are written at the beginning of a text, and the digits:
// (3), \overline{3}, \dot{3}. Zero where there are none.
std::pair<size_t, std::string_view> RealLexer::repeating_digits(std::string_view text) const {
  struct Marks {
    std::string_view open, close;
  };
  static constexpr Marks kMarks[] = {{"(", ")"},         {"\\overline{", "}"}, {"\\bar{", "}"}, {"\\dot{", "}"},
                                     {"\\overline", ""}, {"\\bar", ""},        {"\\dot", ""}};
  for (const auto& [open, close] : kMarks) {
    if (!text.starts_with(open)) continue;
    size_t begin = open.size();
    while (close.empty() && begin < text.size() && text[begin] == ' ') ++begin;
    size_t end = begin;
    while (end < text.size() && is_ascii_digit(text[end]) && (!close.empty() || end == begin)) ++end;
    if (end > begin && text.substr(end).starts_with(close))
      return {end + close.size(), text.substr(begin, end - begin)};
  }
  return {0, {}};
}

void RealLexer::number() {
  size_t end = at_;
  if (text_.substr(at_).starts_with("0x") && at_ + 2 < text_.size() && is_ascii_digit(text_[at_ + 2]))
    throw expr::error_at(text_, at_, "'0x' (a hexadecimal number)", "digits from 0 to 9, or a sign behind the 0");
  const auto digits = [&] {
    while (end < text_.size() && is_ascii_digit(text_[end])) ++end;
  };
  digits();
  for (const std::string_view thousands : {"{,}", ",\\!", "\\,"}) {  // as LaTeX sets them
    constexpr size_t kGroup = 3;
    constexpr size_t kFirst = 3;  // digits before the first space
    if (thousands == "\\," && (end - at_ > kFirst || text_[at_] == '0')) continue;
    while (text_.substr(end).starts_with(thousands) &&
           std::ranges::all_of(text_.substr(std::min(text_.size(), end + thousands.size()), kGroup), is_ascii_digit) &&
           end + thousands.size() + kGroup <= text_.size()) {
      end += thousands.size() + kGroup;
    }
  }
  end = behind_thousands(end);
  if (end + 1 < text_.size() && text_[end] == '.' && is_ascii_digit(text_[end + 1])) {
    ++end;
    digits();
    if (end + 1 < text_.size() && text_[end] == '.' && is_ascii_digit(text_[end + 1]))
      throw expr::error_at(text_, end, "a second '.' in a number", "one decimal point");
  } else if (end < text_.size() && text_[end] == '.' &&
             (text_.substr(end + 1).starts_with('*') || repeating_digits(text_.substr(end + 1)).first > 0)) {
    ++end;  // 2.*x, 0.(3)
  }
  if (text_.substr(at_, end - at_).find('.') != std::string_view::npos) {
    const bool product = text_[end - 1] != '.' && text_.substr(end).starts_with('(');  // 2.5(4) is 10
    const auto [length, repeated] = repeating_digits(product ? std::string_view() : text_.substr(end));
    if (length > 0) {
      add(Kind::number, at_, end - at_);
      tokens_.push_back({Kind::repetend, end, repeated, {}, true});
      at_ = end + length;
      return;
    }
  }
  if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
    size_t after = end + 1;
    if (after < text_.size() && (text_[after] == '-' || text_[after] == '+')) ++after;
    const bool adjacent = after < text_.size() && is_ascii_digit(text_[after]);
    // Programs print 1e-05, with a zero; people write 2e-3 for twice e less 3.
    // 1e-3 is none of them: nobody writes the 1.
    const bool printed = powers_of_ten_ || text_[end] == 'E' || text_.substr(at_, end - at_) == "1" ||
                         text_.substr(at_, end - at_).find('.') != std::string_view::npos ||
                         (!latex_ && text_[std::min(after, text_.size() - 1)] == '0' && after + 1 < text_.size() &&
                          is_ascii_digit(text_[after + 1]));
    if (adjacent && (after == end + 1 || printed)) {
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
    if (subscript_digit(next.value)) break;
    if (text_[end] == '_' && !greek_name(text_.substr(at_, end - at_)).empty()) break;
    if (end > at_ && end + 1 < text_.size() && text_[end] == '_' && text_[end + 1] == '{') break;
    end += next.length;
  }
  const std::string_view word = text_.substr(at_, end - at_);
  if (!latex_ && word.back() == '_')
    throw expr::error_at(text_, at_ + word.size() - 1, "'_' with nothing behind it", "an index, as in x_1");
  if (const std::string_view symbol = real_function(word); !symbol.empty())
    return add(Kind::function, at_, word.size(), symbol);
  if (word == "pi" || word == "PI" || word == "Pi") return add(Kind::constant, at_, word.size(), "pi");
  if (word == "e") return add(Kind::constant, at_, word.size(), word);
  if (is_unit_one(word) && is_behind_value()) return space(word.size());
  if (const auto unit = unit_named(word); unit && is_behind_value()) return add(*unit, at_, word.size());
  if (is_greek_name(word)) return add(Kind::name, at_, word.size());
  if (latex_) {
    if (word.size() > 2 || !touching_) refuse_word(word);
    return letters(end);
  }
  if (variables_ != nullptr && pieces(end)) return;
  if (word.starts_with("log_")) return add(Kind::function, at_, 3, "Log");
  if (const size_t length = joined_root(word); length > 0) {  // sqrt3
    add(Kind::function, at_, length, word.starts_with("sqrt") ? "Sqrt" : "Cbrt");
    return add(Kind::number, at_, word.size() - length);
  }
  joined_function(word);
  refuse_derivative(word);
  refuse_word(word);
  refuse_behind_number(word);
  letter(word.size());
}

size_t RealLexer::joined_root(std::string_view word) {
  for (const std::string_view name : {"sqrt", "cbrt"}) {
    if (word.size() > name.size() && word.starts_with(name) &&
        std::ranges::all_of(word.substr(name.size()), is_ascii_digit))
      return name.size();
  }
  return 0;
}

void RealLexer::joined_function(std::string_view word) const {
  // x2 and max2 are names; sin2x and ln2 are functions.
  constexpr std::string_view kOfNumbers[] = {"sqrt", "cbrt", "ln",   "log",  "sin",  "cos",    "tan",    "sec",
                                             "csc",  "cot",  "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan"};
  if (word.size() == 1) return;
  const auto refuse = [&](const std::string& meant) {
    throw expr::error_at(text_, at_, base::quoted(word), meant + " or another name for the variable");
  };
  for (const RealFunctionName& function : real_function_names()) {
    const std::string_view spelling = function.spelling;
    if (spelling.size() < 2) continue;
    const bool inside = word.size() > spelling.size() + 1 && word.substr(1).starts_with(spelling);  // xsinx
    if (inside && word.size() == spelling.size() + 2 && word.front() == word.back() && is_ascii_letter(word[0]))
      refuse(std::string(1, word[0]) + "*" + std::string(spelling) + "(" + word.back() + ")");
    const auto of_numbers = [&] { return std::ranges::find(kOfNumbers, spelling) != std::end(kOfNumbers); };
    if (word.size() == spelling.size() + 1 && word.ends_with(spelling) && of_numbers() &&
        is_ascii_letter(word[0]))  // xsin
      refuse(std::string(1, word[0]) + "*" + std::string(spelling) + "(…)");
    if (word.size() <= spelling.size() || !word.starts_with(spelling)) continue;
    const std::string_view rest = word.substr(spelling.size());
    const size_t letter = std::min(rest.find_first_not_of("0123456789"), rest.size());
    if (letter > 0 && !of_numbers()) continue;
    const size_t symbol = letter < rest.size() ? expr::decode(rest.substr(letter)).length : 0;  // sin2x, cosθ
    const bool one =
        rest.size() == letter || (rest.size() == letter + symbol && (symbol > 1 || is_ascii_letter(rest[letter])));
    const bool sum = letter == 0 && rest.size() > 2 && is_ascii_letter(rest[0]) && rest.back() == rest[0] &&
                     !real_function(rest.substr(1, rest.size() - 2)).empty();  // sinxcosx
    if (!one && !sum) continue;
    refuse(std::string(spelling) + "(" + std::string(sum ? rest.substr(0, 1) : rest) + ")");
  }
}

bool RealLexer::is_behind_value() const {
  if (tokens_.empty()) return false;
  const Kind kind = tokens_.back().kind;
  return kind == Kind::number || kind == Kind::constant || kind == Kind::close;
}

bool RealLexer::is_unit_one(std::string_view word) {
  return word == "radian" || word == "radians" || word == "rad";
}

std::optional<RealTokenKind> RealLexer::unit_named(std::string_view word) {
  if (word == "percent") return Kind::percent;
  if (word == "degrees" || word == "degree" || word == "deg") return Kind::degree;
  return std::nullopt;
}

// d/dx. A quotient of variables dy and dx is none.
void RealLexer::refuse_derivative(std::string_view word) const {
  const std::string_view after = text_.substr(at_ + word.size());
  if (word != "d" || after.size() < 3 || !after.starts_with("/d") || !is_ascii_letter(after[2])) return;
  if (after.size() > 3 && expr::is_name_part(expr::decode(after.substr(3)).value)) return;
  throw expr::error_at(text_, at_, "a derivative", "an expression with one real value; give it worked out");
}

// 2x10^3 and 5C2.
void RealLexer::refuse_behind_number(std::string_view word) const {
  if (tokens_.empty() || tokens_.back().kind != Kind::number || !touching_ || word.size() < 2) return;
  const bool digits = std::ranges::all_of(word.substr(1), is_ascii_digit);
  if (word == "x10" && text_.substr(at_ + word.size()).starts_with('^')) {
    throw expr::error_at(text_, at_, "'x' before a power of ten", "'*' as the sign of multiplication");
  }
  if ((word[0] == 'C' || word[0] == 'P') && digits) {
    throw expr::error_at(text_, at_, base::quoted(word) + " (a number of combinations or permutations)",
                         "an expression with one real value; give it worked out");
  }
}

void RealLexer::refuse_word(std::string_view word) const {
  const bool behind_number = !tokens_.empty() && tokens_.back().kind == Kind::number && touching_;
  const bool ordinal = word == "st" || word == "nd" || word == "rd" || word == "th";
  if (ordinal && (behind_number || latex_)) {
    throw expr::error_at(text_, at_, base::quoted(word) + " (an ordinal number)",
                         "an expression with one real value; leave it out");
  }
  if (!is_word_of_a_sentence(word)) return;
  throw expr::error_at(text_, at_, base::quoted(word) + " (a word)",
                       "an expression with one real value; give one expression");
}

}  // namespace eqnet::domain
