#include "eqnet/domain/domain.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/encoding.h"
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
  // A number above 1 is no truth value.
  for (size_t i = 0; i < text.size(); ++i) {
    const bool inside = i > 0 && (std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0 || text[i - 1] == '_');
    if (!inside && text[i] >= '2' && text[i] <= '9') return Kind::polynomial;
  }
  // "^" is a power before a number and an exclusive or elsewhere.
  if (const size_t at = text.find('^'); at != std::string_view::npos) {
    const size_t next = text.find_first_not_of(" \t", at + 1);
    const bool number = next != std::string_view::npos && std::isdigit(static_cast<unsigned char>(text[next])) != 0;
    return number ? Kind::polynomial : Kind::boolean;
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

std::vector<std::string> letters_of(std::string_view name) {
  std::vector<std::string> letters;
  while (!name.empty()) {
    const size_t length = std::max<size_t>(1, base::decode(name).length);
    letters.emplace_back(name.substr(0, length));
    name.remove_prefix(length);
  }
  return letters;
}

// Letters that look like those of ASCII: full-width ones, and Cyrillic and Greek ones that are drawn alike.
std::string as_ascii(std::string_view name) {
  constexpr std::pair<uint32_t, char> kAlike[] = {
      {0x430, 'a'}, {0x435, 'e'}, {0x43E, 'o'}, {0x440, 'p'}, {0x441, 'c'}, {0x443, 'y'}, {0x445, 'x'}, {0x456, 'i'},
      {0x458, 'j'}, {0x410, 'A'}, {0x412, 'B'}, {0x415, 'E'}, {0x41A, 'K'}, {0x41C, 'M'}, {0x41D, 'H'}, {0x41E, 'O'},
      {0x420, 'P'}, {0x421, 'C'}, {0x422, 'T'}, {0x425, 'X'}, {0x3BF, 'o'}, {0x3BD, 'v'}, {0x391, 'A'}, {0x392, 'B'}};
  std::string text;
  for (const std::string& letter : letters_of(name)) {
    const uint32_t point = base::decode(letter).value;
    const auto* alike = std::ranges::find(kAlike, point, &std::pair<uint32_t, char>::first);
    const bool full_width = point > 0xFF00 && point < 0xFF5F;
    if (full_width) {
      text += static_cast<char>(point - 0xFF00 + 0x20);
    } else if (alike != std::end(kAlike)) {
      text += alike->second;
    } else {
      text += letter;
    }
  }
  return text;
}

// What `name`, a variable of one side only, may have been meant to be, given the variables of the other; empty when
// nothing speaks for it.
std::string meant(std::string_view name, const std::set<std::string_view>& other, std::string_view sign) {
  if (const std::string ascii = as_ascii(name); ascii != name && other.contains(ascii)) {
    return " looks like " + base::quoted(ascii) + ", but is another letter; write " + ascii;
  }
  const std::vector<std::string> letters = letters_of(name);
  const auto product = [&](std::string_view text) {
    return " was read as one variable; if a product is meant, write " + std::string(text);
  };
  std::string joined;
  for (const std::string& letter : letters) joined.append(joined.empty() ? "" : sign).append(letter);
  const auto is_variable = [&](const std::string& letter) { return other.contains(letter); };
  if (letters.size() > 1 && std::ranges::all_of(letters, is_variable)) return product(joined);
  for (const std::string_view one : other) {  // xy beside yx
    std::vector<std::string> own = letters;
    std::vector<std::string> others = letters_of(one);
    std::ranges::sort(own);
    std::ranges::sort(others);
    if (one != name && own == others) return product(joined);
  }
  const size_t digits = name.find_last_not_of("0123456789") + 1;  // x2 beside 2x
  const std::string_view head = name.substr(0, digits);
  if (digits < name.size() && other.contains(head)) {
    return product(std::string(name.substr(digits)).append(sign == "*" ? "*" : " & ").append(head));
  }
  return {};
}

}  // namespace

std::string misreading(Kind kind, const expr::Pool& pool, expr::NodeId left, expr::NodeId right) {
  if (kind == Kind::open) return {};
  const std::string_view sign = kind == Kind::boolean ? " & " : "*";
  const std::set<std::string_view> first = variables_in(pool, left);
  const std::set<std::string_view> second = variables_in(pool, right);
  for (const auto& [own, other] : {std::pair(&first, &second), std::pair(&second, &first)}) {
    for (const std::string_view name : *own) {
      const std::string what = other->contains(name) ? "" : meant(name, *other, sign);
      if (!what.empty()) return base::quoted(name) + what;
    }
  }
  return {};
}

}  // namespace eqnet::domain
