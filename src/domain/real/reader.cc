// Text and LaTeX to expressions about real numbers.
//
// Operator precedence with explicit stacks, as in expr/parse.cc, for a grammar that no table of operators holds:
// products without a sign, functions without parentheses (sin 2x), powers of functions (sin^2 x), bars, and LaTeX's
// groups. First the text becomes tokens, LaTeX's commands among them; then one pass builds the expression.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/suggest.h"
#include "domain/real/syntax.h"
#include "eqnet/base/error.h"
#include "expr/text.h"

namespace eqnet::domain {
namespace {

using expr::NodeId;
using expr::Pool;

enum class RealTokenKind : uint8_t {
  end,
  number,
  name,
  constant,
  function,
  plus,
  minus,
  times,
  divide,
  power,
  open,
  close,
  comma,
  fraction,
  root,
  subscript,
};

using Kind = RealTokenKind;

struct RealToken {
  Kind kind = Kind::end;
  size_t offset = 0;
  std::string_view text;
  std::string_view what = {};  // of a function or constant its symbol; of open and close which: ( [ { |
  bool touching = false;       // no space before it
};

struct Function {
  std::string_view spelling, symbol;
};

// Sec, Csc and Cot are written out as quotients.
constexpr Function kFunctions[] = {
    {"sqrt", "Sqrt"},   {"cbrt", "Cbrt"}, {"exp", "Exp"},   {"log", "Log"},     {"ln", "Log"},      {"log2", "Log2"},
    {"log10", "Log10"}, {"lg", "Log10"},  {"sin", "Sin"},   {"cos", "Cos"},     {"tan", "Tan"},     {"tg", "Tan"},
    {"asin", "Asin"},   {"acos", "Acos"}, {"atan", "Atan"}, {"arcsin", "Asin"}, {"arccos", "Acos"}, {"arctan", "Atan"},
    {"sinh", "Sinh"},   {"cosh", "Cosh"}, {"tanh", "Tanh"}, {"abs", "Abs"},     {"Abs", "Abs"},     {"fabs", "Abs"},
    {"min", "Min"},     {"max", "Max"},   {"fmin", "Min"},  {"fmax", "Max"},    {"pow", "Power"},   {"sec", "Sec"},
    {"csc", "Csc"},     {"cosec", "Csc"}, {"cot", "Cot"},   {"cotan", "Cot"},
};

std::string_view function_of(std::string_view spelling) {
  const auto* found = std::ranges::find(kFunctions, spelling, &Function::spelling);
  return found == std::end(kFunctions) ? std::string_view() : found->symbol;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// What people write and this domain does not have, to be named rather than called unexpected.
struct Unsupported {
  std::string_view text, what, remedy;
};
constexpr Unsupported kUnsupported[] = {
    {"==", "an equation", "give the two sides as two expressions"},
    {"!=", "an inequality", "give the two sides as two expressions"},
    {"<=", "an inequality", "give the two sides as two expressions"},
    {">=", "an inequality", "give the two sides as two expressions"},
    {"=", "an equation", "give the two sides as two expressions"},
    {"≠", "an inequality", "give the two sides as two expressions"},
    {"<", "an inequality", "give the two sides as two expressions"},
    {">", "an inequality", "give the two sides as two expressions"},
    {"≤", "an inequality", "give the two sides as two expressions"},
    {"≥", "an inequality", "give the two sides as two expressions"},
    {"\\leq", "an inequality", "give the two sides as two expressions"},
    {"\\geq", "an inequality", "give the two sides as two expressions"},
    {"\\neq", "an inequality", "give the two sides as two expressions"},
    {"\\approx", "an approximation", "give an exact expression"},
    {"\\pm", "two values at once", "give one of them"},
    {"\\mp", "two values at once", "give one of them"},
    {"±", "two values at once", "give one of them"},
    {"\\infty", "infinity", "expressions have real values"},
    {"∞", "infinity", "expressions have real values"},
    {"\\int", "an integral", "give it worked out"},
    {"\\sum", "a sum over an index", "write its terms"},
    {"\\prod", "a product over an index", "write its factors"},
    {"\\lim", "a limit", "give it worked out"},
    {"!", "a factorial", "write the product"},
    {"\\%", "a percentage", "divide by 100"},
    {"%", "a percentage or remainder", "divide by 100"},
    {"°", "degrees", "multiply by pi/180"},
    {"\\circ", "degrees", "multiply by pi/180"},
    {";", "a list", "give one expression"},
};

constexpr std::string_view kGreek[] = {"alpha", "beta",     "gamma", "delta",   "epsilon", "varepsilon", "zeta",  "eta",
                                       "theta", "vartheta", "iota",  "kappa",   "lambda",  "mu",         "nu",    "xi",
                                       "rho",   "sigma",    "tau",   "upsilon", "phi",     "varphi",     "chi",   "psi",
                                       "omega", "Gamma",    "Delta", "Theta",   "Lambda",  "Xi",         "Sigma", "Phi",
                                       "Psi",   "Omega",    "ell",   "hbar"};
// Commands that change how things look, not what they mean.
constexpr std::string_view kLooks[] = {
    "left",  "right", "big",   "bigl",         "bigr",      "Big",    "Bigl",      "Bigr",      "bigg",    "biggl",
    "biggr", "quad",  "qquad", "displaystyle", "textstyle", "limits", "thinspace", "mathstrut", "nolimits"};
constexpr std::string_view kFonts[] = {"mathrm", "operatorname", "text", "mathit", "mathbf", "rm", "textrm", "mathsf"};

class RealLexer {
 public:
  explicit RealLexer(std::string_view text) : text_(text) {
    latex_ = text.find('\\') != std::string_view::npos || text.find('$') != std::string_view::npos;
  }

  std::vector<RealToken> run() {
    while (step()) {
    }
    add(Kind::end, text_.size(), 0);
    return std::move(tokens_);
  }

 private:
  // One token, or what is no token; false at the end.
  bool step() {
    const expr::CodePoint point = expr::decode(text_.substr(at_));
    if (at_ == text_.size()) return false;
    if (point.length == 0) throw expr::error_at(text_, at_, "a byte that is not UTF-8", "an expression");
    const char c = text_[at_];
    if (expr::is_space(point.value) || (c == '~' && latex_) || c == '$') {
      space(point.length);
      return true;
    }
    if (c == '\\') {
      command();
      return true;
    }
    if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
      number();
      return true;
    }
    if (sign()) return true;
    if (superscript(point)) return true;
    unsupported();
    if (expr::is_name_start(point.value) && c != '_') {
      name();
      return true;
    }
    if (c == '.' && text_.find_first_not_of(" .$\n\t\r", at_) == std::string_view::npos) {  // the end of a sentence
      space(1);
      return true;
    }
    throw expr::error_at(text_, at_, base::quoted(text_.substr(at_, point.length)),
                         "a number, a variable or an operator");
  }

  void space(size_t length) {
    at_ += length;
    touching_ = false;
  }

  void add(Kind kind, size_t offset, size_t length, std::string_view what = {}) {
    tokens_.push_back({kind, offset, text_.substr(offset, length), what, touching_});
    at_ = offset + length;
    touching_ = true;
  }

  bool sign() {
    struct Sign {
      std::string_view text;
      Kind kind;
      std::string_view what = {};
    };
    static constexpr Sign kSigns[] = {
        {"**", Kind::power},         {"^", Kind::power},
        {"+", Kind::plus},           {"-", Kind::minus},
        {"−", Kind::minus},          {"–", Kind::minus},
        {"*", Kind::times},          {"·", Kind::times},
        {"×", Kind::times},          {"⋅", Kind::times},
        {"/", Kind::divide},         {"÷", Kind::divide},
        {"(", Kind::open, "("},      {")", Kind::close, "("},
        {"[", Kind::open, "["},      {"]", Kind::close, "["},
        {"{", Kind::open, "{"},      {"}", Kind::close, "{"},
        {"|", Kind::open, "|"},      {",", Kind::comma},
        {"_", Kind::subscript},      {"√", Kind::function, "Sqrt"},
        {"π", Kind::constant, "pi"},
    };
    for (const Sign& sign : kSigns) {
      if (!text_.substr(at_).starts_with(sign.text)) continue;
      if (sign.kind == Kind::comma) decimal_comma();
      add(sign.kind, at_, sign.text.size(), sign.what);
      return true;
    }
    return false;
  }

  // 3,5 outside of a call.
  void decimal_comma() const {
    const bool between = at_ > 0 && is_digit(text_[at_ - 1]) && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]);
    const bool call = std::ranges::any_of(tokens_, [](const RealToken& token) {
      return token.kind == Kind::function &&
             (token.what == "Min" || token.what == "Max" || token.what == "Log" || token.what == "Power");
    });
    if (between && !call) {
      throw expr::error_at(text_, at_, "',' between digits", "a point as decimal sign, and no sign between thousands");
    }
  }

  // x² is x^2.
  bool superscript(const expr::CodePoint& point) {
    constexpr std::pair<uint32_t, std::string_view> kDigits[] = {{0xB9, "1"},   {0xB2, "2"},   {0xB3, "3"},
                                                                 {0x2074, "4"}, {0x2075, "5"}, {0x2076, "6"},
                                                                 {0x2077, "7"}, {0x2078, "8"}, {0x2079, "9"}};
    for (const auto& [code, digit] : kDigits) {
      if (code != point.value) continue;
      add(Kind::power, at_, point.length);
      tokens_.push_back({Kind::number, tokens_.back().offset, digit, {}, true});
      return true;
    }
    return false;
  }

  void unsupported() const {
    for (const Unsupported& thing : kUnsupported) {
      if (!text_.substr(at_).starts_with(thing.text)) continue;
      const bool longer = thing.text.front() == '\\' && is_letter(thing.text.back()) &&
                          at_ + thing.text.size() < text_.size() && is_letter(text_[at_ + thing.text.size()]);
      if (longer) continue;
      throw expr::error_at(text_, at_, base::quoted(thing.text) + " (" + std::string(thing.what) + ")",
                           "an expression with one real value; " + std::string(thing.remedy));
    }
  }

  // 12, 0.5, .5, 1.5e-3.
  void number() {
    size_t end = at_;
    const auto digits = [&] {
      while (end < text_.size() && is_digit(text_[end])) ++end;
    };
    digits();
    if (end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1])) {
      ++end;
      digits();
      if (end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1]))
        throw expr::error_at(text_, end, "a second '.' in a number", "one decimal point");
    } else if (end + 1 < text_.size() && text_[end] == '.' && !is_digit(text_[end + 1]) && text_[end + 1] == '*') {
      ++end;  // 2.*x
    }
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      size_t after = end + 1;
      if (after < text_.size() && (text_[after] == '-' || text_[after] == '+')) ++after;
      const bool adjacent = after < text_.size() && is_digit(text_[after]);
      if (adjacent && (after == end + 1 || text_.substr(at_, end - at_).find('.') != std::string_view::npos)) {
        end = after;
        digits();
      }
    }
    add(Kind::number, at_, end - at_);
  }

  void name() {
    size_t end = at_;
    for (;;) {
      const expr::CodePoint next = expr::decode(text_.substr(end));
      if (next.length == 0 || !expr::is_name_part(next.value) || (latex_ && text_[end] == '_')) break;
      if (end > at_ && end + 1 < text_.size() && text_[end] == '_' && text_[end + 1] == '{') break;
      end += next.length;
    }
    const std::string_view word = text_.substr(at_, end - at_);
    if (!latex_ && word.back() == '_')
      throw expr::error_at(text_, at_ + word.size() - 1, "'_' with nothing behind it", "an index, as in x_1");
    if (const std::string_view symbol = function_of(word); !symbol.empty())
      return add(Kind::function, at_, word.size(), symbol);
    if (word == "pi" || word == "e") return add(Kind::constant, at_, word.size(), word);
    if (latex_) return letters(end);
    if (word.starts_with("log_")) return add(Kind::function, at_, 3, "Log");
    joined_function(word);
    add(Kind::name, at_, word.size());
  }

  // sinx would be a variable of that name, which nobody means.
  void joined_function(std::string_view word) const {
    for (const Function& function : kFunctions) {
      if (function.spelling.size() < 2 || word.size() != function.spelling.size() + 1 ||
          !word.starts_with(function.spelling))
        continue;
      const std::string rest(word.substr(function.spelling.size()));
      if (!is_letter(rest[0])) continue;
      throw expr::error_at(text_, at_, base::quoted(word),
                           std::string(function.spelling) + "(" + rest + ") or another name for the variable");
    }
  }

  // In LaTeX each letter is a variable; functions are found where they stand without a backslash all the same.
  void letters(size_t end) {
    while (at_ < end) {
      const std::string_view rest = text_.substr(at_, end - at_);
      size_t length = expr::decode(rest).length;
      std::string_view symbol;
      for (const Function& function : kFunctions) {
        if (function.spelling.size() > 2 && rest.starts_with(function.spelling) && function.spelling.size() > length) {
          length = function.spelling.size();
          symbol = function.symbol;
        }
      }
      if (!symbol.empty()) {
        add(Kind::function, at_, length, symbol);
      } else if (rest.starts_with("pi")) {
        add(Kind::constant, at_, 2, "pi");
      } else if (is_digit(rest[0])) {
        number();
      } else if (rest[0] == 'e') {
        add(Kind::constant, at_, 1, "e");
      } else {
        add(Kind::name, at_, length);
      }
    }
  }

  void command() {
    const size_t begin = at_;
    if (begin + 1 == text_.size()) throw expr::error_at(text_, begin, "'\\' at the end", "a LaTeX command");
    if (!is_letter(text_[begin + 1])) {  // \, \; \! are spaces, \( \) \[ \] are around a formula, \{ \} \| are signs
      const char c = text_[begin + 1];
      if (std::string_view(",;:! ()[]").find(c) != std::string_view::npos) return space(2);
      if (c == '{') return add(Kind::open, begin, 2, "{");
      if (c == '}') return add(Kind::close, begin, 2, "{");
      if (c == '|') return add(Kind::open, begin, 2, "|");
      unsupported();
      throw expr::error_at(text_, begin, base::quoted(text_.substr(begin, 2)),
                           "a LaTeX command that means a number or an operation");
    }
    unsupported();
    size_t end = begin + 1;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    const std::string_view word = text_.substr(begin + 1, end - begin - 1);
    const size_t length = end - begin;
    const auto is_one_of = [&](const auto& list) { return std::ranges::find(list, word) != std::end(list); };
    if (is_one_of(kLooks)) {
      space(length);
      if (at_ < text_.size() && text_[at_] == '.' && (word == "left" || word == "right")) {
        throw expr::error_at(text_, at_, "'.' as a delimiter", "a parenthesis on both sides");
      }
      return;
    }
    if (is_one_of(kFonts)) return font(end);
    if (word == "frac" || word == "dfrac" || word == "tfrac" || word == "cfrac")
      return add(Kind::fraction, begin, length);
    if (word == "sqrt") return add(Kind::root, begin, length);
    if (word == "cdot" || word == "times" || word == "ast") return add(Kind::times, begin, length);
    if (word == "div") return add(Kind::divide, begin, length);
    if (word == "pi") return add(Kind::constant, begin, length, "pi");
    if (word == "lvert" || word == "rvert" || word == "vert" || word == "mid")
      return add(Kind::open, begin, length, "|");
    if (word == "lbrace" || word == "lbrack") return add(Kind::open, begin, length, "(");
    if (word == "rbrace" || word == "rbrack") return add(Kind::close, begin, length, "(");
    if (const std::string_view symbol = function_of(word); !symbol.empty())
      return add(Kind::function, begin, length, symbol);
    if (is_one_of(kGreek)) {
      add(Kind::name, begin, length);
      tokens_.back().text.remove_prefix(1);
      return;
    }
    std::vector<std::string> known = {"\\frac", "\\sqrt", "\\cdot", "\\times", "\\pi"};
    for (const Function& function : kFunctions) known.push_back("\\" + std::string(function.spelling));
    const std::string near = base::nearest_word("\\" + std::string(word), known);
    throw expr::error_at(text_, begin,
                         "the command " + base::quoted(text_.substr(begin, length)) + ", which is not known",
                         near.empty() ? "numbers, variables, functions and operators" : near + " perhaps");
  }

  // \mathrm{e}, \operatorname{sin}: the word inside is a name or function whatever its letters.
  void font(size_t after) {
    size_t begin = after;
    while (begin < text_.size() && text_[begin] == ' ') ++begin;
    const size_t close = begin < text_.size() && text_[begin] == '{' ? text_.find('}', begin) : std::string_view::npos;
    if (close == std::string_view::npos)
      throw expr::error_at(text_, at_, base::quoted(text_.substr(at_, after - at_)), "a word in braces behind it");
    size_t first = begin + 1, last = close;
    while (first < last && text_[first] == ' ') ++first;
    while (last > first && text_[last - 1] == ' ') --last;
    const std::string_view word = text_.substr(first, last - first);
    if (word.empty()) {
      at_ = close + 1;
      return;
    }
    if (const std::string_view symbol = function_of(word); !symbol.empty()) {
      add(Kind::function, first, word.size(), symbol);
    } else if (word == "e" || word == "pi") {
      add(Kind::constant, first, word.size(), word);
    } else if (std::ranges::all_of(word, [](char c) { return is_letter(c) || is_digit(c); }) && is_letter(word[0])) {
      add(Kind::name, first, word.size());
    } else {
      throw expr::error_at(text_, first, base::quoted(word), "a function or a variable");
    }
    at_ = close + 1;
  }

  std::string_view text_;
  bool latex_ = false;
  size_t at_ = 0;
  bool touching_ = false;
  std::vector<RealToken> tokens_;
};

// Sums 10, products 20 (with or without sign), signs 30, functions without parentheses 25: they take what is written as
// a product without signs behind them; powers 40.
enum Precedence : int { kSum = 10, kProduct = 20, kBareFunction = 25, kJuxtaposed = 26, kSign = 30, kPower = 40 };

class RealRun {
 public:
  RealRun(std::string_view text, Pool& pool) : text_(text), pool_(pool), tokens_(RealLexer(text).run()) {}

  NodeId whole() {
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

 private:
  struct Waiting {
    enum class What : uint8_t { op, open, call } what;
    std::string_view op;       // symbol of an operator or a call
    int precedence = 0;        // of an operator
    std::string_view bracket;  // of open and call
    size_t offset = 0;
    size_t arguments = 0;
    NodeId exponent = kNone;  // sin^2 x
    enum class Role : uint8_t { plain, numerator, denominator, degree, radicand, base } role = Role::plain;
    NodeId partner = kNone;  // the numerator, or the degree of a root
  };
  using What = Waiting::What;
  using Role = Waiting::Role;
  static constexpr NodeId kNone = UINT32_MAX;

  [[noreturn]] void fail(const RealToken& token, const std::string& expected) const {
    const std::string found = token.kind == Kind::end ? "the end" : base::quoted(token.text);
    throw expr::error_at(text_, token.offset, found, expected);
  }

  const RealToken& peek(size_t ahead = 0) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }

  NodeId op(std::string_view symbol, NodeId a) { return pool_.node(pool_.symbols.op(symbol, 1), {a}); }
  NodeId op(std::string_view symbol, NodeId a, NodeId b) { return pool_.node(pool_.symbols.op(symbol, 2), {a, b}); }
  NodeId integer(std::string_view digits) { return pool_.constant(digits); }
  [[nodiscard]] bool is_constant(NodeId node, std::string_view name) const {
    const expr::Symbol& symbol = pool_.symbol_of(node);
    return symbol.kind == expr::SymbolKind::constant && symbol.name == name;
  }
  [[nodiscard]] bool is_negative_literal(NodeId node) const {
    const expr::Symbol& symbol = pool_.symbol_of(node);
    return symbol.kind == expr::SymbolKind::constant && symbol.name[0] == '-';
  }

  void push(NodeId node, bool bare = false) {
    operands_.push_back(node);
    bare_literal_ = bare;
    have_operand_ = true;
  }

  void operand(const RealToken& token) {
    ++next_;
    switch (token.kind) {
      case Kind::number:
        return push(integer(normal_digits(token.text)), true);
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
        waiting_.push_back({What::open, {}, 0, token.what, token.offset});
        return;
      case Kind::fraction:
        return argument(Role::numerator, token, kNone);
      case Kind::root: {
        if (peek().kind == Kind::open && peek().what == "[") {
          waiting_.push_back({What::open, {}, 0, "[", token.offset, 0, kNone, Role::degree});
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

  // A sign directly behind ^ belongs to the exponent; elsewhere it binds less tightly than a product's factors.
  [[nodiscard]] int sign_precedence() const {
    return !waiting_.empty() && waiting_.back().what == What::op && waiting_.back().op == "Power" ? kPower : kSign;
  }

  // 007 is 7, 0.50 is 0.5, 1.5e3 is 1500: exact, and each number in one way.
  std::string normal_digits(std::string_view text) {
    std::string digits;
    long point = 0;
    bool behind = false;
    long exponent = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '.') {
        behind = true;
      } else if (is_digit(text[i])) {
        digits += text[i];
        if (behind) ++point;
      } else {
        const std::string rest(text.substr(i + 1));
        constexpr size_t kMostDigits = 5;
        if (rest.size() > kMostDigits)
          throw expr::error_at(text_, tokens_[next_ - 1].offset, base::quoted(text),
                               "an exponent of at most four digits");
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

  void variable(const RealToken& token) {
    std::string name(token.text);
    if (peek().kind == Kind::subscript) name += subscript();
    const RealToken& after = peek();
    const bool parenthesis = after.kind == Kind::open && after.what == "(" && after.touching;
    const bool letter = name.size() == 1;
    if (parenthesis && (!letter || name == "f" || name == "g" || name == "h")) {
      std::vector<std::string> known;
      for (const Function& function : kFunctions) known.emplace_back(function.spelling);
      const std::string near = base::nearest_word(name, known);
      throw expr::error_at(
          text_, token.offset, "the function " + base::quoted(name) + ", which is not known",
          (near.empty() ? std::string() : near + " perhaps, or ") + "an operator before the parenthesis");
    }
    push(pool_.variable(name));
  }

  // x_1, x_{12}, x_{ab}: part of the name.
  std::string subscript() {
    const RealToken& sign = peek();
    ++next_;
    const bool braces = peek().kind == Kind::open && peek().what == "{";
    if (braces) ++next_;
    std::string index;
    for (; peek().kind == Kind::number || peek().kind == Kind::name || peek().kind == Kind::constant; ++next_) {
      index += peek().text;
      if (!braces) {
        ++next_;
        break;
      }
    }
    if (index.empty() || index.find('.') != std::string::npos)
      fail(index.empty() ? peek() : sign, "an index behind '_'");
    if (braces) {
      if (peek().kind != Kind::close || peek().what != "{") fail(peek(), "'}' behind the index");
      ++next_;
    }
    return "_" + index;
  }

  void function(const RealToken& token) {
    Waiting call{What::call, token.what, kBareFunction, {}, token.offset};
    std::string_view symbol = token.what;
    NodeId base = kNone;
    if (symbol == "Log" && peek().kind == Kind::subscript) base = log_base();
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
    if (after.kind == Kind::open && after.what != "|") {
      call.bracket = after.what;
      ++next_;
    } else {
      if (symbol == "Min" || symbol == "Max" || symbol == "Power") fail(after, "'(' and two arguments");
      call.what = What::op;  // sin 2x: over what is written as a product without signs
    }
    waiting_.push_back(call);
  }

  NodeId log_base() {
    const RealToken sign = peek();
    ++next_;
    const bool braces = peek().kind == Kind::open && (peek().what == "{" || peek().what == "(");
    if (braces) ++next_;
    const RealToken& token = peek();
    ++next_;
    NodeId base = kNone;
    if (token.kind == Kind::number) base = integer(normal_digits(token.text));
    if (token.kind == Kind::name) base = pool_.variable(token.text);
    if (token.kind == Kind::constant) base = pool_.constant(token.what);
    if (base == kNone) fail(sign, "a number or a variable as the logarithm's base");
    if (braces) {
      if (peek().kind != Kind::close) fail(peek(), "the end of the logarithm's base");
      ++next_;
    }
    return base;
  }

  // sin^2 x and sin^{2} x; sin^{-1} x is the inverse function.
  NodeId function_exponent(const RealToken& name, std::string_view& symbol) {
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
      symbol = symbol == "Sin" ? "Asin" : symbol == "Cos" ? "Acos" : symbol == "Tan" ? "Atan" : std::string_view();
      if (!symbol.empty()) return kNone;
    }
    fail(name, "a power of 1 or more; write " + std::string(name.text) + "(…)^(-1) for one divided by it");
  }

  // The argument of \frac or \sqrt: a group, or a single digit, letter or command.
  void argument(Role role, const RealToken& of, NodeId partner) {
    const RealToken& token = peek();
    if (token.kind == Kind::open && token.what == "{") {
      ++next_;
      waiting_.push_back({What::open, {}, 0, "{", token.offset, 0, kNone, role, partner});
      return;
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

  void finish_role(Role role, NodeId node, NodeId partner, const RealToken& token) {
    switch (role) {
      case Role::numerator:
        return argument(Role::denominator, token, node);
      case Role::denominator:
        return push(divide(partner, node, token.offset));
      case Role::degree:
        return argument(Role::radicand, token, node);
      case Role::radicand:
        return push(root(node, partner, token));
      default:
        return push(node);
    }
  }

  NodeId root(NodeId radicand, NodeId degree, const RealToken& token) {
    if (degree == kNone || is_constant(degree, "2")) return checked("Sqrt", radicand, token.offset);
    if (is_constant(degree, "3")) return op("Cbrt", radicand);
    return op("Power", radicand, op("Divide", integer("1"), degree));
  }

  NodeId divide(NodeId above, NodeId below, size_t offset) {
    if (is_constant(below, "0")) throw expr::error_at(text_, offset, "a division by zero", "a divisor that is not 0");
    return op("Divide", above, below);
  }

  NodeId power(NodeId base, NodeId exponent, size_t offset) {
    if (is_constant(base, "0") && (is_constant(exponent, "0") || is_negative_literal(exponent)))
      throw expr::error_at(text_, offset, "a power of 0 that has no value", "an exponent above 0");
    return op("Power", base, exponent);
  }

  // A function of one child; literals where it has no value are refused.
  NodeId checked(std::string_view symbol, NodeId child, size_t offset) {
    const bool log = symbol.starts_with("Log");
    if ((log || symbol == "Sqrt") && (is_negative_literal(child) || (log && is_constant(child, "0")))) {
      throw expr::error_at(text_, offset,
                           std::string(log ? "the logarithm" : "the square root") + " of " +
                               pool_.symbol_of(child).name + ", which is no real number",
                           log ? "a number above 0" : "a number of 0 or more");
    }
    if (symbol == "Sec" || symbol == "Csc")
      return op("Divide", integer("1"), op(symbol == "Sec" ? "Cos" : "Sin", child));
    if (symbol == "Cot") return op("Divide", op("Cos", child), op("Sin", child));
    return op(symbol, child);
  }

  // --- behind an operand
  void behind_operand(const RealToken& token) {
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
      case Kind::comma:
        return comma(token);
      case Kind::close:
        return close(token);
      case Kind::open:
        if (token.what == "|" && bar_is_open()) return close(token);
        [[fallthrough]];
      case Kind::number:
      case Kind::name:
      case Kind::constant:
      case Kind::function:
      case Kind::fraction:
      case Kind::root:
        return juxtapose(token);
      default:
        fail(token, "an operator");
    }
  }

  // A product without its sign. A number behind something else is none: x 2 is a slip more often than a product.
  void juxtapose(const RealToken& token) {
    if (token.kind == Kind::number) fail(token, "an operator before the number");
    const bool function = token.kind == Kind::function;
    reduce_above(function ? kBareFunction : kJuxtaposed);
    // sin x cos y: the function ends what the one before it is of.
    const bool inside =
        !waiting_.empty() && waiting_.back().what == What::op && waiting_.back().precedence == kBareFunction;
    if (!inside) reduce_above(kProduct);
    waiting_.push_back({What::op, "Multiply", inside ? kJuxtaposed : kProduct, {}, token.offset});
    have_operand_ = false;
  }

  void infix(std::string_view symbol, int precedence, const RealToken& token) {
    ++next_;
    if (precedence == kPower) {
      while (!waiting_.empty() && waiting_.back().what == What::op && waiting_.back().precedence > kPower) reduce();
    } else {
      reduce_above(precedence);
    }
    waiting_.push_back({What::op, symbol, precedence, {}, token.offset});
    have_operand_ = false;
  }

  void reduce_above(int precedence) {
    while (!waiting_.empty() && waiting_.back().what == What::op && waiting_.back().precedence >= precedence) reduce();
  }

  void reduce() {
    const Waiting top = waiting_.back();
    waiting_.pop_back();
    if (top.precedence == kBareFunction) return apply_function(top);
    const NodeId right = take();
    if (top.op == "Negate") {
      const expr::Symbol& symbol = pool_.symbol_of(right);
      const bool literal = bare_literal_ && symbol.kind == expr::SymbolKind::constant && is_digit(symbol.name[0]);
      const std::string digits = symbol.name;
      push(literal ? pool_.constant(digits == "0" ? digits : "-" + digits) : op("Negate", right));
      return;
    }
    const NodeId left = take();
    push(top.op == "Divide"  ? divide(left, right, top.offset)
         : top.op == "Power" ? power(left, right, top.offset)
                             : op(top.op, left, right));
  }

  NodeId take() {
    const NodeId node = operands_.back();
    operands_.pop_back();
    return node;
  }

  void apply_function(const Waiting& call) {
    NodeId node = take();
    if (call.op == "Min" || call.op == "Max" || call.op == "Power") {
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

  void reduce_to_bracket() {
    while (!waiting_.empty() && waiting_.back().what == What::op) reduce();
  }

  void comma(const RealToken& token) {
    reduce_to_bracket();
    const bool call = !waiting_.empty() && waiting_.back().what == What::call;
    if (!call) fail(token, "an operator; a comma stands between the arguments of a function only");
    Waiting& top = waiting_.back();
    const bool many = top.op == "Min" || top.op == "Max";
    if (!many && !((top.op == "Log" && top.role != Role::base) || top.op == "Power")) fail(token, "')'");
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

  [[nodiscard]] bool bar_is_open() const {
    for (size_t i = waiting_.size(); i-- > 0;) {
      if (waiting_[i].what != What::op) return waiting_[i].bracket == "|";
    }
    return false;
  }

  static std::string closing(std::string_view open) {
    return open == "(" ? "')'" : open == "[" ? "']'" : open == "{" ? "'}'" : "'|'";
  }

  void close(const RealToken& token) {
    reduce_to_bracket();
    if (waiting_.empty()) fail(token, "an operator or the end; nothing is open here");
    const Waiting top = waiting_.back();
    if (top.bracket != token.what)
      fail(token, closing(top.bracket) + " for the bracket at column " +
                      std::to_string(expr::error_at(text_, top.offset, "", "").column));
    waiting_.pop_back();
    ++next_;
    if (top.what == What::call) return apply_function(top);
    const NodeId node = take();
    have_operand_ = false;
    if (top.bracket == "|") return push(op("Abs", node));
    finish_role(top.role, node, top.partner, token);
  }

  NodeId finish(const RealToken& end) {
    reduce_to_bracket();
    if (!waiting_.empty()) {
      fail(end, closing(waiting_.back().bracket) + " for the bracket at column " +
                    std::to_string(expr::error_at(text_, waiting_.back().offset, "", "").column));
    }
    return operands_.back();
  }

  std::string_view text_;
  Pool& pool_;
  std::vector<RealToken> tokens_;
  size_t next_ = 0;
  bool have_operand_ = false;
  bool bare_literal_ = false;
  std::vector<Waiting> waiting_;
  std::vector<NodeId> operands_;
};

}  // namespace

NodeId read_real(std::string_view text, Pool& pool) {
  return RealRun(text, pool).whole();
}

}  // namespace eqnet::domain
