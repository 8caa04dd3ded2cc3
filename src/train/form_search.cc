#include "train/form_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/random.h"
#include "domain/deadline.h"
#include "train/form_choice.h"

namespace eqnet::train {
namespace {

constexpr size_t kChecked = 2;            // assignments under which equations are checked
constexpr double kRounding = 1e-9;        // of a difference, as a share of what was added up
constexpr double kOfTheirOwn = 0.95;      // share of the classes that are like no other
constexpr size_t kMostPermuted = 3;       // children of which all orders are tried
constexpr size_t kMostFixed = 4;          // leaves that are no variables
constexpr size_t kMostForms = 2'000'000;  // forms, as a limit that does not depend on the clock

// What turns products round. An `inverse` is one for some values, `unit` ones; a `reversal` leaves enough of them as
// they are for letters that are their own.
enum class Conjugation { inverse, reversal };
// What the variables' values are drawn from: any, those whose conjugate is their inverse, those that are their own
// reversal, those whose conjugate is their negative.
enum class Letters { any, unit, own, opposite };

struct Quaternions {
  static constexpr size_t kNumbers = 4;
  using Element = std::array<double, kNumbers>;

  static Element one() { return {1, 0, 0, 0}; }
  static Element product(const Element& a, const Element& b) {
    return {
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
  }
  static Element conjugate(const Element& a, Conjugation how) {
    return how == Conjugation::inverse ? Element{a[0], -a[1], -a[2], -a[3]} : Element{a[0], -a[1], a[2], a[3]};
  }
  static Element draw(Letters letters, base::Random& random) {
    Element value{};
    for (double& number : value) number = random.gaussian();
    if (letters == Letters::own) value[1] = 0;
    if (letters == Letters::opposite) value[0] = 0;
    double square = 0;
    for (const double number : value) square += number * number;
    const double length = letters == Letters::unit ? 1 : 0.8 + 0.4 * random.uniform();
    for (double& number : value) number *= length / std::sqrt(square);
    return value;
  }
};

// Of three rows, row by row. The transpose is both conjugations.
struct Matrices {
  static constexpr size_t kRows = 3;
  static constexpr size_t kNumbers = kRows * kRows;
  using Element = std::array<double, kNumbers>;

  static Element one() { return {1, 0, 0, 0, 1, 0, 0, 0, 1}; }
  static Element product(const Element& a, const Element& b) {
    Element result{};
    for (size_t i = 0; i < kNumbers; ++i) {
      for (size_t j = 0; j < kRows; ++j) result[i] += a[i / kRows * kRows + j] * b[j * kRows + i % kRows];
    }
    return result;
  }
  static Element conjugate(const Element& a, Conjugation /*how*/) {
    return {a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]};
  }
  static Element draw(Letters letters, base::Random& random) {
    Element noise{};
    for (double& number : noise) number = random.gaussian();
    const Element turned = conjugate(noise, Conjugation::inverse);
    if (letters == Letters::own || letters == Letters::opposite) {
      for (size_t i = 0; i < kNumbers; ++i)
        noise[i] = 0.5 * (letters == Letters::own ? noise[i] + turned[i] : noise[i] - turned[i]);
      return noise;
    }
    Element value = rotation(random);
    if (letters == Letters::unit) return value;
    for (size_t i = 0; i < kNumbers; ++i) value[i] += kNoise * noise[i];
    return value;
  }

 private:
  static constexpr double kNoise = 0.3;
  // What a unit quaternion q does to vectors v: q v q^-1.
  static Element rotation(base::Random& random) {
    const auto q = Quaternions::draw(Letters::unit, random);
    const auto back = Quaternions::conjugate(q, Conjugation::inverse);
    Element result{};
    for (size_t column = 0; column < kRows; ++column) {
      Quaternions::Element unit{};
      unit[column + 1] = 1;
      const auto turned = Quaternions::product(Quaternions::product(q, unit), back);
      for (size_t row = 0; row < kRows; ++row) result[row * kRows + column] = turned[row + 1];
    }
    return result;
  }
};

// A sum of products of children.
struct Factor {
  size_t child;
  bool conjugated;
};
struct Product {
  double times;
  std::vector<Factor> factors;
};
using Form = std::vector<Product>;

std::vector<Form> forms_of(size_t arity) {
  std::vector<Form> forms;
  std::vector<size_t> order(arity);
  for (size_t i = 0; i < arity; ++i) order[i] = i;
  // Products: of one child, they are the child and its conjugate.
  do {
    for (size_t conjugated = 0; conjugated < size_t{1} << std::min(arity, kMostPermuted); ++conjugated) {
      Form form{{1, {}}};
      for (const size_t child : order) form[0].factors.push_back({child, (conjugated >> child & 1) == 1});
      forms.push_back(form);
      if (arity > 1) continue;
      for (const double times : {-1.0, 2.0, 0.5}) {
        form[0].times = times;
        forms.push_back(form);
      }
    }
  } while (arity <= kMostPermuted && std::next_permutation(order.begin(), order.end()));
  if (arity == 1) return forms;
  Form sum;
  for (size_t i = 0; i < arity; ++i) sum.push_back({1, {{i, false}}});
  forms.push_back(sum);
  if (arity > 2) return forms;
  const auto linear = [&](double left, double right) {
    forms.push_back({{left, {{0, false}}}, {right, {{1, false}}}});
  };
  linear(1, -1);
  linear(-1, 1);
  linear(-1, -1);
  linear(0.5, 0.5);
  const auto both_orders = [&](double one, double other) {
    forms.push_back({{one, {{0, false}, {1, false}}}, {other, {{1, false}, {0, false}}}});
  };
  both_orders(1, -1);
  both_orders(-1, 1);
  both_orders(1, 1);
  both_orders(0.5, 0.5);
  return forms;
}
bool has_product(const Form& form) {
  return form[0].factors.size() > 1;
}

template <class Numbers>
class FormSearch {
 public:
  FormSearch(const Equations& equations, const FormSearchParams& params)
      : equations_(equations),
        params_(params),
        random_(base::Random::stream(params.seed, uint64_t{10} << 32)),
        deadline_(params.most_seconds > 0 ? params.most_seconds : 1e9),
        steps_(steps_by_operator(equations)),
        values_(equations.terms * kChecked) {
    for (const size_t arity : equations.arity) forms_.push_back(forms_of(arity));
    for (size_t leaf = 0; leaf < equations.leaves.size(); ++leaf) {
      if (!equations.variable[leaf]) constants_.push_back(leaf);
    }
  }

  std::optional<VectorAlgebra> run() {
    if (constants_.size() > kMostFixed || equations_.arity.empty()) return std::nullopt;
    for (const Letters letters : {Letters::any, Letters::unit, Letters::own, Letters::opposite}) {
      for (const Conjugation how : {Conjugation::inverse, Conjugation::reversal}) {
        letters_ = letters;
        how_ = how;
        size_t choices = 1;
        for (size_t i = 0; i < constants_.size(); ++i) choices *= kConstants.size() + 1;
        for (constant_choice_ = 0; constant_choice_ < choices; ++constant_choice_) {
          for (size_t p = 0; p < kChecked; ++p) {
            const std::vector<Element> leaves = assignment();
            for (size_t leaf = 0; leaf < leaves.size(); ++leaf) {
              values_[equations_.leaves[leaf] * kChecked + p] = {leaves[leaf], size_of(leaves[leaf])};
            }
          }
          if (choose()) return found();
          if (given_up()) return std::nullopt;
        }
      }
    }
    return std::nullopt;
  }

 private:
  using Element = typename Numbers::Element;
  // A value, and the most that was added up on the way to it.
  struct Value {
    Element value;
    double size;
  };

  static double size_of(const Element& element) {
    double sum = 0;
    for (const double number : element) sum += std::abs(number);
    return sum;
  }
  static bool same(const Value& a, const Value& b) {
    const double most = kRounding * std::max(a.size, b.size);
    for (size_t i = 0; i < kNumbers; ++i) {
      if (!(std::abs(a.value[i] - b.value[i]) <= most)) return false;
    }
    return true;
  }
  template <class ValueOf>
  [[nodiscard]] Value apply(const Form& form, const ValueOf& child) const {
    Value sum{{}, 0};
    for (const Product& product : form) {
      Element value = Numbers::one();
      double size = std::abs(product.times);
      for (const Factor& factor : product.factors) {
        const Value& own = child(factor.child);
        value = Numbers::product(value, factor.conjugated ? Numbers::conjugate(own.value, how_) : own.value);
        size *= own.size;
      }
      for (size_t i = 0; i < kNumbers; ++i) sum.value[i] += product.times * value[i];
      sum.size += size;
    }
    return sum;
  }

  // Every variable has a value of its own. The constants' are by constant_choice_: 1, 0, -1, or one of their own.
  std::vector<Element> assignment() {
    std::vector<Element> values;
    for (const uint32_t term : equations_.leaves) {
      const auto same = std::ranges::find(equations_.leaves, term) - equations_.leaves.begin();  // of an equal leaf
      values.push_back(static_cast<size_t>(same) < values.size() ? values[static_cast<size_t>(same)]
                                                                 : Numbers::draw(letters_, random_));
    }
    size_t choice = constant_choice_;
    for (const size_t leaf : constants_) {
      const size_t own = choice % (kConstants.size() + 1);
      choice /= kConstants.size() + 1;
      if (own == kConstants.size()) continue;
      values[leaf] = Numbers::one();
      for (double& number : values[leaf]) number *= kConstants[own];
    }
    return values;
  }

  // Forms for all operators with which the equations hold.
  bool choose() {
    std::vector<size_t> counts;
    for (const auto& forms : forms_) counts.push_back(forms.size());
    return choose_forms(
        counts, chosen_,
        [&] {
          ++tried_;
          return holds(chosen_.size() - 1);
        },
        [&] { return tells_apart(); }, [&] { return given_up(); });
  }
  bool given_up() { return tried_ >= kMostForms || deadline_.terminate(); }

  [[nodiscard]] const Form& form(size_t op) const { return forms_[op][chosen_[op]]; }

  bool holds(size_t op) {
    for (const Step& step : steps_[op]) {
      const auto children = equations_.children_of(*step.application);
      for (size_t p = 0; p < kChecked; ++p) {
        const Value value = apply(form(step.application->op), [&](size_t child) -> const Value& {
          return values_[children[child] * kChecked + p];
        });
        Value& known = values_[step.application->result * kChecked + p];
        if (step.check && !same(known, value)) return false;
        if (!step.check) known = value;
      }
    }
    return true;
  }

  // Whether the classes' values commute, as those of one variable do: then points are enough, and say more.
  [[nodiscard]] bool commute() const {
    constexpr size_t kMostPairs = 1000;
    const std::vector<uint32_t> terms = equations_.class_terms();
    for (size_t i = 0; i < kMostPairs && i < terms.size() * terms.size(); ++i) {
      const Value& one = values_[terms[i % terms.size()] * kChecked];
      const Value& other = values_[terms[(i / terms.size() + i + 1) % terms.size()] * kChecked];
      const double size = one.size * other.size;
      if (!same({Numbers::product(one.value, other.value), size}, {Numbers::product(other.value, one.value), size})) {
        return false;
      }
    }
    return true;
  }

  // Whether nearly all classes have a value that no other has.
  [[nodiscard]] bool tells_apart() const {
    bool products = false;
    for (size_t op = 0; op < chosen_.size(); ++op) products = products || has_product(form(op));
    if (!products || commute()) return false;
    constexpr double kDigits = 1e6;
    std::map<std::vector<int64_t>, size_t> classes;
    const std::vector<uint32_t> terms = equations_.class_terms();
    for (const uint32_t term : terms) {
      std::vector<int64_t> rounded;
      for (size_t p = 0; p < kChecked; ++p) {
        const Value& value = values_[term * kChecked + p];
        for (const double number : value.value) {
          const double scaled = number * kDigits;
          if (!(std::abs(scaled) < 1e18)) return false;  // too large to be told apart at all
          rounded.push_back(std::llround(scaled));
        }
      }
      ++classes[rounded];
    }
    const auto single = std::ranges::count_if(classes, [](const auto& entry) { return entry.second == 1; });
    return static_cast<double>(single) > kOfTheirOwn * static_cast<double>(terms.size());
  }

  // Of a form: the coefficients of the products of the children's numbers.
  [[nodiscard]] std::vector<double> coefficients(const Form& form, size_t arity) const {
    size_t terms = 1;
    for (size_t i = 0; i < arity; ++i) terms *= kNumbers + 1;
    std::vector<double> all(kNumbers * terms);
    for (size_t term = 0; term < terms; ++term) {
      // The numbers that are taken of the children: 0 for none, else a unit.
      std::vector<size_t> digits;
      for (size_t i = 0, rest = term; i < arity; ++i, rest /= kNumbers + 1) digits.push_back(rest % (kNumbers + 1));
      const auto taken = arity - static_cast<size_t>(std::ranges::count(digits, size_t{0}));
      for (const Product& product : form) {
        if (product.factors.size() != taken) continue;
        Element value = Numbers::one();
        for (const Factor& factor : product.factors) {
          Element unit{};
          if (digits[factor.child] > 0) unit[digits[factor.child] - 1] = 1;  // else 0: the product has none of it
          value = Numbers::product(value, factor.conjugated ? Numbers::conjugate(unit, how_) : unit);
        }
        for (size_t i = 0; i < kNumbers; ++i) all[i * terms + term] += product.times * value[i];
      }
    }
    return all;
  }

  VectorAlgebra found() {
    VectorAlgebra algebra;
    algebra.size = kNumbers;
    for (size_t op = 0; op < chosen_.size(); ++op) {
      algebra.operators.push_back(coefficients(form(op), equations_.arity[op]));
    }
    Spread spread(kNumbers);
    for (const Value& value : values_) spread.add(value.value.data());
    for (size_t i = 0; i < params_.assignments; ++i) {
      std::vector<double>& leaves = algebra.leaves.emplace_back();
      for (const Element& value : assignment()) leaves.insert(leaves.end(), value.begin(), value.end());
    }
    whiten(algebra, spread);
    return algebra;
  }

  static constexpr size_t kNumbers = Numbers::kNumbers;
  static constexpr std::array<double, 3> kConstants{1, 0, -1};

  const Equations& equations_;
  const FormSearchParams& params_;
  base::Random random_;
  domain::Deadline deadline_;
  std::vector<std::vector<Form>> forms_;  // by operator
  std::vector<std::vector<Step>> steps_;  // by operator
  std::vector<size_t> constants_;         // leaves
  std::vector<Value> values_;             // by term, kChecked each
  Letters letters_ = Letters::any;
  Conjugation how_ = Conjugation::inverse;
  size_t constant_choice_ = 0;
  std::vector<size_t> chosen_;  // by operator, as far as it has come
  size_t tried_ = 0;
};

}  // namespace

size_t numbers_of(Ring ring) {
  return ring == Ring::quaternions ? Quaternions::kNumbers : Matrices::kNumbers;
}

std::optional<VectorAlgebra> find_forms(const Equations& equations, const FormSearchParams& params) {
  return params.ring == Ring::quaternions ? FormSearch<Quaternions>(equations, params).run()
                                          : FormSearch<Matrices>(equations, params).run();
}

}  // namespace eqnet::train
