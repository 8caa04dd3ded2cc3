#include "expr/lexer.h"

#include <algorithm>

#include "expr/text.h"

namespace eqnet::expr {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

Lexer::Lexer(const Syntax& syntax) : syntax_(syntax) {
  const auto add_sign = [&](std::string_view spelling) {
    const uint32_t first = decode(spelling).value;
    if (is_name_start(first) || is_digit(spelling[0])) return;  // read as a whole word or number
    auto& bucket = signs_[static_cast<unsigned char>(spelling[0])];
    if (std::ranges::find(bucket, spelling) == bucket.end()) bucket.push_back(spelling);
  };
  for (const OperatorSyntax& op : syntax.operators) {
    for (const std::string_view spelling : op.spellings) {
      operators_[spelling].at(op.arity) = &op;
      add_sign(spelling);
    }
  }
  for (const ConstantSyntax& constant : syntax.constants) {
    for (const std::string_view spelling : constant.spellings) {
      constants_[spelling] = &constant;
      add_sign(spelling);
    }
  }
  for (auto& bucket : signs_) {
    std::ranges::sort(bucket, [](std::string_view a, std::string_view b) { return a.size() > b.size(); });
  }
}

const OperatorSyntax* Lexer::find(std::string_view spelling, uint32_t arity) const {
  const auto found = operators_.find(spelling);
  return found == operators_.end() ? nullptr : found->second.at(arity);
}

const ConstantSyntax* Lexer::find_constant(std::string_view spelling) const {
  const auto found = constants_.find(spelling);
  return found == constants_.end() ? nullptr : found->second;
}

Token Lexer::next(std::string_view text, size_t offset) const {
  using Kind = Token::Kind;
  CodePoint point;
  for (;; offset += point.length) {
    point = decode(text.substr(offset));
    if (point.length == 0 || !is_space(point.value)) break;
  }
  const std::string_view rest = text.substr(offset);
  if (rest.empty()) return {Kind::end, false, offset, rest};
  if (point.length == 0) return {Kind::no_utf8, false, offset, rest.substr(0, 1)};
  const auto token = [&](Kind kind, size_t length, bool word = false) {
    return Token{kind, word, offset, rest.substr(0, length)};
  };
  if (rest[0] == '(') return token(Kind::open, 1);
  if (rest[0] == ')') return token(Kind::close, 1);
  if (rest[0] == ',') return token(Kind::comma, 1);
  if (is_digit(rest[0])) {
    const auto length = static_cast<size_t>(std::ranges::find_if_not(rest, is_digit) - rest.begin());
    if (syntax_.arithmetic) return token(Kind::number, length);
    return token(constants_.contains(rest.substr(0, length)) ? Kind::constant : Kind::unknown, length);
  }
  for (const std::string_view sign : signs_[static_cast<unsigned char>(rest[0])]) {
    if (rest.starts_with(sign)) return token(constants_.contains(sign) ? Kind::constant : Kind::op, sign.size());
  }
  if (is_name_start(point.value)) {
    size_t length = point.length;
    for (;;) {
      const CodePoint next = decode(rest.substr(length));
      if (next.length == 0 || !is_name_part(next.value)) break;
      length += next.length;
    }
    const std::string_view name = rest.substr(0, length);
    if (operators_.contains(name)) return token(Kind::op, length, true);
    if (constants_.contains(name)) return token(Kind::constant, length);
    return token(Kind::name, length);
  }
  return token(Kind::unknown, point.length);
}

}  // namespace eqnet::expr
