#include "models/laws.h"

#include <algorithm>
#include <cmath>

namespace eqnet::models {
namespace {

constexpr size_t kMostLeaves = 16;  // of a block, whose values are taken
constexpr size_t kTrees = 12;       // of one level, and as many of two
constexpr size_t kForIdentity = 64;

// What the equations of a law are about.
template <class Value>
struct Variables {
  Value x, y, z;
  Value identity;
  Value inverse;  // of x, where no operator gives it
};

// The equations of a law. in(op, child...): an operator's result. Calls same(left, right) for each.
template <class In, class Value, class Same>
void equations(const Law& law, const In& in, const Variables<Value>& of, const Same& same) {
  const auto& [x, y, z, e, given] = of;
  const bool unary = in.arity(law.op) == 1;
  const auto f = [&](const auto&... children) { return in(law.op, children...); };
  const auto g = [&](const auto&... children) { return in(law.other, children...); };
  switch (law.kind) {
    case LawKind::commutes:
      return same(f(x, y), f(y, x));
    case LawKind::associates:
      return same(f(f(x, y), z), f(x, f(y, z)));
    case LawKind::idempotent:
      return unary ? same(f(f(x)), f(x)) : same(f(x, x), x);
    case LawKind::involution:
      return same(f(f(x)), x);
    case LawKind::identity:
      if (law.side != Side::right) same(f(e, x), x);
      if (law.side != Side::left) same(f(x, e), x);
      return;
    case LawKind::inverses: {
      const Value inverse = law.other == kNoOperator ? given : in.arity(law.other) == 1 ? g(x) : g(e, x);
      same(f(x, inverse), e);
      same(f(inverse, x), e);
      return;
    }
    case LawKind::distributes:
      if (unary) return same(f(g(x, y)), g(f(x), f(y)));
      if (law.side != Side::right) same(f(x, g(y, z)), g(f(x, y), f(x, z)));
      if (law.side != Side::left) same(f(g(y, z), x), g(f(y, x), f(z, x)));
      return;
  }
}

class InTable {
 public:
  InTable(const ValueTable& table, std::span<const size_t> arities) : table_(table), arities_(arities) {}
  [[nodiscard]] size_t arity(size_t op) const { return arities_[op]; }
  uint32_t operator()(size_t op, uint32_t child) const { return table_.operators[op][child]; }
  uint32_t operator()(size_t op, uint32_t left, uint32_t right) const {
    return table_.operators[op][left + table_.values.size() * right];
  }

 private:
  const ValueTable& table_;
  std::span<const size_t> arities_;
};

class InNumbers {
 public:
  explicit InNumbers(const std::vector<BlockOperator>& operators) : operators_(operators) {}
  [[nodiscard]] size_t arity(size_t op) const { return operators_[op].arity(); }
  template <class... Children>
  std::vector<double> operator()(size_t op, const Children&... children) const {
    const std::vector<double>* const of[] = {&children...};
    return operators_[op](of);
  }

 private:
  const std::vector<BlockOperator>& operators_;
};

// How many of x, y and z there are in a law; the others need not be tried.
size_t variables_of(const Law& law, size_t arity) {
  if (law.kind == LawKind::associates) return 3;
  if (law.kind == LawKind::distributes) return arity + 1;
  return law.kind == LawKind::commutes ? 2 : 1;
}

// The inverse of a value in a table, if it has one.
std::optional<uint32_t> inverse_in(const ValueTable& table, size_t op, uint32_t e, uint32_t x) {
  const size_t q = table.values.size();
  for (uint32_t y = 0; y < q; ++y) {
    if (table.operators[op][x + q * y] == e && table.operators[op][y + q * x] == e) return y;
  }
  return std::nullopt;
}

bool holds_in(const ValueTable& table, const InTable& in, const Law& law) {
  const auto q = static_cast<uint32_t>(table.values.size());
  const size_t variables = variables_of(law, in.arity(law.op));
  bool same = true;
  Variables<uint32_t> of{0, 0, 0, law.value.value_or(0), 0};
  for (of.z = 0; same && of.z < (variables > 2 ? q : 1); ++of.z) {
    for (of.y = 0; same && of.y < (variables > 1 ? q : 1); ++of.y) {
      for (of.x = 0; same && of.x < q; ++of.x) {
        if (law.kind == LawKind::inverses && law.other == kNoOperator) {
          const auto inverse = inverse_in(table, law.op, of.identity, of.x);
          if (!inverse) return false;
          of.inverse = *inverse;
        }
        equations(law, in, of, [&](uint32_t left, uint32_t right) { same = same && left == right; });
      }
    }
  }
  return same;
}

// Tries a law with each side, an identity's with each value.
Law with_sides_in(const ValueTable& table, const InTable& in, Law law) {
  const size_t values = law.kind == LawKind::identity ? table.values.size() : 1;
  for (const Side side : {Side::both, Side::left, Side::right}) {
    for (uint32_t e = 0; e < values; ++e) {
      law.side = side;
      if (law.kind == LawKind::identity) law.value = e;
      law.holds = holds_in(table, in, law);
      if (law.holds) return law;
    }
  }
  law.side = Side::both;
  law.value.reset();
  return law;
}

// The operators that may give inverses of another one: those of one child first, then itself (where every value is its
// own inverse).
std::vector<size_t> givers(std::span<const size_t> arities, size_t of) {
  std::vector<size_t> operators;
  for (const size_t arity : {1, 2}) {
    for (size_t op = 0; op < arities.size(); ++op) {
      if (arities[op] == arity && op != of) operators.push_back(op);
    }
    if (arity == 1) operators.push_back(of);
  }
  return operators;
}

// Calls judge with each law that is to be asked about; inverses are left to it, after identities.
template <class Judge>
void ask(std::span<const size_t> arities, const Judge& judge) {
  for (size_t op = 0; op < arities.size(); ++op) {
    if (arities[op] > 2) continue;
    std::vector<LawKind> kinds = {LawKind::idempotent, LawKind::involution};
    if (arities[op] == 2) kinds = {LawKind::commutes, LawKind::associates, LawKind::idempotent, LawKind::identity};
    for (const LawKind kind : kinds) judge(Law{.kind = kind, .op = op});
    for (size_t other = 0; other < arities.size(); ++other) {
      if (other != op && arities[other] == 2) judge(Law{.kind = LawKind::distributes, .op = op, .other = other});
    }
  }
}

bool has_sides(const Law& law, size_t arity) {
  return arity == 2 && (law.kind == LawKind::identity || law.kind == LawKind::distributes);
}

// Of (1, value). Nothing where a number is not finite.
std::optional<std::vector<double>> direction(const std::vector<double>& value) {
  double largest = 1;
  for (const double number : value) {
    if (!std::isfinite(number)) return std::nullopt;
    largest = std::max(largest, std::abs(number));
  }
  std::vector<double> unit = {1 / largest};
  for (const double number : value) unit.push_back(number / largest);
  double sum = 0;
  for (const double number : unit) sum += number * number;
  for (double& number : unit) number /= std::sqrt(sum);
  return unit;
}

double squared_distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

// Least squares, by sums.
class LeastSquares {
 public:
  explicit LeastSquares(size_t unknowns) : n_(unknowns), rows_(n_, std::vector<double>(n_ + 1)) {}
  // One equation: row . unknowns = right.
  void add(std::span<const double> row, double right, double weight) {
    for (size_t i = 0; i < n_; ++i) {
      for (size_t j = 0; j < n_; ++j) rows_[i][j] += weight * row[i] * row[j];
      rows_[i][n_] += weight * row[i] * right;
    }
  }
  // What nothing is said about comes out as 0, by a ridge of rounding's size.
  std::vector<double> solve() {
    double trace = 0;
    for (size_t i = 0; i < n_; ++i) trace += rows_[i][i];
    for (size_t i = 0; i < n_; ++i) rows_[i][i] += 1e-13 * trace;
    for (size_t i = 0; i < n_; ++i) {
      for (size_t j = i + 1; j < n_; ++j) {
        if (std::abs(rows_[j][i]) > std::abs(rows_[i][i])) std::swap(rows_[i], rows_[j]);
      }
      for (size_t j = 0; j < n_; ++j) {
        const double factor = j == i || rows_[i][i] == 0 ? 0 : rows_[j][i] / rows_[i][i];
        for (size_t c = i; c <= n_ && factor != 0; ++c) rows_[j][c] -= factor * rows_[i][c];
      }
    }
    std::vector<double> result;
    for (size_t i = 0; i < n_; ++i) result.push_back(rows_[i][i] == 0 ? 0 : rows_[i][n_] / rows_[i][i]);
    return result;
  }

 private:
  size_t n_;
  std::vector<std::vector<double>> rows_;
};

}  // namespace

std::vector<Law> laws_of_table(const ValueTable& table, std::span<const size_t> arities) {
  const InTable in(table, arities);
  std::vector<Law> laws;
  ask(arities, [&](Law law) {
    if (has_sides(law, arities[law.op])) {
      law = with_sides_in(table, in, law);
    } else {
      law.holds = holds_in(table, in, law);
    }
    laws.push_back(law);
    if (law.kind != LawKind::identity || !law.holds || law.side != Side::both) return;
    Law inverses{.kind = LawKind::inverses, .op = law.op, .value = law.value};
    inverses.holds = holds_in(table, in, inverses);
    for (const size_t giver : givers(arities, law.op)) {
      if (!inverses.holds || inverses.other != kNoOperator) break;
      Law given = inverses;
      given.other = giver;
      if (holds_in(table, in, given)) inverses = given;
    }
    laws.push_back(inverses);
  });
  return laws;
}

OccurringValues::OccurringValues(std::vector<BlockOperator> operators, std::span<const LeafValues> blocks,
                                 base::Random& random)
    : operators_(std::move(operators)), seed_(random.next()) {
  std::vector<Vector> directions;
  for (const LeafValues& leaves : blocks) {
    std::vector<Vector>& values = values_.emplace_back();
    for (size_t i = 0; i < std::min(kMostLeaves, leaves.size()); ++i) {
      values.push_back(leaves[leaves.size() > kMostLeaves ? random.below(leaves.size()) : i]);
    }
    for (size_t level = 0; level < 2 && !operators_.empty(); ++level) {
      const size_t known = values.size();
      for (size_t tree = 0; tree < kTrees; ++tree) {
        const BlockOperator& op = operators_[random.below(operators_.size())];
        std::vector<uint32_t> children;
        for (size_t c = 0; c < op.arity(); ++c) children.push_back(static_cast<uint32_t>(random.below(known)));
        Vector value = op(children, values);
        if (direction(value)) values.push_back(std::move(value));
      }
    }
    for (const Vector& value : values) directions.push_back(*direction(value));
  }
  Vector mean(directions[0].size());
  for (const Vector& unit : directions) {
    for (size_t i = 0; i < mean.size(); ++i) mean[i] += unit[i] / static_cast<double>(directions.size());
  }
  for (const Vector& unit : directions) {
    variance_ += squared_distance(unit, mean) / static_cast<double>(directions.size());
  }
}

bool OccurringValues::forgotten(size_t samples) const {
  base::Random random(seed_);
  double sum = 0;
  for (const BlockOperator& op : operators_) {
    const auto draw = [&] {
      const std::vector<Vector>& values = values_[random.below(values_.size())];
      std::vector<uint32_t> children;
      for (size_t c = 0; c < op.arity(); ++c) children.push_back(static_cast<uint32_t>(random.below(values.size())));
      return direction(op(children, values));
    };
    for (size_t sample = 0; sample < samples; ++sample) {
      const auto a = draw();
      const auto b = draw();
      sum += a && b ? squared_distance(*a, *b) / (2 * variance_) : 1;
    }
  }
  return sum < kForgets * kForgets * static_cast<double>(samples * operators_.size());
}

// f(e, x) is linear in (1, e), and its coefficients there follow from x: a least-squares problem, in which values count
// as they do in their directions.
OccurringValues::Vector OccurringValues::identity(const Law& law) const {
  const size_t k = values_[0][0].size();
  const Vector& coefficients = operators_[law.op].coefficients();
  LeastSquares problem(k);
  base::Random random(seed_);
  Vector row(k + 1);
  for (size_t sample = 0; sample < kForIdentity; ++sample) {
    const std::vector<Vector>& values = values_[random.below(values_.size())];
    const Vector& x = values[random.below(values.size())];
    double size = 1;
    for (const double number : x) size += number * number;
    for (const Side side : {Side::left, Side::right}) {
      if (law.side != Side::both && law.side != side) continue;
      const size_t step_e = side == Side::left ? 1 : k + 1;
      const size_t step_x = side == Side::left ? k + 1 : 1;
      for (size_t i = 0; i < k; ++i) {
        const double* from = coefficients.data() + i * (k + 1) * (k + 1);
        for (size_t d = 0; d <= k; ++d) {
          row[d] = from[d * step_e];
          for (size_t j = 0; j < k; ++j) row[d] += from[d * step_e + (j + 1) * step_x] * x[j];
        }
        problem.add(std::span(row).subspan(1), x[i] - row[0], 1 / size);
      }
    }
  }
  return problem.solve();
}

double OccurringValues::error(const Law& law, const Vector& identity, const ValueTable* table, size_t samples) const {
  base::Random random(seed_);
  const InNumbers in(operators_);
  double sum = 0;
  size_t count = 0;
  for (size_t sample = 0; sample < samples; ++sample) {
    const std::vector<Vector>& values = values_[random.below(values_.size())];
    const auto draw = [&] { return values[random.below(values.size())]; };
    Variables<Vector> of{draw(), draw(), draw(), identity, {}};
    if (table != nullptr && law.kind == LawKind::inverses && law.other == kNoOperator) {
      const auto inverse = inverse_in(*table, law.op, *law.value, nearest(table->values, of.x));
      of.inverse = table->values[*inverse];
    }
    equations(law, in, of, [&](const Vector& left, const Vector& right) {
      const auto a = direction(left);
      const auto b = direction(right);
      // What is not finite says nothing of anything.
      sum += a && b ? squared_distance(*a, *b) / (2 * variance_) : 1;
      ++count;
    });
  }
  return std::sqrt(sum / static_cast<double>(count));
}

std::optional<double> OccurringValues::error(const Law& law, const ValueTable& table, size_t samples) const {
  if (law.kind == LawKind::inverses && !law.holds) return std::nullopt;
  if (law.kind == LawKind::identity && !law.holds) return error(law, identity(law), nullptr, samples);
  return error(law, law.value ? table.values[*law.value] : Vector(), &table, samples);
}

Law OccurringValues::with_sides(Law law, size_t samples) const {
  std::optional<Law> both;
  for (const Side side : {Side::both, Side::left, Side::right}) {
    law.side = side;
    const Vector e = law.kind == LawKind::identity ? identity(law) : Vector();
    law.error = error(law, e, nullptr, samples);
    law.holds = *law.error < kLawHolds;
    if (law.holds) return law;
    if (!both) both = law;
  }
  return *both;
}

std::optional<Law> OccurringValues::inverses(Law law, const Law& of, size_t samples) const {
  std::vector<size_t> arities;
  for (const BlockOperator& op : operators_) arities.push_back(op.arity());
  const Vector e = identity(of);
  std::optional<Law> best;
  for (const size_t giver : givers(arities, law.op)) {
    law.other = giver;
    law.error = error(law, e, nullptr, samples);
    law.holds = *law.error < kLawHolds;
    if (law.holds) return law;
    if (!best || *law.error < *best->error) best = law;
  }
  if (best) best->other = kNoOperator;
  return best;
}

std::vector<Law> OccurringValues::laws(size_t samples) const {
  std::vector<size_t> arities;
  for (const BlockOperator& op : operators_) arities.push_back(op.arity());
  std::vector<Law> laws;
  ask(arities, [&](Law law) {
    if (has_sides(law, arities[law.op])) {
      law = with_sides(law, samples);
    } else {
      law.error = error(law, {}, nullptr, samples);
      law.holds = *law.error < kLawHolds;
    }
    laws.push_back(law);
    if (law.kind != LawKind::identity || !law.holds || law.side != Side::both) return;
    const auto given = inverses(Law{.kind = LawKind::inverses, .op = law.op}, law, samples);
    if (given) laws.push_back(*given);
  });
  return laws;
}

}  // namespace eqnet::models
