#include "expr/s_expression.h"

#include <vector>

#include "expr/text.h"

namespace eqnet::expr {
namespace {

constexpr std::string_view kSpecial = " \t\r\n\v\f()\"";

class SExpressionRun {
 public:
  SExpressionRun(std::string_view text, Pool& pool) : text_(text), pool_(pool) {}

  NodeId whole() {
    do {
      skip_space();
      if (at_ == text_.size()) fail(at_, "the end", frames_.empty() ? "an atom or '('" : "a child or ')'");
      if (text_[at_] == '(') {
        open();
      } else if (text_[at_] == ')') {
        close();
      } else {
        operands_.push_back(pool_.variable(atom("an atom or '('")));
      }
    } while (!frames_.empty());
    skip_space();
    if (at_ != text_.size()) fail(at_, base::quoted(text_.substr(at_, 1)), "the end");
    return operands_.back();
  }

 private:
  struct Frame {
    std::string op;
    size_t offset;
    size_t first_child;  // in operands_
  };

  [[noreturn]] void fail(size_t offset, std::string found, std::string expected) const {
    throw error_at(text_, offset, std::move(found), std::move(expected));
  }

  void skip_space() {
    while (at_ < text_.size() && is_space(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  void open() {
    const size_t offset = at_++;
    skip_space();
    frames_.push_back({atom("an operator's name"), offset, operands_.size()});
  }

  void close() {
    if (frames_.empty()) fail(at_, "')'", "an atom or '('");
    const Frame& frame = frames_.back();
    const size_t children = operands_.size() - frame.first_child;
    if (children == 0) fail(at_, "')'", "a child of the operator " + base::quoted(frame.op));
    const auto known = pool_.symbols.find(frame.op, SymbolKind::op);
    if (known && pool_.symbols[*known].arity != children) {
      fail(frame.offset, "operator " + base::quoted(frame.op) + " with " + std::to_string(children) + " children",
           std::to_string(pool_.symbols[*known].arity) + " as elsewhere");
    }
    const SymbolId symbol = pool_.symbols.op(frame.op, static_cast<uint32_t>(children));
    const NodeId node = pool_.node(symbol, std::span(operands_).subspan(frame.first_child));
    operands_.resize(frame.first_child);
    operands_.push_back(node);
    frames_.pop_back();
    ++at_;
  }

  std::string atom(const char* expected) {
    if (at_ == text_.size()) fail(at_, "the end", expected);
    const size_t start = at_;
    std::string name;
    if (text_[at_] == '"') {
      for (++at_;; ++at_) {
        if (at_ < text_.size() && text_[at_] == '"') break;
        if (at_ < text_.size() && text_[at_] == '\\') ++at_;
        if (at_ >= text_.size()) fail(start, "a name in quotes that does not end", "'\"'");
        name += text_[at_];
      }
      ++at_;
    } else {
      at_ = std::min(text_.find_first_of(kSpecial, at_), text_.size());
      name = text_.substr(start, at_ - start);
      if (name.empty()) fail(start, base::quoted(text_.substr(start, 1)), expected);
    }
    for (std::string_view rest = name; !rest.empty();) {
      const CodePoint point = decode(rest);
      if (point.length == 0) fail(start, "a byte that is not UTF-8", expected);
      rest.remove_prefix(point.length);
    }
    return name;
  }

  std::string_view text_;
  Pool& pool_;
  size_t at_ = 0;
  std::vector<Frame> frames_;
  std::vector<NodeId> operands_;
};

}  // namespace

NodeId parse_s_expression(std::string_view text, Pool& pool) {
  return SExpressionRun(text, pool).whole();
}

void append_atom(std::string_view name, std::string& text) {
  if (!name.empty() && name.find_first_of(kSpecial) == std::string_view::npos) {
    text += name;
    return;
  }
  text += '"';
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  text += '"';
}

}  // namespace eqnet::expr
