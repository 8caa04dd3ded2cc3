// What may have been misread where two expressions differ: letters that stand together, digits behind a letter, letters
// that look alike, powers of ten.
#include <algorithm>
#include <set>

#include "base/encoding.h"
#include "eqnet/base/error.h"
#include "eqnet/domain/domain.h"

namespace eqnet::domain {
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

// The same for xy and yx. By it a name is looked up, as texts may have very many.
std::string sorted_letters(std::string_view name) {
  std::vector<std::string> letters = letters_of(name);
  std::ranges::sort(letters);
  std::string sorted;
  for (const std::string& letter : letters) sorted += letter;
  return sorted;
}

std::set<std::string> all_sorted_letters(const std::set<std::string_view>& names) {
  std::set<std::string> all;
  for (const std::string_view name : names) all.insert(sorted_letters(name));
  return all;
}

// What `name`, a variable of one side only, may have been meant to be, given the variables of the other; empty when
// nothing speaks for it.
std::string meant(std::string_view name, const std::set<std::string_view>& other,
                  const std::set<std::string>& other_letters, std::string_view sign) {
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
  if (other_letters.contains(sorted_letters(name))) return product(joined);  // xy beside yx
  const size_t digits = name.find_last_not_of("0123456789") + 1;             // x2 beside 2x
  const std::string_view head = name.substr(0, digits);
  if (digits < name.size() && other.contains(head)) {
    return product(std::string(name.substr(digits)).append(sign).append(head));
  }
  return {};
}

bool is_integer(const expr::Pool& pool, expr::NodeId node) {
  const expr::Symbol& symbol = pool.symbol_of(node);
  return symbol.kind == expr::SymbolKind::constant && symbol.name.find_first_not_of("0123456789") == std::string::npos;
}

bool has_constant_e(const expr::Pool& pool, expr::NodeId root) {
  const expr::Subgraph graph(pool, {&root, 1});
  for (size_t place = 0; place < graph.size(); ++place) {
    const expr::Symbol& symbol = pool.symbol_of(graph.id(place));
    if (symbol.kind == expr::SymbolKind::constant && symbol.name == "e") return true;
  }
  return false;
}

// 2e-3, read as twice e less 3 beside something that has no e.
std::string power_of_ten(const expr::Pool& pool, expr::NodeId own, expr::NodeId other) {
  const auto is = [&](expr::NodeId node, std::string_view name) { return pool.symbol_of(node).name == name; };
  const expr::Subgraph graph(pool, {&own, 1});
  for (size_t place = 0; place < graph.size(); ++place) {
    const expr::NodeId sum = graph.id(place);
    if ((!is(sum, "Subtract") && !is(sum, "Add")) || pool.children(sum).size() != 2) continue;
    const expr::NodeId product = pool.children(sum)[0], last = pool.children(sum)[1];
    if (!is_integer(pool, last) || !is(product, "Multiply") || pool.children(product).size() != 2) continue;
    expr::NodeId number = pool.children(product)[0];
    if (is(number, "Multiply")) number = pool.children(number)[1];  // 5 x 2e-3
    const expr::NodeId e = pool.children(product)[1];
    if (!is_integer(pool, number) || pool.symbol_of(e).kind != expr::SymbolKind::constant || !is(e, "e")) continue;
    if (has_constant_e(pool, other)) return {};
    const std::string digits = pool.symbol_of(number).name, exponent = pool.symbol_of(last).name;
    const std::string sign = is(sum, "Add") ? "+" : "-";
    std::string note = base::quoted(std::string(digits).append("e").append(sign).append(exponent));
    note.append(" was read with the number e, as ").append(digits).append(" * e ").append(sign).append(" ");
    note.append(exponent).append("; if a power of ten is meant, write ").append(digits).append(".0e").append(sign);
    return note.append(exponent);
  }
  return {};
}

// The sign of a product as it is written between two letters: "*" or " & ". Empty where the syntax has none.
std::string product_sign(const expr::Syntax& syntax) {
  for (const expr::OperatorSyntax& op : syntax.operators) {
    if (op.symbol != syntax.product) continue;
    const std::string sign(op.spellings.front());
    return sign == "*" ? sign : " " + sign + " ";
  }
  return {};
}

// Whether a variable has more than one byte, as all have that were misread.
bool has_long_name(const expr::Pool& pool) {
  for (expr::SymbolId id = 0; id < pool.symbols.size(); ++id) {
    if (pool.symbols[id].kind == expr::SymbolKind::variable && pool.symbols[id].name.size() > 1) return true;
  }
  return false;
}

}  // namespace

std::string Domain::misreading(const expr::Pool& pool, expr::NodeId left, expr::NodeId right) const {
  for (const auto& [own, other] : {std::pair(left, right), std::pair(right, left)}) {
    if (std::string ten = power_of_ten(pool, own, other); !ten.empty()) return ten;
  }
  if (!has_long_name(pool)) return {};
  const std::string sign = product_sign(syntax());
  if (sign.empty()) return {};
  const std::set<std::string_view> first = variables_in(pool, left);
  const std::set<std::string_view> second = variables_in(pool, right);
  for (const auto& [own, other] : {std::pair(&first, &second), std::pair(&second, &first)}) {
    const std::set<std::string> other_letters = all_sorted_letters(*other);
    for (const std::string_view name : *own) {
      const std::string what = other->contains(name) ? "" : meant(name, *other, other_letters, sign);
      if (!what.empty()) return base::quoted(name) + what;
    }
  }
  return {};
}

std::string idle_assumption(const Domain& domain, const expr::Pool& pool, std::span<const expr::NodeId> roots,
                            std::string_view assumptions) {
  if (assumptions.empty()) return {};
  std::set<std::string_view> known;
  for (const expr::NodeId root : roots) known.merge(variables_in(pool, root));
  for (const std::string& name : domain.assumed_variables(assumptions)) {
    if (!known.contains(name))
      return "an assumption is about " + base::quoted(name) + ", a variable that occurs nowhere";
  }
  return {};
}

}  // namespace eqnet::domain
