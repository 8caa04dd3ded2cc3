#include "eqnet/domain/domain.h"

#include <algorithm>
#include <array>
#include <set>

#include "domain/boolean.h"
#include "domain/polynomial.h"
#include "eqnet/base/error.h"

namespace eqnet::domain {
namespace {

const expr::Syntax& boolean_syntax() {
  static const expr::Syntax syntax = {
      .domain = "boolean",
      .operators =
          {
              {"Not", 1, 50, false, {"~", "!", "¬", "not", "Not", "NOT"}, "\\lnot "},
              {"And", 2, 40, false, {"&", "&&", "∧", "*", "·", "and", "And", "AND"}, "\\land"},
              {"Xor", 2, 30, false, {"^", "⊕", "xor", "Xor", "XOR"}, "\\oplus"},
              {"Or", 2, 20, false, {"|", "||", "∨", "+", "or", "Or", "OR"}, "\\lor"},
              {"Implies", 2, 10, true, {">>", "->", "=>", "⇒", "→", "implies", "Implies", "IMPLIES"}, "\\Rightarrow"},
          },
      .constants =
          {
              {"false", {"false", "False", "FALSE", "0", "⊥"}, "\\bot"},
              {"true", {"true", "True", "TRUE", "1", "⊤"}, "\\top"},
          },
      .shorthands =
          {
              {"Xor", 2, 5, false, {"<->", "<=>", "↔", "⇔", "≡", "iff", "Iff", "IFF"}, "", "Not"},
          },
      .unsupported =
          {
              {{"=", "==", "≠", "!="}, "equations", "give the two sides as two expressions, or write <-> between them"},
              {{"<", ">", "≤", "≥", "<=", ">="}, "comparisons", ""},
              {{"-", "−", "/", "÷", "×", "**"}, "arithmetic", "their operators are & | ~ xor -> <->"},
              {{"∀", "∃"}, "quantifiers", ""},
          },
  };
  return syntax;
}

const expr::Syntax& polynomial_syntax() {
  static const expr::Syntax syntax = {
      .domain = "polynomial",
      .operators =
          {
              {"Add", 2, 10, false, {"+"}, "+"},
              {"Subtract", 2, 10, false, {"-", "−"}, "-"},
              {"Multiply", 2, 20, false, {"*", "·", "×", "⋅"}, "\\cdot"},
              {"Negate", 1, 30, false, {"-", "−"}, "-"},
              {"Power", 2, 40, false, {"**", "^"}, "^"},
          },
      .constants = {},
      .unsupported =
          {
              {{"/", "÷"}, "division", "coefficients are integers, so multiply the denominators out"},
              {{"."}, "decimal numbers", "coefficients are integers, so multiply by a power of 10"},
              {{"=", "==", "≠", "!="}, "equations", "give the two sides as two expressions"},
              {{"<", ">", "≤", "≥", "<=", ">="}, "comparisons", ""},
              {{"√"}, "roots", ""},
              {{"!"}, "factorials", ""},
              {{"%"}, "percentages or remainders", ""},
              {{"[", "]", "{", "}"}, "brackets of this kind", "write ( and )"},
          },
      .arithmetic = true,
      .product = "Multiply",
      .power = "Power",
      .negate = "Negate",
  };
  return syntax;
}

const expr::Syntax& open_syntax() {
  static const expr::Syntax syntax = {.domain = "open", .operators = {}, .constants = {}, .s_expressions = true};
  return syntax;
}

constexpr std::array kKinds = {Kind::boolean, Kind::polynomial, Kind::open};

bool word_in(std::string_view text, std::string_view word) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end]))) return true;
  }
  return false;
}

}  // namespace

const expr::Syntax& syntax(Kind kind) {
  switch (kind) {
    case Kind::boolean:
      return boolean_syntax();
    case Kind::polynomial:
      return polynomial_syntax();
    case Kind::open:
      break;
  }
  return open_syntax();
}

std::string_view name(Kind kind) {
  return syntax(kind).domain;
}

Kind kind_of(std::string_view text) {
  for (const Kind kind : kKinds) {
    if (name(kind) == text) return kind;
  }
  throw base::Error("domain " + base::quoted(text) + " is not known; choose boolean, polynomial or open");
}

std::optional<Kind> guess(std::string_view text) {
  const auto has = [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; };
  for (const std::string_view sign :
       {"~", "!", "¬", "&", "∧", "|", "∨", "⊕", ">>", "->", "=>", "⇒", "→", "↔", "⇔", "≡", "⊥", "⊤"}) {
    if (has(sign)) return Kind::boolean;
  }
  for (const auto* operators : {&boolean_syntax().operators, &boolean_syntax().shorthands}) {
    for (const expr::OperatorSyntax& op : *operators) {
      for (const std::string_view spelling : op.spellings) {
        if (std::isalpha(static_cast<unsigned char>(spelling[0])) != 0 && word_in(text, spelling)) return Kind::boolean;
      }
    }
  }
  for (const std::string_view word : {"true", "false", "True", "False", "TRUE", "FALSE"}) {
    if (word_in(text, word)) return Kind::boolean;
  }
  for (const std::string_view sign : {"**", "-", "−", "×", "⋅"}) {
    if (has(sign)) return Kind::polynomial;
  }
  // "^" is a power before a number and an exclusive or elsewhere.
  if (const size_t at = text.find('^'); at != std::string_view::npos) {
    const size_t next = text.find_first_not_of(" \t", at + 1);
    const bool number = next != std::string_view::npos && std::isdigit(static_cast<unsigned char>(text[next])) != 0;
    return number ? Kind::polynomial : Kind::boolean;
  }
  // A number above 1 is no truth value.
  for (size_t i = 0; i < text.size(); ++i) {
    const bool inside = i > 0 && (std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0 || text[i - 1] == '_');
    if (!inside && text[i] >= '2' && text[i] <= '9') return Kind::polynomial;
  }
  return std::nullopt;
}

std::string_view name(Answer answer) {
  constexpr std::string_view kNames[] = {"equivalent", "different", "undecided"};
  return kNames[static_cast<size_t>(answer)];
}

Verdict equivalent(Kind kind, const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                   const EquivalenceParams& params) {
  if (left == right) return {Answer::equivalent, {}, {}, {}, "same expression"};
  switch (kind) {
    case Kind::boolean:
      return equivalent_boolean(pool, left, right, params);
    case Kind::polynomial:
      return equivalent_polynomial(pool, left, right, params);
    case Kind::open:
      break;
  }
  return {Answer::undecided, {}, {}, {}, "the open domain has no semantics of its own"};
}

namespace {

std::set<std::string_view> variables_in(const expr::Pool& pool, expr::NodeId root) {
  std::set<std::string_view> names;
  const expr::Subgraph graph(pool, {&root, 1});
  for (size_t place = 0; place < graph.size(); ++place) {
    const expr::Symbol& symbol = pool.symbol_of(graph.id(place));
    if (symbol.kind == expr::SymbolKind::variable) names.insert(symbol.name);
  }
  return names;
}

// The letters of `name`, joined by `sign`, when there are several and each is one of `variables`; else empty.
std::string as_product(std::string_view name, const std::set<std::string_view>& variables, std::string_view sign) {
  std::string product;
  for (size_t at = 0, end = 0; at < name.size(); at = end) {
    for (end = at + 1; end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80;) ++end;
    const std::string_view letter = name.substr(at, end - at);
    if (letter == name || !variables.contains(letter)) return {};
    product.append(product.empty() ? "" : sign).append(letter);
  }
  return product;
}

}  // namespace

std::string misreading(Kind kind, const expr::Pool& pool, expr::NodeId left, expr::NodeId right) {
  if (kind == Kind::open) return {};
  const std::string_view sign = kind == Kind::boolean ? " & " : "*";
  const std::set<std::string_view> first = variables_in(pool, left);
  const std::set<std::string_view> second = variables_in(pool, right);
  for (const auto& [own, other] : {std::pair(&first, &second), std::pair(&second, &first)}) {
    for (const std::string_view name : *own) {
      const std::string product = other->contains(name) ? "" : as_product(name, *other, sign);
      if (product.empty()) continue;
      return base::quoted(name) + " was read as one variable; if a product is meant, write " + product;
    }
  }
  return {};
}

}  // namespace eqnet::domain
