#include "train/ordered_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include "base/random.h"
#include "domain/deadline.h"
#include "train/form_choice.h"

namespace eqnet::train {
namespace {

using models::OrderedForm;

constexpr size_t kOrderedPoints = 16;  // assignments under which equations must hold
constexpr size_t kMostOrderedForms = 200'000;
constexpr size_t kMostOrderedConstants = 2;
constexpr double kOrderedApart = 0.99;  // share of the classes with values of their own

class OrderedSearch {
 public:
  OrderedSearch(const Equations& equations, const OrderedSearchParams& params)
      : equations_(equations),
        params_(params),
        random_(base::Random::stream(params.seed, uint64_t{16} << 32)),
        deadline_(params.most_seconds > 0 ? params.most_seconds : 1e9),
        steps_(steps_by_operator(equations)),
        values_(equations.terms) {
    for (size_t leaf = 0; leaf < equations.leaves.size(); ++leaf) {
      if (!equations.variable[leaf]) constants_.push_back(leaf);
    }
  }

  std::optional<OrderedAlgebra> run() {
    const auto possible = [](size_t arity) { return arity <= models::kMostFormChildren; };
    if (constants_.size() > kMostOrderedConstants || !std::ranges::all_of(equations_.arity, possible)) {
      return std::nullopt;
    }
    size_t choices = 1;
    for (size_t i = 0; i < constants_.size(); ++i) choices *= kConstants.size() + 1;
    for (const bool negative : {true, false}) {
      negative_ = negative;
      for (constant_choice_ = 0; constant_choice_ < choices; ++constant_choice_) {
        draw();
        if (choose()) return found();
        if (given_up()) return std::nullopt;
      }
    }
    return std::nullopt;
  }

 private:
  using Row = std::array<double, kOrderedPoints>;  // a term's values: integers, so that sums are exact

  bool given_up() { return tried_ >= kMostOrderedForms || deadline_.terminate(); }

  // A number of a leaf: a multiple of 1/unit, at most `most`; of some constants what they are.
  double number(size_t leaf, int most, int unit) {
    size_t choice = constant_choice_;
    for (const size_t constant : constants_) {
      const size_t own = choice % (kConstants.size() + 1);
      if (constant == leaf && own < kConstants.size()) return kConstants[own];
      choice /= kConstants.size() + 1;
    }
    const auto size = static_cast<double>(random_.below(static_cast<uint64_t>(most * unit) + 1)) / unit;
    if (negative_) return random_.below(2) == 0 ? size : -size;
    constexpr uint64_t kZeros = 8;  // of none below 0, so many are one that is
    return random_.below(kZeros) == 0 ? 0 : size;
  }
  void draw() {
    constexpr int kMost = 1000;
    for (size_t leaf = 0; leaf < equations_.leaves.size(); ++leaf) {
      for (double& value : values_[equations_.leaves[leaf]]) value = number(leaf, kMost, 1);
    }
  }

  bool choose() {
    std::vector<size_t> counts;
    for (const size_t arity : equations_.arity) counts.push_back(models::ordered_forms(arity).size());
    return choose_forms(
        counts, chosen_,
        [&] {
          ++tried_;
          return holds(chosen_.size() - 1);
        },
        [&] { return compares() && adds() && tells_apart(); }, [&] { return given_up(); });
  }
  [[nodiscard]] OrderedForm form(size_t op) const { return models::ordered_forms(equations_.arity[op])[chosen_[op]]; }
  template <class Is>
  [[nodiscard]] bool some(const Is& is) const {
    for (size_t op = 0; op < chosen_.size(); ++op) {
      if (is(form(op))) return true;
    }
    return false;
  }
  [[nodiscard]] bool compares() const {
    using enum OrderedForm;
    return some([](OrderedForm form) {
      return form == absolute || form == positive_part || form == negative_part || form == maximum || form == minimum ||
             form == distance || form == remainder || form == remainder_backwards;
    });
  }
  [[nodiscard]] bool adds() const {
    using enum OrderedForm;
    return some([](OrderedForm form) {
      return form == successor || form == predecessor || form == twice || form == sum || form == difference ||
             form == difference_backwards || form == distance || form == remainder || form == remainder_backwards;
    });
  }

  // Whether the equations hold of what is made with this operator and those before it.
  bool holds(size_t op) {
    std::array<double, models::kMostFormChildren> children{};
    for (const Step& step : steps_[op]) {
      const auto terms = equations_.children_of(*step.application);
      const OrderedForm own = form(step.application->op);
      Row& known = values_[step.application->result];
      for (size_t p = 0; p < kOrderedPoints; ++p) {
        for (size_t c = 0; c < terms.size(); ++c) children[c] = values_[terms[c]][p];
        const double value = models::ordered_value<double>(own, {children.data(), terms.size()});
        if (step.check && known[p] != value) return false;
        known[p] = value;
      }
    }
    return true;
  }

  // By their values under many assignments: two expressions may differ where few numbers lie.
  [[nodiscard]] bool tells_apart() {
    constexpr size_t kRounds = 64;
    const std::vector<uint32_t> terms = equations_.class_terms();
    std::vector<uint64_t> keys(terms.size());
    size_t apart = 0;
    for (size_t round = 0; round < kRounds; ++round) {
      for (size_t i = 0; i < terms.size(); ++i) {
        for (const double value : values_[terms[i]]) {
          keys[i] = base::Random(keys[i] ^ std::bit_cast<uint64_t>(value + 0.0)).next();
        }
      }
      apart = std::set<uint64_t>(keys.begin(), keys.end()).size();
      if (apart == terms.size()) break;
      draw();
      for (size_t op = 0; op < chosen_.size(); ++op) {
        if (!holds(op)) return false;
      }
    }
    return static_cast<double>(apart) > kOrderedApart * static_cast<double>(terms.size());
  }

  OrderedAlgebra found() {
    OrderedAlgebra algebra;
    for (size_t op = 0; op < chosen_.size(); ++op) {
      algebra.forms.push_back(form(op));
      std::vector<double>& own = algebra.operators.emplace_back();
      for (const OrderedForm other : models::ordered_forms(equations_.arity[op])) {
        own.push_back(other == form(op) ? 1 : 0);
      }
    }
    constexpr int kMost = 4;
    constexpr int kUnit = 64;  // a power of two: sums are exact in single precision
    for (size_t p = 0; p < params_.points; ++p) {
      std::vector<double>& own = algebra.leaves.emplace_back();
      for (size_t leaf = 0; leaf < equations_.leaves.size(); ++leaf) own.push_back(number(leaf, kMost, kUnit));
    }
    return algebra;
  }

  static constexpr std::array<double, 5> kConstants{0, 1, -1, models::kInfinite, -models::kInfinite};

  const Equations& equations_;
  const OrderedSearchParams& params_;
  base::Random random_;
  domain::Deadline deadline_;
  std::vector<std::vector<Step>> steps_;  // by operator
  std::vector<size_t> constants_;         // leaves
  std::vector<Row> values_;               // by term
  std::vector<size_t> chosen_;            // by operator, as far as it has come
  size_t constant_choice_ = 0;
  bool negative_ = true;  // numbers may be below 0
  size_t tried_ = 0;
};

}  // namespace

std::optional<OrderedAlgebra> find_ordered(const Equations& equations, const OrderedSearchParams& params) {
  return OrderedSearch(equations, params).run();
}

}  // namespace eqnet::train
