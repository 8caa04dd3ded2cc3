// The open domain: S-expressions over any operators. What they mean is what the classes of the data say.
#include "domain/registry.h"

namespace eqnet::domain {
namespace {

class Open final : public Domain {
 public:
  [[nodiscard]] std::string_view name() const override { return "open"; }
  [[nodiscard]] const expr::Syntax& syntax() const override {
    static const expr::Syntax syntax = {.domain = "open", .operators = {}, .constants = {}, .s_expressions = true};
    return syntax;
  }
  [[nodiscard]] bool has_meaning() const override { return false; }

 private:
  [[nodiscard]] Verdict decide(const expr::Pool& /*pool*/, expr::NodeId /*left*/, expr::NodeId /*right*/,
                               const EquivalenceParams& /*params*/) const override {
    return {Answer::undecided, {}, {}, {}, "the open domain has no semantics of its own"};
  }
};

}  // namespace

std::unique_ptr<const Domain> make_open() {
  return std::make_unique<const Open>();
}

}  // namespace eqnet::domain
