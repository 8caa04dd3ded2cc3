// What users assume of variables, and points that meet it.
#pragma once

#include <optional>
#include <string_view>

#include "domain/real/program.h"

namespace eqnet::domain {

// What is assumed of variables, by index.
struct RealAssumptions {
  struct Bound {
    uint32_t variable;
    int direction;  // 1: above the number, -1: below it, 0: not equal to it
    bool strict;
    Rational number;
  };
  std::vector<Bound> bounds;  // weak ones by integers, of integers
  std::vector<uint32_t> integers;
  [[nodiscard]] bool speak_of(uint32_t variable) const;
  [[nodiscard]] bool allow(uint32_t variable, const Rational& value) const;
};

// "x > 0, 0 < y <= 1, n integer", for a program's variables; those that it does not have are left out. Throws
// base::Error, also where no number is left for a variable.
RealAssumptions parse_assumptions(std::string_view text, const std::vector<std::string>& variables);

// The variables that it speaks of, as the domain's reader writes them. Throws base::Error, as above.
std::vector<std::string> variables_assumed(std::string_view text);

// Rational points that meet the assumptions, simple ones first; the same for the same number.
class RealPoints {
 public:
  RealPoints(size_t variables, const RealAssumptions& assumptions);
  [[nodiscard]] RealPoint point(size_t number) const;

 private:
  struct Range {
    std::optional<Rational> low, high;  // neither belongs to it
    std::optional<Rational> only;       // x >= 1, x <= 1
    bool integer = false;
    std::vector<Rational> without;
    [[nodiscard]] bool refuses(const Rational& value) const;
  };
  [[nodiscard]] std::optional<RealPoint> special(size_t number) const;

  std::vector<Range> ranges_;
};

}  // namespace eqnet::domain
