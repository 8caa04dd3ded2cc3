// Where one side is defined and the other is not.
//
// Both sides are worked out once more without taking any sign from where they are defined, so that each requirement is
// an exact statement about its own line. A side's requirement that follows from those of the other side is left out.
// The others are taken in order of lines; so at a point where one side is defined and the other is not, the first
// requirement that fails is listed.
#include <algorithm>
#include <utility>

#include "domain/real/forms.h"

namespace eqnet::domain {

bool NormalForms::conditions(std::vector<RealCondition>& all) {
  const bool again = std::exchange(learning_, false);
  pinned_.clear();
  facts_.clear();
  for (const RealAssumptions::Bound& bound : assumptions_.bounds) assume(bound);
  const auto assumed = static_cast<std::ptrdiff_t>(facts_.size());
  try {
    if (again) evaluate_once();
    if (std::ranges::all_of(needed_, [](const Needed& need) { return need.sides == 3; })) return true;
    for (const size_t side : {0, 1}) {
      facts_.erase(facts_.begin() + assumed, facts_.end());
      const auto own = static_cast<uint8_t>(1U << side), other = static_cast<uint8_t>(3U - own);
      if (std::ranges::none_of(needed_, [&](const Needed& need) { return need.sides == own; })) continue;
      learn_side(other);
      const auto add = [&](RealCondition condition) {
        const bool known = std::ranges::any_of(all, [&](const RealCondition& one) {
          return one.kind == condition.kind && one.side == condition.side && one.key == condition.key;
        });
        if (!known) all.push_back(std::move(condition));
      };
      for (const Needed& need : needed_) {
        if (need.sides != own || holds(need, other)) continue;
        if (need.kind != Condition::not_zero) {
          RealCondition condition{need.kind, need.line, side,
                                  text(need.of.numerator()) + "/" + text(need.of.denominator())};
          for (const auto& [factor, exponent] : factors(need.of.numerator()).powers) {
            if (!condition.boundary) condition.boundary = zero_of(factor);
          }
          add(std::move(condition));
          continue;
        }
        for (const auto& [factor, exponent] : factors(need.of.numerator()).powers) {
          const auto zero = zero_of(factor);
          if (sign_of(factor).strict || (zero && !assumptions_.allow(zero->first, zero->second))) continue;
          add({need.kind, need.line, side, text(factor), zero, zero});
        }
      }
    }
  } catch (const NotDecided&) {
    return false;
  } catch (const DefinedNowhere&) {
    return false;
  }
  return true;
}

// The facts that hold where a side is defined.
void NormalForms::learn_side(uint8_t side) {
  constexpr int kRounds = 2;
  changed_ = true;
  for (int round = 0; round < kRounds && changed_; ++round) {
    changed_ = false;
    for (const Needed& need : needed_) {
      if ((need.sides & side) == 0) continue;
      try {
        learn(need);
      } catch (const DefinedNowhere&) {
      }
    }
  }
}

RealSign NormalForms::sign_of_product(const Fraction& p) {
  RealSign sign{1, true};
  for (const bool above : {true, false}) {
    const Factors found = factors(above ? p.numerator() : p.denominator());
    sign.sign *= fmpz_sgn(found.constant.value);
    for (const auto& [factor, exponent] : found.powers) {
      RealSign one = sign_of(factor);
      const auto square = one.sign == 0 ? as_square(factor) : std::nullopt;
      if (square) one.sign = square->sign;
      if (exponent % 2 != 0) sign.sign *= one.sign;
      if (above) sign.strict = sign.strict && one.strict;
    }
  }
  return sign;
}

// Whether the requirement holds wherever the side is defined.
bool NormalForms::holds(const Needed& needed, uint8_t side) {
  const RealSign sign = sign_of_product(needed.of);
  if (needed.kind == Condition::not_zero) return sign.strict;
  const bool strict = needed.is_strict();
  if (!strict && needed.of.is_zero()) return true;  // acos(-1) needs 1 - 1 >= 0
  if (sign.sign > 0 && (sign.strict || !strict)) return true;
  // A multiple, by something positive, of what the side itself requires.
  for (const Needed& other : needed_) {
    if ((other.sides & side) == 0 || other.kind == Condition::not_zero || other.of.is_zero()) continue;
    const Fraction ratio = reduced(needed.of / other.of);
    const RealSign sign_of_ratio = sign_of_product(ratio);
    const bool enough = !strict || (other.is_strict() && sign_of_ratio.strict);
    // x y^2 >= 0 says nothing about x where y = 0.
    if (sign_of_ratio.sign > 0 && enough && sign_of_product(Fraction(ratio.denominator())).strict) return true;
  }
  return false;
}

}  // namespace eqnet::domain
