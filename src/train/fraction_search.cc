#include "train/fraction_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "base/random.h"
#include "domain/deadline.h"
#include "train/form_choice.h"

namespace eqnet::train {
namespace {

constexpr size_t kMostFractionConstants = 3;
constexpr size_t kMostFractionForms = 200'000;
constexpr double kApart = 0.95;     // share of the classes with a value of their own
constexpr size_t kFewClasses = 10;  // that are known: fewer say nothing

// Modulo 2^61 - 1.
constexpr uint64_t kModulus = (uint64_t{1} << 61) - 1;
uint64_t times(uint64_t a, uint64_t b) {
  return static_cast<uint64_t>(static_cast<unsigned __int128>(a) * b % kModulus);
}
uint64_t plus(uint64_t a, uint64_t b) {
  return (a + b) % kModulus;
}
uint64_t negative(uint64_t a) {
  return a == 0 ? 0 : kModulus - a;
}

struct Residues {
  uint64_t n = 0, d = 0;
  [[nodiscard]] bool none() const { return n == 0 && d == 0; }
};
bool same_fraction(const Residues& a, const Residues& b) {
  return times(a.n, b.d) == times(b.n, a.d);
}

// Coefficients -1, 0 or 1 of n and d; bit c of a term's number says that child c gives its d, else its n.
struct FractionForm {
  std::vector<int> coefficients;  // 2 x 2^arity
  bool sum = false, quotient = false;
};

const std::vector<FractionForm>& forms_of_two() {
  static const std::vector<FractionForm> forms = {
      {{0, 1, 1, 0, 0, 0, 0, 1}, true, false},   // l + r
      {{1, 0, 0, 0, 0, 0, 0, 1}, false, false},  // l r
      {{0, -1, 1, 0, 0, 0, 0, 1}, true, false},  // l - r
      {{0, 0, 1, 0, 0, 1, 0, 0}, false, true},   // l / r
      {{0, 1, -1, 0, 0, 0, 0, 1}, true, false},  // r - l
      {{0, 1, 0, 0, 0, 0, 1, 0}, false, true},   // r / l
  };
  return forms;
}
const std::vector<FractionForm>& forms_of_one() {
  static const std::vector<FractionForm> forms = {{{-1, 0, 0, 1}}, {{0, 1, 1, 0}, false, true}};
  return forms;
}

// What constants may be, as n and d; behind them a number of their own.
constexpr std::array<std::pair<int, int>, 5> kConstantValues{{{1, 1}, {2, 1}, {0, 1}, {-1, 1}, {1, 2}}};

class FractionSearch {
 public:
  FractionSearch(const Equations& equations, const FractionSearchParams& params)
      : equations_(equations),
        params_(params),
        random_(base::Random::stream(params.seed, uint64_t{11} << 32)),
        deadline_(params.most_seconds > 0 ? params.most_seconds : 1e9),
        values_(equations.terms),
        known_(equations.terms) {
    for (size_t leaf = 0; leaf < equations.leaves.size(); ++leaf) {
      if (!equations.variable[leaf]) constants_.push_back(leaf);
    }
    drawn_.resize(equations.leaves.size());
    for (uint64_t& value : drawn_) value = 1 + random_.below(kModulus - 1);
  }

  std::optional<FractionAlgebra> run() {
    const auto possible = [](size_t arity) { return arity <= 2; };
    if (constants_.size() > kMostFractionConstants || !std::ranges::all_of(equations_.arity, possible)) {
      return std::nullopt;
    }
    size_t choices = 1;
    for (size_t i = 0; i < constants_.size(); ++i) choices *= kConstantValues.size() + 1;
    for (constant_choice_ = 0; constant_choice_ < choices; ++constant_choice_) {
      if (choose()) return found();
      if (given_up()) break;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] const std::vector<FractionForm>& forms(size_t op) const {
    return equations_.arity[op] == 2 ? forms_of_two() : forms_of_one();
  }
  // Number of choices: for operators of one child, the last is to leave it to training.
  [[nodiscard]] size_t choices_of(size_t op) const { return forms(op).size() + (equations_.arity[op] == 1 ? 1 : 0); }
  [[nodiscard]] bool is_left(size_t op) const { return chosen_[op] == forms(op).size(); }
  bool given_up() { return numbers_do_ || tried_ >= kMostFractionForms || deadline_.terminate(); }

  // The number of a constant in kConstantValues, or behind them.
  [[nodiscard]] size_t constant(size_t leaf) const {
    size_t choice = constant_choice_;
    for (const size_t one : constants_) {
      if (one == leaf) return choice % (kConstantValues.size() + 1);
      choice /= kConstantValues.size() + 1;
    }
    return kConstantValues.size();
  }

  bool choose() {
    std::vector<size_t> counts;
    for (size_t op = 0; op < equations_.arity.size(); ++op) counts.push_back(choices_of(op));
    return choose_forms(
        counts, chosen_,
        [&] {
          ++tried_;
          return holds();
        },
        [&] { return is_wanted(); }, [&] { return given_up(); });
  }

  // Whether all equations hold between what the operators so far can make of the leaves.
  bool holds() {
    known_.assign(known_.size(), false);
    for (size_t leaf = 0; leaf < equations_.leaves.size(); ++leaf) {
      const size_t own = constant(leaf);
      const auto residue = [](int number) { return number < 0 ? negative(1) : static_cast<uint64_t>(number); };
      const Residues value = own < kConstantValues.size()
                                 ? Residues{residue(kConstantValues[own].first), residue(kConstantValues[own].second)}
                                 : Residues{drawn_[leaf], 1};
      if (!learn(equations_.leaves[leaf], value)) return false;
    }
    constexpr int kPasses = 2;  // a term may have become known behind what is made of it
    for (int pass = 0; pass < kPasses; ++pass) {
      for (const Application& application : equations_.applications) {
        if (application.op >= chosen_.size() || is_left(application.op)) continue;
        const auto children = equations_.children_of(application);
        if (!std::ranges::all_of(children, [&](uint32_t child) { return known_[child]; })) continue;
        if (!learn(application.result, apply(forms(application.op)[chosen_[application.op]], children))) return false;
      }
    }
    return true;
  }
  bool learn(uint32_t term, const Residues& value) {
    if (value.none()) return false;
    if (known_[term]) return same_fraction(values_[term], value);
    known_[term] = true;
    values_[term] = value;
    return true;
  }
  [[nodiscard]] Residues apply(const FractionForm& form, std::span<const uint32_t> children) const {
    const size_t terms = size_t{1} << children.size();
    Residues result;
    for (size_t i = 0; i < form.coefficients.size(); ++i) {
      if (form.coefficients[i] == 0) continue;
      uint64_t product = 1;
      for (size_t c = 0; c < children.size(); ++c) {
        const Residues& child = values_[children[c]];
        product = times(product, (i % terms >> c & 1) == 1 ? child.d : child.n);
      }
      uint64_t& to = i < terms ? result.n : result.d;
      to = plus(to, form.coefficients[i] < 0 ? negative(product) : product);
    }
    return result;
  }

  // Nothing else is looked for where sums and products alone do: to leave an operator to training would be worse.
  [[nodiscard]] bool is_wanted() {
    bool sum = false, quotient = false, left = false;
    for (size_t op = 0; op < chosen_.size(); ++op) {
      left = left || is_left(op);
      if (is_left(op)) continue;
      sum = sum || forms(op)[chosen_[op]].sum;
      quotient = quotient || forms(op)[chosen_[op]].quotient;
    }
    if (!sum || !tells_apart()) return false;
    numbers_do_ = !quotient && !left;
    return !numbers_do_;
  }

  [[nodiscard]] bool tells_apart() const {
    std::map<uint64_t, size_t> classes;
    size_t count = 0;
    for (const uint32_t term : equations_.class_terms()) {
      if (!known_[term]) continue;
      ++count;
      ++classes[values_[term].d == 0 ? kModulus : times(values_[term].n, inverse(values_[term].d))];
    }
    const auto single = std::ranges::count_if(classes, [](const auto& entry) { return entry.second == 1; });
    return count >= kFewClasses && static_cast<double>(single) > kApart * static_cast<double>(count);
  }
  static uint64_t inverse(uint64_t a) {
    uint64_t result = 1;
    for (uint64_t exponent = kModulus - 2; exponent > 0; exponent /= 2) {
      if (exponent % 2 == 1) result = times(result, a);
      a = times(a, a);
    }
    return result;
  }

  FractionAlgebra found() {
    FractionAlgebra algebra;
    for (size_t op = 0; op < chosen_.size(); ++op) {
      std::vector<double>& own = algebra.operators.emplace_back();
      if (is_left(op)) {
        algebra.complete = false;
      } else {
        const FractionForm& form = forms(op)[chosen_[op]];
        own.assign(form.coefficients.begin(), form.coefficients.end());
      }
    }
    for (size_t p = 0; p < params_.points; ++p) {
      std::vector<double>& leaves = algebra.leaves.emplace_back();
      for (size_t leaf = 0; leaf < equations_.leaves.size(); ++leaf) {
        const size_t own = constant(leaf);
        // A direction: any angle is as likely as any other.
        const double angle = std::numbers::pi * random_.uniform();
        const bool given = own < kConstantValues.size();
        leaves.push_back(given ? kConstantValues[own].first : std::sin(angle));
        leaves.push_back(given ? kConstantValues[own].second : std::cos(angle));
      }
    }
    return algebra;
  }

  const Equations& equations_;
  const FractionSearchParams& params_;
  base::Random random_;
  domain::Deadline deadline_;
  std::vector<size_t> constants_;  // leaves
  std::vector<uint64_t> drawn_;    // by leaf: a value of its own
  std::vector<Residues> values_;   // by term
  std::vector<bool> known_;        // by term
  std::vector<size_t> chosen_;     // by operator, as far as it has come
  size_t constant_choice_ = 0;
  size_t tried_ = 0;
  bool numbers_do_ = false;
};

}  // namespace

std::optional<FractionAlgebra> find_fractions(const Equations& equations, const FractionSearchParams& params) {
  return FractionSearch(equations, params).run();
}

}  // namespace eqnet::train
