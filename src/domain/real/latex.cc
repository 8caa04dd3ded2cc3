// LaTeX: its commands, and letters that are variables each.
#include <algorithm>
#include <string>
#include <vector>

#include "base/suggest.h"
#include "domain/real/tokens.h"
#include "domain/real/words.h"
#include "eqnet/base/error.h"
#include "expr/text.h"

namespace eqnet::domain {

namespace {

// The name of \alpha, and of α.
constexpr std::string_view kGreek[] = {"alpha", "beta",     "gamma", "delta",   "epsilon", "varepsilon", "zeta",  "eta",
                                       "theta", "vartheta", "iota",  "kappa",   "lambda",  "mu",         "nu",    "xi",
                                       "rho",   "sigma",    "tau",   "upsilon", "phi",     "varphi",     "chi",   "psi",
                                       "omega", "Gamma",    "Delta", "Theta",   "Lambda",  "Xi",         "Sigma", "Phi",
                                       "Psi",   "Omega",    "ell",   "hbar"};
// Commands that change how things look, not what they mean.
constexpr std::string_view kLooks[] = {
    "left",         "right",     "big",          "bigl",      "bigr",      "Big",      "Bigl",  "Bigr",
    "bigg",         "biggl",     "biggr",        "Bigg",      "Biggl",     "Biggr",    "quad",  "qquad",
    "displaystyle", "textstyle", "limits",       "thinspace", "mathstrut", "nolimits", "boxed", "fbox",
    "underline",    "mathstrut", "negthinspace", "enspace",   "bf",        "it"};
constexpr std::string_view kFonts[] = {"mathrm", "operatorname", "text",   "mathit", "mathbf", "rm",
                                       "textrm", "mathsf",       "textbf", "textit", "mbox"};

}  // namespace

std::string_view greek_name(std::string_view letter) {
  struct Letter {
    std::string_view sign, name;
  };
  static constexpr Letter kLetters[] = {
      {"α", "alpha"}, {"β", "beta"},  {"γ", "gamma"}, {"δ", "delta"},   {"ε", "epsilon"}, {"ζ", "zeta"}, {"η", "eta"},
      {"θ", "theta"}, {"ι", "iota"},  {"κ", "kappa"}, {"λ", "lambda"},  {"μ", "mu"},      {"ν", "nu"},   {"ξ", "xi"},
      {"ρ", "rho"},   {"σ", "sigma"}, {"τ", "tau"},   {"υ", "upsilon"}, {"φ", "phi"},     {"χ", "chi"},  {"ψ", "psi"},
      {"ω", "omega"}, {"Γ", "Gamma"}, {"Δ", "Delta"}, {"Θ", "Theta"},   {"Λ", "Lambda"},  {"Ξ", "Xi"},   {"Σ", "Sigma"},
      {"Φ", "Phi"},   {"Ψ", "Psi"},   {"Ω", "Omega"}, {"ℓ", "ell"},     {"ħ", "hbar"},    {"ϕ", "phi"}};
  for (const Letter& one : kLetters) {
    if (one.sign == letter) return one.name;
  }
  return {};
}

bool is_greek_name(std::string_view word) {
  return std::ranges::find(kGreek, word) != std::end(kGreek);
}

void RealLexer::letters(size_t end) {
  while (at_ < end) {
    const std::string_view rest = text_.substr(at_, end - at_);
    size_t length = expr::decode(rest).length;
    std::string_view symbol;
    for (const RealFunctionName& function : real_function_names()) {
      if ((function.spelling.size() > 2 || function.spelling == "ln") && rest.starts_with(function.spelling) &&
          function.spelling.size() > length) {
        length = function.spelling.size();
        symbol = function.symbol;
      }
    }
    if (!symbol.empty()) {
      add(Kind::function, at_, length, symbol);
    } else if (rest.starts_with("pi")) {
      add(Kind::constant, at_, 2, "pi");
    } else if (is_ascii_digit(rest[0])) {
      number();
    } else if (rest[0] == 'e') {
      add(Kind::constant, at_, 1, "e");
    } else {
      if (length > 1) unsupported();  // ℕ is no variable, here as elsewhere
      letter(length);
    }
  }
}

void RealLexer::letter(size_t length) {
  add(Kind::name, at_, length);
  if (const std::string_view greek = greek_name(tokens_.back().text); !greek.empty()) tokens_.back().text = greek;
}

void RealLexer::command() {
  const size_t begin = at_;
  if (begin + 1 == text_.size()) throw expr::error_at(text_, begin, "'\\' at the end", "a LaTeX command");
  if (!is_ascii_letter(
          text_[begin + 1])) {  // \, \; \! are spaces, \( \) \[ \] are around a formula, \{ \} \| are signs
    const char c = text_[begin + 1];
    if (std::string_view(",;:! ()[]$").find(c) != std::string_view::npos) return space(2);
    if (c == '%') return add(Kind::percent, begin, 2);
    if (c == '{') return add(Kind::open, begin, 2, "\\{");
    if (c == '}') return add(Kind::close, begin, 2, "\\{");
    if (c == '|') return add(Kind::open, begin, 2, "|");
    unsupported();
    throw expr::error_at(text_, begin, base::quoted(text_.substr(begin, 2)),
                         "a LaTeX command that means a number or an operation");
  }
  if (text_.substr(begin).starts_with("\\degree")) return add(Kind::degree, begin, 7);
  unsupported();
  size_t end = begin + 1;
  while (end < text_.size() && is_ascii_letter(text_[end])) ++end;
  const std::string_view word = text_.substr(begin + 1, end - begin - 1);
  const size_t length = end - begin;
  const auto is_one_of = [&](const auto& list) { return std::ranges::find(list, word) != std::end(list); };
  if (is_one_of(kLooks)) {
    space(length);
    return delimiter(word);
  }
  if (is_one_of(kFonts)) return font(end);
  if (word == "frac" || word == "dfrac" || word == "tfrac" || word == "cfrac" || word == "sfrac" ||
      word == "nicefrac") {
    derivative(end);
    return add(Kind::fraction, begin, length);
  }
  if (word == "sqrt") return add(Kind::root, begin, length);
  if (word == "cdot" || word == "times" || word == "ast") return add(Kind::times, begin, length);
  if (word == "div") return add(Kind::divide, begin, length);
  if (word == "pi") return add(Kind::constant, begin, length, "pi");
  if (word == "lVert") return add(Kind::open, begin, length, "l|");
  if (word == "rVert") return add(Kind::close, begin, length, "l|");
  if (word == "lvert") return add(Kind::open, begin, length, "l|");
  if (word == "rvert") return add(Kind::close, begin, length, "l|");
  if (word == "vert") return add(Kind::open, begin, length, "|");
  if (word == "lbrace") return add(Kind::open, begin, length, "\\{");
  if (word == "rbrace") return add(Kind::close, begin, length, "\\{");
  if (word == "lbrack") return add(Kind::open, begin, length, "[");
  if (word == "rbrack") return add(Kind::close, begin, length, "[");
  if (const std::string_view symbol = real_function(word); !symbol.empty()) {
    for (const std::string_view base : {"2(", "10("}) {  // \log10(100)
      if (word == "log" && text_.substr(end).starts_with(base)) {
        throw expr::error_at(
            text_, begin, base::quoted(text_.substr(begin, length + base.size())),
            "\\log_{" + std::string(base.substr(0, base.size() - 1)) + "}(…), or a sign behind the number");
      }
    }
    return add(Kind::function, begin, length, symbol);
  }
  if (is_one_of(kGreek)) {
    add(Kind::name, begin, length);
    tokens_.back().text.remove_prefix(1);
    return;
  }
  std::vector<std::string> known = {"\\frac", "\\sqrt", "\\cdot", "\\times", "\\pi"};
  for (const RealFunctionName& function : real_function_names()) known.push_back("\\" + std::string(function.spelling));
  const std::string near = base::nearest_word("\\" + std::string(word), known);
  throw expr::error_at(text_, begin,
                       "the command " + base::quoted(text_.substr(begin, length)) + ", which is not known",
                       near.empty() ? "numbers, variables, functions and operators" : near + " perhaps");
}

void RealLexer::delimiter(std::string_view command) {
  const bool left = command == "left" || (command.starts_with("b") && command.ends_with("gl")) || command == "Bigl";
  const bool right = command == "right" || (command.starts_with("b") && command.ends_with("gr")) || command == "Bigr";
  const bool left_big = command == "Biggl", right_big = command == "Biggr";
  if (!left && !right && !left_big && !right_big) return;
  while (at_ < text_.size() && text_[at_] == ' ') space(1);
  const std::string_view rest = text_.substr(at_);
  if (rest.starts_with('.')) throw expr::error_at(text_, at_, "'.' as a delimiter", "a parenthesis on both sides");
  for (const std::string_view bar : {"|", "\\vert", "\\lvert", "\\rvert"}) {
    const bool longer = bar.size() > 1 && rest.size() > bar.size() && is_ascii_letter(rest[bar.size()]);
    if (rest.starts_with(bar) && !longer)
      return add(left || left_big ? Kind::open : Kind::close, at_, bar.size(), "l|");
  }
}

// \frac{d}{dx} x^2, \frac{d^2 y}{dx^2} and \frac{dy}{dx}: to read d as a number would be a wrong answer.
void RealLexer::derivative(size_t after) const {
  size_t at = after;
  const auto skip = [&](std::string_view part) {
    while (at < text_.size() && text_[at] == ' ') ++at;
    if (!text_.substr(at).starts_with(part)) return false;
    at += part.size();
    return true;
  };
  const auto d = [&] {
    const size_t begin = at;
    return skip("d") || (at = begin, skip("\\mathrm{d}")) || (at = begin, skip("\\mathrm d"));
  };
  if (!skip("{") || !d()) return;
  at = text_.find('}', at);
  if (at == std::string_view::npos) return;
  ++at;
  if (!skip("{") || !d()) return;
  while (at < text_.size() && text_[at] == ' ') ++at;
  const std::string_view of = text_.substr(at);
  const bool letter = !of.empty() && is_ascii_letter(of[0]);
  const bool greek = of.starts_with('\\') &&
                     std::ranges::any_of(kGreek, [&](std::string_view name) { return of.substr(1).starts_with(name); });
  if (!letter && !greek) return;
  throw expr::error_at(text_, at_, "a derivative", "an expression with one real value; give it worked out");
}

void RealLexer::font(size_t after) {
  const std::string_view command = text_.substr(at_, after - at_);
  if (command == "\\operatorname" && text_.substr(after).starts_with('*')) ++after;
  size_t begin = after;
  while (begin < text_.size() && text_[begin] == ' ') ++begin;
  const size_t close = begin < text_.size() && text_[begin] == '{' ? text_.find('}', begin) : std::string_view::npos;
  if (close == std::string_view::npos)
    throw expr::error_at(text_, at_, base::quoted(text_.substr(at_, after - at_)), "a word in braces behind it");
  size_t first = begin + 1, last = close;
  const auto is_space = [&](size_t at) { return text_[at] == ' ' || text_[at] == '~'; };
  while (first < last && is_space(first)) ++first;
  while (last > first && is_space(last - 1)) --last;
  const std::string_view word = text_.substr(first, last - first);
  if (word.empty()) {
    at_ = close + 1;
    return;
  }
  if (const std::string_view symbol = real_function(word); !symbol.empty()) {
    add(Kind::function, first, word.size(), symbol);
  } else if (command == "\\operatorname" && is_ascii_letter(word[0])) {
    throw expr::error_at(text_, first, "the function " + base::quoted(word) + ", which is not known",
                         "the name of a function, such as sin");
  } else if (word == "e" || word == "pi") {
    add(Kind::constant, first, word.size(), word);
  } else if (std::ranges::all_of(word, is_ascii_digit)) {
    add(Kind::number, first, word.size());
  } else if (std::ranges::all_of(word, [](char c) { return is_ascii_letter(c) || is_ascii_digit(c); }) &&
             is_ascii_letter(word[0])) {
    at_ = first;
    refuse_word(word);
    if (is_unit_one(word) && is_behind_value()) return space(close + 1 - at_);
    if (const auto unit = unit_named(word)) return add(*unit, at_, close + 1 - at_);
    add(Kind::name, first, word.size());
  } else if (command.starts_with("\\math") || command == "\\rm") {  // \mathbf{\frac{1}{2}}: only how it looks
    return space(after - at_);
  } else {
    throw expr::error_at(text_, first, base::quoted(word), "a number, a function or a variable of one word");
  }
  at_ = close + 1;
}

}  // namespace eqnet::domain
