// The domain of real functions: what people mean by an expression.
#include "domain/real/equivalence.h"
#include "domain/real/syntax.h"
#include "domain/registry.h"
#include "domain/text.h"

namespace eqnet::domain {
namespace {

class Reals final : public Domain {
 public:
  [[nodiscard]] std::string_view name() const override { return "real"; }
  [[nodiscard]] const expr::Syntax& syntax() const override { return real_syntax(); }

  // What polynomials do not have.
  [[nodiscard]] bool recognises(std::string_view text) const override { return has_real_function(text); }

  [[nodiscard]] std::vector<std::string> default_operators() const override {
    return {"Add", "Subtract", "Multiply", "Divide"};
  }
  [[nodiscard]] std::optional<Negation> negation() const override { return Negation{"Negate", "negative"}; }

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
