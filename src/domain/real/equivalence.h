// Whether two expressions about real numbers are equal wherever both are defined.
#pragma once

#include "domain/real/normal_form.h"
#include "eqnet/domain/domain.h"

namespace eqnet::domain {

Verdict equivalent_real(const expr::Pool& pool, expr::NodeId left, expr::NodeId right, const EquivalenceParams& params);

// "x > 0, 0 < y <= 1, n integer", for a program's variables; those that it does not have are left out. Throws
// base::Error.
RealAssumptions parse_assumptions(std::string_view text, const std::vector<std::string>& variables);

// Rational points that meet the assumptions, simple ones first; the same for the same number.
class RealPoints {
 public:
  RealPoints(size_t variables, const RealAssumptions& assumptions);
  [[nodiscard]] RealPoint point(size_t number) const;

 private:
  struct Range {
    std::optional<Rational> low, high;
    bool integer = false;
    std::vector<Rational> without;
  };
  std::vector<Range> ranges_;
};

// Whether constants are equal, by Calcium's exact arithmetic; nothing where it does not tell, or might take long.
std::optional<bool> equal_constants(const RealProgram& program);

}  // namespace eqnet::domain
