#include "domain/real/syntax.h"

namespace eqnet::domain {

namespace {

// tan(x) * cos(x) is sin(x), and sqrt(x^2) is abs(x).
std::vector<std::string_view> kin_of(std::string_view symbol) {
  if (symbol == "Sin") return {"Cos", "Tan"};
  if (symbol == "Cos") return {"Sin"};
  if (symbol == "Tan") return {"Sin", "Cos"};
  if (symbol == "Sinh") return {"Cosh"};
  if (symbol == "Cosh") return {"Sinh"};
  if (symbol == "Tanh") return {"Sinh", "Cosh"};
  if (symbol == "Sqrt") return {"Abs"};
  return {};
}

}  // namespace

// Only printers and the readers of files look at the spellings; read_real has a grammar of its own.
const expr::Syntax& real_syntax() {
  using Op = expr::OperatorSyntax;
  const auto function = [](std::string_view symbol, std::vector<std::string_view> spellings, std::string_view latex,
                           uint32_t arity = 1) {
    Op op{symbol, arity, 0, false, std::move(spellings), latex};
    op.call = true;
    return op;
  };
  const auto around = [&](std::string_view symbol, std::vector<std::string_view> spellings, std::string_view open,
                          std::string_view close) {
    Op op = function(symbol, std::move(spellings), open);
    op.latex_close = close;
    return op;
  };
  static const expr::Syntax syntax = [&] {
    expr::Syntax real;
    real.domain = "real";
    real.operators = {
        {"Add", 2, 10, false, {"+"}, "+"},
        {"Subtract", 2, 10, false, {"-", "−", "–"}, "-"},
        {"Multiply", 2, 20, false, {"*", "·", "×", "⋅"}, "\\cdot"},
        {"Divide", 2, 20, false, {"/", "÷"}, "\\frac"},
        {"Negate", 1, 30, false, {"-", "−", "–", "~"}, "-", "", false, true},
        {"Power", 2, 40, true, {"**", "^", "pow"}, "^"},
        around("Sqrt", {"sqrt", "√"}, "\\sqrt{", "}"),
        around("Cbrt", {"cbrt"}, "\\sqrt[3]{", "}"),
        around("Abs", {"abs", "fabs", "Abs"}, "\\left|", "\\right|"),
        function("Exp", {"exp"}, "\\exp"),
        function("Log", {"log", "ln"}, "\\ln"),
        function("Log2", {"log2"}, "\\log_{2}"),
        function("Log10", {"log10", "lg"}, "\\log_{10}"),
        function("Sin", {"sin"}, "\\sin"),
        function("Cos", {"cos"}, "\\cos"),
        function("Tan", {"tan"}, "\\tan"),
        function("Asin", {"asin", "arcsin"}, "\\arcsin"),
        function("Acos", {"acos", "arccos"}, "\\arccos"),
        function("Atan", {"atan", "arctan"}, "\\arctan"),
        function("Sinh", {"sinh"}, "\\sinh"),
        function("Cosh", {"cosh"}, "\\cosh"),
        function("Tanh", {"tanh"}, "\\tanh"),
        function("Asinh", {"asinh", "arsinh", "arcsinh"}, "\\operatorname{arsinh}"),
        function("Acosh", {"acosh", "arcosh", "arccosh"}, "\\operatorname{arcosh}"),
        function("Atanh", {"atanh", "artanh", "arctanh"}, "\\operatorname{artanh}"),
        function("Expm1", {"expm1"}, "\\operatorname{expm1}"),
        function("Log1p", {"log1p"}, "\\operatorname{log1p}"),
        function("Hypot", {"hypot"}, "\\operatorname{hypot}", 2),
        function("Min", {"min", "fmin"}, "\\min", 2),
        function("Max", {"max", "fmax"}, "\\max", 2),
    };
    for (Op& op : real.operators) {
      op.power = op.symbol == "Power";
      op.fraction = op.symbol == "Divide";
      op.kin = kin_of(op.symbol);
    }
    real.constants = {{"pi", {"pi", "π", "PI"}, "\\pi"}, {"e", {"e", "E"}, "\\mathrm{e}"}};
    real.integers = true;
    real.product = "Multiply";
    real.reader = read_real;
    return real;
  }();
  return syntax;
}

}  // namespace eqnet::domain
