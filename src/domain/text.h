// What domains look for in a text to recognise it as theirs.
#pragma once

#include <string_view>

namespace eqnet::domain {

// The word by itself, not as a part of a longer one.
bool has_word(std::string_view text, std::string_view word);
// The word with an opening parenthesis behind it.
bool has_call(std::string_view text, std::string_view word);
// A number that starts with a digit from 2 on: it is no truth value.
bool has_number_above_1(std::string_view text);
// 5!, n!, (n + 1)!; a negation stands before its operand.
bool has_factorial(std::string_view text);
// Something that is about real numbers and no polynomial: a division, a decimal point, the name of a function, pi, a
// factorial, a letter before a parenthesis, LaTeX.
bool has_real_function(std::string_view text);
// A power whose exponent is no plain number: 2^x, x^-1, x**(n + 1). Among truth values ^ is an exclusive or.
bool has_real_power(std::string_view text);
// Whether the next thing from `at` on is a digit.
bool number_follows(std::string_view text, size_t at);

}  // namespace eqnet::domain
