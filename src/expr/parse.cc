// Operator-precedence parsing with explicit stacks. The parser is in one of two states: it wants an operand (start,
// after an operator or '(') or it has one (then an operator, ')' or the end must follow). Operators wait on a stack
// until one that binds less tightly arrives.
#include "eqnet/expr/parse.h"

#include <algorithm>
#include <vector>

#include "expr/lexer.h"
#include "expr/s_expression.h"
#include "expr/text.h"

namespace eqnet::expr {
namespace {

using Kind = Token::Kind;

std::string list(const std::vector<std::string>& items) {
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) text += (i == 0 ? "" : i + 1 == items.size() ? " or " : ", ") + items[i];
  return text;
}

std::string in_quotes(std::string_view text) {
  return "'" + std::string(text) + "'";
}

std::string ordinal(size_t number) {
  return number == 2 ? "second" : number == 3 ? "third" : std::to_string(number) + "th";
}

class Run {
 public:
  Run(std::string_view text, const Syntax& syntax, const Lexer& lexer, Pool& pool)
      : text_(text), syntax_(syntax), lexer_(lexer), pool_(pool) {}

  NodeId whole() {
    for (;;) {
      const Token token = lexer_.next(text_, offset_);
      offset_ = token.offset + token.text.size();
      if (have_operand_) {
        if (token.kind == Kind::end) return finish(token);
        operator_token(token);
      } else {
        operand_token(token);
      }
    }
  }

 private:
  struct Waiting {
    enum class What : uint8_t { op, open, call } what;
    const OperatorSyntax* op;  // nullptr for a plain parenthesis
    int precedence;
    size_t offset;
    size_t arguments = 0;  // of a call, finished ones
  };
  struct Operand {
    NodeId node;
    bool bare_literal = false;  // a number with nothing around it: a minus sign before it becomes part of it
  };

  // --- what would have fitted, for messages
  [[nodiscard]] std::string operand() const {
    std::vector<std::string> items{"a variable"};
    if (syntax_.integers) items.emplace_back("an integer");
    constexpr size_t kMostListed = 8;
    const auto& constants = syntax_.constants;
    if (constants.size() > kMostListed) {
      items.push_back("a constant such as " + in_quotes(constants.front().spellings.front()));
    } else {
      for (const ConstantSyntax& constant : constants) items.push_back(in_quotes(constant.spellings.front()));
    }
    for (const OperatorSyntax& op : syntax_.operators) {
      if (op.arity == 1) items.push_back(in_quotes(op.spellings.front()));
    }
    items.emplace_back("'('");
    return list(items);
  }
  [[nodiscard]] std::string after_operand() const {
    std::vector<std::string> items;
    std::string signs;
    for (const OperatorSyntax& op : syntax_.operators) {
      if (op.arity == 2 && !op.is_call()) signs += (signs.empty() ? "" : " ") + std::string(op.spellings.front());
    }
    if (!signs.empty()) items.push_back("an operator (" + signs + ")");
    bool open = false;
    for (const Waiting& waiting : waiting_) open = open || waiting.what != Waiting::What::op;
    items.emplace_back(open ? "')'" : "the end");
    return list(items);
  }
  [[noreturn]] void unexpected(const Token& token, const std::string& expected) const {
    if (token.kind == Kind::unsupported) {
      const UnsupportedSyntax& thing = *token.spelling->unsupported;
      const std::string remedy = thing.remedy.empty() ? "" : "; " + std::string(thing.remedy);
      throw error_at(text_, token.offset,
                     base::quoted(token.text) + " (" + std::string(thing.what) + ", not supported in " +
                         std::string(syntax_.domain) + " expressions)",
                     expected + remedy);
    }
    const std::string found = token.kind == Kind::end       ? "the end"
                              : token.kind == Kind::no_utf8 ? "a byte that is not UTF-8"
                                                            : base::quoted(token.text);
    throw error_at(text_, token.offset, found, expected);
  }

  void operand_token(const Token& token) {
    switch (token.kind) {
      case Kind::open:
        waiting_.push_back({Waiting::What::open, nullptr, 0, token.offset});
        return;
      case Kind::number:
        number(token);
        return;
      case Kind::name:
        push({pool_.variable(token.text)});
        return;
      case Kind::constant:
        push({pool_.constant(token.spelling->constant->symbol)});
        return;
      case Kind::op:
        if (const OperatorSyntax* op = token.prefix()) {
          waiting_.push_back({Waiting::What::op, op, op->precedence, token.offset});
          return;
        }
        if (!token.spelling->sign) {
          const bool called = token.infix() != nullptr || lexer_.next(text_, offset_).kind == Kind::open;
          called ? call(token) : push({pool_.variable(token.text)});
          return;
        }
        [[fallthrough]];
      default:
        unexpected(token, operand());
    }
  }

  void operator_token(const Token& token) {
    if (token.kind == Kind::close) {
      close(token);
    } else if (token.kind == Kind::comma) {
      argument(token);
    } else if (const OperatorSyntax* op = token.infix()) {
      if (op->literal_last) {
        power(*op);
      } else {
        infix(op, op->precedence, token.offset);
      }
    } else if (multiplies(token)) {
      multiply_by(token);
    } else if (syntax_.juxtaposes && token.kind == Kind::open) {
      unexpected(token, after_operand() + "; functions are not supported, and a product needs its sign");
    } else {
      unexpected(token, after_operand());
    }
  }

  // (x + 1)(x - 1), (x + 1)y, x^2(x - 1).
  [[nodiscard]] bool multiplies(const Token& token) const {
    if (!syntax_.juxtaposes) return false;
    const bool open = token.kind == Kind::open;
    return last_ == Kind::close ? open || token.kind == Kind::name : last_ == Kind::number && open;
  }
  // A product without its sign: the token that was read is read again, as an operand.
  void multiply_by(const Token& token) {
    for (const OperatorSyntax& op : syntax_.operators) {
      if (op.symbol == syntax_.product) infix(&op, kJuxtaposition, token.offset);
    }
    offset_ = token.offset;
  }

  void push(Operand operand) {
    last_ = Kind::end;
    operands_.push_back(operand);
    have_operand_ = true;
  }

  void number(const Token& token) {
    const size_t first = std::min(token.text.find_first_not_of('0'), token.text.size() - 1);
    push({pool_.constant(token.text.substr(first)), true});
    const Token next = lexer_.next(text_, offset_);
    if (!syntax_.juxtaposes || (next.kind != Kind::name && next.kind != Kind::open)) return;
    for (const OperatorSyntax& op : syntax_.operators) {
      if (op.symbol == syntax_.product) infix(&op, kJuxtaposition, token.offset);
    }
  }

  void infix(const OperatorSyntax* op, int precedence, size_t offset) {
    while (!waiting_.empty() && waiting_.back().what == Waiting::What::op) {
      const Waiting& top = waiting_.back();
      if (top.precedence < precedence || (top.precedence == precedence && op->right_associative)) break;
      reduce();
    }
    waiting_.push_back({Waiting::What::op, op, precedence, offset});
    have_operand_ = false;
  }

  // The exponent is a literal, so the power is complete at once; nothing binds tighter.
  void power(const OperatorSyntax& op) {
    Token exponent = lexer_.next(text_, offset_);
    // x^(2), and x^{2} as LaTeX has it.
    const bool inside = exponent.kind == Kind::open || exponent.text == "{";
    const std::string_view close = exponent.text == "{" ? "}" : ")";
    if (inside) exponent = lexer_.next(text_, exponent.offset + exponent.text.size());
    if (exponent.kind != Kind::number) unexpected(exponent, "a non-negative integer as exponent");
    offset_ = exponent.offset + exponent.text.size();
    if (inside) {
      const Token end = lexer_.next(text_, offset_);
      if (end.text != close) unexpected(end, base::quoted(close) + " after the exponent");
      offset_ = end.offset + end.text.size();
    }
    const size_t first = std::min(exponent.text.find_first_not_of('0'), exponent.text.size() - 1);
    const NodeId literal = pool_.constant(exponent.text.substr(first));
    last_ = exponent.kind;
    const NodeId base = operands_.back().node;
    operands_.back() = {pool_.node(pool_.symbols.op(op.symbol, 2), {base, literal})};
    const Token next = lexer_.next(text_, offset_);
    if (next.infix() != nullptr && next.infix()->literal_last)
      unexpected(next, "parentheses around the power before its own power");
  }

  // And(a, b, c), the form of SemVec's class names, and Ite(a, b, c), which has no other.
  void call(const Token& name) {
    const OperatorSyntax* op = name.infix() != nullptr ? name.infix() : name.spelling->call;
    const Token open = lexer_.next(text_, offset_);
    if (open.kind != Kind::open) unexpected(name, operand());
    offset_ = open.offset + 1;
    waiting_.push_back({Waiting::What::call, op, 0, open.offset});
  }

  void reduce_to_parenthesis() {
    while (!waiting_.empty() && waiting_.back().what == Waiting::What::op) reduce();
  }

  // Folds a finished argument of a call into those before it; an operator of other than two waits for all.
  void fold_argument(Waiting& call) {
    if (call.arguments++ > 0 && call.op->arity == 2) apply(*call.op);
  }

  void argument(const Token& comma) {
    reduce_to_parenthesis();
    if (waiting_.empty() || waiting_.back().what != Waiting::What::call) unexpected(comma, after_operand());
    fold_argument(waiting_.back());
    // a >> b >> c is ambiguous as a call, so an operator that is not associative takes two arguments exactly.
    const OperatorSyntax& op = *waiting_.back().op;
    const size_t most = op.right_associative || op.literal_last || op.is_call() ? op.arity : SIZE_MAX;
    if (waiting_.back().arguments == most) unexpected(comma, "')'");
    have_operand_ = false;
  }

  void close(const Token& token) {
    reduce_to_parenthesis();
    if (waiting_.empty()) unexpected(token, after_operand());
    if (waiting_.back().what == Waiting::What::call) {
      Waiting& call = waiting_.back();
      fold_argument(call);
      if (call.arguments < call.op->arity) unexpected(token, "',' and a " + ordinal(call.arguments + 1) + " argument");
      if (call.op->arity != 2) apply(*call.op);
    }
    waiting_.pop_back();
    operands_.back().bare_literal = false;
    last_ = Kind::close;
  }

  NodeId finish(const Token& end) {
    reduce_to_parenthesis();
    if (!waiting_.empty()) {
      unexpected(end, after_operand() + " (the '(' at column " +
                          std::to_string(error_at(text_, waiting_.back().offset, "", "").column) + " is open)");
    }
    return operands_.back().node;
  }

  // Replaces the topmost operands by the operator over them.
  void apply(const OperatorSyntax& op) {
    const SymbolId symbol = pool_.symbols.op(op.symbol, op.arity);
    if (op.arity != 2) {
      std::vector<NodeId> children(op.arity);
      for (size_t i = op.arity; i-- > 0; operands_.pop_back()) children[i] = operands_.back().node;
      operands_.push_back({pool_.node(symbol, children)});
      return;
    }
    const NodeId right = operands_.back().node;
    operands_.pop_back();
    operands_.back() = {pool_.node(symbol, {operands_.back().node, right})};
    if (!op.around.empty()) {
      operands_.back() = {pool_.node(pool_.symbols.op(op.around, 1), {operands_.back().node})};
    }
  }

  void reduce() {
    const OperatorSyntax& op = *waiting_.back().op;
    waiting_.pop_back();
    if (op.sign && operands_.back().bare_literal) {
      const std::string digits = pool_.symbol_of(operands_.back().node).name;
      operands_.back() = {pool_.constant(digits == "0" ? digits : "-" + digits)};
      return;
    }
    apply(op);
  }

  // A number before a variable: tighter than a minus sign, looser than a power, so that -2a^2 is -(2(a^2)).
  static constexpr int kJuxtaposition = 35;

  std::string_view text_;
  const Syntax& syntax_;
  const Lexer& lexer_;
  Pool& pool_;
  size_t offset_ = 0;
  bool have_operand_ = false;
  Kind last_ = Kind::end;  // what ended the topmost operand: close, number (an exponent) or something else
  std::vector<Waiting> waiting_;
  std::vector<Operand> operands_;
};

}  // namespace

struct Parser::Tables {
  explicit Tables(const Syntax& syntax) : syntax(syntax), lexer(syntax) {}
  const Syntax& syntax;
  Lexer lexer;
};

Parser::Parser(const Syntax& syntax) : tables_(std::make_unique<const Tables>(syntax)) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;

NodeId Parser::parse(std::string_view text, Pool& pool) const {
  if (tables_->syntax.reader != nullptr) return tables_->syntax.reader(text, pool);
  if (tables_->syntax.s_expressions) return parse_s_expression(text, pool);
  return Run(text, tables_->syntax, tables_->lexer, pool).whole();
}

NodeId parse(std::string_view text, const Syntax& syntax, Pool& pool) {
  return Parser(syntax).parse(text, pool);
}

}  // namespace eqnet::expr
