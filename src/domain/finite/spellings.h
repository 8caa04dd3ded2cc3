// How a finite algebra's expressions are written, and whether its spellings can be told apart.
#pragma once

#include <deque>

#include "domain/finite/definition.h"
#include "eqnet/expr/syntax.h"

namespace eqnet::domain {

// What is wrong with the spellings, and with which of the operators; kNone: with a value.
struct SpellingProblem {
  static constexpr size_t kNone = SIZE_MAX;
  std::string what, remedy;  // what is empty where all is well
  size_t op = kNone;
};
SpellingProblem spelling_problem(const Definition& definition);

// The table for parser and printers. It refers to the definition's texts, and to its own in `latex`.
expr::Syntax syntax_of(const Definition& definition, std::deque<std::string>& latex);

}  // namespace eqnet::domain
