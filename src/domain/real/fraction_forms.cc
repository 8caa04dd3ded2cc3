#include "domain/real/fraction_forms.h"

#include <algorithm>

#include "domain/polynomial/forms.h"
#include "domain/real/algebra.h"
#include "domain/real/syntax.h"
#include "eqnet/expr/parse.h"

namespace eqnet::domain {
namespace {

constexpr size_t kMostRewritten = 2000;  // characters of a numerator or denominator

class FractionForms final : public Forms {
 public:
  std::vector<expr::NodeId> of(expr::Pool& pool, expr::NodeId root, std::span<const std::string> operators,
                               const Shortest& shortest, const Late& late) override {
    const auto has = [&](const char* op) { return std::ranges::find(operators, op) != operators.end(); };
    const auto parts = rational_parts(pool, root);
    if (!parts) return {};
    const auto& [above, below] = *parts;
    if (above.size() > kMostRewritten || below.size() > kMostRewritten) return {};
    const auto written = [&](const std::string& text) {
      const expr::NodeId node = expr::parse(text, real_syntax(), pool);
      std::vector<expr::NodeId> forms = polynomials_->of(pool, node, operators, shortest, late);
      if (forms.empty()) forms.push_back(node);
      return forms;
    };
    std::vector<expr::NodeId> numerators = written(above);
    if (below == "1") return numerators;
    if (!has("Divide")) return {};
    std::vector<expr::NodeId> forms;
    for (const expr::NodeId denominator : written(below)) {
      for (const expr::NodeId numerator : numerators) {
        forms.push_back(pool.node(pool.symbols.op("Divide", 2), {numerator, denominator}));
      }
    }
    return forms;
  }

 private:
  std::unique_ptr<Forms> polynomials_ = make_polynomial_forms();
};

}  // namespace

std::unique_ptr<Forms> make_fraction_forms() {
  return std::make_unique<FractionForms>();
}

}  // namespace eqnet::domain
