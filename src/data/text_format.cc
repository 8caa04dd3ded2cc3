// The plain text format: class<TAB>expression, one a line, or where that is allowed expressions alone; empty lines and
// lines that start with '#' do not count.
#include <cctype>
#include <charconv>
#include <unordered_map>

#include "base/encoding.h"
#include "data/members.h"
#include "data/readers.h"
#include "data/writers.h"
#include "eqnet/base/error.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"

namespace eqnet::data {
namespace {

// Whether the text starts as an S-expression does: a parenthesis, a word, a space, and something that is no operator.
bool looks_open(std::string_view text) {
  const size_t open = text.find_first_not_of(' ');
  if (open == std::string_view::npos || text[open] != '(') return false;
  const size_t space = text.find_first_of(" ()", open + 1);
  if (space == std::string_view::npos || space == open + 1 || text[space] != ' ' || space + 1 == text.size())
    return false;
  const char next = text[space + 1];
  return std::isalnum(static_cast<unsigned char>(next)) != 0 || next == '(' || next == '"';
}

class TextReader {
 public:
  TextReader(const base::ByteSource& source, Dataset& dataset, bool lists)
      : source_(source), dataset_(dataset), lists_(lists), members_(dataset) {}

  void set_domain(const domain::Domain& domain) {
    domain_ = &domain;
    parser_.emplace(domain.syntax());
  }
  [[nodiscard]] bool has_domain() const { return parser_.has_value(); }

  void add(const std::string& line, size_t number) {
    const size_t tab = line.find('\t');
    const auto where = [&] { return source_.name() + ":" + std::to_string(number); };
    if (lists_ && classes_.empty()) is_list_ = tab == std::string::npos;
    if (is_list_) return add_to_list(line, where);
    if (tab == std::string::npos)
      throw base::Error(where(), "no TAB between class and expression", "write class<TAB>expression");
    if (tab == 0) throw base::Error(where(), "the class has no name", "write class<TAB>expression");
    if (line.find('\t', tab + 1) != std::string::npos) {
      throw base::Error(where(), "more than one TAB", "write class<TAB>expression");
    }
    const std::string name = line.substr(0, tab);
    for (std::string_view rest = name; !rest.empty();) {
      const size_t length = base::decode(rest).length;
      if (length == 0) throw base::Error(where(), "the name of the class is not UTF-8", "write it as UTF-8");
      rest.remove_prefix(length);
    }
    const auto [entry, added] = index_.try_emplace(name, classes_.size());
    if (added) classes_.push_back({name, {}});
    const expr::NodeId root = parse(std::string_view(line).substr(tab + 1), where);
    classes_[entry->second].members.push_back(root);
    members_.add(root, static_cast<uint32_t>(entry->second), classes_, *domain_, where);
  }

  Classes take_classes() { return std::move(classes_); }

 private:
  template <class Where>
  expr::NodeId parse(std::string_view text, const Where& where) {
    try {
      return parser_->parse(text, dataset_.pool);
    } catch (const expr::ParseError& error) {
      const std::string remedy = looks_open(text) ? "if these are S-expressions, say --domain open" : "";
      throw base::Error(where(),
                        "in the expression, column " + std::to_string(error.column) + ": found " + error.found +
                            ", expected " + error.expected,
                        remedy);
    }
  }
  template <class Where>
  void add_to_list(std::string_view line, const Where& where) {
    if (classes_.empty()) classes_.push_back({"", {}});
    const expr::NodeId root = parse(line, where);
    if (listed_.size() < dataset_.pool.size()) listed_.resize(dataset_.pool.size());
    if (!listed_[root]) classes_.front().members.push_back(root);
    listed_[root] = true;
  }

  const base::ByteSource& source_;
  Dataset& dataset_;
  bool lists_;                // are allowed
  bool is_list_ = false;      // this is one
  std::vector<bool> listed_;  // by node
  Members members_;
  const domain::Domain* domain_ = nullptr;
  std::optional<expr::Parser> parser_;
  Classes classes_;
  std::unordered_map<std::string, size_t> index_;
};

}  // namespace

Classes read_text(base::ByteSource& source, Dataset& dataset, DomainChoice& choice, bool lists) {
  TextReader reader(source, dataset, lists);
  if (choice.domain != nullptr) reader.set_domain(*choice.domain);
  std::string line;
  // Lines read before one that shows the domain, each with its number before it. As one text: that is a quarter of what
  // strings of their own would take, and there may be millions.
  std::string waiting;
  const auto settle = [&](const domain::Domain& domain) {
    choice.domain = &domain;
    reader.set_domain(domain);
    for (size_t at = 0; at < waiting.size();) {
      size_t number = 0;
      const size_t end = waiting.find('\n', at);
      const char* space = std::from_chars(&waiting[at], &waiting[end], number).ptr;
      line.assign(space + 1, static_cast<const char*>(&waiting[end]));
      reader.add(line, number);
      at = end + 1;
    }
    waiting = {};
  };
  for (size_t number = 1; source.line(line); ++number) {
    if (base::is_remark(line)) continue;
    if (!reader.has_domain()) {
      waiting.append(std::to_string(number)).append(" ").append(line).append("\n");
      const size_t tab = line.find('\t');
      const size_t begin = tab != std::string::npos ? tab + 1 : lists ? 0 : line.size();
      if (const domain::Domain* known = domain::guess(std::string_view(line).substr(begin))) settle(*known);
      continue;
    }
    reader.add(line, number);
  }
  // Nothing but variables, sums and products, taken as `eqnet equiv` takes them.
  if (!reader.has_domain()) settle(domain::default_domain());
  return reader.take_classes();
}

std::string expression_text(const Dataset& dataset, expr::NodeId node) {
  return expr::print(dataset.pool, node, dataset.domain->syntax());
}

void write_text(const Dataset& dataset, const Classes& classes, base::AtomicFile& file) {
  const expr::Printer printer(dataset.pool, dataset.domain->syntax(), expr::Style::tokens);
  for (const EquivalenceClass& c : classes) {
    const bool odd_start = c.name.empty() || c.name.starts_with('#') || c.name.starts_with('{') ||
                           c.name.starts_with(' ') || c.name.starts_with("\xEF\xBB\xBF");  // a byte order mark
    if (odd_start || c.name.find_first_of("\t\r\n") != std::string::npos) {
      throw base::Error(file.path(), "class " + base::quoted(c.name) + " has a name that a line of text cannot hold",
                        "write SemVec files instead");
    }
    for (const expr::NodeId member : c.members) {
      const std::string text = printer.text(member);
      if (text.find_first_of("\t\r\n") != std::string::npos) {
        throw base::Error(
            file.path(),
            "an expression of class " + base::quoted(c.name) + " has a name in it that a line of text cannot hold",
            "write SemVec files instead");
      }
      file.write(c.name);
      file.write("\t");
      file.write(text);
      file.write("\n");
    }
  }
}

}  // namespace eqnet::data
