// Text to expression. No recursion: nesting is limited by memory alone.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "eqnet/base/error.h"
#include "eqnet/expr/pool.h"
#include "eqnet/expr/syntax.h"

namespace eqnet::expr {

// what() is one line: "line 1, column 5: found ')', expected …". The excerpt shows the place with a caret below it.
class ParseError : public base::Error {
 public:
  ParseError(size_t line, size_t column, std::string found, std::string expected, std::string excerpt);

  size_t line, column;  // from 1; a column is a Unicode code point
  std::string found, expected;
  std::string excerpt;  // two lines: a part of the input line, a caret
};

// A parser for one syntax, which must outlive it. Made once and used for many texts: its tables are built only once.
class Parser {
 public:
  explicit Parser(const Syntax& syntax);
  ~Parser();
  Parser(Parser&&) noexcept;

  // Parses the whole of `text` into the pool; throws ParseError. Input is UTF-8; an invalid sequence is an error.
  NodeId parse(std::string_view text, Pool& pool) const;

 private:
  struct Tables;
  std::unique_ptr<const Tables> tables_;
};

NodeId parse(std::string_view text, const Syntax& syntax, Pool& pool);

}  // namespace eqnet::expr
