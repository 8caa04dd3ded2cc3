// Rewrite rules of a space: the equations between expressions up to a size, from which all others of that size follow.
//
//   eqnet::search::RuleSpace space{.domain = &eqnet::domain::boolean(), .operators = {"And", "Or", "Not"}};
//   const eqnet::search::RuleSet found = eqnet::search::find_rules(space);
//   for (const eqnet::search::Rule& rule : found.rules) …   // nodes of found.pool
//
// Every rule is proved: the two sides are the same function of the domain's algebra. A rule follows from others where
// its sides are linked by rewriting with them, in either direction and anywhere in an expression, through expressions
// of a somewhat larger space. Those that follow from smaller rules are left out.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "eqnet/domain/domain.h"

namespace eqnet::search {

struct RuleSpace {
  const domain::Domain* domain = &domain::default_domain();
  std::vector<std::string> operators;       // symbols; none: the domain's default ones
  std::vector<std::string> constants = {};  // symbols of constants that expressions may have
  size_t variables = 3;
  size_t max_size = 5;      // nodes of an expression
  size_t through_size = 0;  // of one that rewriting may go through; 0: more than max_size, where these are not too many
};

struct Rule {
  expr::NodeId left = 0, right = 0;  // the left side has at least as many nodes
};

struct RuleSet {
  expr::Pool pool;
  std::vector<Rule> rules;  // the smaller first
  size_t expressions = 0;   // of the space
  size_t meanings = 0;      // that they have
  size_t through_size = 0;  // as above, never 0
};

// Called with the number of rules so far and the size that is looked at.
using RuleProgress = std::function<void(size_t rules, size_t size)>;

// The same for the same space. Throws base::Error for a domain without an algebra, and for a space with more than these
// variables, nodes or expressions.
constexpr size_t kMostRuleVariables = 26;
constexpr size_t kMostRuleSize = 64;
constexpr size_t kMostRuleExpressions = 4'000'000;
RuleSet find_rules(const RuleSpace& space, const RuleProgress& progress = {});

// ---- rules as text ----

enum class RuleFormat {
  text,    // a & b = b & a
  egg,     // rewrite!("rule-1"; "(And ?a ?b)" => "(And ?b ?a)"),  one for each direction that has all its variables
  egglog,  // (rewrite (And a b) (And b a)), and birewrite where both directions have all their variables
};
// A line or two, without an end of line. number: from 1.
std::string rule_text(const RuleSet& rules, size_t number, const domain::Domain& domain, RuleFormat format);

// A rule that someone wrote: "left ==> right", "left <==> right" or "left = right", each side as the domain writes it
// or as an S-expression, (& ?a (~ ?b)), perhaps with " if CONDITION" behind it. Nothing is done with the condition.
struct WrittenRule {
  expr::NodeId left = 0, right = 0;
  std::string condition;
};
// Throws base::Error on what is none.
WrittenRule read_rule(std::string_view line, const domain::Domain& domain, expr::Pool& pool);

}  // namespace eqnet::search
