// Tokens to expressions about real numbers.
//
// Operator precedence with explicit stacks, as in expr/parse.cc, for a grammar that no table of operators holds:
// products without a sign, functions without parentheses (sin 2x), powers of functions (sin^2 x), bars, and LaTeX's
// groups. One pass builds the expression: reader.cc has the signs between operands, operands.cc the operands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/real/tokens.h"
#include "eqnet/expr/pool.h"

namespace eqnet::domain {

// Sums 10, products 20 (with or without sign), signs 30, functions without parentheses 25: they take what is written as
// a product without signs behind them; powers 40.
enum RealPrecedence : int { kSum = 10, kProduct = 20, kBareFunction = 25, kJuxtaposed = 26, kSign = 30, kPower = 40 };

class RealReader {
 public:
  RealReader(std::string_view text, expr::Pool& pool, const RealContext* context = nullptr)
      : text_(text), pool_(pool), tokens_(RealLexer(text, context).run()) {}
  expr::NodeId whole();

 private:
  using Kind = RealTokenKind;
  using NodeId = expr::NodeId;
  using Pool = expr::Pool;

  struct Waiting {
    enum class What : uint8_t { op, open, call } what;
    std::string_view op;       // symbol of an operator or a call
    int precedence = 0;        // of an operator
    std::string_view bracket;  // of open and call
    size_t offset = 0;
    size_t arguments = 0;
    NodeId exponent = kNone;  // sin^2 x
    enum class Role : uint8_t { plain, numerator, denominator, degree, radicand, base, log_base } role = Role::plain;
    NodeId partner = kNone;     // the numerator, or the degree of a root
    size_t bracket_offset = 0;  // of a call; that of open is its offset
    bool doubtful = false;      // of open and call: doubtful_ outside of it
  };
  using What = Waiting::What;
  using Role = Waiting::Role;
  static constexpr NodeId kNone = UINT32_MAX;

  [[noreturn]] void fail(const RealToken& token, const std::string& expected) const;
  [[nodiscard]] const RealToken& peek(size_t ahead = 0) const;
  NodeId op(std::string_view symbol, NodeId a);
  NodeId op(std::string_view symbol, NodeId a, NodeId b);
  NodeId integer(std::string_view digits);
  [[nodiscard]] bool is_constant(NodeId node, std::string_view name) const;
  [[nodiscard]] bool is_negative_literal(NodeId node) const;
  void push(NodeId node, bool bare = false);
  void open(const Waiting& bracket);
  void operand(const RealToken& token);
  void number(const RealToken& token);
  // A sign directly behind ^ belongs to the exponent; elsewhere it binds less tightly than a product's factors.
  [[nodiscard]] int sign_precedence() const;
  // 007 is 7, 0.50 is 0.5, 1.5e3 is 1500: exact, and each number in one way.
  std::string normal_digits(std::string_view text);
  void behind_operand(const RealToken& token);
  // A product without its sign. A number behind something else is none: x 2 is a slip more often than a product.
  void juxtapose(const RealToken& token);
  [[nodiscard]] bool is_mixed() const;
  void mixed(const RealToken& token);
  void unit(const RealToken& token);
  [[nodiscard]] bool is_percent_of_fraction(const RealToken& sign) const;
  void infix(std::string_view symbol, int precedence, const RealToken& token);
  void reduce_above(int precedence);
  void reduce();
  NodeId take();
  void apply_function(const Waiting& call);
  void reduce_to_bracket();
  void comma(const RealToken& token);
  [[nodiscard]] bool bar_is_open() const;
  [[nodiscard]] static bool is_bar(std::string_view bracket) { return bracket == "|" || bracket == "l|"; }
  // \min\{x, y\} is none.
  void refuse_set(const Waiting& braces) const;
  static std::string closing(std::string_view open);
  // "')' for the bracket at column 5"
  [[nodiscard]] std::string missing(const Waiting& open) const;
  void close(const RealToken& token);
  NodeId finish(const RealToken& end);

  // --- Operands (operands.cc)
  void variable(const RealToken& token);
  // x_1, x_{12}, x_{ab}: part of the name.
  std::string subscript();
  void function(const RealToken& token);
  void function_of(const RealToken& token, NodeId base);
  // Of log_2 and log_b; nothing where an expression in braces follows, which is read first.
  std::optional<NodeId> log_base(const RealToken& token);
  // sin^2 x and sin^{2} x; sin^{-1} x is the inverse function.
  NodeId function_exponent(const RealToken& name, std::string_view& symbol);
  // The argument of \frac or \sqrt: a group, or a single digit, letter or command.
  void argument(Role role, const RealToken& of, NodeId partner);
  void finish_role(Role role, NodeId node, NodeId partner, const RealToken& token);
  NodeId root(NodeId radicand, NodeId degree, const RealToken& token);
  NodeId divide(NodeId above, NodeId below, size_t offset);
  NodeId power(NodeId base, NodeId exponent, size_t offset);
  // A function of one child; literals where it has no value are refused.
  NodeId checked(std::string_view symbol, NodeId child, size_t offset);

  std::string_view text_;
  Pool& pool_;
  std::vector<RealToken> tokens_;
  size_t next_ = 0;
  bool have_operand_ = false;
  bool bare_literal_ = false;
  bool doubtful_ = false;  // |x|y: a later bar behind an operand may open or close
  std::vector<Waiting> waiting_;
  std::vector<NodeId> operands_;
};

}  // namespace eqnet::domain
