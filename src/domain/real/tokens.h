// Text and LaTeX as tokens, LaTeX's commands among them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/real/syntax.h"
#include "expr/text.h"

namespace eqnet::domain {

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
  percent,
  degree,
  repetend,
};

struct RealToken {
  RealTokenKind kind = RealTokenKind::end;
  size_t offset = 0;
  std::string_view text;
  std::string_view what = {};  // of a function or constant its symbol; of open and close which: ( [ { |
  bool touching = false;       // no space before it
};

// Whether every letter is a variable of its own: where there is a backslash, a dollar sign or a power in braces.
bool is_latex(std::string_view text);

// α is alpha; nothing where it is no Greek letter.
std::string_view greek_name(std::string_view letter);
// Of those that LaTeX has.
bool is_greek_name(std::string_view word);

// ⁰ to ⁹.
std::optional<char> superscript_digit(uint32_t code);
// ₀ to ₉.
std::optional<char> subscript_digit(uint32_t code);

// Throws expr::ParseError where something is no token, or one of an expression that the domain does not have.
class RealLexer {
 public:
  explicit RealLexer(std::string_view text, const RealContext* context = nullptr);
  std::vector<RealToken> run();

 private:
  using Kind = RealTokenKind;

  // One token, or what is no token; false at the end.
  bool step();
  void space(size_t length);
  void add(Kind kind, size_t offset, size_t length, std::string_view what = {});
  bool sign();
  // 3,5 outside of a call.
  void decimal_comma() const;
  [[nodiscard]] size_t behind_thousands(size_t end) const;
  // x² is x^2, x⁻¹ is x^(-1).
  bool superscript();
  // x₁ is x_1.
  bool index();
  // ½ is \frac12.
  bool written_fraction();
  // 90°, 90^\circ, 90^{\circ}.
  bool degree();
  void unsupported() const;
  void foreign_digit(const expr::CodePoint& point) const;
  // 12, 0.5, .5, 1.5e-3, 1e5, 1e-05; but 2e-3 is 2 e - 3, as in an answer.
  void number();
  [[nodiscard]] std::pair<size_t, std::string_view> repeating_digits(std::string_view text) const;
  void name();
  // sinx and sin2x would be variables of that name, which nobody means; sqrt3 is a function and a number.
  void joined_function(std::string_view word) const;
  [[nodiscard]] static size_t joined_root(std::string_view word);
  // "no solution", "1 or 2": words of a sentence are no variables.
  void refuse_word(std::string_view word) const;
  void refuse_behind_number(std::string_view word) const;
  void refuse_derivative(std::string_view word) const;
  // Units stand behind a number, pi or a parenthesis; elsewhere their names are variables.
  [[nodiscard]] bool is_behind_value() const;
  // "radians".
  [[nodiscard]] static bool is_unit_one(std::string_view word);
  // "percent" and "degrees".
  [[nodiscard]] static std::optional<Kind> unit_named(std::string_view word);

  // --- Beside a text in LaTeX (beside.cc)
  // A word of plain letters that is none of its variables, but what it has in pieces; false where it is something else.
  bool pieces(size_t end);
  [[nodiscard]] bool are_letters(std::string_view word, bool needs_variable = true) const;
  [[nodiscard]] size_t indexed(std::string_view word) const;

  // --- LaTeX (latex.cc)
  // In LaTeX each letter is a variable; functions are found where they stand without a backslash all the same.
  void letters(size_t end);
  void letter(size_t length);
  void command();
  // Behind \left, \bigl, \right, …: a bar that opens or one that closes.
  void delimiter(std::string_view command);
  // \mathrm{e}, \operatorname{sin}: the word inside is a name or function whatever its letters.
  void font(size_t after);
  // \frac{d}{dx} is no quotient.
  void derivative(size_t after) const;

  std::string_view text_;
  const RealNames* variables_;  // of the text in LaTeX that this one stands beside
  bool powers_of_ten_;
  bool latex_ = false;
  size_t at_ = 0;
  bool touching_ = false;
  long brackets_ = 0;  // that are open
  std::vector<RealToken> tokens_;
};

}  // namespace eqnet::domain
