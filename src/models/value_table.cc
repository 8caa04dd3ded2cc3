#include "models/value_table.h"

#include <algorithm>
#include <cmath>

namespace eqnet::models {
namespace {

using Vector = std::vector<double>;

constexpr double kSame = 0.35;  // distance, as a share of the size beside the weight 1, of what is taken for one value
constexpr double kClear = 0.4;  // error up to which a result is clearly one of the values
constexpr size_t kMostChoices = 100000;

double distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

double size_of(const Vector& a) {
  double sum = 1;
  for (const double number : a) sum += number * number;
  return std::sqrt(sum);
}

// False where there are too many.
bool add(std::vector<Vector>& values, const Vector& value) {
  if (!std::ranges::all_of(value, [](double number) { return std::isfinite(number); })) return false;
  if (!values.empty()) {
    const Vector& near = values[nearest(values, value)];
    if (distance(near, value) < kSame * std::min(size_of(near), size_of(value))) return true;
  }
  values.push_back(value);
  return values.size() <= kMostValues;
}

// Calls visit with every choice of `arity` of `count` values; stops where it returns false.
template <class Visit>
bool for_all_choices(size_t count, size_t arity, const Visit& visit) {
  std::vector<uint32_t> choice(arity);
  for (;;) {
    if (!visit(choice)) return false;
    size_t c = 0;
    while (c < arity && ++choice[c] == count) choice[c++] = 0;
    if (c == arity) return true;
  }
}

double least_distance(const std::vector<Vector>& values) {
  double least = HUGE_VAL;
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = 0; j < i; ++j) least = std::min(least, distance(values[i], values[j]));
  }
  return least;
}

// The pseudo-inverse of the matrix whose columns are the values with a 1 before them, by Gauss-Jordan on (H'H | H').
// Nothing where the columns are not independent.
std::optional<std::vector<Vector>> inverse_of(const std::vector<Vector>& values) {
  const size_t q = values.size();
  const size_t n = values[0].size() + 1;
  const auto entry = [&](size_t row, size_t value) { return row == 0 ? 1.0 : values[value][row - 1]; };
  std::vector<Vector> rows(q, Vector(q + n));
  for (size_t i = 0; i < q; ++i) {
    for (size_t j = 0; j < q; ++j) {
      for (size_t r = 0; r < n; ++r) rows[i][j] += entry(r, i) * entry(r, j);
    }
    for (size_t r = 0; r < n; ++r) rows[i][q + r] = entry(r, i);
  }
  double largest = 0;
  for (size_t i = 0; i < q; ++i) largest = std::max(largest, rows[i][i]);
  for (size_t i = 0; i < q; ++i) {
    size_t pivot = i;
    for (size_t j = i + 1; j < q; ++j) {
      if (std::abs(rows[j][i]) > std::abs(rows[pivot][i])) pivot = j;
    }
    if (std::abs(rows[pivot][i]) < 1e-4 * largest) return std::nullopt;
    std::swap(rows[i], rows[pivot]);
    const double inverse = 1 / rows[i][i];
    for (double& number : rows[i]) number *= inverse;
    for (size_t j = 0; j < q; ++j) {
      if (j == i) continue;
      const double factor = rows[j][i];
      for (size_t c = 0; c < q + n; ++c) rows[j][c] -= factor * rows[i][c];
    }
  }
  for (Vector& row : rows) row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(q));
  return rows;
}

}  // namespace

uint32_t nearest(const std::vector<Vector>& values, std::span<const double> value) {
  size_t best = 0;
  for (size_t i = 1; i < values.size(); ++i) {
    if (distance(values[i], value) < distance(values[best], value)) best = i;
  }
  return static_cast<uint32_t>(best);
}

std::optional<ValueTable> value_table(std::span<const BlockOperator> operators, std::span<const LeafValues> blocks) {
  ValueTable table;
  for (const LeafValues& leaves : blocks) {
    for (const Vector& value : leaves) {
      if (!add(table.values, value)) return std::nullopt;
    }
  }
  for (size_t known = 0; known < table.values.size();) {
    known = table.values.size();
    for (const BlockOperator& op : operators) {
      if (std::pow(known, op.arity()) > kMostChoices) return std::nullopt;
      const bool few = for_all_choices(known, op.arity(), [&](const std::vector<uint32_t>& choice) {
        return add(table.values, op(choice, table.values));
      });
      if (!few) return std::nullopt;
    }
  }
  if (table.values.size() < 2) return std::nullopt;
  const double least = least_distance(table.values);
  for (const BlockOperator& op : operators) {
    std::vector<uint32_t>& results = table.operators.emplace_back();
    for_all_choices(table.values.size(), op.arity(), [&](const std::vector<uint32_t>& choice) {
      const Vector result = op(choice, table.values);
      results.push_back(nearest(table.values, result));
      table.error = std::max(table.error, distance(result, table.values[results.back()]) / least);
      return true;
    });
  }
  return table.error < kClear ? std::optional(table) : std::nullopt;
}

std::optional<ValueTable> value_table(const TreeParameters& all, std::span<const double> parameters, size_t set,
                                      std::span<const size_t> blocks) {
  const Part whole = whole_block(all, set);
  std::vector<LeafValues> leaves;
  for (const size_t block : blocks) leaves.push_back(leaves_of(all, parameters, whole, block));
  return value_table(operators_of(all, parameters, whole), leaves);
}

// With H for the matrix of the values (a 1 before each), coefficients A do what the table says where A (H x H x ...) =
// Y. A + (Y - A (H x H x ...)) (H+ x H+ x ...) does, and is the nearest to A.
bool make_exact(const TreeParameters& all, const ValueTable& table, size_t set, std::span<double> parameters) {
  const size_t k = all.shape.block;
  if (table.values.size() > k + 1) return false;
  const auto inverse = inverse_of(table.values);
  if (!inverse) return false;
  const std::vector<BlockOperator> before = operators_of(all, parameters, whole_block(all, set));
  for (size_t op = 0; op < all.operators.size(); ++op) {
    const OperatorParameters& at = all.operators[op];
    const size_t terms = kernels::block_terms(all.blocks_of(at.arity));
    size_t number = 0;
    Vector products(terms);
    for_all_choices(table.values.size(), at.arity, [&](const std::vector<uint32_t>& choice) {
      const Vector& wanted = table.values[table.operators[op][number++]];
      const Vector result = before[op](choice, table.values);
      products.assign(terms, 0);
      products[0] = 1;
      size_t n = 1;
      for (const uint32_t child : choice) {
        for (size_t digit = k + 1; digit-- > 0;) {
          for (size_t i = 0; i < n; ++i) products[digit * n + i] = (*inverse)[child][digit] * products[i];
        }
        n *= k + 1;
      }
      for (size_t i = 0; i < k; ++i) {
        for (size_t term = 0; term < terms; ++term) {
          parameters[all.coefficient(at, set, i * terms + term)] += (wanted[i] - result[i]) * products[term];
        }
      }
      return true;
    });
  }
  return true;
}

namespace {

// Corners of a regular simplex: the inner product of two is -1, of one with itself count - 1. For two values they are 1
// and -1.
std::vector<Vector> simplex(size_t count) {
  std::vector<Vector> corners(count, Vector(count - 1));
  for (size_t i = 0; i + 1 < count; ++i) {
    double rest = static_cast<double>(count) - 1;
    for (size_t j = 0; j < i; ++j) rest -= corners[i][j] * corners[i][j];
    corners[i][i] = std::sqrt(rest);
    for (size_t other = i + 1; other < count; ++other) {
      double product = -1;
      for (size_t j = 0; j < i; ++j) product -= corners[i][j] * corners[other][j];
      corners[other][i] = product / corners[i][i];
    }
  }
  return corners;
}

// Writes an algebra into the numbers of a block from `first` on. With H for the matrix of the corners, a 1 above each,
// and Y for the results of an operator as columns, its coefficients are Y (H^-1 x H^-1 x ...). The rows of H^-1 are the
// corners themselves with a 1 before them, divided by their number.
void write_part(const TreeParameters& all, const encode::FinitePart& part, size_t block, size_t first,
                Vector& parameters) {
  const size_t k = all.shape.block;
  const size_t q = part.values;
  const std::vector<Vector> corners = simplex(q);
  const auto inverse = [&](size_t value, size_t digit) {
    return (digit == 0 ? 1 : corners[value][digit - 1]) / static_cast<double>(q);
  };
  for (size_t op = 0; op < all.operators.size(); ++op) {
    const OperatorParameters& at = all.operators[op];
    const size_t terms = kernels::block_terms(all.blocks_of(at.arity));
    for_all_choices(q, at.arity, [&](const std::vector<uint32_t>& digits) {
      size_t term = 0;
      for (size_t c = digits.size(); c-- > 0;) term = term * (k + 1) + (digits[c] == 0 ? 0 : first + digits[c]);
      size_t number = 0;
      for_all_choices(q, at.arity, [&](const std::vector<uint32_t>& choice) {
        double factor = 1;
        for (size_t c = 0; c < at.arity; ++c) factor *= inverse(choice[c], digits[c]);
        const Vector& result = corners[part.operators[op][number++]];
        for (size_t i = 0; i + 1 < q; ++i) {
          parameters[all.coefficient(at, block, (first + i) * terms + term)] += factor * result[i];
        }
        return true;
      });
      return true;
    });
  }
  for (size_t leaf = 0; leaf < all.leaf_count; ++leaf) {
    double* to = parameters.data() + all.leaf_block(leaf, block) + first;
    std::ranges::copy(corners[part.leaves[leaf]], to);
  }
}

}  // namespace

std::optional<Vector> parameters_of_tables(const TreeParameters& all,
                                           std::span<const std::vector<encode::FinitePart>> blocks) {
  if (blocks.size() > all.blocks() || all.sets() != all.blocks()) return std::nullopt;
  Vector parameters(all.layout.size());
  for (size_t block = 0; block < blocks.size(); ++block) {
    size_t first = 0;
    for (const encode::FinitePart& part : blocks[block]) {
      if (part.values < 2 || first + part.values - 1 > all.shape.block) return std::nullopt;
      write_part(all, part, block, first, parameters);
      first += part.values - 1;
    }
  }
  return parameters;
}

}  // namespace eqnet::models
