// A syntax: how a domain's expressions are written. One table feeds the parser and every printer.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace eqnet::expr {

class Pool;

struct OperatorSyntax {
  std::string_view symbol;                  // the operator's name in the pool and in SemVec files: "And"
  uint32_t arity = 2;                       // 1: written before its operand, 2: between its operands, more: a call
  int precedence = 0;                       // larger binds tighter; a call has none
  bool right_associative = false;           // a >> b >> c is a >> (b >> c)
  std::vector<std::string_view> spellings;  // all that the parser takes; the first is what is printed
  std::string_view latex;
  std::string_view around = {};       // of a shorthand: the operator of one child that is put around `symbol`
  bool literal_last = false;          // its last child is an integer literal of 0 or more (an exponent), never a tree
  bool sign = false;                  // of one child: directly before an integer literal it belongs to the literal
  bool call = false;                  // of one or two children too: a call, with exactly as many arguments
  bool power = false;                 // printed without spaces, its last child raised in LaTeX
  bool fraction = false;              // in LaTeX one child above the other
  std::string_view latex_close = {};  // of a call whose arguments LaTeX puts between `latex` and this
  std::vector<std::string_view> kin = {};  // symbols of operators that shorter equivalents of it may have: of tan, sin

  [[nodiscard]] bool is_call() const { return call || arity > 2; }
};

struct ConstantSyntax {
  std::string_view symbol;                  // name in the pool
  std::vector<std::string_view> spellings;  // the first is printed
  std::string_view latex;
};

// What people write and this syntax does not have, so that it is named rather than called unexpected.
struct UnsupportedSyntax {
  std::vector<std::string_view> spellings;
  std::string_view what;    // "division"
  std::string_view remedy;  // may be empty
};

struct Syntax {
  std::string_view domain;
  std::vector<OperatorSyntax> operators;
  std::vector<ConstantSyntax> constants;
  std::vector<OperatorSyntax> shorthands = {};  // only parsed, never printed: a <-> b is Not(Xor(a, b))
  std::vector<UnsupportedSyntax> unsupported = {};
  bool integers = false;  // integer literals are constants
  // The operator that is meant where things stand side by side. With `juxtaposes` it may be left out: before a
  // parenthesis, and between a number or a parenthesis and a variable.
  std::string_view product = {};
  bool juxtaposes = false;
  // Reads a text where the grammar is larger than a table can say; printers, files and messages still use the table.
  uint32_t (*reader)(std::string_view text, Pool& pool) = nullptr;
  // (operator child …) with operators taken from the text; everything above is then unused.
  bool s_expressions = false;
};

}  // namespace eqnet::expr
