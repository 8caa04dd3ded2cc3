// Laws of algebra that the operators of a set of coefficients may obey, and the error to which they do.
//
// A law is an equation, or two, between small expressions of values x, y and z. It is judged in one of two ways:
//
// - By a table of values (value_table.h): for all values, without an error.
// - By numbers: on values that occur, which are those of leaves and of trees of up to two levels in the live blocks. x,
//   y and z are drawn from one block. Values are compared as settling does it, by the direction of (1, value), so that
//   none is so large that all others are alike beside it. The error of a law is the rms distance of its two sides
//   divided by the rms distance of two values that occur, taken at random. So 0 is exact, and at 1 the two sides have
//   no more in common than any two values. Scale and origin of the values do not matter much to it, and an operator
//   whose results are nearly all the same is not blamed for rounding. A law is said to hold below kLawHolds.
//
// Of a set with a table, the table says what holds, and the numbers how exactly.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "models/value_table.h"

namespace eqnet::models {

// Chosen by looking at the two pretrained models, which have not settled: at the points of `polynomial` that are rings,
// the laws of rings have errors of mostly below 5% and the others of 14% and more. At points that are nothing clear
// there are errors of all sizes. With 1%, 9 of these points would be taken together instead of 15.
constexpr double kLawHolds = 0.05;

enum class LawKind : uint8_t {
  commutes,    // f(x, y) = f(y, x)
  associates,  // f(f(x, y), z) = f(x, f(y, z))
  idempotent,  // f(x, x) = x; of one child: f(f(x)) = f(x)
  involution,  // f(f(x)) = x
  identity,    // f(e, x) = x, f(x, e) = x for some e
  inverses,    // f(x, x') = e and f(x', x) = e for every x and some x'
  distributes  // f(x, g(y, z)) = g(f(x, y), f(x, z)) and the same with x to the right; of one child: f(g(x, y)) =
               // g(f(x), f(y))
};

// Of identities and distribution: whether for e and x on both sides of the operator, or as its left or right child
// alone.
enum class Side : uint8_t { both, left, right };

constexpr size_t kNoOperator = SIZE_MAX;

struct Law {
  LawKind kind = LawKind::commutes;
  size_t op = 0;
  // g; or the operator that gives inverses, as g(x) or g(e, x). Tables may have inverses that none gives.
  size_t other = kNoOperator;
  Side side = Side::both;
  std::optional<uint32_t> value = {};  // e, where there is a table
  bool holds = false;
  std::optional<double> error = {};  // nothing where there was nothing to measure

  // That it is the same law and holds or does not; whatever the error.
  [[nodiscard]] bool agrees(const Law& law) const {
    return kind == law.kind && op == law.op && other == law.other && side == law.side && value == law.value &&
           holds == law.holds;
  }
};

// All laws that are asked about, of operators with one or two children. inverses only where there is an identity on
// both sides. Where a law has sides, the first of both, left, right that holds; if none does, both.
std::vector<Law> laws_of_table(const ValueTable& table, std::span<const size_t> arities);

// The values that occur in the live blocks of one set of coefficients, or in a part of them.
class OccurringValues {
 public:
  // blocks: the values of leaves in those to take, one at least.
  OccurringValues(std::vector<BlockOperator> operators, std::span<const LeafValues> blocks, base::Random& random);

  // Whether they are more than nearly one and the same. If not, there is nothing to ask.
  [[nodiscard]] bool differ() const { return variance_ > kAlike; }
  // Whether the results of operators are nearly the same for all children, so that no more than the leaves are told
  // apart. Such operators obey many laws.
  [[nodiscard]] bool forgotten(size_t samples) const;

  // As laws_of_table, by numbers. require: differ(); the same below.
  [[nodiscard]] std::vector<Law> laws(size_t samples) const;
  // The error of a law that a table has decided; nothing where the table has no inverses. table: of this set.
  [[nodiscard]] std::optional<double> error(const Law& law, const ValueTable& table, size_t samples) const;

 private:
  using Vector = std::vector<double>;
  static constexpr double kAlike = 1e-4;    // a deviation of a hundredth of their length
  static constexpr double kForgets = 0.25;  // of the rms distance of two values: that of two results of an operator

  [[nodiscard]] Law with_sides(Law law, size_t samples) const;
  [[nodiscard]] std::optional<Law> inverses(Law law, const Law& identity, size_t samples) const;
  [[nodiscard]] Vector identity(const Law& law) const;
  [[nodiscard]] double error(const Law& law, const Vector& identity, const ValueTable* table, size_t samples) const;

  std::vector<BlockOperator> operators_;
  std::vector<std::vector<Vector>> values_;  // by block
  double variance_ = 0;                      // of their directions
  uint64_t seed_;
};

}  // namespace eqnet::models
