#include "domain/real/equivalence.h"

#include <algorithm>
#include <chrono>

#include "domain/real/imaginary.h"
#include "domain/real/normal_form.h"
#include "domain/real/syntax.h"
#include "eqnet/base/error.h"
#include "eqnet/expr/print.h"

namespace eqnet::domain {
namespace {

using Seconds = std::chrono::duration<double>;

// With as many digits as tell two values apart.
std::pair<std::string, std::string> digits_of(const Ball& left, const Ball& right) {
  const auto text = [](const Ball& ball, slong digits) {
    char* raw = arb_get_str(ball.value, digits, ARB_STR_NO_RADIUS);
    std::string text(raw);
    flint_free(raw);
    return text;
  };
  constexpr slong kFewest = 6, kMost = 200;
  for (slong digits = kFewest; digits < kMost; digits += 3) {
    auto pair = std::pair(text(left, digits), text(right, digits));
    if (pair.first != pair.second) return pair;
  }
  return {text(left, kMost), text(right, kMost)};
}

class Decision {
 public:
  Decision(const expr::Pool& pool, expr::NodeId left, expr::NodeId right, const EquivalenceParams& params)
      : pool_(pool),
        roots_{left, right},
        params_(params),
        start_(std::chrono::steady_clock::now()),
        program_(pool, roots_),
        assumptions_(parse_assumptions(params.assumptions, program_.variables)),
        points_(program_.variables.size(), assumptions_),
        values_(program_) {
    program_.assume_integers(assumptions_.integers);
  }

  // Of i, that what is decided holds for the imaginary unit too, or nothing is.
  Verdict run() {
    Verdict verdict = over_the_reals();
    const auto found = std::ranges::find(program_.variables, "i");
    if (found == program_.variables.end() || verdict.answer == Answer::undecided) return verdict;
    const auto imaginary = static_cast<uint32_t>(found - program_.variables.begin());
    if (assumptions_.speak_of(imaginary)) return verdict;
    bool differ = false;
    for (size_t number = 0; number < kFirst && !differ && !late(); ++number)
      differ = differ_with_imaginary(program_, points_.point(number), imaginary).value_or(false);
    if (differ == (verdict.answer == Answer::different)) return verdict;
    return {Answer::undecided,
            {},
            {},
            {},
            differ
                ? "equal where i is a real variable, different where it is the imaginary unit; assume i > 0, or what "
                  "else is so, for a variable"
                : "different where i is a real variable, but not shown to be where it is the imaginary unit; assume "
                  "i > 0, or what else is so, for a variable"};
  }

 private:
  Verdict over_the_reals() {
    if (try_points(0, kFirst, 64)) return verdict_;
    const RealProof proof = prove_equal(program_, assumptions_, [&] { return late(); });
    // Calcium's numbers are complex; where every step has a real value they are the same.
    if (!proof.equal && program_.variables.empty() && both_defined_ > 0 && !late()) {
      if (const auto equal = equal_constants(program_); equal && *equal)
        return {Answer::equivalent, {}, {}, {}, "exact constants"};
    }
    if (try_pinned(proof)) return verdict_;
    if (proof.equal && both_defined_ > 0) return proved(proof);
    const bool nowhere = proof.nowhere && both_defined_ == 0;
    if (nowhere && !params_.strict) return {Answer::undecided, {}, {}, {}, "at no point do both have a real value"};
    if (try_points(kFirst, kMany, 256)) return verdict_;
    if (both_defined_ == 0 && params_.strict && one_defined_) return strictly(nullptr);
    if (nowhere) return {Answer::undecided, {}, {}, {}, "at no point do both have a real value"};
    if (both_defined_ == 0) return {Answer::undecided, {}, {}, {}, "no point was found at which both have real values"};
    if (proof.equal) return proved(proof);
    if (program_.variables.empty() && try_points(0, 1, 4096)) return verdict_;
    return {Answer::undecided,
            {},
            {},
            {},
            "equal to " + std::to_string(digits_) + " digits at " + std::to_string(both_defined_) +
                (both_defined_ == 1 ? " point, " : " points, ") +
                (proof.why == "not proved" ? proof.why : "not proved: " + proof.why)};
  }

  static constexpr size_t kFirst = 4, kMany = 40;  // points

  [[nodiscard]] bool late() const {
    return Seconds(std::chrono::steady_clock::now() - start_).count() > params_.timeout_s;
  }

  // Whether some point of these tells the two apart; counts those at which both are defined.
  bool try_points(size_t first, size_t last, slong precision) {
    if (program_.variables.empty()) last = std::min(last, first + 1);
    for (size_t number = first; number < last && (number == 0 || !late()); ++number) {
      if (differ_at(points_.point(number), precision)) return true;
    }
    return false;
  }

  // Where both are defined for one value of a variable alone.
  bool try_pinned(const RealProof& proof) {
    if (proof.pinned.empty()) return false;
    constexpr size_t kTries = 20;
    for (size_t number = 0; number < kTries; ++number) {
      RealPoint point = points_.point(number);
      for (const auto& [variable, value] : proof.pinned) point[variable] = value;  // allowed: normal_form.cc
      if (differ_at(point, 128)) return true;
    }
    return false;
  }

  bool differ_at(const RealPoint& point, slong precision) {
    const uint32_t left = program_.roots[0], right = program_.roots[1];
    values_.compute(point, precision);
    const Defined first = values_.defined(left), second = values_.defined(right);
    if (first == Defined::yes && second == Defined::yes) {
      if (arb_overlaps(values_.of(left).value, values_.of(right).value) == 0) {
        verdict_ = different(point);
        return true;
      }
      ++both_defined_;
      const slong bits =
          std::min(arb_rel_accuracy_bits(values_.of(left).value), arb_rel_accuracy_bits(values_.of(right).value));
      constexpr double kDigitsPerBit = 0.30103;
      const slong known = std::clamp<slong>(bits, 0, precision);  // exact values have more than any
      digits_ = std::min(digits_, static_cast<int>(static_cast<double>(known) * kDigitsPerBit));
    }
    if (!one_defined_ &&
        ((first == Defined::yes && second == Defined::no) || (first == Defined::no && second == Defined::yes))) {
      one_defined_ = point;
    }
    return false;
  }

  [[nodiscard]] Assignment assignment(const RealPoint& point) const {
    Assignment result;
    for (size_t v = 0; v < point.size(); ++v) result.emplace_back(program_.variables[v], point[v].text());
    return result;
  }

  // The values at the point were computed.
  Verdict different(const RealPoint& point) {
    Verdict verdict{Answer::different, assignment(point), {}, {}, "evaluation"};
    const auto accuracy = [&](uint32_t root) { return arb_rel_accuracy_bits(values_.of(root).value); };
    constexpr slong kBitsShown = 30, kMostBits = 2048;
    for (slong precision = 128; precision <= kMostBits; precision *= 2) {
      if (std::min(accuracy(program_.roots[0]), accuracy(program_.roots[1])) >= kBitsShown) break;
      values_.compute(point, precision);
    }
    const auto left = exact_value(program_, program_.roots[0], point),
               right = exact_value(program_, program_.roots[1], point);
    std::tie(verdict.left, verdict.right) = digits_of(values_.of(program_.roots[0]), values_.of(program_.roots[1]));
    constexpr size_t kReadable = 30;
    if (left && left->text().size() <= kReadable) verdict.left = left->text();
    if (right && right->text().size() <= kReadable) verdict.right = right->text();
    return verdict;
  }

  // --- Where both are defined
  [[nodiscard]] std::string text(uint32_t line) const {
    return expr::print(pool_, program_.lines[line].node, real_syntax());
  }

  // "x = 1", "x - y = 0", "x < 0": where a condition fails.
  [[nodiscard]] std::string where_not(const RealCondition& condition) const {
    using Kind = RealCondition::Kind;
    if (condition.place) return program_.variables[condition.place->first] + " = " + condition.place->second.text();
    const RealProgram::Line& line = program_.lines[condition.line];
    constexpr uint32_t kLongest = 60;  // nodes of what is shown
    if (pool_.tree_size(line.node) > kLongest) return "it cannot be shown shortly";
    if (line.step == RealStep::tan && condition.kind == Kind::not_zero) return "cos(" + text(line.a) + ") = 0";
    switch (condition.kind) {
      case Kind::not_zero:
        return text(condition.line) + " = 0";
      case Kind::not_negative:
        return text(condition.line) + " < 0";
      case Kind::positive:
        return text(condition.line) + " <= 0";
      case Kind::at_most_one:
        return "|" + text(condition.line) + "| > 1";
      case Kind::at_least_one:
        return text(condition.line) + " < 1";
      case Kind::below_one:
        return "|" + text(condition.line) + "| >= 1";
      case Kind::above_minus_one:
        return text(condition.line) + " <= -1";
    }
    return {};
  }

  Verdict proved(const RealProof& proof) {
    Verdict verdict{Answer::equivalent, {}, {}, {}, "normal form"};
    std::string list[2];
    const RealCondition* some = nullptr;
    for (const RealCondition& condition : proof.conditions) {
      if (condition.boundary) some = &condition;
      const std::string where = where_not(condition);
      std::string& own = list[condition.side];
      if ((" or " + own + " or ").find(" or " + where + " or ") != std::string::npos) continue;
      own += (own.empty() ? "" : " or ") + where;
    }
    if (!proof.conditions_known) {
      if (params_.strict) return strictly(nullptr);
      verdict.condition = "where that is was not worked out";
      return verdict;
    }
    if (list[0].empty() && list[1].empty()) return verdict;
    if (params_.strict) return strictly(some);
    constexpr std::string_view kNames[] = {"the first", "the second"};
    for (const int side : {0, 1}) {
      if (list[side].empty()) continue;
      verdict.condition +=
          (verdict.condition.empty() ? "" : ", ") + std::string(kNames[side]) + " has no value where " + list[side];
    }
    return verdict;
  }

  // A point at which one side alone is defined.
  Verdict strictly(const RealCondition* zero) {
    if (!one_defined_) (void)try_points(kFirst, kMany, 128);
    if (!one_defined_ && zero != nullptr && assumptions_.allow(zero->boundary->first, zero->boundary->second)) {
      constexpr size_t kTries = 20;
      for (size_t number = 0; number < kTries && !one_defined_; ++number) {
        RealPoint point = points_.point(number);
        point[zero->boundary->first] = zero->boundary->second;
        (void)differ_at(point, 128);
      }
    }
    if (!one_defined_) {
      return {Answer::undecided,
              {},
              {},
              {},
              "equal where both are defined; whether that is the same for both was not decided"};
    }
    Verdict verdict{Answer::different, assignment(*one_defined_), {}, {}, "definition"};
    values_.compute(*one_defined_, 128);
    const auto shown = [&](uint32_t root) -> std::string {
      if (values_.defined(root) != Defined::yes) return "not defined";
      if (const auto exact = exact_value(program_, root, *one_defined_)) return exact->text();
      return digits_of(values_.of(root), values_.of(root)).first.substr(0, 12);
    };
    verdict.left = shown(program_.roots[0]);
    verdict.right = shown(program_.roots[1]);
    return verdict;
  }

  const expr::Pool& pool_;
  const std::array<expr::NodeId, 2> roots_;
  const EquivalenceParams& params_;
  const std::chrono::steady_clock::time_point start_;
  RealProgram program_;
  const RealAssumptions assumptions_;
  const RealPoints points_;
  RealValues values_;
  Verdict verdict_;
  size_t both_defined_ = 0;
  int digits_ = 10000;
  std::optional<RealPoint> one_defined_;
};

}  // namespace

Verdict equivalent_real(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                        const EquivalenceParams& params) {
  return Decision(pool, left, right, params).run();
}

}  // namespace eqnet::domain
