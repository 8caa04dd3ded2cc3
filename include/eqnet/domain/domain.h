// Domains: what expressions mean. A domain has a syntax and an exact notion of equivalence.
//
//   boolean     And Or Xor Implies Not, true, false
//   polynomial  Add Subtract Multiply Negate Power over the integers
//   open        any operators; meaning is given by the classes of the data, so nothing can be proved
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "eqnet/expr/pool.h"
#include "eqnet/expr/syntax.h"

namespace eqnet::domain {

enum class Kind { boolean, polynomial, open };

const expr::Syntax& syntax(Kind kind);
std::string_view name(Kind kind);
// Throws base::Error for a name that is none of the three.
Kind kind_of(std::string_view name);

// The domain whose operators the text is written with; nothing when only signs occur that both know (a + b, a * b).
std::optional<Kind> guess(std::string_view text);

enum class Answer { equivalent, different, undecided };
std::string_view name(Answer answer);

struct Verdict {
  Answer answer = Answer::undecided;
  // different: an assignment under which the two values below differ, by variable name in order of names.
  std::vector<std::pair<std::string, std::string>> witness;
  std::string left, right;  // empty where they are too long to show
  // How it was decided, or why it was not: "truth table", "SAT", "normal form", "evaluation", "timeout", …
  std::string method;
};

struct EquivalenceParams {
  double timeout_s = 10;  // wall clock; 0 means no search at all, only what is decided at once
};

// Exact. Variables are identified by name; one that occurs on one side only is free there. Uses no recursion.
Verdict equivalent(Kind kind, const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                   const EquivalenceParams& params = {});

// What may have been misread when two expressions turn out to differ, as one sentence: a variable of one side that is a
// product of the other's (2xy beside 2*x*y or 2yx, x2 beside 2x), or looks like one of them. Empty when there is none.
std::string misreading(Kind kind, const expr::Pool& pool, expr::NodeId left, expr::NodeId right);

}  // namespace eqnet::domain
