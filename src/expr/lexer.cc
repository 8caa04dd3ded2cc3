#include "expr/lexer.h"

#include <algorithm>

#include "expr/text.h"

namespace eqnet::expr {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// decode, without a call for ASCII.
inline CodePoint point_at(std::string_view text) {
  if (!text.empty() && static_cast<unsigned char>(text[0]) < 0x80) return {static_cast<unsigned char>(text[0]), 1};
  return decode(text);
}

const OperatorSyntax*& place_of(Spelling& spelling, const OperatorSyntax& op) {
  return op.is_call() ? spelling.call : op.arity == 1 ? spelling.prefix : spelling.infix;
}

}  // namespace

Lexer::Lexer(const Syntax& syntax) : syntax_(syntax) {
  for (const auto* operators : {&syntax.operators, &syntax.shorthands}) {
    for (const OperatorSyntax& op : *operators) {
      for (const std::string_view text : op.spellings) place_of(spelling(text), op) = &op;
    }
  }
  for (const ConstantSyntax& constant : syntax.constants) {
    for (const std::string_view text : constant.spellings) spelling(text).constant = &constant;
  }
  for (const UnsupportedSyntax& thing : syntax.unsupported) {
    for (const std::string_view text : thing.spellings) spelling(text).unsupported = &thing;
  }
  for (auto& bucket : spellings_) {
    std::ranges::stable_sort(bucket,
                             [](const Spelling& a, const Spelling& b) { return a.text.size() > b.text.size(); });
  }
}

// The entry for this text, made if there is none.
Spelling& Lexer::spelling(std::string_view text) {
  auto& bucket = spellings_[static_cast<unsigned char>(text[0])];
  const auto found = std::ranges::find(bucket, text, &Spelling::text);
  if (found != bucket.end()) return *found;
  const bool sign = !is_name_start(decode(text).value) && !is_digit(text[0]);
  return bucket.emplace_back(Spelling{text, sign});
}

const Spelling* Lexer::find(std::string_view text) const {
  for (const Spelling& spelling : spellings_[static_cast<unsigned char>(text[0])]) {
    if (spelling.text == text) return &spelling;
  }
  return nullptr;
}

Token Lexer::next(std::string_view text, size_t offset) const {
  using Kind = Token::Kind;
  CodePoint point;
  for (;; offset += point.length) {
    point = point_at(text.substr(offset));
    if (point.length == 0 || !is_space(point.value)) break;
  }
  const std::string_view rest = text.substr(offset);
  if (rest.empty()) return {Kind::end, offset, rest};
  if (point.length == 0) return {Kind::no_utf8, offset, rest.substr(0, 1)};
  const auto token = [&](Kind kind, size_t length) { return Token{kind, offset, rest.substr(0, length)}; };
  const auto spelled = [&](const Spelling& spelling) {
    const Kind kind = spelling.constant != nullptr      ? Kind::constant
                      : spelling.unsupported != nullptr ? Kind::unsupported
                                                        : Kind::op;
    return Token{kind, offset, rest.substr(0, spelling.text.size()), &spelling};
  };
  if (rest[0] == '(') return token(Kind::open, 1);
  if (rest[0] == ')') return token(Kind::close, 1);
  if (rest[0] == ',') return token(Kind::comma, 1);
  if (is_digit(rest[0])) {
    const auto length = static_cast<size_t>(std::ranges::find_if_not(rest, is_digit) - rest.begin());
    if (syntax_.integers) return token(Kind::number, length);
    const Spelling* spelling = find(rest.substr(0, length));
    return spelling != nullptr ? spelled(*spelling) : token(Kind::unknown, length);
  }
  for (const Spelling& spelling : spellings_[static_cast<unsigned char>(rest[0])]) {
    if (spelling.sign && rest.starts_with(spelling.text)) return spelled(spelling);
  }
  if (is_name_start(point.value)) {
    size_t length = point.length;
    for (;;) {
      const CodePoint next = point_at(rest.substr(length));
      if (next.length == 0 || !is_name_part(next.value)) break;
      length += next.length;
    }
    const Spelling* spelling = find(rest.substr(0, length));
    return spelling != nullptr ? spelled(*spelling) : token(Kind::name, length);
  }
  return token(Kind::unknown, point.length);
}

}  // namespace eqnet::expr
