// The lines of a program as normal forms, for normal_form.h.
#pragma once

#include "domain/real/functions.h"
#include "domain/real/normal_form.h"

namespace eqnet::domain {

class NormalForms : private RealFunctions {
 public:
  NormalForms(const RealProgram& program, const RealAssumptions& assumptions, size_t generators, slong order,
              const RealParts& parts, const std::function<bool()>& late);
  RealProof prove();

 private:
  using Condition = RealCondition::Kind;
  struct Needed {
    RealCondition::Kind kind;
    uint32_t line;
    Fraction of;  // what must not be zero, not negative, or positive
    uint8_t sides;
    [[nodiscard]] bool is_strict() const {
      return kind == Condition::positive || kind == Condition::below_one || kind == Condition::above_minus_one;
    }
  };
  void need(Condition kind, uint32_t line, const Fraction& of, uint8_t sides);
  void learn(const Needed& needed);
  // 1/2 (a + b ± |a - b|)
  Fraction extreme(const Fraction& a, const Fraction& b, int sign);
  Fraction raise(const RealProgram::Line& line, const Fraction& a, const Fraction& b);
  Fraction evaluate(uint32_t index);
  void evaluate_once();
  // All lines with the facts so far, until no new ones turn up. Facts count from the next round on for what was made.
  void evaluate_all();
  // Whether the roots are equal with the present facts, or with either sign of what is not known.
  bool equal(int depth);
  bool powers_agree(const Fraction& a, const Fraction& b, int depth);
  // The same of the two terms of a difference.
  bool two_terms_agree(const Fraction& difference, int depth);
  // As pin(), and only to values that are assumed to be possible; else throws DefinedNowhere.
  bool pin_allowed(const Polynomial& f);
  bool equal_where_thin(int depth, const Fraction& difference);
  bool equal_with(int depth, const std::function<void()>& assume_more);
  // The first generator of unknown sign that the difference depends on.
  std::optional<size_t> without_sign(const Fraction& difference);

  // What one side needs and the other does not. False where that was not worked out.
  bool conditions(std::vector<RealCondition>& all);
  void learn_side(uint8_t side);
  bool holds(const Needed& needed, uint8_t side);
  [[nodiscard]] RealSign sign_of_product(const Fraction& p);

  const RealProgram& program_;
  const RealAssumptions& assumptions_;
  const std::function<bool()>& late_;
  std::vector<Fraction> values_;
  std::vector<Needed> needed_;
  bool learning_ = true;
};

}  // namespace eqnet::domain
