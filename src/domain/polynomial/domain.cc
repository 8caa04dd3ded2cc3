// The domain of polynomials over the integers.
#include <algorithm>

#include "domain/classify.h"
#include "domain/polynomial/algebra.h"
#include "domain/polynomial/arithmetic.h"
#include "domain/polynomial/forms.h"
#include "domain/registry.h"
#include "domain/text.h"
#include "eqnet/domain/point_values.h"

namespace eqnet::domain {
namespace {

const expr::Syntax& polynomial_syntax() {
  static const expr::Syntax syntax = {
      .domain = "polynomial",
      .operators =
          {
              {"Add", 2, 10, false, {"+"}, "+"},
              {"Subtract", 2, 10, false, {"-", "−", "–"}, "-"},
              {"Multiply", 2, 20, false, {"*", "·", "×", "⋅"}, "\\cdot"},
              {"Negate", 1, 30, false, {"-", "−", "–"}, "-", "", false, true},
              {"Power", 2, 40, false, {"**", "^"}, "^", "", true},
          },
      .constants = {},
      .unsupported =
          {
              {{"/", "÷"}, "division", "coefficients are integers, so multiply the denominators out"},
              {{"."}, "decimal numbers", "coefficients are integers, so multiply by a power of 10"},
              {{"=", "==", "≠", "!="}, "equations", "give the two sides as two expressions"},
              {{"<", ">", "≤", "≥", "<=", ">="}, "comparisons", ""},
              {{"√"}, "roots", ""},
              {{"!"}, "factorials", ""},
              {{"%"}, "percentages or remainders", ""},
              {{"[", "]", "{", "}"}, "brackets of this kind", "write ( and )"},
          },
      .integers = true,
      .product = "Multiply",
      .juxtaposes = true,
  };
  return syntax;
}

// Values of all nodes at two random points, modulo a prime.
std::vector<Signature> polynomial_signatures(const expr::Pool& pool) {
  std::vector<Signature> values(pool.size());
  for (expr::NodeId id = 0; id < pool.size(); ++id) {
    const expr::Symbol& symbol = pool.symbol_of(id);
    const Step step = step_of(symbol);
    const auto children = pool.children(id);
    if (step == Step::variable) {
      base::Random random = random_of(pool, id);
      values[id] = {random.below(Residue::kPrime), random.below(Residue::kPrime)};
      continue;
    }
    const Integer literal(step == Step::constant ? symbol.name
                          : step == Step::power  ? exponent_text(pool.symbol_of(children.back()))
                                                 : "0");
    for (size_t w = 0; w < 2; ++w) {
      const uint64_t a = children.empty() ? 0 : values[children.front()][w];
      const uint64_t b = children.empty() ? 0 : values[children.back()][w];
      values[id][w] = step == Step::constant   ? Residue::of(literal)
                      : step == Step::add      ? Residue::add(a, b)
                      : step == Step::subtract ? Residue::subtract(a, b)
                      : step == Step::negate   ? Residue::subtract(0, a)
                      : step == Step::power    ? Residue::power(a, literal)
                                               : Residue::multiply(a, b);
    }
  }
  return values;
}

// Modulo a prime, of which there are so many values that two polynomials hardly ever agree at a random point by chance.
class PolynomialPointValues final : public PointValues {
 public:
  using PointValues::PointValues;

  void leaf(const expr::Symbol& leaf, std::span<Value> values) const override {
    if (step_of(leaf) == Step::variable) return draw(leaf.name, Residue::kPrime, values);
    std::ranges::fill(values, Residue::of(Integer(leaf.name)));
  }

  void apply(const expr::Symbol& op, std::span<const Operand> children, std::span<Value> values) const override {
    const Step step = step_of(op);
    const std::span<const Value> a = children.front().values;
    const std::span<const Value> b = children.back().values;
    const auto each = [&](const auto& of_point) {
      for (size_t j = 0; j < values.size(); ++j) values[j] = of_point(a[j], b[j]);
    };
    if (step == Step::add) return each(Residue::add);
    if (step == Step::subtract) return each(Residue::subtract);
    if (step == Step::multiply) return each(Residue::multiply);
    if (step == Step::negate) return each([](Value x, Value) { return Residue::subtract(0, x); });
    const Integer exponent(exponent_text(*children.back().symbol));  // the number itself, not what is left of it
    each([&](Value x, Value) { return Residue::power(x, exponent); });
  }
};

class Polynomials final : public Domain {
 public:
  [[nodiscard]] std::string_view name() const override { return "polynomial"; }
  [[nodiscard]] const expr::Syntax& syntax() const override { return polynomial_syntax(); }

  [[nodiscard]] bool recognises(std::string_view text) const override {
    if (has_real_function(text) || has_real_power(text)) return false;
    for (const std::string_view sign : {"**", "-", "−", "–", "×", "⋅"}) {
      if (text.find(sign) != std::string_view::npos) return true;
    }
    const size_t hat = text.find('^');
    return has_number_above_1(text) || (hat != std::string_view::npos && number_follows(text, hat + 1));
  }

  [[nodiscard]] std::unique_ptr<Algebra> algebra(const std::vector<std::string>& variables) const override {
    return std::make_unique<PolynomialAlgebra>(variables);
  }

  [[nodiscard]] std::unique_ptr<const PointValues> point_values(uint64_t seed) const override {
    return std::make_unique<const PolynomialPointValues>(seed);
  }

  [[nodiscard]] std::unique_ptr<Forms> forms() const override { return make_polynomial_forms(); }

  // The expanded polynomial.
  [[nodiscard]] std::optional<std::string> key(const expr::Pool& pool, expr::NodeId root) const override {
    expr::Pool own;
    const expr::NodeId copied = expr::copy(pool, root, own);
    const auto functions = algebra(variables_of(own));
    try {
      return functions->name(evaluate(own, *functions)[copied]);
    } catch (const base::Error&) {  // too large
      return std::nullopt;
    }
  }

  // A term of FLINT's polynomials has room for every variable of the ring, so that many variables take much memory, of
  // which two expressions by themselves have few.
  [[nodiscard]] std::vector<uint32_t> classify(const expr::Pool& pool, std::span<const expr::NodeId> roots,
                                               const EquivalenceParams& params) const override {
    constexpr size_t kManyVariables = 500;
    const std::vector<std::string> variables = variables_of(pool);
    if (variables.size() <= kManyVariables) return classify_by_function(*algebra(variables), pool, roots);
    return classify_by_signature(*this, pool, roots, polynomial_signatures(pool), params);
  }

  // The paper's three.
  [[nodiscard]] std::vector<std::string> default_operators() const override { return {"Add", "Subtract", "Multiply"}; }

  [[nodiscard]] std::optional<Negation> negation() const override { return Negation{"Negate", "negative"}; }

  [[nodiscard]] std::vector<Sample> samples(const expr::Pool& pool, std::span<const expr::NodeId> nodes, size_t first,
                                            size_t count) const override {
    return polynomial_samples(pool, nodes, first, count);
  }

 private:
  [[nodiscard]] Verdict decide(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                               const EquivalenceParams& params) const override {
    return equivalent_polynomial(pool, left, right, params);
  }
};

}  // namespace

std::unique_ptr<const Domain> make_polynomial() {
  return std::make_unique<const Polynomials>();
}

}  // namespace eqnet::domain
