#include "domain/real/words.h"

#include <algorithm>

namespace eqnet::domain {

namespace {

// Those without an operator of their own (Sec, Csch, Acot, …) are written out by the reader.
constexpr RealFunctionName kRealFunctions[] = {
    {"sqrt", "Sqrt"},    {"cbrt", "Cbrt"},     {"exp", "Exp"},       {"log", "Log"},      {"ln", "Log"},
    {"log2", "Log2"},    {"log10", "Log10"},   {"lg", "Log10"},      {"sin", "Sin"},      {"cos", "Cos"},
    {"tan", "Tan"},      {"tg", "Tan"},        {"asin", "Asin"},     {"acos", "Acos"},    {"atan", "Atan"},
    {"arcsin", "Asin"},  {"arccos", "Acos"},   {"arctan", "Atan"},   {"sinh", "Sinh"},    {"cosh", "Cosh"},
    {"tanh", "Tanh"},    {"abs", "Abs"},       {"Abs", "Abs"},       {"fabs", "Abs"},     {"asinh", "Asinh"},
    {"arsinh", "Asinh"}, {"arcsinh", "Asinh"}, {"acosh", "Acosh"},   {"arcosh", "Acosh"}, {"arccosh", "Acosh"},
    {"atanh", "Atanh"},  {"artanh", "Atanh"},  {"arctanh", "Atanh"}, {"expm1", "Expm1"},  {"log1p", "Log1p"},
    {"hypot", "Hypot"},  {"sech", "Sech"},     {"csch", "Csch"},     {"cosech", "Csch"},  {"coth", "Coth"},
    {"arccot", "Acot"},  {"acot", "Acot"},     {"arcsec", "Asec"},   {"asec", "Asec"},    {"arccsc", "Acsc"},
    {"acsc", "Acsc"},    {"ctg", "Cot"},       {"arctg", "Atan"},    {"min", "Min"},      {"max", "Max"},
    {"fmin", "Min"},     {"fmax", "Max"},      {"pow", "Power"},     {"sec", "Sec"},      {"csc", "Csc"},
    {"cosec", "Csc"},    {"cot", "Cot"},       {"cotan", "Cot"},
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
    {"\\%", "a percentage", "divide by 100"},
    {"%", "a percentage or remainder", "divide by 100"},
    {"°", "degrees", "multiply by pi/180"},
    {"\\circ", "degrees", "multiply by pi/180"},
    {";", "a list", "give one expression"},
};

}  // namespace

std::span<const RealFunctionName> real_function_names() {
  return kRealFunctions;
}

std::span<const RealUnsupported> real_unsupported() {
  return kRealUnsupported;
}

std::string_view real_function(std::string_view spelling) {
  const auto* found = std::ranges::find(kRealFunctions, spelling, &RealFunctionName::spelling);
  return found == std::end(kRealFunctions) ? std::string_view() : found->symbol;
}

}  // namespace eqnet::domain
