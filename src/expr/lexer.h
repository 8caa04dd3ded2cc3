// Tokens of the infix syntaxes.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "eqnet/expr/syntax.h"

namespace eqnet::expr {

// A way to write operators or a constant, and which.
struct Spelling {
  std::string_view text;
  bool sign = false;  // without letters and digits: it ends where it ends, whatever follows
  // Written before its operand, between its operands, or as a call.
  const OperatorSyntax *prefix = nullptr, *infix = nullptr, *call = nullptr;
  const ConstantSyntax* constant = nullptr;
  const UnsupportedSyntax* unsupported = nullptr;
};

struct Token {
  enum class Kind : uint8_t { end, open, close, comma, number, name, constant, op, unsupported, unknown, no_utf8 };
  Kind kind = Kind::end;
  size_t offset = 0;
  std::string_view text;               // what was written
  const Spelling* spelling = nullptr;  // of an operator or constant

  // The operator in that place, or nullptr.
  [[nodiscard]] const OperatorSyntax* prefix() const { return kind == Kind::op ? spelling->prefix : nullptr; }
  [[nodiscard]] const OperatorSyntax* infix() const { return kind == Kind::op ? spelling->infix : nullptr; }
};

// The spellings of a syntax, ready for longest-match look-up.
class Lexer {
 public:
  explicit Lexer(const Syntax& syntax);

  // The token at or after `offset`; bytes that start none are of kind unknown or no_utf8.
  [[nodiscard]] Token next(std::string_view text, size_t offset) const;

 private:
  Spelling& spelling(std::string_view text);
  [[nodiscard]] const Spelling* find(std::string_view text) const;

  const Syntax& syntax_;
  std::array<std::vector<Spelling>, 256> spellings_;  // by first byte, longest first: few each
};

}  // namespace eqnet::expr
