// Tokens of the infix syntaxes.
#pragma once

#include <array>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "eqnet/expr/syntax.h"

namespace eqnet::expr {

struct Token {
  enum class Kind : uint8_t { end, open, close, comma, number, name, constant, op, unknown, no_utf8 };
  Kind kind = Kind::end;
  bool word = false;  // an operator spelled with letters
  size_t offset = 0;
  std::string_view text;  // what was written
};

// The spellings of a syntax, ready for longest-match look-up.
class Lexer {
 public:
  explicit Lexer(const Syntax& syntax);

  // The token at or after `offset`; bytes that start none are of kind unknown or no_utf8.
  [[nodiscard]] Token next(std::string_view text, size_t offset) const;

  // The operator of this arity with this spelling, or nullptr.
  [[nodiscard]] const OperatorSyntax* find(std::string_view spelling, uint32_t arity) const;
  [[nodiscard]] const ConstantSyntax* find_constant(std::string_view spelling) const;

 private:
  const Syntax& syntax_;
  std::array<std::vector<std::string_view>, 256> signs_;  // by first byte, longest first: spellings without letters
  std::unordered_map<std::string_view, std::array<const OperatorSyntax*, 3>> operators_;
  std::unordered_map<std::string_view, const ConstantSyntax*> constants_;
};

}  // namespace eqnet::expr
