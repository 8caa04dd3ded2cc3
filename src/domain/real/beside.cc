// Plain text beside LaTeX: what its words mean where the other side shows that letters are variables of their own.
#include <algorithm>
#include <vector>

#include "domain/real/tokens.h"
#include "domain/real/words.h"
#include "eqnet/base/error.h"
#include "expr/text.h"

namespace eqnet::domain {

bool RealLexer::pieces(size_t end) {
  const std::string_view word = text_.substr(at_, end - at_);
  if (word.size() == 1 || variables_->contains(word)) return false;
  std::vector<size_t> heads;  // lengths of indexed variables, one after the other
  size_t behind = 0;
  while (const size_t length = indexed(word.substr(behind))) {
    heads.push_back(length);
    behind += length;
  }
  const std::string_view rest = word.substr(behind);
  if (heads.empty() ? !are_letters(word) : !rest.empty() && !are_letters(rest, false)) return false;
  const bool product = heads.size() != 1 || !rest.empty();
  size_t last = tokens_.size();
  while (last > 1 && tokens_[last - 1].kind == Kind::minus) --last;  // e^-kt
  const Kind before = tokens_.empty() ? Kind::end : tokens_[last - 1].kind;
  if (product && (before == Kind::divide || before == Kind::power)) {
    throw expr::error_at(text_, at_, base::quoted(word) + " behind " + base::quoted(tokens_[last - 1].text),
                         "parentheses around it, or a sign of multiplication within it");
  }
  for (const size_t length : heads) {
    const size_t begin = at_, index = text_[begin + 1] == '_' ? 2 : 1;
    add(Kind::name, begin, 1);
    add(Kind::subscript, begin + 1, index - 1);
    add(is_ascii_digit(text_[begin + index]) ? Kind::number : Kind::name, begin + index, length - index);
  }
  if (!rest.empty()) letters(end);
  return true;
}

// Whether every letter is a variable of the other text, or e, or those of pi.
bool RealLexer::are_letters(std::string_view word, bool needs_variable) const {
  bool some = !needs_variable;
  while (!word.empty()) {
    const bool pi = word.starts_with("pi");
    if (!is_ascii_letter(word[0])) return false;
    if (!pi && word[0] != 'e') {
      if (!variables_->contains(word.substr(0, 1))) return false;
      some = true;
    }
    word.remove_prefix(pi ? 2 : 1);
  }
  return some;
}

// The length of x1 or x_1 at the beginning, where the other text has x_1; 0 where there is none.
size_t RealLexer::indexed(std::string_view word) const {
  const size_t index = word.size() > 1 && word[1] == '_' ? 2 : 1;
  if (!is_ascii_letter(word[0]) || index >= word.size()) return 0;
  size_t end = index;
  while (end < word.size() && is_ascii_digit(word[end])) ++end;
  if (end == index && index == 2 && is_ascii_letter(word[end])) ++end;  // v_xt
  if (end == index) return 0;
  const std::string name = std::string(1, word[0]).append("_").append(word.substr(index, end - index));
  return variables_->contains(name) ? end : 0;
}

}  // namespace eqnet::domain
