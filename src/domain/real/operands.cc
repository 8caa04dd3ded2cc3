// Operands: variables and their indices, functions and what they are of, the arguments of LaTeX's commands.
#include "base/suggest.h"
#include "domain/real/reader.h"
#include "domain/real/words.h"
#include "eqnet/base/error.h"
#include "expr/text.h"

namespace eqnet::domain {

namespace {

// sin^{-1}; that of exp or log is nothing people write.
std::string_view inverse_of(std::string_view symbol) {
  constexpr std::pair<std::string_view, std::string_view> kInverses[] = {
      {"Sin", "Asin"}, {"Cos", "Acos"},   {"Tan", "Atan"},   {"Cot", "Acot"},  {"Sec", "Asec"},
      {"Csc", "Acsc"}, {"Sinh", "Asinh"}, {"Cosh", "Acosh"}, {"Tanh", "Atanh"}};
  for (const auto& [function, inverse] : kInverses) {
    if (function == symbol) return inverse;
  }
  return {};
}

}  // namespace

void RealReader::variable(const RealToken& token) {
  std::string name(token.text);
  if (peek().kind == Kind::subscript) name += subscript();
  const RealToken& after = peek();
  const bool parenthesis = after.kind == Kind::open && after.what == "(" && after.touching;
  const bool letter = name.size() == 1;
  // f^{-1}(x)
  const bool inverse = (name == "f" || name == "g" || name == "h") && after.kind == Kind::power &&
                       peek(1).kind == Kind::open && peek(2).kind == Kind::minus && peek(3).text == "1" &&
                       peek(4).kind == Kind::close && peek(5).kind == Kind::open && peek(5).what == "(";
  if (inverse) fail(token, "an expression with one real value; give the inverse of a function worked out");
  if (parenthesis && (!letter || name == "f" || name == "g" || name == "h")) {
    std::vector<std::string> known;
    for (const RealFunctionName& function : real_function_names()) known.emplace_back(function.spelling);
    const std::string near = base::nearest_word(name, known);
    throw expr::error_at(
        text_, token.offset, "the function " + base::quoted(name) + ", which is not known",
        (near.empty() ? std::string() : near + " perhaps, or ") + "an operator before the parenthesis");
  }
  push(pool_.variable(name));
}

std::string RealReader::subscript() {
  const RealToken& sign = peek();
  ++next_;
  const bool braces = peek().kind == Kind::open && peek().what == "{";
  if (braces) ++next_;
  const auto is_part = [&](Kind kind) {
    const bool sign = kind == Kind::plus || kind == Kind::minus || kind == Kind::comma || kind == Kind::function;
    return kind == Kind::number || kind == Kind::name || kind == Kind::constant || (sign && braces);
  };
  std::string index;
  bool signs = false;  // a_{n+1} keeps its braces
  for (; is_part(peek().kind); ++next_) {
    signs = signs || (peek().kind == Kind::plus || peek().kind == Kind::minus || peek().kind == Kind::comma);
    const std::string_view part = peek().text.substr(peek().text.starts_with('\\') ? 1 : 0);  // x_{\max}
    index += subscript_digit(expr::decode(part).value) ? normal_digits(part) : std::string(part);
    if (!braces) {
      ++next_;
      break;
    }
  }
  if (index.empty() || index.find('.') != std::string::npos) fail(index.empty() ? peek() : sign, "an index behind '_'");
  if (braces) {
    if (peek().kind != Kind::close || peek().what != "{") fail(peek(), "'}' behind the index");
    ++next_;
  }
  return signs ? "_{" + index + "}" : "_" + index;
}

void RealReader::function(const RealToken& token) {
  const bool sign = token.text.starts_with("√") || token.text.starts_with("∛");
  if (sign && (peek().kind != Kind::open || is_bar(peek().what))) {  // √2x is √2 x
    waiting_.push_back({What::op, token.what, kPower, {}, token.offset});
    return;
  }
  if (token.what != "Log" || peek().kind != Kind::subscript) return function_of(token, kNone);
  if (const auto base = log_base(token)) function_of(token, *base);
}

void RealReader::function_of(const RealToken& token, NodeId base) {
  Waiting call{What::call, token.what, kBareFunction, {}, token.offset};
  std::string_view symbol = token.what;
  if (peek().kind == Kind::power) {
    ++next_;
    call.exponent = function_exponent(token, symbol);
  }
  if (base != kNone && is_constant(base, "2")) {
    symbol = "Log2";
  } else if (base != kNone && is_constant(base, "10")) {
    symbol = "Log10";
  } else if (base != kNone) {
    call.partner = base;
    call.role = Role::base;
  }
  call.op = symbol;
  const RealToken& after = peek();
  if (after.kind == Kind::open && !is_bar(after.what)) {
    call.bracket = after.what;
    call.bracket_offset = after.offset;
    ++next_;
  } else {
    if (symbol == "Min" || symbol == "Max" || symbol == "Power" || symbol == "Hypot")
      fail(after, "'(' and two arguments");
    call.what = What::op;  // sin 2x: over what is written as a product without signs
    waiting_.push_back(call);
    return;
  }
  open(call);
}

std::optional<expr::NodeId> RealReader::log_base(const RealToken& name) {
  const RealToken sign = peek();
  ++next_;
  if (peek().kind == Kind::open && (peek().what == "{" || peek().what == "(")) {
    open({What::open, {}, 0, peek().what, name.offset, 0, kNone, Role::log_base});
    ++next_;
    return std::nullopt;
  }
  const RealToken& token = peek();
  ++next_;
  NodeId base = kNone;
  if (token.kind == Kind::number) base = integer(normal_digits(token.text));
  if (token.kind == Kind::name) base = pool_.variable(token.text);
  if (token.kind == Kind::constant) base = pool_.constant(token.what);
  if (base == kNone) fail(sign, "a number or a variable as the logarithm's base, or an expression in braces");
  return base;
}

expr::NodeId RealReader::function_exponent(const RealToken& name, std::string_view& symbol) {
  const bool braces = peek().kind == Kind::open && (peek().what == "{" || peek().what == "(");
  const std::string_view bracket = braces ? peek().what : std::string_view();
  if (braces) ++next_;
  const bool minus = peek().kind == Kind::minus;
  if (minus) ++next_;
  const RealToken& token = peek();
  ++next_;
  NodeId exponent = kNone;
  if (token.kind == Kind::number) exponent = integer((minus ? "-" : "") + normal_digits(token.text));
  if (token.kind == Kind::name && !minus) exponent = pool_.variable(token.text);
  if (exponent == kNone) fail(token, "a number as the power of " + std::string(name.text));
  if (braces) {
    if (peek().kind != Kind::close || peek().what != bracket) fail(peek(), "the end of the exponent");
    ++next_;
  }
  if (!is_negative_literal(exponent)) return exponent;
  if (is_constant(exponent, "-1")) {
    symbol = inverse_of(symbol);
    if (!symbol.empty()) return kNone;
  }
  fail(name, "a power of 1 or more; write " + std::string(name.text) + "(…)^(-1) for one divided by it");
}

void RealReader::argument(Role role, const RealToken& of, NodeId partner) {
  const RealToken& token = peek();
  if (token.kind == Kind::open && token.what == "{") {
    ++next_;
    return open({What::open, {}, 0, "{", token.offset, 0, kNone, role, partner});
  }
  NodeId node = kNone;
  if (token.kind == Kind::number) {  // \frac12
    node = integer(token.text.substr(0, 1));
    if (token.text.size() > 1) {
      tokens_[next_].text.remove_prefix(1);
      ++tokens_[next_].offset;
    } else {
      ++next_;
    }
  } else if (token.kind == Kind::name || token.kind == Kind::constant) {
    node = token.kind == Kind::name ? pool_.variable(token.text) : pool_.constant(token.what);
    ++next_;
  } else {
    fail(token, "'{' behind " + base::quoted(of.text));
  }
  finish_role(role, node, partner, of);
}

void RealReader::finish_role(Role role, NodeId node, NodeId partner, const RealToken& token) {
  switch (role) {
    case Role::numerator:
      return argument(Role::denominator, token, node);
    case Role::denominator:
      return push(divide(partner, node, token.offset));
    case Role::degree:
      return argument(Role::radicand, token, node);
    case Role::radicand:
      return push(root(node, partner, token));
    case Role::log_base:
      return function_of({Kind::function, token.offset, "log", "Log"}, node);
    default:
      return push(node);
  }
}

expr::NodeId RealReader::root(NodeId radicand, NodeId degree, const RealToken& token) {
  if (degree == kNone || is_constant(degree, "2")) return checked("Sqrt", radicand, token.offset);
  if (is_constant(degree, "3")) return op("Cbrt", radicand);
  return op("Power", radicand, op("Divide", integer("1"), degree));
}

expr::NodeId RealReader::divide(NodeId above, NodeId below, size_t offset) {
  if (is_constant(below, "0")) throw expr::error_at(text_, offset, "a division by zero", "a divisor that is not 0");
  return op("Divide", above, below);
}

expr::NodeId RealReader::power(NodeId base, NodeId exponent, size_t offset) {
  if (is_constant(base, "0") && (is_constant(exponent, "0") || is_negative_literal(exponent)))
    throw expr::error_at(text_, offset, "a power of 0 that has no value", "an exponent above 0");
  return op("Power", base, exponent);
}

expr::NodeId RealReader::checked(std::string_view symbol, NodeId child, size_t offset) {
  const bool log = symbol.starts_with("Log");
  if ((log || symbol == "Sqrt") && (is_negative_literal(child) || (log && is_constant(child, "0")))) {
    throw expr::error_at(text_, offset,
                         std::string(log ? "the logarithm" : "the square root") + " of " + pool_.symbol_of(child).name +
                             ", which is no real number",
                         log ? "a number above 0" : "a number of 0 or more");
  }
  if (symbol == "Sec" || symbol == "Csc") return op("Divide", integer("1"), op(symbol == "Sec" ? "Cos" : "Sin", child));
  if (symbol == "Sqr") return op("Multiply", child, child);
  if (symbol == "Cot") return op("Divide", op("Cos", child), op("Sin", child));
  if (symbol == "Sech" || symbol == "Csch")
    return op("Divide", integer("1"), op(symbol == "Sech" ? "Cosh" : "Sinh", child));
  if (symbol == "Coth") return op("Divide", op("Cosh", child), op("Sinh", child));
  // From 0 to pi, so that it is continuous.
  if (symbol == "Acot") return op("Subtract", op("Divide", pool_.constant("pi"), integer("2")), op("Atan", child));
  if (symbol == "Asec" || symbol == "Acsc")
    return op(symbol == "Asec" ? "Acos" : "Asin", op("Divide", integer("1"), child));
  if (symbol == "Acoth" || symbol == "Asech" || symbol == "Acsch") {
    const std::string_view of_reciprocal = symbol == "Acoth" ? "Atanh" : symbol == "Asech" ? "Acosh" : "Asinh";
    return op(of_reciprocal, op("Divide", integer("1"), child));
  }
  return op(symbol, child);
}

}  // namespace eqnet::domain
