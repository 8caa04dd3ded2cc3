// Printing with an explicit stack of things still to be written: a node, or a piece of text between nodes.
#include "eqnet/expr/print.h"

#include <climits>

#include "expr/s_expression.h"
#include "expr/text.h"

namespace eqnet::expr {
namespace {

// A thing still to be written.
struct Item {
  NodeId node;
  bool is_text = false;
  bool in_parentheses = false;
  std::string_view text = {};
};

}  // namespace

// How one symbol of the pool is written, looked up once a printer.
struct Printer::Form {
  const OperatorSyntax* op = nullptr;
  std::string_view leaf;  // of a variable or constant
};

namespace {

bool is_word(std::string_view spelling) {
  return is_name_start(decode(spelling).value);
}

std::vector<Printer::Form> resolve(const SymbolTable& symbols, const Syntax& syntax, bool latex) {
  std::vector<Printer::Form> forms(symbols.size());
  for (SymbolId id = 0; id < symbols.size(); ++id) {
    const Symbol& symbol = symbols[id];
    forms[id].leaf = symbol.name;
    for (const OperatorSyntax& op : syntax.operators) {
      if (symbol.kind == SymbolKind::op && op.symbol == symbol.name && op.arity == symbol.arity) forms[id].op = &op;
    }
    for (const ConstantSyntax& constant : syntax.constants) {
      if (symbol.kind != SymbolKind::constant || constant.symbol != symbol.name) continue;
      forms[id].leaf = latex ? constant.latex : constant.spellings.front();
    }
  }
  return forms;
}

// One walk over one expression. spaces: whether the pieces between an infix operator and its operands are written.
class Walk {
 public:
  Walk(const Pool& pool, const Syntax& syntax, Style style, const std::vector<Printer::Form>& forms, bool spaces)
      : pool_(pool), syntax_(syntax), style_(style), forms_(forms), spaces_(spaces) {}

  // Calls write(piece) for each piece of the expression's text, in order.
  template <class Write>
  void run(NodeId root, Write&& write) {
    stack_.push_back({root});
    while (!stack_.empty()) {
      const Item item = stack_.back();
      stack_.pop_back();
      if (item.is_text) {
        write(item.text);
        continue;
      }
      if (item.in_parentheses) {
        write(style_ == Style::latex ? std::string_view("\\left(") : "(");
        push_text(style_ == Style::latex ? "\\right)" : ")");
      }
      const Printer::Form& form = forms_[pool_.symbol(item.node)];
      if (pool_.is_leaf(item.node)) {
        write(form.leaf);
      } else if (form.op == nullptr) {
        push_s_expression(item.node);
      } else if (form.op->is_call()) {
        push_call(item.node, *form.op);
      } else if (form.op->arity == 1) {
        push_prefix(item.node, *form.op);
      } else if (form.op->literal_last || form.op->power) {
        push_power(item.node, *form.op);
      } else if (form.op->fraction && style_ == Style::latex) {
        push_fraction(item.node);
      } else {
        push_infix(item.node, *form.op);
      }
    }
  }

 private:
  void push_text(std::string_view text) { stack_.push_back({0, true, false, text}); }
  void push_node(NodeId node, bool in_parentheses) { stack_.push_back({node, false, in_parentheses}); }

  // Pieces go on the stack last to first.
  void push_prefix(NodeId node, const OperatorSyntax& op) {
    const NodeId child = pool_.children(node)[0];
    // A minus sign directly before a number would be read as part of it.
    const bool number = op.sign && is_number(child) && !is_negative(child);
    // An operator between its operands that binds just as tightly would take this one as its left operand.
    const OperatorSyntax* below = forms_[pool_.symbol(child)].op;
    const int least = below != nullptr && below->arity == 2 ? op.precedence + 1 : op.precedence;
    push_node(child, number || needs_parentheses(child, least));
    if (spaces_ && style_ != Style::latex && is_word(op.spellings.front())) push_text(" ");
    push_text(style_ == Style::latex ? op.latex : op.spellings.front());
  }

  void push_infix(NodeId node, const OperatorSyntax& op) {
    const auto children = pool_.children(node);
    // On the side to which the operator associates an equal precedence needs no parentheses.
    push_node(children[1], needs_parentheses(children[1], op.precedence + (op.right_associative ? 0 : 1)));
    if (spaces_) push_text(" ");
    push_text(style_ == Style::latex ? op.latex : op.spellings.front());
    if (spaces_) push_text(" ");
    push_node(children[0], needs_parentheses(children[0], op.precedence + (op.right_associative ? 1 : 0)));
  }

  void push_power(NodeId node, const OperatorSyntax& op) {
    const auto children = pool_.children(node);
    if (style_ == Style::latex) push_text("}");
    // Exponents that are literals alone may be anything in a pool.
    const bool leaf = is_number(children[1]) || (op.power && pool_.is_leaf(children[1]));
    push_node(children[1], style_ != Style::latex && (!leaf || is_negative(children[1])));
    push_text(style_ == Style::latex ? "^{" : op.spellings.front());
    push_node(children[0], is_negative(children[0]) || needs_parentheses(children[0], INT_MAX));
  }

  void push_fraction(NodeId node) {
    const auto children = pool_.children(node);
    push_text("}");
    push_node(children[1], false);
    push_text("}{");
    push_node(children[0], false);
    push_text("\\frac{");
  }

  // ite(a, b, c); in the style of files its arguments stand in parentheses like all that are no leaves.
  void push_call(NodeId node, const OperatorSyntax& op) {
    const auto children = pool_.children(node);
    const bool around = style_ == Style::latex && !op.latex_close.empty();
    push_text(around ? op.latex_close : style_ == Style::latex ? "\\right)" : ")");
    for (size_t i = children.size(); i-- > 0;) {
      push_node(children[i], needs_parentheses(children[i], INT_MIN));
      if (i == 0) break;
      if (spaces_) push_text(" ");
      push_text(",");
    }
    if (!around) push_text(style_ == Style::latex ? "\\left(" : "(");
    push_text(style_ == Style::latex ? op.latex : op.spellings.front());
  }

  // An operator that the syntax does not know: nothing better than its S-expression.
  void push_s_expression(NodeId node) {
    const auto children = pool_.children(node);
    push_text(")");
    for (size_t i = children.size(); i-- > 0;) {
      push_node(children[i], false);
      if (spaces_) push_text(" ");
    }
    push_text(pool_.symbol_of(node).name);
    push_text("(");
  }

  // Whether a child must be parenthesised where at least `precedence` is wanted.
  [[nodiscard]] bool needs_parentheses(NodeId child, int precedence) const {
    if (style_ == Style::tokens) return !pool_.is_leaf(child) || is_negative(child);
    const OperatorSyntax* op = forms_[pool_.symbol(child)].op;
    return op != nullptr && !op->is_call() && op->precedence < precedence;  // a call stands by itself
  }
  [[nodiscard]] bool is_number(NodeId node) const {
    return syntax_.integers && pool_.symbol_of(node).kind == SymbolKind::constant;
  }
  [[nodiscard]] bool is_negative(NodeId node) const { return is_number(node) && pool_.symbol_of(node).name[0] == '-'; }

  const Pool& pool_;
  const Syntax& syntax_;
  Style style_;
  const std::vector<Printer::Form>& forms_;
  bool spaces_;
  std::vector<Item> stack_;
};

std::string print_s_expression(const Pool& pool, NodeId root) {
  constexpr NodeId kClose = UINT32_MAX;
  std::string text;
  std::vector<NodeId> stack{root};
  while (!stack.empty()) {
    const NodeId node = stack.back();
    stack.pop_back();
    if (node == kClose) {
      text += ')';
      continue;
    }
    if (!text.empty()) text += ' ';
    if (pool.is_leaf(node)) {
      append_atom(pool.symbol_of(node).name, text);
      continue;
    }
    text += '(';
    append_atom(pool.symbol_of(node).name, text);
    stack.push_back(kClose);
    const auto children = pool.children(node);
    for (size_t i = children.size(); i-- > 0;) stack.push_back(children[i]);
  }
  return text;
}

}  // namespace

Printer::Printer(const Pool& pool, const Syntax& syntax, Style style)
    : pool_(pool), syntax_(syntax), style_(style), forms_(resolve(pool.symbols, syntax, style == Style::latex)) {}
Printer::~Printer() = default;

std::string Printer::text(NodeId root) const {
  if (style_ == Style::s_expression || syntax_.s_expressions) return print_s_expression(pool_, root);
  std::string text;
  Walk(pool_, syntax_, style_, forms_, true).run(root, [&](std::string_view piece) { text += piece; });
  return text;
}

void Printer::tokens(NodeId root, std::vector<std::string_view>& tokens) const {
  Walk(pool_, syntax_, Style::tokens, forms_, false).run(root, [&](std::string_view token) {
    tokens.push_back(token);
  });
}

std::string symbol_text(const Symbol& symbol, const Syntax& syntax) {
  for (const OperatorSyntax& op : syntax.operators) {
    if (symbol.kind == SymbolKind::op && op.symbol == symbol.name) return std::string(op.spellings.front());
  }
  for (const ConstantSyntax& constant : syntax.constants) {
    if (symbol.kind == SymbolKind::constant && constant.symbol == symbol.name) {
      return std::string(constant.spellings.front());
    }
  }
  return symbol.name;
}

std::string print(const Pool& pool, NodeId root, const Syntax& syntax, Style style) {
  return Printer(pool, syntax, style).text(root);
}

}  // namespace eqnet::expr
