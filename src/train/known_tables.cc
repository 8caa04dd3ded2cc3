#include "train/known_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "base/random.h"
#include "domain/deadline.h"
#include "train/cells.h"
#include "train/form_choice.h"
#include "train/known_forms.h"

namespace eqnet::train {
namespace {

constexpr size_t kTriedTogether = 16;          // assignments while forms are chosen
constexpr size_t kMostAgreements = 1024;       // and of what was chosen, all or so many
constexpr size_t kMostKnownSteps = 8'000'000;  // of all choices for a number of values: half a second
constexpr int kEndless = 128;                  // values that are as good as infinitely many

class KnownTableSearch {
 public:
  KnownTableSearch(const Equations& equations, const KnownTablesParams& params)
      : equations_(equations),
        params_(params),
        random_(base::Random::stream(params.seed, uint64_t{15} << 32)),
        deadline_(params.most_seconds > 0 ? params.most_seconds : 1e9),
        cells_(equations) {}

  std::optional<KnownTables> run() {
    const auto possible = [](size_t arity) { return arity >= 1 && arity <= kMostKnownChildren; };
    if (cells_.size() < 2 || !std::ranges::all_of(equations_.arity, possible)) return std::nullopt;
    if (with_variables(true)) return std::move(found_);
    // Of leaves that are all constants one was taken for a variable: alone it is interchangeable with itself.
    if (variables_.size() == 1 && !constants_.empty() && with_variables(false)) return std::move(found_);
    return std::nullopt;
  }

 private:
  using Row = std::array<uint8_t, kTriedTogether>;  // a term's values
  // What is chosen next: the form of an operator, or the value of a constant.
  struct Choice {
    bool is_operator;
    size_t index;  // operator, or leaf
  };

  bool with_variables(bool some) {
    variables_.clear();
    constants_.clear();
    for (size_t leaf = 0; leaf < equations_.leaves.size(); ++leaf) {
      (some && equations_.variable[leaf] ? variables_ : constants_).push_back(leaf);
    }
    order_choices();
    for (q_ = 2; q_ <= static_cast<int>(params_.most_values); ++q_) {
      if (numbers_do_ || deadline_.terminate()) return false;
      if (!enough_values()) continue;
      spent_ = 0;
      if (choose()) return true;
    }
    return false;
  }

  // Operators before constants, because equations of variables alone say what they are. Where there are no variables,
  // constants come first: nothing else has values.
  void order_choices() {
    choices_.clear();
    const auto add_constants = [&] {
      for (const size_t leaf : constants_) choices_.push_back({false, leaf});
    };
    if (variables_.empty()) add_constants();
    for (size_t op = 0; op < equations_.arity.size(); ++op) choices_.push_back({true, op});
    if (!variables_.empty()) add_constants();

    // The applications that can be made with each choice and those before it, children first.
    steps_.assign(choices_.size(), {});
    std::vector<bool> known(equations_.terms), made(equations_.applications.size()), there(equations_.arity.size());
    for (const size_t leaf : variables_) known[equations_.leaves[leaf]] = true;
    for (size_t level = 0; level < choices_.size(); ++level) {
      const Choice& choice = choices_[level];
      if (choice.is_operator) {
        there[choice.index] = true;
      } else {
        known[equations_.leaves[choice.index]] = true;
      }
      for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < made.size(); ++i) {
          const Application& application = equations_.applications[i];
          if (made[i] || !there[application.op]) continue;
          const auto children = equations_.children_of(application);
          if (!std::ranges::all_of(children, [&](uint32_t child) { return known[child]; })) continue;
          steps_[level].push_back({&application, known[application.result]});
          changed = made[i] = known[application.result] = true;
        }
      }
    }
  }

  // Whether there are as many functions of the variables as there are classes.
  [[nodiscard]] bool enough_values() const {
    const double assignments = std::pow(q_, static_cast<double>(variables_.size()));
    return assignments * std::log(q_) >= std::log(static_cast<double>(cells_.size())) - 1e-9;
  }

  bool choose() {
    values_.resize(equations_.terms);
    draw(values_, q_);
    std::vector<size_t> counts;
    for (const Choice& choice : choices_) {
      counts.push_back(choice.is_operator ? known_forms(equations_.arity[choice.index]).size()
                                          : static_cast<size_t>(q_));
    }
    return choose_forms(
        counts, chosen_, [&] { return holds(chosen_.size() - 1, values_, q_); }, [&] { return is_wanted(); },
        [&] { return numbers_do_ || spent_ >= kMostKnownSteps || deadline_.terminate(); });
  }
  // Where the forms do with any number of values, it is as large as may be, unless points hold numbers without end.
  bool is_wanted() {
    std::vector<Row> values(equations_.terms);
    if (is_endless(values)) {
      if (all_over(Over::numbers)) {
        numbers_do_ = numbers_do_ || tell_apart(values);
        return false;
      }
      const int fewest = std::exchange(q_, static_cast<int>(params_.most_values));
      if (agrees() && tells_apart()) return true;
      q_ = fewest;
    }
    return agrees() && tells_apart();
  }

  void draw(std::vector<Row>& values, int q) {
    for (const size_t leaf : variables_) {
      for (uint8_t& own : values[equations_.leaves[leaf]]) {
        own = static_cast<uint8_t>(random_.below(static_cast<uint64_t>(q)));
      }
    }
  }

  [[nodiscard]] size_t level_of(size_t op) const {
    return variables_.empty() ? constants_.size() + op : op;  // order_choices
  }
  [[nodiscard]] const KnownForm& form(size_t op) const {
    return known_forms(equations_.arity[op])[chosen_[level_of(op)]];
  }

  // Whether the equations hold of what is made with this choice and those before it.
  bool holds(size_t level, std::vector<Row>& values, int q) {
    const Choice& choice = choices_[level];
    if (choice.is_operator && !form(choice.index).is_for(q)) return false;
    if (!choice.is_operator) values[equations_.leaves[choice.index]].fill(static_cast<uint8_t>(chosen_[level]));
    std::array<int, kMostKnownChildren> x{};
    for (const Step& step : steps_[level]) {
      ++spent_;
      const auto children = equations_.children_of(*step.application);
      const KnownForm& form = this->form(step.application->op);
      Row& known = values[step.application->result];
      for (size_t p = 0; p < kTriedTogether; ++p) {
        for (size_t c = 0; c < children.size(); ++c) x[c] = values[children[c]][p];
        const auto value = static_cast<uint8_t>(form.value(x.data(), q));
        if (step.check && known[p] != value) return false;
        known[p] = value;
      }
    }
    return true;
  }

  [[nodiscard]] bool all_over(Over over) const {
    for (size_t op = 0; op < equations_.arity.size(); ++op) {
      if (form(op).over != over) return false;
    }
    return true;
  }
  // Whether numbers modulo q are among the forms, and the same forms do with many values. What constants are depends on
  // the number of values.
  bool is_endless(std::vector<Row>& values) {
    if (!constants_.empty() && !all_over(Over::numbers)) return false;
    if (all_over(Over::values)) return false;
    draw(values, kEndless);
    for (size_t level = 0; level < choices_.size(); ++level) {
      if (!holds(level, values, kEndless)) return false;
    }
    return true;
  }

  [[nodiscard]] bool tell_apart(const std::vector<Row>& values) const {
    const std::vector<uint32_t> terms = equations_.class_terms();
    std::set<Row> rows;
    for (const uint32_t term : terms) rows.insert(values[term]);
    return rows.size() == cells_.size();
  }

  // Whether the equations hold under all assignments, or many of them. The tables get these.
  bool agrees() {
    found_ = {};
    FiniteTables& tables = found_.tables;
    tables.values = static_cast<size_t>(q_);
    for (size_t op = 0; op < equations_.arity.size(); ++op) {
      if (!form(op).is_for(q_)) return false;
      std::vector<uint8_t>& table = tables.operators.emplace_back();
      size_t places = 1;
      for (size_t c = 0; c < equations_.arity[op]; ++c) places *= tables.values;
      for (size_t place = 0; place < places; ++place) {
        std::array<int, kMostKnownChildren> x{};
        size_t rest = place;
        for (size_t c = 0; c < equations_.arity[op]; ++c, rest /= tables.values) {
          x[c] = static_cast<int>(rest % tables.values);
        }
        table.push_back(static_cast<uint8_t>(form(op).value(x.data(), q_)));
      }
      found_.operators.push_back(with_number(form(op).name, q_));
    }
    std::vector<uint8_t> leaves(equations_.leaves.size());
    for (size_t level = 0; level < choices_.size(); ++level) {
      if (!choices_[level].is_operator) leaves[choices_[level].index] = static_cast<uint8_t>(chosen_[level]);
    }
    const double all = std::pow(q_, static_cast<double>(variables_.size()));
    const bool every = all <= static_cast<double>(kMostAgreements);
    const size_t count = every ? static_cast<size_t>(all) : kMostAgreements;
    std::vector<uint8_t> terms;
    for (size_t number = 0; number < count; ++number) {
      size_t rest = number;
      for (const size_t leaf : variables_) {
        leaves[leaf] = static_cast<uint8_t>(every ? rest % tables.values : random_.below(tables.values));
        rest /= tables.values;
      }
      spent_ += equations_.applications.size() / kTriedTogether;
      if (deadline_.terminate() || tables.evaluate(equations_, leaves, terms)) return false;
      tables.assignments.push_back(leaves);
    }
    return true;
  }

  bool tells_apart() {
    cells_.clear();
    cells_.refine(equations_, found_.tables);
    return cells_.all_apart();
  }

  const Equations& equations_;
  const KnownTablesParams& params_;
  base::Random random_;
  domain::Deadline deadline_;
  Cells cells_;
  std::vector<size_t> variables_, constants_;  // leaves
  std::vector<Choice> choices_;                // in this order
  std::vector<std::vector<Step>> steps_;       // by choice
  std::vector<Row> values_;                    // by term
  int q_ = 2;
  std::vector<size_t> chosen_;  // by choice, as far as it has come: a form, or a value
  size_t spent_ = 0;            // steps, for this number of values
  bool numbers_do_ = false;     // points hold what the forms are of
  KnownTables found_;
};

}  // namespace

std::optional<KnownTables> find_known_tables(const Equations& equations, const KnownTablesParams& params) {
  return KnownTableSearch(equations, params).run();
}

}  // namespace eqnet::train
