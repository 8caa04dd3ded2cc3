// Kernels of eqnet-mul in blocks, against sums over all terms of one row after the other, in long double.
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/every_row.h"

namespace eqnet::kernels {

TYPED_TEST_SUITE(EveryRow, Types);

namespace {

struct BlockCase {
  Blocks shape;
  size_t rows;

  [[nodiscard]] size_t width() const { return shape.arity * shape.dimension; }
};

std::ostream& operator<<(std::ostream& to, const BlockCase& c) {
  const Blocks& s = c.shape;
  return to << c.rows << " rows, " << s.arity << " children, dimension " << s.dimension << ", " << s.count
            << " blocks of " << s.size << ", " << s.sets << " sets";
}

std::vector<BlockCase> block_cases() {
  std::vector<BlockCase> cases;
  for (const size_t size : {1, 2, 3, 7}) {
    for (const size_t arity : {1, 2, 3}) {
      for (const size_t sets : {1, 3, 5}) {  // 3: neighbours share one, not all of them with as many others
        for (const size_t rows : {1, 5, 16, 33}) {
          if (size == 7 && arity == 3 && (rows > 5 || sets == 3)) continue;  // most of the time would go to these
          const size_t unused = rows % 2 == 0 ? 0 : (rows / 5) % size;
          cases.push_back({{arity, 5 * size + unused + 1, size, 5, sets}, rows});
        }
      }
    }
  }
  // Lengths that have loops of their own for two children, one that has not; more rows than are taken together, and
  // vectors that fill whole registers.
  for (const size_t size : {2, 3, 4, 5, 6}) {
    cases.push_back({{2, 3 * size + 2, size, 3, 2}, 33});
    cases.push_back({{2, 32, size, 31 / size, 3}, 70});
  }
  cases.push_back({{1, 32, 3, 10, 10}, 70});
  cases.push_back({{2, 33, 32, 1, 1}, 5});
  cases.push_back({{2, 3, 2, 1, 1}, 0});
  cases.push_back({{4, 8, 2, 3, 2}, 7});
  return cases;
}

// A sum of terms, and how large they are.
struct Sum {
  long double value = 0, size = 1;

  void add(long double term) {
    value += term;
    size += std::fabs(term);
  }
};

// What the kernels add up, for one row x, from the definition: a term takes one number of each child's block, number 0
// being the weight, and a set has a coefficient for each number of the result and each term.
template <class Real>
class Row {
 public:
  Row(const Blocks& shape, const Real* x) : shape_(shape), x_(x), taken_(shape.arity), factors_(shape.arity) {}

  [[nodiscard]] long double root() const { return std::sqrt(static_cast<long double>(shape_.dimension - 1)); }

  // visit(place of the result's number, place of the coefficient) for all terms of all blocks, the term being chosen.
  template <class Visit>
  void for_terms(const Visit& visit) {
    const size_t terms = block_terms(shape_);
    for (size_t block = 0; block < shape_.count; ++block) {
      size_t set = 0;  // the last that starts here or before; set s starts at block s * count / sets, rounded up
      while (set + 1 < shape_.sets && (set + 1) * shape_.count <= block * shape_.sets) ++set;
      for (size_t term = 0; term < terms; ++term) {
        choose(block, term);
        for (size_t i = 0; i < shape_.size; ++i) {
          visit(block * shape_.size + i, (set * shape_.size + i) * terms + term);
        }
      }
    }
  }
  // The term of weights alone.
  void choose_weights() { choose(0, 0); }
  // Of the numbers that the term takes.
  [[nodiscard]] long double product() const { return slope(shape_.arity); }
  // Without child c.
  [[nodiscard]] long double slope(size_t but) const {
    long double product = 1;
    for (size_t c = 0; c < shape_.arity; ++c) product *= c == but ? 1 : factors_[c];
    return product;
  }
  // Where in x the number of child c is, and what it is multiplied by.
  [[nodiscard]] size_t place(size_t c) const { return c * shape_.dimension + taken_[c]; }
  [[nodiscard]] long double scale(size_t c) const { return taken_[c] == shape_.dimension - 1 ? 1 / root() : 1; }

 private:
  void choose(size_t block, size_t term) {
    for (size_t c = 0; c < shape_.arity; ++c, term /= shape_.size + 1) {
      const size_t digit = term % (shape_.size + 1);
      taken_[c] = digit == 0 ? shape_.dimension - 1 : block * shape_.size + digit - 1;
      factors_[c] = x_[place(c)] * scale(c);
    }
  }

  Blocks shape_;
  const Real* x_;
  std::vector<size_t> taken_;  // by child: place in its vector
  std::vector<long double> factors_;
};

// Room for a kernel's work that begins at no register's boundary, with marks before and behind.
template <class Real>
class Work {
 public:
  explicit Work(const Blocks& shape) : numbers_(block_work(shape) + 1 + kBehind, kMark) {}
  Real* data() { return numbers_.data() + 1; }
  [[nodiscard]] bool kept() const {
    for (size_t i = numbers_.size() - kBehind; i < numbers_.size(); ++i) {
      if (numbers_[i] != kMark) return false;
    }
    return numbers_[0] == kMark;
  }

 private:
  static constexpr size_t kBehind = 64;
  static constexpr Real kMark = 777;
  std::vector<Real> numbers_;
};

}  // namespace

TYPED_TEST(EveryRow, GetsBlocksAdded) {
  using Number = typename TypeParam::Number;
  for (const BlockCase& tested : block_cases()) {
    const Blocks& shape = tested.shape;
    const size_t d = shape.dimension;
    const auto x = this->matrix(tested.rows, tested.width(), tested.width());
    const auto coefficients = gaussians<Number>(this->random_, block_coefficients(shape));
    const auto before = this->matrix(tested.rows, d, d);
    auto to = before;
    Work<Number> work(shape);
    kernels::rows<Number>().blocks(shape, x.data(), tested.rows, coefficients.data(), work.data(), to.data());
    ASSERT_TRUE(work.kept()) << tested;
    for (size_t i = 0; i < tested.rows; ++i) {
      Row<Number> row(shape, x.data() + i * tested.width());
      std::vector<Sum> sums(d);
      for (size_t j = 0; j < d; ++j) sums[j].add(before[i * d + j]);
      row.for_terms([&](size_t j, size_t coefficient) { sums[j].add(coefficients[coefficient] * row.product()); });
      row.choose_weights();
      sums[d - 1].add(row.root() * row.product());
      for (size_t j = 0; j < d; ++j) {
        ASSERT_NEAR(to[i * d + j], sums[j].value, 4 * this->kNear * sums[j].size) << tested << ", " << i << " " << j;
      }
    }
  }
}

TYPED_TEST(EveryRow, PassGradientsBackThroughBlocks) {
  using Number = typename TypeParam::Number;
  for (const BlockCase& tested : block_cases()) {
    const Blocks& shape = tested.shape;
    const size_t d = shape.dimension;
    const size_t stride = d + 3;
    const auto x = this->matrix(tested.rows, tested.width(), tested.width());
    const auto coefficients = gaussians<Number>(this->random_, block_coefficients(shape));
    const auto gradient = this->matrix(tested.rows, d, stride);
    const auto before = this->matrix(tested.rows, tested.width(), tested.width());
    auto put = before;
    auto added = before;
    Work<Number> work(shape);
    for (const bool add : {false, true}) {
      kernels::rows<Number>().blocks_backward(shape, x.data(), tested.rows, coefficients.data(), gradient.data(),
                                              stride, add, work.data(), (add ? added : put).data());
    }
    ASSERT_TRUE(work.kept()) << tested;
    for (size_t i = 0; i < tested.rows; ++i) {
      Row<Number> row(shape, x.data() + i * tested.width());
      const Number* g = gradient.data() + i * stride;
      std::vector<Sum> sums(tested.width());
      const auto add_slopes = [&](long double factor) {
        for (size_t c = 0; c < shape.arity; ++c) sums[row.place(c)].add(factor * row.slope(c) * row.scale(c));
      };
      row.for_terms([&](size_t j, size_t coefficient) {
        add_slopes(static_cast<long double>(g[j]) * coefficients[coefficient]);
      });
      row.choose_weights();
      add_slopes(row.root() * g[d - 1]);
      for (size_t j = 0; j < tested.width(); ++j) {
        const size_t at = i * tested.width() + j;
        const double allowed = 4 * this->kNear * static_cast<double>(sums[j].size);
        ASSERT_NEAR(put[at], sums[j].value, allowed) << tested << ", " << i << " " << j;
        ASSERT_NEAR(added[at], before[at] + sums[j].value, allowed + 4 * this->kNear * std::fabs(before[at]))
            << tested << ", " << i << " " << j;
      }
    }
  }
}

TYPED_TEST(EveryRow, PassGradientsBackToTheCoefficientsOfBlocks) {
  using Number = typename TypeParam::Number;
  for (const BlockCase& tested : block_cases()) {
    const Blocks& shape = tested.shape;
    const size_t stride = shape.dimension + 3;
    const auto x = this->matrix(tested.rows, tested.width(), tested.width());
    const auto gradient = this->matrix(tested.rows, shape.dimension, stride);
    const auto before = gaussians<Number>(this->random_, block_coefficients(shape));
    auto after = before;
    Work<Number> work(shape);
    kernels::rows<Number>().blocks_coefficients(shape, x.data(), tested.rows, gradient.data(), stride, work.data(),
                                                after.data());
    ASSERT_TRUE(work.kept()) << tested;
    std::vector<Sum> sums(before.size());
    for (size_t i = 0; i < before.size(); ++i) sums[i].add(before[i]);
    for (size_t i = 0; i < tested.rows; ++i) {
      Row<Number> row(shape, x.data() + i * tested.width());
      const Number* g = gradient.data() + i * stride;
      row.for_terms([&](size_t j, size_t coefficient) { sums[coefficient].add(g[j] * row.product()); });
    }
    for (size_t i = 0; i < after.size(); ++i) {
      ASSERT_NEAR(after[i], sums[i].value, 4 * this->kNear * sums[i].size) << tested << ", coefficient " << i;
    }
  }
}

// Where there are loops for points too.
TYPED_TEST(EveryRow, OfBlocksOfOneNumberIsThatOfPoints) {
  using Number = typename TypeParam::Number;
  for (const size_t arity : {1, 2, 3}) {
    const size_t d = 9;
    const Blocks shape{arity, d, 1, d - 1, d - 1};
    const size_t terms = block_terms(shape);
    const size_t n = 21;
    const auto x = this->matrix(n, arity * d, arity * d);
    const auto of_points = this->matrix(terms, d - 1, d - 1);
    std::vector<Number> of_blocks;
    for (size_t i = 0; i < of_points.size(); ++i) of_blocks.push_back(of_points[i % terms * (d - 1) + i / terms]);
    std::vector<Number> points(n * d), blocks(n * d);
    Work<Number> work(shape);
    kernels::rows<Number>().points(x.data(), n, arity, d, of_points.data(), points.data());
    kernels::rows<Number>().blocks(shape, x.data(), n, of_blocks.data(), work.data(), blocks.data());
    for (size_t i = 0; i < n * d; ++i) {
      ASSERT_NEAR(blocks[i], points[i], 100 * this->kNear * (1 + std::fabs(points[i])));
    }
  }
}

}  // namespace eqnet::kernels
