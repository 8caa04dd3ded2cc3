// The domain of real functions: what people mean by an expression.
#include "domain/classify.h"
#include "domain/real/algebra.h"
#include "domain/real/assumptions.h"
#include "domain/real/equivalence.h"
#include "domain/real/fraction_forms.h"
#include "domain/real/samples.h"
#include "domain/real/syntax.h"
#include "domain/real/tokens.h"
#include "domain/real/words.h"
#include "domain/registry.h"
#include "domain/text.h"

namespace eqnet::domain {
namespace {

// 5e-3, which alone is 5 e - 3.
bool may_have_power_of_ten(std::string_view text) {
  for (size_t at = text.find('e'); at != std::string_view::npos; at = text.find('e', at + 1)) {
    if (at > 0 && at + 2 < text.size() && is_ascii_digit(text[at - 1]) && is_ascii_digit(text[at + 2]) &&
        (text[at + 1] == '-' || text[at + 1] == '+'))
      return true;
  }
  return false;
}

class Reals final : public Domain {
 public:
  [[nodiscard]] std::string_view name() const override { return "real"; }
  [[nodiscard]] const expr::Syntax& syntax() const override { return real_syntax(); }

  // What polynomials do not have.
  [[nodiscard]] bool recognises(std::string_view text) const override {
    return has_real_function(text) || has_real_power(text);
  }

  [[nodiscard]] expr::NodeId read_beside(expr::Pool& pool, std::string_view text, expr::NodeId node,
                                         std::string_view other_text, expr::NodeId other) const override {
    RealContext context;
    const bool letters = !is_latex(text) && is_latex(other_text), ten = may_have_power_of_ten(text);
    if (!letters && !ten) return node;
    RealNames names;
    bool has_e = false;
    const expr::Subgraph graph(pool, {&other, 1});
    for (size_t place = 0; place < graph.size(); ++place) {
      const expr::Symbol& symbol = pool.symbol_of(graph.id(place));
      if (symbol.kind == expr::SymbolKind::variable) names.insert(symbol.name);
      for (const std::string_view maker :
           {"e", "Exp", "Expm1", "Sinh", "Cosh", "Tanh", "Log", "Log2", "Log10", "Log1p"})
        has_e = has_e || (symbol.kind != expr::SymbolKind::variable && symbol.name == maker);
    }
    if (letters) context.variables = std::move(names);
    context.powers_of_ten = ten && !has_e;
    return letters || context.powers_of_ten ? read_real_beside(text, context, pool) : node;
  }

  [[nodiscard]] bool takes_assumptions() const override { return true; }
  [[nodiscard]] std::vector<std::string> assumed_variables(std::string_view assumptions) const override {
    return variables_assumed(assumptions);
  }

  [[nodiscard]] std::unique_ptr<Algebra> algebra(const std::vector<std::string>& variables) const override {
    return std::make_unique<RealAlgebra>(variables);
  }

  // Of rational functions.
  [[nodiscard]] std::optional<std::string> key(const expr::Pool& pool, expr::NodeId root) const override {
    return rational_key(pool, root);
  }

  [[nodiscard]] std::unique_ptr<const PointValues> point_values(uint64_t seed) const override {
    return real_point_values(seed);
  }

  [[nodiscard]] std::unique_ptr<Forms> forms() const override { return make_fraction_forms(); }

  // With assumptions, or where points count at which one of two has no value, functions say too little.
  [[nodiscard]] std::vector<uint32_t> classify(const expr::Pool& pool, std::span<const expr::NodeId> roots,
                                               const EquivalenceParams& params) const override {
    if (params.assumptions.empty() && !params.strict) {
      return classify_by_function(*algebra(variables_of(pool)), pool, roots);
    }
    return classify_by_signature(*this, pool, roots, std::vector<Signature>(pool.size()), params);
  }

  [[nodiscard]] std::vector<bool> have_values(const expr::Pool& pool,
                                              std::span<const expr::NodeId> roots) const override {
    RealAlgebra functions(variables_of(pool));
    const std::vector<FunctionId> all = evaluate(pool, functions);
    std::vector<bool> have;
    for (const expr::NodeId root : roots) have.push_back(functions.has_values(all[root]));
    return have;
  }

  [[nodiscard]] std::vector<std::string> default_operators() const override {
    return {"Add", "Subtract", "Multiply", "Divide"};
  }
  [[nodiscard]] std::vector<std::string> default_constants() const override { return {"1", "2"}; }
  [[nodiscard]] std::optional<Negation> negation() const override { return Negation{"Negate", "negative"}; }

  [[nodiscard]] std::vector<Sample> samples(const expr::Pool& pool, std::span<const expr::NodeId> nodes, size_t first,
                                            size_t count) const override {
    return real_samples(pool, nodes, first, count);
  }

  // Identities are proved at once or not at all.
  [[nodiscard]] double default_timeout_s() const override { return 1; }

 private:
  [[nodiscard]] Verdict decide(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                               const EquivalenceParams& params) const override {
    return equivalent_real(pool, left, right, params);
  }
};

}  // namespace

std::unique_ptr<const Domain> make_real() {
  return std::make_unique<const Reals>();
}

}  // namespace eqnet::domain
