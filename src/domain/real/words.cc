#include "domain/real/words.h"

#include <algorithm>
#include <string>

namespace eqnet::domain {

namespace {

// Those without an operator of their own (Sec, Csch, Acot, …) are written out by the reader.
constexpr RealFunctionName kRealFunctions[] = {
    {"sqrt", "Sqrt"},     {"cbrt", "Cbrt"},     {"exp", "Exp"},       {"log", "Log"},       {"ln", "Log"},
    {"log2", "Log2"},     {"log10", "Log10"},   {"lg", "Log10"},      {"sin", "Sin"},       {"cos", "Cos"},
    {"tan", "Tan"},       {"tg", "Tan"},        {"asin", "Asin"},     {"acos", "Acos"},     {"atan", "Atan"},
    {"arcsin", "Asin"},   {"arccos", "Acos"},   {"arctan", "Atan"},   {"sinh", "Sinh"},     {"cosh", "Cosh"},
    {"tanh", "Tanh"},     {"abs", "Abs"},       {"Abs", "Abs"},       {"fabs", "Abs"},      {"asinh", "Asinh"},
    {"arsinh", "Asinh"},  {"arcsinh", "Asinh"}, {"acosh", "Acosh"},   {"arcosh", "Acosh"},  {"arccosh", "Acosh"},
    {"atanh", "Atanh"},   {"artanh", "Atanh"},  {"arctanh", "Atanh"}, {"expm1", "Expm1"},   {"log1p", "Log1p"},
    {"hypot", "Hypot"},   {"sech", "Sech"},     {"csch", "Csch"},     {"cosech", "Csch"},   {"coth", "Coth"},
    {"arccot", "Acot"},   {"acot", "Acot"},     {"arcsec", "Asec"},   {"asec", "Asec"},     {"arccsc", "Acsc"},
    {"acsc", "Acsc"},     {"ctg", "Cot"},       {"arctg", "Atan"},    {"min", "Min"},       {"max", "Max"},
    {"fmin", "Min"},      {"fmax", "Max"},      {"pow", "Power"},     {"sec", "Sec"},       {"csc", "Csc"},
    {"acoth", "Acoth"},   {"arcoth", "Acoth"},  {"arccoth", "Acoth"}, {"asech", "Asech"},   {"arsech", "Asech"},
    {"arcsech", "Asech"}, {"acsch", "Acsch"},   {"arcsch", "Acsch"},  {"arccsch", "Acsch"}, {"cosec", "Csc"},
    {"cot", "Cot"},       {"cotan", "Cot"},     {"sqr", "Sqr"},
};

constexpr RealUnsupported kRealUnsupported[] = {
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
    {";", "a list", "give one expression"},
    {"\\le", "an inequality", "give the two sides as two expressions"},
    {"\\ge", "an inequality", "give the two sides as two expressions"},
    {"\\lt", "an inequality", "give the two sides as two expressions"},
    {"\\gt", "an inequality", "give the two sides as two expressions"},
    {"\\ne", "an inequality", "give the two sides as two expressions"},
    {"\\leqslant", "an inequality", "give the two sides as two expressions"},
    {"\\geqslant", "an inequality", "give the two sides as two expressions"},
    {"\\equiv", "an equation", "give the two sides as two expressions"},
    {"≈", "an approximation", "give an exact expression"},
    {"\\sim", "an approximation", "give an exact expression"},
    {"\\in", "a membership", "give one expression"},
    {"∈", "a membership", "give one expression"},
    {"\\cup", "a set", "give one expression"},
    {"\\cap", "a set", "give one expression"},
    {"∪", "a set", "give one expression"},
    {"\\emptyset", "a set", "give one expression"},
    {"\\varnothing", "a set", "give one expression"},
    {"\\mathbb", "a set", "give one expression"},
    {"\\setminus", "a set", "give one expression"},
    {"\\to", "a limit or a map", "give it worked out"},
    {"\\rightarrow", "an implication or a map", "give one expression"},
    {"\\Rightarrow", "an implication", "give one expression"},
    {"\\implies", "an implication", "give one expression"},
    {"\\land", "a condition", "give one expression"},
    {"\\lor", "a condition", "give one expression"},
    {"\\neg", "a condition", "give one expression"},
    {"\\mid", "a condition", "give one expression"},
    {"\\binom", "a binomial coefficient", "write the quotient"},
    {"\\dbinom", "a binomial coefficient", "write the quotient"},
    {"\\tbinom", "a binomial coefficient", "write the quotient"},
    {"\\gcd", "a greatest common divisor", "give it worked out"},
    {"\\lcm", "a least common multiple", "give it worked out"},
    {"\\bmod", "a remainder", "give it worked out"},
    {"\\pmod", "a remainder", "give it worked out"},
    {"\\mod", "a remainder", "give it worked out"},
    {"\\lfloor", "rounding", "give it worked out"},
    {"\\lceil", "rounding", "give it worked out"},
    {"⌊", "rounding", "give it worked out"},
    {"⌈", "rounding", "give it worked out"},
    {"\\cdots", "terms that are left out", "write all of them"},
    {"\\ldots", "terms or digits that are left out", "write all of them"},
    {"\\dots", "terms or digits that are left out", "write all of them"},
    {"\\dotsb", "terms that are left out", "write all of them"},
    {"…", "terms or digits that are left out", "write all of them"},
    {"...", "terms or digits that are left out", "write all of them, or a fraction"},
    {".\\overline", "digits that repeat", "write the fraction"},
    {"\\overline", "a line above", "give a number or a variable"},
    {"\\dot", "a derivative or digits that repeat", "give it worked out, or write \\overline{…} above all of them"},
    {"\\not", "an inequality", "give the two sides as two expressions"},
    {"\\partial", "a derivative", "give it worked out"},
    {"'", "a derivative", "give it worked out"},
    {"\\prime", "a derivative", "give it worked out"},
    {"\\iint", "an integral", "give it worked out"},
    {"∫", "an integral", "give it worked out"},
    {"∑", "a sum over an index", "write its terms"},
    {"\\vec", "a vector", "give its parts"},
    {"\\begin", "a matrix or several lines", "give one expression"},
    {"\\angle", "an angle by its points", "give its size"},
    {"\\langle", "a vector", "give its parts"},
    {"\\colon", "a ratio", "write a quotient"},
    {"\\nabla", "a derivative", "give it worked out"},
    {"\\triangle", "a triangle", "give a number"},
    {"→", "a limit or a map", "give it worked out"},
    {"⇒", "an implication", "give one expression"},
    {"∅", "a set", "give one expression"},
    {"ℝ", "a set", "give one expression"},
    {"ℤ", "a set", "give one expression"},
    {"ℚ", "a set", "give one expression"},
    {"ℕ", "a set", "give one expression"},
    {"′", "a derivative", "give it worked out"},
    {"∏", "a product over an index", "write its factors"},
    {"∂", "a derivative", "give it worked out"},
    {"∠", "an angle by its points", "give its size"},
    {"\\over", "an old form of a fraction", "write \\frac{a}{b}"},
    {"\\choose", "a binomial coefficient", "write the quotient"},
    {"\\det", "a determinant", "give it worked out"},
    {"\\bar", "a line above", "give a number or a variable"},
    {"\\Re", "a part of a complex number", "expressions have real values"},
    {"\\Im", "a part of a complex number", "expressions have real values"},
    {"::", "a ratio", "write a quotient"},
    {":", "a ratio", "write a quotient"},
};

}  // namespace

std::span<const RealFunctionName> real_function_names() {
  return kRealFunctions;
}

std::span<const RealUnsupported> real_unsupported() {
  return kRealUnsupported;
}

bool is_word_of_a_sentence(std::string_view word) {
  // Names of variables in formulas, such as "a", "at" and "so", are none of them.
  static constexpr std::string_view kWords[] = {
      "or",       "and",       "if",         "not",      "is",           "are",   "the",   "when",
      "where",    "otherwise", "none",       "no",       "does",         "exist", "dne",   "undefined",
      "infinity", "infinite",  "answer",     "solution", "yes",          "true",  "false", "solutions",
      "both",     "neither",   "impossible", "nan",      "inf",          "oo",    "null",  "therefore",
      "for",      "million",   "billion",    "approx",   "approximately"};
  constexpr size_t kLongest = 13;
  if (word.size() > kLongest) return false;
  std::string small(word);
  std::ranges::transform(small, small.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return std::ranges::find(kWords, small) != std::end(kWords);
}

std::string_view real_function(std::string_view spelling) {
  const auto* found = std::ranges::find(kRealFunctions, spelling, &RealFunctionName::spelling);
  return found == std::end(kRealFunctions) ? std::string_view() : found->symbol;
}

}  // namespace eqnet::domain
