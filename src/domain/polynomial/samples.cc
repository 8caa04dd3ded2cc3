// Values of polynomials at small integer points, for people to look at.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/random.h"
#include "domain/polynomial/program.h"

namespace eqnet::domain {
namespace {

constexpr size_t kMostPoints = 2000;
constexpr size_t kMostBits = 1000;  // of a value; beyond it a witness is no longer one that a person can check

int64_t value_of(size_t digit) {  // 0, 1, -1, 2, -2, …
  const auto half = static_cast<int64_t>((digit + 1) / 2);
  return digit % 2 == 1 ? half : -half;
}

// Point number `number`: for r = 0, 1, 2, … those of the box of -r … r in each variable that smaller boxes do not have,
// as long as the box has few points, else some random ones of it.
std::vector<int64_t> point_of(size_t variables, size_t number) {
  constexpr size_t kRandom = 64;
  std::vector<int64_t> point(variables);
  for (size_t radius = 0;; ++radius) {
    const auto width = static_cast<double>(2 * radius + 1);
    const double box = std::pow(width, static_cast<double>(variables));
    if (box > static_cast<double>(kMostPoints)) {
      base::Random random = base::Random::stream(radius, number);
      if (number < kRandom || variables == 0) {
        for (int64_t& value : point) value = value_of(random.below(2 * radius + 1));
        return point;
      }
      number -= kRandom;
      continue;
    }
    for (size_t place = 0; place < static_cast<size_t>(box); ++place) {
      size_t rest = place;
      int64_t largest = 0;
      for (int64_t& value : point) {
        value = value_of(rest % (2 * radius + 1));
        rest /= 2 * radius + 1;
        largest = std::max(largest, std::abs(value));
      }
      if (largest == static_cast<int64_t>(radius) && number-- == 0) return point;
    }
    if (variables == 0) return point;
  }
}

// The values of all lines; those that are too long are left out, with all that are made of them.
class Values {
 public:
  Values(const Program& program, const std::vector<int64_t>& point) : values_(program.lines.size()) {
    known_.assign(program.lines.size(), true);
    for (size_t i = 0; i < program.lines.size(); ++i) step(program, program.lines[i], i, point);
  }

  [[nodiscard]] std::string text(uint32_t line) const { return known_[line] ? values_[line].text() : std::string(); }

 private:
  void step(const Program& program, const Program::Line& line, size_t i, const std::vector<int64_t>& point) {
    fmpz* value = values_[i].value;
    if (line.step == Step::variable) return fmpz_set_si(value, point[line.a]);
    if (line.step == Step::constant) return fmpz_set(value, program.constants[line.a].value);
    const fmpz* a = values_[line.a].value;
    known_[i] = known_[line.a] && (line.step == Step::power || known_[line.b]);
    if (!known_[i]) return;
    if (line.step == Step::power) {
      known_[i] = power(value, a, program.constants[line.b].value);
    } else if (line.step == Step::negate) {
      fmpz_neg(value, a);
    } else if (line.step == Step::add) {
      fmpz_add(value, a, values_[line.b].value);
    } else if (line.step == Step::subtract) {
      fmpz_sub(value, a, values_[line.b].value);
    } else {
      fmpz_mul(value, a, values_[line.b].value);
    }
    known_[i] = known_[i] && fmpz_bits(value) <= kMostBits;
  }

  // Whether the power is short enough.
  static bool power(fmpz* value, const fmpz* base, const fmpz* exponent) {
    if (fmpz_is_pm1(base) != 0 || fmpz_is_zero(base) != 0) {
      const bool zero = fmpz_is_zero(exponent) != 0;
      if (zero || (fmpz_is_even(exponent) != 0 && fmpz_is_zero(base) == 0)) {
        fmpz_one(value);
      } else {
        fmpz_set(value, base);
      }
      return true;
    }
    if (fmpz_cmp_ui(exponent, kMostBits) > 0 || fmpz_get_ui(exponent) * fmpz_bits(base) > kMostBits) return false;
    fmpz_pow_ui(value, base, fmpz_get_ui(exponent));
    return true;
  }

  std::vector<Integer> values_;
  std::vector<bool> known_;
};

}  // namespace

std::vector<Sample> polynomial_samples(const expr::Pool& pool, std::span<const expr::NodeId> nodes, size_t first,
                                       size_t count) {
  const Program program(pool, nodes);
  std::vector<Sample> samples;
  for (size_t number = first; number < std::min(kMostPoints, first + count); ++number) {
    const std::vector<int64_t> point = point_of(program.variables.size(), number);
    const Values values(program, point);
    Sample& sample = samples.emplace_back();
    for (size_t i = 0; i < point.size(); ++i) {
      sample.point.emplace_back(program.variables[i], std::to_string(point[i]));
    }
    for (const uint32_t root : program.roots) sample.values.push_back(values.text(root));
    if (program.variables.empty()) break;
  }
  return samples;
}

}  // namespace eqnet::domain
