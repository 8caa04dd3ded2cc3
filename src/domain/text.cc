#include "domain/text.h"

#include <cctype>

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

bool has_real_function(std::string_view text) {
  for (const std::string_view sign : {"÷", "√", "π", ".", "|x|", "°", "½", "⅓", "¼", "%", "$", "{,}"}) {
    if (text.find(sign) != std::string_view::npos) return true;
  }
  // A division, or a LaTeX command; \/ and /\ are signs of others.
  for (size_t i = 0; i < text.size(); ++i) {
    const char before = i > 0 ? text[i - 1] : ' ', after = i + 1 < text.size() ? text[i + 1] : ' ';
    if (text[i] == '/' && before != '\\' && after != '\\') return true;
    if (text[i] == '\\' && ((after >= 'a' && after <= 'z') || (after >= 'A' && after <= 'Z'))) return true;
  }
  for (const std::string_view word :
       {"sqrt",  "cbrt",   "abs",    "fabs",   "exp",     "log",     "ln",      "log2",  "log10",  "lg",     "sin",
        "cos",   "tan",    "asin",   "acos",   "atan",    "sinh",    "cosh",    "tanh",  "arcsin", "arccos", "arctan",
        "min",   "max",    "pi",     "sec",    "csc",     "cot",     "sech",    "csch",  "coth",   "asinh",  "acosh",
        "atanh", "arsinh", "arcosh", "artanh", "arcsinh", "arccosh", "arctanh", "expm1", "log1p",  "hypot"}) {
    if (has_word(text, word)) return true;
  }
  return false;
}

}  // namespace eqnet::domain
