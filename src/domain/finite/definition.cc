#include "domain/finite/definition.h"

#include <algorithm>

#include "base/suggest.h"
#include "base/toml.h"
#include "domain/finite/spellings.h"
#include "eqnet/base/error.h"

namespace eqnet::domain {
namespace {

// "text", as an error names what was found.
std::string kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::string:
      return "text";
    case toml::node_type::integer:
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "a truth value";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::table:
      return "a table of keys";
    default:
      return "a date or time";
  }
}

std::string children_text(size_t count) {
  return std::to_string(count) + (count == 1 ? " child" : " children");
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view where) : where_(where) {
    if (text.size() > kMostDefinitionBytes) {
      throw base::Error(where_, "has " + std::to_string(text.size()) + " bytes; an algebra has at most " +
                                    std::to_string(kMostDefinitionBytes));
    }
    root_ = base::parse_toml(text, where_);
  }

  Definition read() {
    check_keys(root_, {"name", "values", "operator"}, "an algebra");
    read_name();
    read_values();
    const toml::node& operators = get(root_, "operator", "an algebra");
    if (!operators.is_array_of_tables()) {
      fail(operators, "'operator' is " + kind_of(operators), "write each operator as [[operator]] and its keys below");
    }
    const toml::array& list = *operators.as_array();
    if (list.size() > kMostOperators) {
      fail(operators, "there are " + std::to_string(list.size()) + " operators; an algebra has at most " +
                          std::to_string(kMostOperators));
    }
    for (const toml::node& one : list) read_operator(*one.as_table());
    if (const SpellingProblem problem = spelling_problem(definition_); !problem.what.empty()) {
      const toml::node& place = problem.op == SpellingProblem::kNone ? *root_.get("values") : list[problem.op];
      fail(place, problem.what, problem.remedy);
    }
    return std::move(definition_);
  }

 private:
  [[noreturn]] void fail(const toml::source_region& place, const std::string& what,
                         std::string_view remedy = {}) const {
    throw base::Error(std::string(where_) + ", line " + std::to_string(place.begin.line), what, remedy);
  }
  [[noreturn]] void fail(const toml::node& node, const std::string& what, std::string_view remedy = {}) const {
    fail(node.source(), what, remedy);
  }

  void check_keys(const toml::table& table, const std::vector<std::string>& known, const std::string& of) const {
    for (const auto& [key, node] : table) {
      if (std::ranges::find(known, key.str()) != known.end()) continue;
      std::string list;
      for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
      fail(key.source(), "there is no key " + base::quoted(key.str()) + " of " + of,
           base::did_you_mean(key.str(), known, "the keys are " + list));
    }
  }

  [[nodiscard]] const toml::node& get(const toml::table& table, std::string_view key, const std::string& of) const {
    const toml::node* found = table.get(key);
    if (found == nullptr) fail(table, of + " has no " + base::quoted(key), "docs/formats.md has an example");
    return *found;
  }

  [[nodiscard]] std::string text_of(const toml::node& node, const std::string& what) const {
    const auto text = node.value_exact<std::string>();
    if (!text) fail(node, what + " is " + kind_of(node) + ", expected text in quotes, as in \"0\"");
    if (text->empty()) fail(node, what + " is empty");
    constexpr size_t kLongest = 64;
    if (text->size() > kLongest) fail(node, what + " is longer than " + std::to_string(kLongest) + " bytes");
    return *text;
  }

  // Files are named after it.
  void read_name() {
    const toml::node& node = get(root_, "name", "an algebra");
    definition_.name = text_of(node, "'name'");
    const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; };
    if (std::ranges::all_of(definition_.name, fits) && definition_.name[0] != '-') return;
    fail(node, "the algebra's name is " + base::quoted(definition_.name), "make it of letters, digits, '-' and '_'");
  }

  void read_values() {
    const toml::node& node = get(root_, "values", "an algebra");
    const toml::array* list = node.as_array();
    if (list == nullptr) fail(node, "'values' is " + kind_of(node) + ", expected a list of texts");
    if (list->empty()) fail(node, "an algebra has at least one value");
    if (list->size() > kMostValues) {
      fail(node, "there are " + std::to_string(list->size()) + " values; an algebra has at most " +
                     std::to_string(kMostValues));
    }
    for (const toml::node& one : *list) {
      std::string value = text_of(one, "a value");
      if (std::ranges::find(definition_.values, value) != definition_.values.end()) {
        fail(one, "the value " + base::quoted(value) + " is there twice");
      }
      definition_.values.push_back(std::move(value));
    }
  }

  void read_operator(const toml::table& table) {
    check_keys(table, {"name", "symbol", "precedence", "table"}, "an operator");
    FiniteOperator op;
    op.name = text_of(get(table, "name", "an operator"), "an operator's name");
    const std::string of = "operator " + base::quoted(op.name);
    for (const FiniteOperator& other : definition_.operators) {
      if (other.name == op.name) fail(*table.get("name"), of + " is there twice");
    }
    const toml::node& rows = get(table, "table", of);
    op.arity = depth(rows, of);
    op.table.reserve(power(op.arity));
    fill(rows, op, op.arity, of);
    if (const toml::node* symbol = table.get("symbol")) {
      op.symbol = text_of(*symbol, "the symbol of " + of);
      if (op.arity > 2) {
        fail(*symbol, of + " takes " + children_text(op.arity) + "; only one or two can have a symbol",
             "leave it out: " + op.name + "(…) is understood");
      }
    }
    op.precedence = op.arity == 1 ? 50 : 40;
    if (const toml::node* precedence = table.get("precedence")) op.precedence = precedence_of(*precedence, of);
    definition_.operators.push_back(std::move(op));
  }

  [[nodiscard]] int precedence_of(const toml::node& node, const std::string& of) const {
    constexpr int64_t kMost = 1000;
    const auto number = node.value_exact<int64_t>();
    if (!number || *number < 0 || *number > kMost) {
      fail(node, "the precedence of " + of + " is no whole number from 0 to " + std::to_string(kMost));
    }
    return static_cast<int>(*number);
  }

  // Lists within lists down the first elements: the number of children.
  [[nodiscard]] uint32_t depth(const toml::node& rows, const std::string& of) const {
    uint32_t depth = 0;
    const toml::node* node = &rows;
    for (const toml::array* list = nullptr; (list = node->as_array()) != nullptr && !list->empty(); ++depth) {
      if (depth == kMostChildren) fail(rows, of + " has more than " + children_text(kMostChildren));
      node = list->get(0);
    }
    if (depth > 0 || rows.is_array()) return std::max<uint32_t>(depth, 1);
    fail(rows, of + " has a table that is " + kind_of(rows) + ", expected a list, nested once per child",
         "a value by itself is a constant, and has its name already");
  }

  [[nodiscard]] size_t power(uint32_t exponent) const {
    size_t entries = 1;
    for (uint32_t i = 0; i < exponent; ++i) entries *= definition_.values.size();
    return entries;
  }

  // Appends the entries of a part of the table, a list nested so many times.
  void fill(const toml::node& part, FiniteOperator& op, uint32_t levels, const std::string& of) const {
    if (levels == 0) {
      const std::string text = text_of(part, "an entry in the table of " + of);
      const auto found = std::ranges::find(definition_.values, text);
      if (found == definition_.values.end()) {
        fail(part, "the table of " + of + " has " + base::quoted(text) + ", which is none of the values",
             base::did_you_mean(text, definition_.values, ""));
      }
      op.table.push_back(static_cast<Value>(found - definition_.values.begin()));
      return;
    }
    const toml::array* list = part.as_array();
    const size_t wanted = definition_.values.size();
    if (list == nullptr || list->size() != wanted) {
      const std::string found = list == nullptr ? kind_of(part) : "a list of " + std::to_string(list->size());
      fail(part, "the table of " + of + " has " + found + " where a list of " + std::to_string(wanted) +
                     " belongs, one entry per value (it takes " + children_text(op.arity) + ")");
    }
    for (const toml::node& one : *list) fill(one, op, levels - 1, of);
  }

  std::string where_;
  toml::table root_;
  Definition definition_;
};

}  // namespace

const FiniteOperator& Definition::op(const expr::Symbol& symbol) const {
  for (const FiniteOperator& one : operators) {
    if (one.name == symbol.name && one.arity == symbol.arity) return one;
  }
  throw base::Error("operator " + base::quoted(symbol.name) + " of " + children_text(symbol.arity) + " is none of " +
                    name);
}

Value Definition::value(const expr::Symbol& constant) const {
  const auto found = std::ranges::find(values, constant.name);
  if (found == values.end()) throw base::Error(base::quoted(constant.name) + " is none of the values of " + name);
  return static_cast<Value>(found - values.begin());
}

Definition read_definition(std::string_view text, std::string_view where) {
  return Reader(text, where).read();
}

bool has_operators(std::string_view text) {
  try {
    return base::parse_toml(text, {}).contains("operator");
  } catch (const base::Error&) {
    return false;
  }
}

}  // namespace eqnet::domain
