#include "domain/finite/spellings.h"

#include <algorithm>

#include "eqnet/base/error.h"
#include "expr/text.h"

namespace eqnet::domain {
namespace {

// Calls test(code point) for each until one fails.
template <class Test>
bool all_points(std::string_view text, Test test) {
  while (!text.empty()) {
    const expr::CodePoint point = expr::decode(text);
    if (point.length == 0 || !test(point.value)) return false;
    text.remove_prefix(point.length);
  }
  return true;
}

bool is_word(std::string_view text) {
  return expr::is_name_start(expr::decode(text).value) && all_points(text, expr::is_name_part);
}
bool is_number(std::string_view text) {
  return all_points(text, [](uint32_t c) { return c >= '0' && c <= '9'; });
}
bool is_sign(std::string_view text) {
  return all_points(text, [](uint32_t c) {
    const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    const bool taken = c == '(' || c == ')' || c == ',' || c == '"';
    return !control && !taken && !expr::is_space(c) && !expr::is_name_part(c);
  });
}

constexpr const char* kSigns = "without letters, digits, spaces, quotes, commas and parentheses";

class Check {
 public:
  explicit Check(const Definition& definition) : definition_(definition) {}

  SpellingProblem run() {
    for (const std::string& value : definition_.values) {
      if (is_word(value) || is_number(value) || is_sign(value)) continue;
      return {"the value " + base::quoted(value) + " cannot be read in an expression",
              std::string("write a name, digits, or signs ") + kSigns};
    }
    for (size_t i = 0; i < definition_.operators.size() && problem_.what.empty(); ++i) {
      problem_.op = i;
      check(definition_.operators[i], i);
    }
    return std::move(problem_);
  }

 private:
  void refuse(std::string what, std::string remedy) {
    problem_.what = std::move(what);
    problem_.remedy = std::move(remedy);
  }
  [[nodiscard]] bool is_value(const std::string& text) const {
    return std::ranges::find(definition_.values, text) != definition_.values.end();
  }
  [[nodiscard]] bool is_name(const std::string& text) const {
    return std::ranges::find(definition_.operators, text, &FiniteOperator::name) != definition_.operators.end();
  }

  void check(const FiniteOperator& op, size_t place) {
    const std::string of = "operator " + base::quoted(op.name);
    if (!is_word(op.name)) return refuse("the name of " + of + " is no name", "make it of letters, digits and '_'");
    if (is_value(op.name)) return refuse(of + " is named like a value", "rename one of them");
    if (op.symbol.empty()) return;
    const std::string symbol = "the symbol " + base::quoted(op.symbol) + " of " + of;
    if (!is_word(op.symbol) && !is_sign(op.symbol)) {
      return refuse(symbol + " cannot be read in an expression", std::string("write a name, or signs ") + kSigns);
    }
    if (is_value(op.symbol)) return refuse(symbol + " is a value too", "choose another");
    if (is_name(op.symbol)) {
      return refuse(symbol + " is an operator's name",
                    "choose another, or leave it out: " + op.name + "(…) is understood without it");
    }
    for (size_t i = 0; i < place; ++i) {
      const FiniteOperator& other = definition_.operators[i];
      // A minus sign may stand before one operand and between two.
      if (other.symbol != op.symbol || other.arity != op.arity) continue;
      return refuse(symbol + " is that of operator " + base::quoted(other.name) + " too", "choose another");
    }
    check_what_follows(op, symbol);
  }

  // A symbol before its operand stands directly before what the operand starts with. Both together must not start a
  // longer symbol: with '-' before an operand and '--' between two, --a could be either.
  void check_what_follows(const FiniteOperator& op, const std::string& symbol) {
    if (op.arity != 1 || !is_sign(op.symbol)) return;
    std::vector<std::string_view> starts;  // of operands
    std::vector<std::string_view> all;
    for (const std::string& value : definition_.values) {
      if (is_sign(value)) starts.emplace_back(value);
    }
    for (const FiniteOperator& other : definition_.operators) {
      if (other.symbol.empty() || !is_sign(other.symbol)) continue;
      all.emplace_back(other.symbol);
      if (other.arity == 1) starts.emplace_back(other.symbol);
    }
    all.insert(all.end(), starts.begin(), starts.end());
    for (const std::string_view longer : all) {
      if (longer.size() <= op.symbol.size() || !longer.starts_with(op.symbol)) continue;
      const std::string_view rest = longer.substr(op.symbol.size());
      for (const std::string_view start : starts) {
        if (!rest.starts_with(start) && !start.starts_with(rest)) continue;
        return refuse(symbol + " before " + base::quoted(start) + " would be read as " + base::quoted(longer),
                      "choose another");
      }
    }
  }

  const Definition& definition_;
  SpellingProblem problem_;
};

std::string latex_of(std::string_view spelling) {
  if (is_word(spelling)) {
    std::string text = "\\mathrm{";
    for (const char c : spelling) text.append(c == '_' ? "\\" : "").append(1, c);
    return text + "}";
  }
  std::string text;
  for (const char c : spelling) {
    if (c == '~') {
      text += "\\sim ";
    } else if (c == '^') {
      text += "\\wedge ";
    } else if (c == '\\') {
      text += "\\backslash ";
    } else {
      if (std::string_view("&%$#{}").find(c) != std::string_view::npos) text += '\\';
      text += c;
    }
  }
  return text;
}

}  // namespace

SpellingProblem spelling_problem(const Definition& definition) {
  return Check(definition).run();
}

expr::Syntax syntax_of(const Definition& definition, std::deque<std::string>& latex) {
  expr::Syntax syntax;
  syntax.domain = definition.name;
  for (const FiniteOperator& op : definition.operators) {
    expr::OperatorSyntax call;
    call.symbol = op.name;
    call.arity = op.arity;
    call.spellings = {op.name};
    call.latex = latex.emplace_back(latex_of(op.name));
    call.call = true;
    if (op.symbol.empty()) {
      syntax.operators.push_back(std::move(call));
      continue;
    }
    expr::OperatorSyntax sign = call;
    sign.precedence = op.precedence;
    sign.spellings = {op.symbol};
    sign.latex = latex.emplace_back(latex_of(op.symbol));
    sign.call = false;
    syntax.operators.push_back(std::move(sign));
    syntax.shorthands.push_back(std::move(call));
  }
  for (const std::string& value : definition.values) {
    syntax.constants.push_back({value, {value}, latex.emplace_back(latex_of(value))});
  }
  return syntax;
}

}  // namespace eqnet::domain
