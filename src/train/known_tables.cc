#include "train/known_tables.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>

#include "base/random.h"
#include "domain/deadline.h"
#include "train/cells.h"
#include "train/form_choice.h"

namespace eqnet::train {
namespace {

constexpr size_t kTriedTogether = 16;           // assignments while forms are chosen
constexpr size_t kMostAgreements = 1024;        // and of what was chosen, all or so many
constexpr size_t kMostKnownSteps = 20'000'000;  // of all choices together: a second or two
constexpr size_t kMostConstantValues = 300;     // values of the constants, for each number of values
constexpr int kEndless = 128;                   // values that are as good as infinitely many

// For which numbers of values q a form is.
enum class For : uint8_t { all, powers_of_two, fields, matrices };

struct KnownForm {
  std::string_view name;
  int (*value)(const int* x, int q);
  bool grows = false;  // its equations may be those of numbers without end
  For what = For::all;
};

int residue(int x, int q) {
  return ((x % q) + q) % q;
}

// The field of q = p^k values: digits in base p are the coefficients of polynomials modulo an irreducible one, of which
// `rest` is minus what is below its leading term.
struct Field {
  int q, p, k;
  std::array<int, 4> rest;
};
constexpr Field kFields[] = {{4, 2, 2, {1, 1}}, {8, 2, 3, {1, 1, 0}}, {9, 3, 2, {2, 0}}, {16, 2, 4, {1, 1, 0, 0}}};

const Field& field_of(int q) {
  return *std::ranges::find(kFields, q, &Field::q);
}
using Digits = std::array<int, 8>;
Digits digits_of(int x, const Field& field) {
  Digits digits{};
  for (int i = 0; i < field.k; ++i, x /= field.p) digits[static_cast<size_t>(i)] = x % field.p;
  return digits;
}
int from_digits(const Digits& digits, const Field& field) {
  int x = 0;
  for (int i = field.k; i-- > 0;) x = x * field.p + residue(digits[static_cast<size_t>(i)], field.p);
  return x;
}
int field_sum(int a, int b, int sign, int q) {
  const Field& field = field_of(q);
  Digits x = digits_of(a, field);
  const Digits y = digits_of(b, field);
  for (size_t i = 0; i < x.size(); ++i) x[i] += sign * y[i];
  return from_digits(x, field);
}
int field_product(int a, int b, int q) {
  const Field& field = field_of(q);
  const Digits x = digits_of(a, field), y = digits_of(b, field);
  const auto k = static_cast<size_t>(field.k);
  Digits product{};
  for (size_t i = 0; i < k; ++i) {
    for (size_t j = 0; j < k; ++j) product[i + j] += x[i] * y[j];
  }
  for (size_t i = 2 * k - 1; i-- > k;) {
    for (size_t j = 0; j < k; ++j) product[i - k + j] += product[i] * field.rest[j];
  }
  return from_digits(product, field);
}
// Of two rows of bits, modulo 2: bits 0 and 1 are the first row.
int matrix_product(int a, int b) {
  int product = 0;
  for (int row = 0; row < 2; ++row) {
    for (int column = 0; column < 2; ++column) {
      int sum = 0;
      for (int i = 0; i < 2; ++i) sum ^= (a >> (2 * row + i)) & (b >> (2 * i + column)) & 1;
      product |= sum << (2 * row + column);
    }
  }
  return product;
}

constexpr KnownForm kKnownOfOne[] = {
    {"q - 1 - a", [](const int* x, int q) { return q - 1 - x[0]; }},
    {"-a mod q", [](const int* x, int q) { return residue(-x[0], q); }, true},
    {"a + 1 mod q", [](const int* x, int q) { return residue(x[0] + 1, q); }, true},
    {"a - 1 mod q", [](const int* x, int q) { return residue(x[0] - 1, q); }, true},
    {"a", [](const int* x, int) { return x[0]; }},
    {"a^2 mod q", [](const int* x, int q) { return residue(x[0] * x[0], q); }, true},
    {"2a mod q", [](const int* x, int q) { return residue(2 * x[0], q); }, true},
    {"min(a + 1, q - 1)", [](const int* x, int q) { return std::min(x[0] + 1, q - 1); }},
    {"max(a - 1, 0)", [](const int* x, int) { return std::max(x[0] - 1, 0); }},
    {"q - 1 where a is 0, else 0", [](const int* x, int q) { return x[0] == 0 ? q - 1 : 0; }},
    {"q - 1 where a is q - 1, else 0", [](const int* x, int q) { return x[0] == q - 1 ? q - 1 : 0; }},
    {"0 where a is q - 1, else q - 1", [](const int* x, int q) { return x[0] == q - 1 ? 0 : q - 1; }},
    {"0 where a is 0, else q - 1", [](const int* x, int q) { return x[0] == 0 ? 0 : q - 1; }},
    {"-a in the field of q", [](const int* x, int q) { return field_sum(0, x[0], -1, q); }, false, For::fields},
    {"a transposed, a matrix modulo 2",
     [](const int* x, int) { return (x[0] & 9) | ((x[0] & 2) << 1) | ((x[0] & 4) >> 1); }, false, For::matrices},
};
constexpr KnownForm kKnownOfTwo[] = {
    {"a + b mod q", [](const int* x, int q) { return residue(x[0] + x[1], q); }, true},
    {"a - b mod q", [](const int* x, int q) { return residue(x[0] - x[1], q); }, true},
    {"b - a mod q", [](const int* x, int q) { return residue(x[1] - x[0], q); }, true},
    {"a b mod q", [](const int* x, int q) { return residue(x[0] * x[1], q); }, true},
    {"max(a, b)", [](const int* x, int) { return std::max(x[0], x[1]); }},
    {"min(a, b)", [](const int* x, int) { return std::min(x[0], x[1]); }},
    {"a xor b", [](const int* x, int) { return x[0] ^ x[1]; }, false, For::powers_of_two},
    {"a and b", [](const int* x, int) { return x[0] & x[1]; }, false, For::powers_of_two},
    {"a or b", [](const int* x, int) { return x[0] | x[1]; }, false, For::powers_of_two},
    {"min(a + b, q - 1)", [](const int* x, int q) { return std::min(x[0] + x[1], q - 1); }},
    {"max(a + b + 1 - q, 0)", [](const int* x, int q) { return std::max(x[0] + x[1] - q + 1, 0); }},
    {"min(q - 1 - a + b, q - 1)", [](const int* x, int q) { return std::min(q - 1 - x[0] + x[1], q - 1); }},
    {"min(q - 1 - b + a, q - 1)", [](const int* x, int q) { return std::min(q - 1 - x[1] + x[0], q - 1); }},
    {"max(a - b, 0)", [](const int* x, int) { return std::max(x[0] - x[1], 0); }},
    {"max(b - a, 0)", [](const int* x, int) { return std::max(x[1] - x[0], 0); }},
    {"|a - b|", [](const int* x, int) { return std::abs(x[0] - x[1]); }},
    {"max(q - 1 - a, b)", [](const int* x, int q) { return std::max(q - 1 - x[0], x[1]); }},
    {"max(q - 1 - b, a)", [](const int* x, int q) { return std::max(q - 1 - x[1], x[0]); }},
    {"q - 1 where a <= b, else b", [](const int* x, int q) { return x[0] <= x[1] ? q - 1 : x[1]; }},
    {"q - 1 where b <= a, else a", [](const int* x, int q) { return x[1] <= x[0] ? q - 1 : x[0]; }},
    {"q - 1 - max(a, b)", [](const int* x, int q) { return q - 1 - std::max(x[0], x[1]); }},
    {"q - 1 - min(a, b)", [](const int* x, int q) { return q - 1 - std::min(x[0], x[1]); }},
    {"-a - b mod q", [](const int* x, int q) { return residue(-x[0] - x[1], q); }, true},
    {"2a - b mod q", [](const int* x, int q) { return residue(2 * x[0] - x[1], q); }, true},
    {"2b - a mod q", [](const int* x, int q) { return residue(2 * x[1] - x[0], q); }, true},
    {"a + b in the field of q", [](const int* x, int q) { return field_sum(x[0], x[1], 1, q); }, false, For::fields},
    {"a - b in the field of q", [](const int* x, int q) { return field_sum(x[0], x[1], -1, q); }, false, For::fields},
    {"a b in the field of q", [](const int* x, int q) { return field_product(x[0], x[1], q); }, false, For::fields},
    {"a b of matrices modulo 2", [](const int* x, int) { return matrix_product(x[0], x[1]); }, false, For::matrices},
    {"b a of matrices modulo 2", [](const int* x, int) { return matrix_product(x[1], x[0]); }, false, For::matrices},
    {"a + b + a b mod q", [](const int* x, int q) { return residue(x[0] + x[1] + x[0] * x[1], q); }, true},
};
constexpr KnownForm kKnownOfThree[] = {
    {"a + b + c mod q", [](const int* x, int q) { return residue(x[0] + x[1] + x[2], q); }, true},
    {"a b c mod q", [](const int* x, int q) { return residue(x[0] * x[1] * x[2], q); }, true},
    {"a b + c mod q", [](const int* x, int q) { return residue(x[0] * x[1] + x[2], q); }, true},
    {"a - b + c mod q", [](const int* x, int q) { return residue(x[0] - x[1] + x[2], q); }, true},
    {"max(a, b, c)",
     [](const int* x, int) {
       return std::max({x[0], x[1], x[2]});
     }},
    {"min(a, b, c)",
     [](const int* x, int) {
       return std::min({x[0], x[1], x[2]});
     }},
    {"median of a, b, c",
     [](const int* x, int) { return std::max(std::min(x[0], x[1]), std::min(std::max(x[0], x[1]), x[2])); }},
    {"c where a is 0, else b", [](const int* x, int) { return x[0] == 0 ? x[2] : x[1]; }},
    {"b where a is 0, else c", [](const int* x, int) { return x[0] == 0 ? x[1] : x[2]; }},
};

std::span<const KnownForm> known_forms(size_t arity) {
  switch (arity) {
    case 1:
      return kKnownOfOne;
    case 2:
      return kKnownOfTwo;
    default:
      return kKnownOfThree;
  }
}

// "a + b mod 8" of "a + b mod q".
std::string with_number(std::string_view name, int q) {
  std::string text(name);
  for (const auto& [what, number] : {std::pair("q - 1", q - 1), std::pair("q", q)}) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what)) {
      text.replace(at, std::strlen(what), std::to_string(number));
    }
  }
  return text;
}

class KnownTableSearch {
 public:
  KnownTableSearch(const Equations& equations, const KnownTablesParams& params)
      : equations_(equations),
        params_(params),
        random_(base::Random::stream(params.seed, uint64_t{15} << 32)),
        deadline_(params.most_seconds > 0 ? params.most_seconds : 1e9),
        cells_(equations),
        steps_(steps_by_operator(equations)) {
    for (size_t leaf = 0; leaf < equations.leaves.size(); ++leaf) {
      (equations.variable[leaf] ? variables_ : constants_).push_back(leaf);
    }
  }

  std::optional<KnownTables> run() {
    const auto possible = [](size_t arity) { return arity >= 1 && arity <= 3; };
    if (cells_.size() < 2 || !std::ranges::all_of(equations_.arity, possible)) return std::nullopt;
    for (q_ = 2; q_ <= static_cast<int>(params_.most_values); ++q_) {
      const double choices = std::pow(q_, static_cast<double>(constants_.size()));
      if (choices > static_cast<double>(kMostConstantValues)) break;
      for (constant_choice_ = 0; constant_choice_ < static_cast<size_t>(choices); ++constant_choice_) {
        draw(values_, q_);
        if (choose()) return std::move(found_);
        if (given_up()) return std::nullopt;
      }
    }
    return std::nullopt;
  }

 private:
  using Row = std::array<uint8_t, kTriedTogether>;  // a term's values

  // Values of the leaves.
  void draw(std::vector<Row>& values, int q) {
    values.resize(equations_.terms);
    const auto each = [&](size_t leaf, const auto& value) {
      for (uint8_t& own : values[equations_.leaves[leaf]]) own = static_cast<uint8_t>(value());
    };
    for (const size_t leaf : variables_) each(leaf, [&] { return random_.below(static_cast<uint64_t>(q)); });
    for (size_t i = 0; i < constants_.size(); ++i) each(constants_[i], [&] { return constant(i); });
  }
  [[nodiscard]] int constant(size_t number) const {
    size_t rest = constant_choice_;
    for (size_t i = 0; i < number; ++i) rest /= static_cast<size_t>(q_);
    return static_cast<int>(rest % static_cast<size_t>(q_));
  }

  bool choose() {
    std::vector<size_t> counts;
    for (const size_t arity : equations_.arity) counts.push_back(known_forms(arity).size());
    return choose_forms(
        counts, chosen_, [&] { return fits(chosen_.size() - 1, q_) && holds(chosen_.size() - 1, values_, q_); },
        [&] { return !is_endless() && agrees() && tells_apart(); }, [&] { return given_up(); });
  }
  bool given_up() { return spent_ >= kMostKnownSteps || deadline_.terminate(); }

  [[nodiscard]] const KnownForm& form(size_t op) const { return known_forms(equations_.arity[op])[chosen_[op]]; }
  [[nodiscard]] bool fits(size_t op, int q) const {
    switch (form(op).what) {
      case For::all:
        return true;
      case For::powers_of_two:
        return std::has_single_bit(static_cast<unsigned>(q));
      case For::fields:
        return std::ranges::find(kFields, q, &Field::q) != std::end(kFields);
      case For::matrices:
        return q == 16;
    }
    return false;
  }

  // Whether the equations hold of what is made with this operator and those before it.
  bool holds(size_t op, std::vector<Row>& values, int q) {
    std::array<int, 3> x{};
    for (const Step& step : steps_[op]) {
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

  // Whether the same forms do with many values: then nothing says that there are q.
  bool is_endless() {
    bool grows = false;
    for (size_t op = 0; op < chosen_.size(); ++op) {
      grows = grows || form(op).grows;
      if (!fits(op, kEndless)) return false;
    }
    if (!grows) return false;
    std::vector<Row> values;
    draw(values, kEndless);
    for (size_t op = 0; op < chosen_.size(); ++op) {
      if (!holds(op, values, kEndless)) return false;
    }
    return true;
  }

  // Whether the equations hold under all assignments, or many of them. The tables get these.
  bool agrees() {
    found_ = {};
    FiniteTables& tables = found_.tables;
    tables.values = static_cast<size_t>(q_);
    for (size_t op = 0; op < chosen_.size(); ++op) {
      std::vector<uint8_t>& table = tables.operators.emplace_back();
      size_t places = 1;
      for (size_t c = 0; c < equations_.arity[op]; ++c) places *= tables.values;
      for (size_t place = 0; place < places; ++place) {
        std::array<int, 3> x{};
        size_t rest = place;
        for (size_t c = 0; c < equations_.arity[op]; ++c, rest /= tables.values) {
          x[c] = static_cast<int>(rest % tables.values);
        }
        table.push_back(static_cast<uint8_t>(form(op).value(x.data(), q_)));
      }
      found_.operators.push_back(with_number(form(op).name, q_));
    }
    std::vector<uint8_t> leaves(equations_.leaves.size());
    for (size_t i = 0; i < constants_.size(); ++i) leaves[constants_[i]] = static_cast<uint8_t>(constant(i));
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
      if (tables.evaluate(equations_, leaves, terms)) return false;
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
  std::vector<std::vector<Step>> steps_;  // by operator
  std::vector<size_t> variables_, constants_;
  std::vector<Row> values_;  // by term
  int q_ = 2;
  size_t constant_choice_ = 0;
  std::vector<size_t> chosen_;  // by operator, as far as it has come
  size_t spent_ = 0;            // steps
  KnownTables found_;
};

}  // namespace

std::optional<KnownTables> find_known_tables(const Equations& equations, const KnownTablesParams& params) {
  return KnownTableSearch(equations, params).run();
}

}  // namespace eqnet::train
