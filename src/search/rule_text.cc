// Rules as text, out and in.
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "eqnet/base/error.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "eqnet/search/rules.h"

namespace eqnet::search {
namespace {

using expr::NodeId;

std::set<expr::SymbolId> variables_below(const expr::Pool& pool, NodeId root) {
  std::set<expr::SymbolId> variables;
  const expr::Subgraph graph(pool, {&root, 1});
  for (size_t place = 0; place < graph.size(); ++place) {
    const expr::SymbolId symbol = pool.symbol(graph.id(place));
    if (pool.symbols[symbol].kind == expr::SymbolKind::variable) variables.insert(symbol);
  }
  return variables;
}

// (And ?a ?b): operators by their symbol, a mark before variables.
std::string s_expression(const expr::Pool& pool, NodeId root, std::string_view mark) {
  std::string text;
  struct Step {
    NodeId node;
    bool closes;
  };
  std::vector<Step> open = {{root, false}};
  while (!open.empty()) {
    const Step step = open.back();
    open.pop_back();
    if (step.closes) {
      text += ')';
      continue;
    }
    if (!text.empty()) text += ' ';
    const expr::Symbol& symbol = pool.symbol_of(step.node);
    const auto children = pool.children(step.node);
    if (children.empty()) {
      if (symbol.kind == expr::SymbolKind::variable) text += mark;
      text += symbol.name;
      continue;
    }
    text += "(" + symbol.name;
    open.push_back({step.node, true});
    for (size_t c = children.size(); c-- > 0;) open.push_back({children[c], false});
  }
  return text;
}

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// An S-expression with the domain's operators, by symbol or by any of their spellings, and variables with or without a
// question mark. No recursion.
class SExpression {
 public:
  SExpression(std::string_view text, const expr::Syntax& syntax, expr::Pool& pool)
      : text_(text), syntax_(syntax), pool_(pool) {}

  NodeId read() {
    std::vector<Open> open;
    for (;;) {
      const std::string_view token = next();
      if (token.empty()) throw base::Error("the rule ends within " + base::quoted(text_));
      if (token == "(") {
        const std::string_view name = next();
        if (name.empty() || name == "(" || name == ")") {
          throw base::Error("an operator is missing after a parenthesis in " + base::quoted(text_));
        }
        open.push_back({name, {}});
        continue;
      }
      NodeId node = 0;
      if (token == ")") {
        if (open.empty()) throw base::Error("a parenthesis closes that is not open in " + base::quoted(text_));
        node = node_of(open.back());
        open.pop_back();
      } else {
        node = leaf(token);
      }
      if (open.empty()) {
        if (!next().empty()) throw base::Error("there is more behind the expression in " + base::quoted(text_));
        return node;
      }
      open.back().children.push_back(node);
    }
  }

 private:
  struct Open {
    std::string_view name;
    std::vector<NodeId> children;
  };

  std::string_view next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    const size_t begin = at_;
    if (at_ == text_.size()) return {};
    if (text_[at_] == '(' || text_[at_] == ')') return text_.substr(at_++, 1);
    while (at_ < text_.size() && std::string_view(" \t()").find(text_[at_]) == std::string_view::npos) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  NodeId leaf(std::string_view token) {
    if (token.front() == '?') {
      if (token.size() == 1) throw base::Error("a variable has no name in " + base::quoted(text_));
      return pool_.variable(token.substr(1));
    }
    return expr::parse(token == "E" && syntax_.domain == "real" ? "e" : token, syntax_, pool_);
  }

  NodeId node_of(const Open& open) {
    const std::string_view name = open.name == "neg" ? "Negate" : open.name;
    for (const expr::OperatorSyntax& op : syntax_.operators) {
      const bool named = op.symbol == name || std::ranges::find(op.spellings, name) != op.spellings.end();
      if (named && op.arity == open.children.size()) {
        return pool_.node(pool_.symbols.op(op.symbol, op.arity), open.children);
      }
    }
    if (open.children.empty() && (name == "PI" || name == "E")) return leaf(name);  // (PI)
    if (const auto node = written_out(open)) return *node;
    throw base::Error(base::quoted(open.name) + " of " + std::to_string(open.children.size()) +
                      " is no operator of the " + std::string(syntax_.domain) + " domain");
  }

  // Functions that rule sets have and people do not write.
  static std::string_view meaning(const Open& open) {
    constexpr std::tuple<std::string_view, size_t, std::string_view> kMeanings[] = {{"fma", 3, "x_0 * x_1 + x_2"},
                                                                                    {"square", 1, "x_0 * x_0"},
                                                                                    {"cube", 1, "x_0 * x_0 * x_0"},
                                                                                    {"rcp", 1, "1 / x_0"}};
    for (const auto& [name, arity, text] : kMeanings) {
      if (name == open.name && arity == open.children.size()) return text;
    }
    return {};
  }

  // What the domain reads as a call, though it has no such operator: (cot a) as cot(a) is cos(a)/sin(a).
  std::optional<NodeId> written_out(const Open& open) {
    if (std::isalpha(static_cast<unsigned char>(open.name.front())) == 0) return std::nullopt;
    expr::Pool own;
    std::vector<NodeId> places;
    std::string call(open.name);
    for (size_t c = 0; c < open.children.size(); ++c) {
      const std::string place = "x_" + std::to_string(c);
      places.push_back(own.variable(place));
      call.append(c == 0 ? "(" : ", ").append(place);
    }
    call += ")";
    if (const std::string_view text = meaning(open); !text.empty()) call = text;
    try {
      const NodeId root = expr::parse(call, syntax_, own);
      std::map<NodeId, NodeId> copies;
      for (size_t c = 0; c < places.size(); ++c) copies[places[c]] = open.children[c];
      const expr::Subgraph graph(own, {&root, 1});
      for (size_t place = 0; place < graph.size(); ++place) {
        const NodeId node = graph.id(place);
        if (copies.contains(node)) continue;
        std::vector<NodeId> children;
        for (const NodeId child : own.children(node)) children.push_back(copies.at(child));
        const expr::Symbol& symbol = own.symbol_of(node);
        copies[node] = symbol.kind == expr::SymbolKind::constant
                           ? pool_.constant(symbol.name)
                           : pool_.node(pool_.symbols.op(symbol.name, symbol.arity), children);
      }
      return copies.at(root);
    } catch (const base::Error&) {
      return std::nullopt;
    }
  }

  std::string_view text_;
  const expr::Syntax& syntax_;
  expr::Pool& pool_;
  size_t at_ = 0;
};

// Whether an operator stands directly behind the first parenthesis, or variables have question marks.
bool is_s_expression(std::string_view text, const expr::Syntax& syntax) {
  if (text.find('?') != std::string_view::npos) return true;
  if (text.empty() || text.front() != '(') return false;
  const std::string_view rest = trimmed(text.substr(1));
  const std::string_view name = rest.substr(0, rest.find_first_of(" \t"));
  if (name.size() == rest.size()) return false;
  return std::ranges::any_of(syntax.operators, [&](const expr::OperatorSyntax& op) {
    // (~ a) and (- a) read the same either way.
    return op.symbol == name || (op.arity > 1 && std::ranges::find(op.spellings, name) != op.spellings.end());
  });
}

// Whether the name of a function stands directly behind the first parenthesis.
bool is_call(std::string_view text, const expr::Syntax& syntax) {
  if (text.front() != '(') return false;
  const std::string_view rest = trimmed(text.substr(1));
  const std::string_view name = rest.substr(0, rest.find_first_of(" \t"));
  return std::ranges::any_of(syntax.operators, [&](const expr::OperatorSyntax& op) {
    return op.call && std::ranges::find(op.spellings, name) != op.spellings.end();
  });
}

// (exp 1) ==> E
bool is_e_beside(std::string_view text, std::string_view other, const expr::Syntax& syntax) {
  return text == "E" && syntax.domain == "real" && !other.empty() &&
         (is_s_expression(other, syntax) || is_call(other, syntax));
}

NodeId read_side(std::string_view text, const domain::Domain& domain, expr::Pool& pool) {
  if (text.empty()) throw base::Error("a side of the rule is empty");
  if (is_s_expression(text, domain.syntax())) return SExpression(text, domain.syntax(), pool).read();
  if (is_call(text, domain.syntax())) {  // (log E); but not (sin x) + 1
    try {
      return SExpression(text, domain.syntax(), pool).read();
    } catch (const base::Error&) {
    }
  }
  try {
    return expr::parse(text, domain.syntax(), pool);
  } catch (const expr::ParseError&) {  // (sin (/ PI 6))
    if (text.front() != '(') throw;
    try {
      return SExpression(text, domain.syntax(), pool).read();
    } catch (const base::Error&) {
    }
    throw;
  }
}

// Whether the domain has an operator that is written like an arrow.
bool is_operator(std::string_view arrow, const expr::Syntax& syntax) {
  return std::ranges::any_of(syntax.operators, [&](const expr::OperatorSyntax& op) {
    return std::ranges::find(op.spellings, arrow) != op.spellings.end();
  });
}

// Where an arrow begins. An = that belongs to an operator of the domain, as in => and <=>, is none.
size_t find_arrow(std::string_view line, std::string_view arrow) {
  if (arrow != "=") return line.find(arrow);
  for (size_t at = line.find('='); at != std::string_view::npos; at = line.find('=', at + 1)) {
    const bool begins = at == 0 || std::string_view("<>=!").find(line[at - 1]) == std::string_view::npos;
    const bool ends = at + 1 == line.size() || std::string_view(">=").find(line[at + 1]) == std::string_view::npos;
    if (begins && ends) return at;
  }
  return std::string_view::npos;
}

// The same text for rules that differ in the names of their variables alone.
std::string up_to_names(std::string_view rule) {
  std::map<std::string, size_t> names;
  std::string result;
  for (size_t at = 0; at < rule.size();) {
    const size_t end = rule[at] == '?' ? std::min(rule.find_first_of(" )", at), rule.size()) : at + 1;
    const std::string_view token = rule.substr(at, end - at);
    result += token.front() == '?'
                  ? "?" + std::to_string(names.try_emplace(std::string(token), names.size()).first->second)
                  : std::string(token);
    at = end;
  }
  return result;
}

}  // namespace

std::string rule_text(const RuleSet& rules, size_t number, const domain::Domain& domain, RuleFormat format) {
  const auto [left, right] = rules.rules.at(number - 1);
  if (format == RuleFormat::text) {
    return expr::print(rules.pool, left, domain.syntax()) + " = " + expr::print(rules.pool, right, domain.syntax());
  }
  const std::set<expr::SymbolId> of_left = variables_below(rules.pool, left);
  const std::set<expr::SymbolId> of_right = variables_below(rules.pool, right);
  const bool forward = std::ranges::includes(of_left, of_right);
  const bool backward = std::ranges::includes(of_right, of_left);
  if (format == RuleFormat::egglog) {
    const std::string sides =
        " " + s_expression(rules.pool, left, "") + " " + s_expression(rules.pool, right, "") + ")";
    if (forward && backward) return "(birewrite" + sides;
    if (forward) return "(rewrite" + sides;
    if (backward)
      return "(rewrite " + s_expression(rules.pool, right, "") + " " + s_expression(rules.pool, left, "") + ")";
    return "; " + s_expression(rules.pool, left, "") + " = " + s_expression(rules.pool, right, "") +
           " (no direction has all its variables)";
  }
  std::string text;
  const auto add = [&](NodeId from, NodeId to, const char* behind) {
    if (!text.empty()) text += "\n";
    text += "rewrite!(\"rule-" + std::to_string(number) + behind + "\"; \"" + s_expression(rules.pool, from, "?") +
            "\" => \"" + s_expression(rules.pool, to, "?") + "\"),";
  };
  if (forward) add(left, right, "");
  const auto written = [&](NodeId from, NodeId to) {
    return up_to_names(s_expression(rules.pool, from, "?") + " " + s_expression(rules.pool, to, "?"));
  };
  if (backward && !(forward && written(left, right) == written(right, left))) add(right, left, "-back");
  if (text.empty()) {
    text = "// " + s_expression(rules.pool, left, "?") + " = " + s_expression(rules.pool, right, "?") +
           " (no direction has all its variables)";
  }
  return text;
}

WrittenRule read_rule(std::string_view line, const domain::Domain& domain, expr::Pool& pool) {
  for (const std::string_view arrow : {"<==>", "==>", "<=>", "=>", "="}) {
    if (is_operator(arrow, domain.syntax())) continue;
    const size_t at = find_arrow(line, arrow);
    if (at == std::string_view::npos) continue;
    WrittenRule rule;
    std::string_view right = line.substr(at + arrow.size());
    if (const size_t condition = right.find(" if "); condition != std::string_view::npos) {
      rule.condition = trimmed(right.substr(condition + 4));
      right = right.substr(0, condition);
    }
    const std::string_view left = trimmed(line.substr(0, at));
    right = trimmed(right);
    rule.left = read_side(is_e_beside(left, right, domain.syntax()) ? "e" : left, domain, pool);
    rule.right = read_side(is_e_beside(right, left, domain.syntax()) ? "e" : right, domain, pool);
    return rule;
  }
  throw base::Error("no ==>, <==> or = between two sides (=> and <=> are operators)");
}

}  // namespace eqnet::search
