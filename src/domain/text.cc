#include "domain/text.h"

#include <algorithm>
#include <cctype>

#include "domain/real/words.h"

namespace eqnet::domain {
namespace {

bool is_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Where the word by itself ends, from `at` on; npos where it does not occur.
size_t end_of_word(std::string_view text, std::string_view word, size_t at) {
  for (at = text.find(word, at); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end]))) return end;
  }
  return std::string_view::npos;
}

size_t next_thing(std::string_view text, size_t at) {
  return text.find_first_not_of(" \t", at);
}

}  // namespace

bool has_word(std::string_view text, std::string_view word) {
  return end_of_word(text, word, 0) != std::string_view::npos;
}

bool has_call(std::string_view text, std::string_view word) {
  for (size_t end = end_of_word(text, word, 0); end != std::string_view::npos; end = end_of_word(text, word, end)) {
    const size_t next = next_thing(text, end);
    if (next != std::string_view::npos && text[next] == '(') return true;
  }
  return false;
}

bool has_number_above_1(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if ((i == 0 || !is_part(text[i - 1])) && text[i] >= '2' && text[i] <= '9') return true;
  }
  return false;
}

bool number_follows(std::string_view text, size_t at) {
  const size_t next = next_thing(text, at);
  return next != std::string_view::npos && std::isdigit(static_cast<unsigned char>(text[next])) != 0;
}

namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// 1e5, 2.5E-3, 1e-05: a power of ten, and no name such as x2e5.
bool has_power_of_ten(std::string_view text) {
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    if ((text[i] != 'e' && text[i] != 'E') || std::isdigit(static_cast<unsigned char>(text[i - 1])) == 0) continue;
    size_t first = i;
    while (first > 0 && is_part(text[first - 1])) --first;
    if (std::isdigit(static_cast<unsigned char>(text[first])) == 0) continue;
    const size_t sign = text[i + 1] == '-' || text[i + 1] == '+' ? 1 : 0;
    if (i + 1 + sign < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1 + sign])) != 0) return true;
  }
  return false;
}

// x(x + 1): a product that no other domain reads. A word of several letters is the name of a function.
bool has_letter_before_parenthesis(std::string_view text) {
  for (size_t at = text.find('('); at != std::string_view::npos; at = text.find('(', at + 1)) {
    if (at > 0 && is_letter(text[at - 1]) && (at == 1 || !is_part(text[at - 2]))) return true;
  }
  return false;
}

}  // namespace

bool has_factorial(std::string_view text) {
  for (size_t at = text.find('!'); at != std::string_view::npos; at = text.find('!', at + 1)) {
    const bool behind_operand = at > 0 && (is_part(text[at - 1]) || text[at - 1] == ')');
    if (behind_operand && !text.substr(at).starts_with("!=")) return true;
  }
  return false;
}

bool has_real_function(std::string_view text) {
  for (const std::string_view sign : {"÷", "√", "π", ".", "|x|", "°", "½", "⅓", "¼", "%", "$", "{", "²", "³", "⁻"}) {
    if (text.find(sign) != std::string_view::npos) return true;
  }
  // A division, or a LaTeX command; \/ and /\ are signs of others.
  for (size_t i = 0; i < text.size(); ++i) {
    const char before = i > 0 ? text[i - 1] : ' ', after = i + 1 < text.size() ? text[i + 1] : ' ';
    if (text[i] == '/' && before != '\\' && after != '\\') return true;
    if (text[i] == '\\' && (is_letter(after) || after == '{')) return true;
  }
  const auto is_word = [&](const RealFunctionName& function) { return has_word(text, function.spelling); };
  if (has_factorial(text) || has_letter_before_parenthesis(text)) return true;
  return has_word(text, "pi") || std::ranges::any_of(real_function_names(), is_word) || has_power_of_ten(text);
}

bool has_real_power(std::string_view text) {
  for (size_t at = 0; at < text.size(); ++at) {
    const bool stars = text.substr(at).starts_with("**");
    if (text[at] != '^' && !stars) continue;
    const size_t next = next_thing(text, at + (stars ? 2 : 1));
    if (next == std::string_view::npos) return false;
    const std::string_view inside =
        text[next] == '(' ? text.substr(next, text.find(')', next) - next) : text.substr(next, 1);
    if (inside.find('-') != std::string_view::npos || std::ranges::any_of(inside, is_letter)) return true;
    at = next;
  }
  return false;
}

}  // namespace eqnet::domain
