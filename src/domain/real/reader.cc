#include "domain/real/reader.h"

#include <algorithm>

#include "domain/real/syntax.h"
#include "domain/real/words.h"
#include "eqnet/base/error.h"
#include "expr/text.h"

namespace eqnet::domain {

expr::NodeId RealReader::whole() {
  for (;;) {
    const RealToken& token = tokens_[next_];
    if (have_operand_) {
      if (token.kind == Kind::end) return finish(token);
      behind_operand(token);
    } else {
      operand(token);
    }
  }
}

void RealReader::fail(const RealToken& token, const std::string& expected) const {
  const std::string found = token.kind == Kind::end ? "the end" : base::quoted(token.text);
  throw expr::error_at(text_, token.offset, found, expected);
}

const RealToken& RealReader::peek(size_t ahead) const {
  return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
}

expr::NodeId RealReader::op(std::string_view symbol, NodeId a) {
  return pool_.node(pool_.symbols.op(symbol, 1), {a});
}

expr::NodeId RealReader::op(std::string_view symbol, NodeId a, NodeId b) {
  return pool_.node(pool_.symbols.op(symbol, 2), {a, b});
}

expr::NodeId RealReader::integer(std::string_view digits) {
  return pool_.constant(digits);
}

bool RealReader::is_constant(NodeId node, std::string_view name) const {
  const expr::Symbol& symbol = pool_.symbol_of(node);
  return symbol.kind == expr::SymbolKind::constant && symbol.name == name;
}

bool RealReader::is_negative_literal(NodeId node) const {
  const expr::Symbol& symbol = pool_.symbol_of(node);
  return symbol.kind == expr::SymbolKind::constant && symbol.name[0] == '-';
}

void RealReader::push(NodeId node, bool bare) {
  operands_.push_back(node);
  bare_literal_ = bare;
  have_operand_ = true;
}

void RealReader::open(const Waiting& bracket) {
  waiting_.push_back(bracket);
  waiting_.back().doubtful = doubtful_;
  doubtful_ = false;
}

void RealReader::operand(const RealToken& token) {
  ++next_;
  switch (token.kind) {
    case Kind::number:
      return number(token);
    case Kind::name:
      return variable(token);
    case Kind::constant:
      return push(pool_.constant(token.what));
    case Kind::function:
      return function(token);
    case Kind::minus:
      waiting_.push_back({What::op, "Negate", sign_precedence(), {}, token.offset});
      return;
    case Kind::plus:
      return;
    case Kind::open:
      return open({What::open, {}, 0, token.what, token.offset});
    case Kind::fraction:
      return argument(Role::numerator, token, kNone);
    case Kind::root: {
      if (peek().kind == Kind::open && peek().what == "[") {
        open({What::open, {}, 0, "[", token.offset, 0, kNone, Role::degree});
        ++next_;
        return;
      }
      return argument(Role::radicand, token, kNone);
    }
    default:
      --next_;
      fail(token, "a number, a variable, a function or '('");
  }
}

// 0.1\\overline{6} is 0.1 + 6/90.
void RealReader::number(const RealToken& token) {
  const NodeId digits = integer(normal_digits(token.text));
  const RealToken& after = peek();
  if (after.kind != Kind::repetend) return push(digits, true);
  ++next_;
  const size_t behind_point = token.text.size() - token.text.find('.') - 1;
  const std::string below = std::string(after.text.size(), '9') + std::string(behind_point, '0');
  const NodeId rest = op("Divide", integer(normal_digits(after.text)), integer(below));
  push(is_constant(digits, "0") ? rest : op("Add", digits, rest));
}

int RealReader::sign_precedence() const {
  return !waiting_.empty() && waiting_.back().what == What::op && waiting_.back().op == "Power" ? kPower : kSign;
}

std::string RealReader::normal_digits(std::string_view text) {
  std::string digits;
  long point = 0;
  bool behind = false;
  long exponent = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '.') {
      behind = true;
    } else if (text[i] == '{' || text[i] == '}' || text[i] == ',' || text[i] == '\\' || text[i] == '!') {
      continue;  // between thousands
    } else if (const expr::CodePoint raised = expr::decode(text.substr(i)); superscript_digit(raised.value)) {
      digits += *superscript_digit(raised.value);
      i += raised.length - 1;
    } else if (subscript_digit(raised.value)) {
      digits += *subscript_digit(raised.value);
      i += raised.length - 1;
    } else if (is_ascii_digit(text[i])) {
      digits += text[i];
      if (behind) ++point;
    } else {
      const std::string rest(text.substr(i + 1));
      constexpr size_t kMostDigits = 5;
      if (rest.size() > kMostDigits) {
        throw expr::error_at(text_, tokens_[next_ - 1].offset, base::quoted(text),
                             "an exponent of at most four digits");
      }
      exponent = std::stol(rest);
      break;
    }
  }
  point -= exponent;
  if (point < 0) {
    digits.append(static_cast<size_t>(-point), '0');
    point = 0;
  }
  if (digits.size() <= static_cast<size_t>(point))
    digits.insert(0, static_cast<size_t>(point) + 1 - digits.size(), '0');
  std::string whole = digits.substr(0, digits.size() - static_cast<size_t>(point));
  std::string part = digits.substr(digits.size() - static_cast<size_t>(point));
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size() - 1));
  while (!part.empty() && part.back() == '0') part.pop_back();
  return part.empty() ? whole : whole + "." + part;
}

void RealReader::behind_operand(const RealToken& token) {
  switch (token.kind) {
    case Kind::plus:
      return infix("Add", kSum, token);
    case Kind::minus:
      return infix("Subtract", kSum, token);
    case Kind::times:
      return infix("Multiply", kProduct, token);
    case Kind::divide:
      return infix("Divide", kProduct, token);
    case Kind::power:
      return infix("Power", kPower, token);
    case Kind::percent:
    case Kind::degree:
      return unit(token);
    case Kind::comma:
      return comma(token);
    case Kind::close:
      return close(token);
    case Kind::open:
      if (token.what == "|" && bar_is_open()) return close(token);
      if (token.what == "|" && doubtful_)
        fail(token, "bars of which it is clear what opens and what closes; write abs(…) or \\left| \\right|");
      [[fallthrough]];
    case Kind::number:
    case Kind::name:
    case Kind::constant:
    case Kind::function:
    case Kind::root:
      return juxtapose(token);
    case Kind::fraction:
      return is_mixed() ? mixed(token) : juxtapose(token);
    default:
      fail(token, "an operator");
  }
}

// 50% and 90° are numbers.
void RealReader::unit(const RealToken& token) {
  ++next_;
  const Kind after = peek().kind;
  if (token.kind == Kind::degree && after == Kind::name && (peek().text == "C" || peek().text == "F")) {
    throw expr::error_at(text_, token.offset, "a temperature", "an expression with one real value; leave out its unit");
  }
  const bool operand_follows = after == Kind::number || after == Kind::name || after == Kind::constant;
  if (token.kind == Kind::percent && operand_follows) {
    throw expr::error_at(text_, token.offset, "'%' (a remainder)",
                         "an expression with one real value; give it worked out");
  }
  reduce_above(kPower);                                                        // 10\\frac{2}{3}%, 10^2%
  if (token.kind == Kind::percent && is_percent_of_fraction(token)) reduce();  // 1/2% is 1/200
  const NodeId number = take();
  if (token.kind == Kind::percent) return push(op("Divide", number, integer("100")));
  push(op("Multiply", number, op("Divide", pool_.constant("pi"), integer("180"))));
}

// Whether a percent sign stands behind two integers and '/': 1/2% is half a percent. Where the fraction is no proper
// one it may be meant either way.
bool RealReader::is_percent_of_fraction(const RealToken& sign) const {
  constexpr size_t kTokens = 4;  // 1 / 2 %
  if (next_ < kTokens) return false;
  const RealToken *above = &tokens_[next_ - 4], *below = &tokens_[next_ - 2];
  const auto is_integer = [](const RealToken& token) {
    return token.kind == Kind::number && std::ranges::all_of(token.text, is_ascii_digit) && token.text[0] != '0';
  };
  if (tokens_[next_ - 3].kind != Kind::divide || !is_integer(*above) || !is_integer(*below)) return false;
  const Kind before = next_ > kTokens ? tokens_[next_ - kTokens - 1].kind : Kind::end;
  if (before == Kind::times || before == Kind::divide || before == Kind::power || before == Kind::fraction)
    return false;
  const auto key = [](const RealToken& token) { return std::pair(token.text.size(), token.text); };
  if (key(*above) < key(*below)) return true;
  fail(sign, "parentheses: (" + std::string(above->text) + "/" + std::string(below->text) + ")% or " +
                 std::string(above->text) + "/(" + std::string(below->text) + "%)");
}

void RealReader::juxtapose(const RealToken& token) {
  if (token.kind == Kind::number) {
    const bool mixed = bare_literal_ && peek(1).kind == Kind::divide && peek(2).kind == Kind::number;
    if (mixed) fail(token, "an operator before the number; a mixed number is written 2+3/4 or 2\\frac{3}{4}");
    fail(token, "an operator before the number");
  }
  const bool function = token.kind == Kind::function && !token.text.starts_with("√") && !token.text.starts_with("∛");
  reduce_above(function ? kBareFunction : kJuxtaposed);
  // sin x cos y: the function ends what the one before it is of.
  const bool inside =
      !waiting_.empty() && waiting_.back().what == What::op && waiting_.back().precedence == kBareFunction;
  if (!inside) reduce_above(kProduct);
  waiting_.push_back({What::op, "Multiply", inside ? kJuxtaposed : kProduct, {}, token.offset});
  have_operand_ = false;
}

// 3\frac{1}{2} is 7/2: a whole number with a proper fraction of digits behind it.
bool RealReader::is_mixed() const {
  if (!bare_literal_) return false;
  const std::string& whole = pool_.symbol_of(operands_.back()).name;
  if (whole.find_first_not_of("0123456789") != std::string::npos || whole == "0") return false;
  std::string digits[2];  // above and below
  size_t ahead = 1;
  for (std::string& part : digits) {
    const bool braces = peek(ahead).kind == Kind::open && peek(ahead).what == "{";
    if (braces) ++ahead;
    if (peek(ahead).kind != Kind::number) return false;
    part = peek(ahead).text;
    if (!braces && part.size() > 1) {  // \frac12
      if (&part == &digits[1]) return false;
      digits[1] = part.substr(1);
      part.resize(1);
      if (digits[1].size() != 1) return false;
      break;
    }
    ++ahead;
    if (braces && peek(ahead++).kind != Kind::close) return false;
  }
  for (const std::string& part : digits) {
    if (part.empty() || part.find_first_not_of("0123456789") != std::string::npos || part[0] == '0') return false;
  }
  return digits[0].size() < digits[1].size() || (digits[0].size() == digits[1].size() && digits[0] < digits[1]);
}

// Tighter than a product, so that -3\frac{1}{2} is -7/2.
void RealReader::mixed(const RealToken& token) {
  waiting_.push_back({What::op, "Add", kPower + 1, {}, token.offset});
  have_operand_ = false;
}

void RealReader::infix(std::string_view symbol, int precedence, const RealToken& token) {
  ++next_;
  if (precedence == kPower) {
    while (!waiting_.empty() && waiting_.back().what == What::op && waiting_.back().precedence > kPower) reduce();
  } else {
    reduce_above(precedence);
  }
  waiting_.push_back({What::op, symbol, precedence, {}, token.offset});
  have_operand_ = false;
}

void RealReader::reduce_above(int precedence) {
  while (!waiting_.empty() && waiting_.back().what == What::op && waiting_.back().precedence >= precedence) reduce();
}

void RealReader::reduce() {
  const Waiting top = waiting_.back();
  waiting_.pop_back();
  if (top.precedence == kBareFunction) return apply_function(top);
  const NodeId right = take();
  if (top.op == "Sqrt" || top.op == "Cbrt") return push(checked(top.op, right, top.offset));
  if (top.op == "Negate") {
    const expr::Symbol& symbol = pool_.symbol_of(right);
    const bool literal = bare_literal_ && symbol.kind == expr::SymbolKind::constant && is_ascii_digit(symbol.name[0]);
    const std::string digits = symbol.name;
    push(literal ? pool_.constant(digits == "0" ? digits : "-" + digits) : op("Negate", right));
    return;
  }
  const NodeId left = take();
  push(top.op == "Divide"  ? divide(left, right, top.offset)
       : top.op == "Power" ? power(left, right, top.offset)
                           : op(top.op, left, right));
}

expr::NodeId RealReader::take() {
  const NodeId node = operands_.back();
  operands_.pop_back();
  return node;
}

void RealReader::apply_function(const Waiting& call) {
  NodeId node = take();
  if (call.op == "Min" || call.op == "Max" || call.op == "Power" || call.op == "Hypot") {
    if (call.arguments < 1) throw expr::error_at(text_, call.offset, "one argument", "two or more");
    node = call.op == "Power" ? power(take(), node, call.offset) : op(call.op, take(), node);
  } else if (call.arguments > 0) {  // log(x, b)
    const NodeId value = take();
    node = divide(checked("Log", value, call.offset), op("Log", node), call.offset);
  } else {
    node = checked(call.op, node, call.offset);
    if (call.role == Role::base) node = divide(node, op("Log", call.partner), call.offset);
  }
  if (call.exponent != kNone) node = op("Power", node, call.exponent);
  push(node);
}

void RealReader::reduce_to_bracket() {
  while (!waiting_.empty() && waiting_.back().what == What::op) reduce();
}

void RealReader::comma(const RealToken& token) {
  reduce_to_bracket();
  const bool call = !waiting_.empty() && waiting_.back().what == What::call;
  if (!call) {
    const bool set = !waiting_.empty() && (waiting_.back().bracket == "{" || waiting_.back().bracket == "\\{");
    throw expr::error_at(text_, token.offset,
                         std::string("',' (") +
                             (waiting_.empty() ? "a list"
                              : set            ? "a set"
                                               : "a tuple or an interval") +
                             ")",
                         "one expression; a comma stands between the arguments of a function only");
  }
  Waiting& top = waiting_.back();
  const bool many = top.op == "Min" || top.op == "Max";
  if (!many && !((top.op == "Log" && top.role != Role::base) || top.op == "Power" || top.op == "Hypot"))
    fail(token, "')'");
  if (top.arguments == 1) {
    if (!many) fail(token, "')'");
    const NodeId right = take();
    push(op(top.op, take(), right));
  } else {
    top.arguments = 1;
  }
  ++next_;
  have_operand_ = false;
}

bool RealReader::bar_is_open() const {
  for (size_t i = waiting_.size(); i-- > 0;) {
    if (waiting_[i].what != What::op) return waiting_[i].bracket == "|";
  }
  return false;
}

std::string RealReader::closing(std::string_view open) {
  return open == "(" ? "')'" : open == "[" ? "']'" : open == "{" ? "'}'" : open == "\\{" ? "'\\}'" : "'|'";
}

std::string RealReader::missing(const Waiting& open) const {
  const size_t at = open.what == What::call ? open.bracket_offset : open.offset;
  return closing(open.bracket) + " for the bracket at column " +
         std::to_string(expr::error_at(text_, at, "", "").column);
}

void RealReader::close(const RealToken& token) {
  reduce_to_bracket();
  if (waiting_.empty()) fail(token, "an operator or the end; nothing is open here");
  const Waiting top = waiting_.back();
  if (top.bracket != token.what) {
    fail(token, missing(top));
  }
  waiting_.pop_back();
  ++next_;
  doubtful_ = top.doubtful;
  if (top.what == What::call) return apply_function(top);
  if (top.bracket == "\\{") refuse_set(top);
  const NodeId node = take();
  have_operand_ = false;
  if (top.bracket == "|") {
    const Kind after = peek().kind;
    doubtful_ = after == Kind::number || after == Kind::name || after == Kind::constant || after == Kind::function ||
                after == Kind::fraction || after == Kind::root || (after == Kind::open && peek().what != "|");
  }
  if (is_bar(top.bracket)) return push(op("Abs", node));
  finish_role(top.role, node, top.partner, token);
}

void RealReader::refuse_set(const Waiting& braces) const {
  if (waiting_.empty() && peek().kind == Kind::end && tokens_.front().offset == braces.offset) {
    throw expr::error_at(text_, braces.offset, "a set", "an expression with one real value; give one expression");
  }
}

expr::NodeId RealReader::finish(const RealToken& end) {
  reduce_to_bracket();
  if (!waiting_.empty()) {
    fail(end, missing(waiting_.back()));
  }
  return operands_.back();
}

expr::NodeId read_real(std::string_view text, expr::Pool& pool) {
  return RealReader(text, pool).whole();
}

expr::NodeId read_real_beside(std::string_view text, const RealContext& context, expr::Pool& pool) {
  return RealReader(text, pool, &context).whole();
}

}  // namespace eqnet::domain
