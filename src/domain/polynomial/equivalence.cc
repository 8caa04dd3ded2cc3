// Equivalence of polynomials. Small integer points, evaluated modulo a prime, tell nearly all different pairs apart and
// give the witness; what they cannot tell apart is expanded to the exact normal form.
#include <algorithm>
#include <chrono>
#include <optional>

#include "base/random.h"
#include "domain/polynomial/program.h"

namespace eqnet::domain {
namespace {

using Clock = std::chrono::steady_clock;

using Point = std::vector<int64_t>;

uint64_t residue_of(int64_t value) {
  return value >= 0 ? static_cast<uint64_t>(value) : Residue::kPrime - static_cast<uint64_t>(-value);
}

// Whether the roots' values at the point differ modulo the prime; if so they differ.
bool differs(const Program& program, const std::vector<uint64_t>& constants, const Point& point,
             std::vector<uint64_t>& values) {
  values.resize(program.lines.size());
  for (size_t i = 0; i < program.lines.size(); ++i) {
    const Program::Line line = program.lines[i];
    switch (line.step) {
      case Step::variable:
        values[i] = residue_of(point[line.a]);
        break;
      case Step::constant:
        values[i] = constants[line.a];
        break;
      case Step::add:
        values[i] = Residue::add(values[line.a], values[line.b]);
        break;
      case Step::subtract:
        values[i] = Residue::subtract(values[line.a], values[line.b]);
        break;
      case Step::multiply:
        values[i] = Residue::multiply(values[line.a], values[line.b]);
        break;
      case Step::negate:
        values[i] = Residue::subtract(0, values[line.a]);
        break;
      case Step::power:
        values[i] = Residue::power(values[line.a], program.constants[line.b]);
        break;
    }
  }
  return values[program.roots[0]] != values[program.roots[1]];
}

// How long an expansion may go on.
struct ExpansionTime {
  explicit ExpansionTime(double seconds) : end(Clock::now() + std::chrono::duration<double>(seconds)) {}
  [[nodiscard]] double left() const { return std::chrono::duration<double>(end - Clock::now()).count(); }
  std::chrono::time_point<Clock, std::chrono::duration<double>> end;
};

// The expanded roots, lines dropped after their last use. At a `point` the variables are numbers. Throws OverBudget;
// the budget's bytes are those of all lines that are held at a time.
std::vector<Polynomial> expand(const Program& program, const Ring& ring, Budget budget, const ExpansionTime& deadline,
                               const Point* point) {
  std::vector<uint32_t> uses(program.lines.size(), 0);
  for (const Program::Line& line : program.lines) {
    if (line.step <= Step::constant) continue;
    ++uses[line.a];
    if (line.step != Step::power && line.step != Step::negate) ++uses[line.b];
  }
  for (const uint32_t root : program.roots) ++uses[root];

  std::vector<std::optional<Polynomial>> values(program.lines.size());
  const auto release = [&](uint32_t line) {
    if (--uses[line] > 0) return;
    budget.bytes += bytes_of(*values[line]);
    values[line].reset();
  };
  for (size_t i = 0; i < program.lines.size(); ++i) {
    budget.seconds = deadline.left();
    if (budget.seconds <= 0) throw OverBudget{"timeout"};
    const Program::Line line = program.lines[i];
    switch (line.step) {
      case Step::variable:
        values[i].emplace(ring);
        if (point) {
          fmpz_mpoly_set_si(values[i]->value, (*point)[line.a], ring.context);
        } else {
          fmpz_mpoly_gen(values[i]->value, line.a, ring.context);
        }
        break;
      case Step::constant:
        if (uses[i] == 0) break;  // an exponent
        values[i].emplace(ring);
        fmpz_mpoly_set_fmpz(values[i]->value, program.constants[line.a].value, ring.context);
        break;
      case Step::power:
        values[i] = power(*values[line.a], program.constants[line.b], budget);
        release(line.a);
        break;
      default: {
        const uint32_t second = line.step == Step::negate ? line.a : line.b;
        values[i] = apply(line.step, ring, *values[line.a], *values[second], budget);
        release(line.a);
        if (line.step != Step::negate) release(line.b);
      }
    }
    if (values[i]) budget.bytes -= bytes_of(*values[i]);
    if (budget.bytes < 0) throw OverBudget{"too large: expanded, it takes too much memory"};
  }
  std::vector<Polynomial> roots;
  for (const uint32_t root : program.roots) {
    Polynomial copy(ring);
    fmpz_mpoly_set(copy.value, values[root]->value, ring.context);
    roots.push_back(std::move(copy));
  }
  return roots;
}

Verdict different_at(const Program& program, const Ring& ring, const Point& point,
                     const std::vector<uint64_t>& residues, std::string method) {
  Verdict verdict{Answer::different, {}, {}, {}, std::move(method)};
  for (size_t i = 0; i < point.size(); ++i) {
    verdict.witness.emplace_back(program.variables[i], std::to_string(point[i]));
  }
  constexpr Budget kPrintable{.most_coefficient_bits = 30000};
  try {
    const std::vector<Polynomial> exact = expand(program, ring, kPrintable, ExpansionTime(1), &point);
    verdict.left = exact[0].text();
    verdict.right = exact[1].text();
  } catch (const OverBudget&) {
    if (residues[program.roots[0]] == residues[program.roots[1]])
      return verdict;  // they differ, but not modulo the prime
    const std::string modulus = " (mod " + std::to_string(Residue::kPrime) + ")";
    verdict.left = std::to_string(residues[program.roots[0]]) + modulus;
    verdict.right = std::to_string(residues[program.roots[1]]) + modulus;
  }
  return verdict;
}

// The search for a point at which two expressions differ: integers in growing boxes around 0, so that a simple witness
// is found first.
class Points {
 public:
  explicit Points(const Program& program) : program_(program), point_(program.variables.size()) {
    for (const Integer& constant : program.constants) constants_.push_back(Residue::of(constant));
  }

  [[nodiscard]] const Point& point() const { return point_; }
  [[nodiscard]] const std::vector<uint64_t>& residues() const { return residues_; }

  // Whether one of the next points tells the roots apart modulo the prime; if so they differ there.
  bool find(int tries, const ExpansionTime& deadline) {
    for (int i = 0; i < tries && (i == 0 || deadline.left() > 0); ++i) {
      next();
      if (differs(program_, constants_, point_, residues_)) return true;
    }
    return false;
  }

  // The same, exactly, given the difference: it may vanish modulo the prime everywhere, or only there.
  bool find_exactly(const Polynomial& difference, int tries, const ExpansionTime& deadline) {
    const fmpz_mpoly_ctx_struct* context = difference.ring->context;
    constexpr double kMostWords = 1e6;  // of a value's terms: it is computed in one go, which cannot be interrupted
    if (fmpz_mpoly_total_degree_fits_si(difference.value, context) == 0) return false;
    const auto degree = static_cast<double>(fmpz_mpoly_total_degree_si(difference.value, context));
    const auto terms = static_cast<double>(fmpz_mpoly_length(difference.value, context));
    if (terms * (1 + degree / 16) > kMostWords) return false;
    attempt_ = 0;
    for (int i = 0; i < tries && deadline.left() > 0; ++i) {
      next();
      std::vector<Integer> values(std::max<size_t>(1, point_.size()));
      std::vector<fmpz*> places;
      for (size_t v = 0; v < values.size(); ++v) {
        if (v < point_.size()) fmpz_set_si(values[v].value, point_[v]);
        places.push_back(values[v].value);
      }
      Integer result;
      if (fmpz_mpoly_evaluate_all_fmpz(result.value, difference.value, places.data(), context) == 0) return false;
      if (fmpz_is_zero(result.value) == 0) {
        (void)differs(program_, constants_, point_, residues_);  // the residues are those of this point
        return true;
      }
    }
    return false;
  }

 private:
  void next() {
    const uint64_t reach = 1 + static_cast<uint64_t>(attempt_++) / 4;
    for (int64_t& value : point_) {
      value = static_cast<int64_t>(random_.below(2 * reach + 1)) - static_cast<int64_t>(reach);
    }
  }

  const Program& program_;
  std::vector<uint64_t> constants_;
  base::Random random_{1};
  int attempt_ = 0;
  Point point_;
  std::vector<uint64_t> residues_;
};

}  // namespace

std::vector<Polynomial> expand(const Program& program, const Ring& ring, const Budget& budget) {
  return expand(program, ring, budget, ExpansionTime(budget.seconds), nullptr);
}

Verdict equivalent_polynomial(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                              const EquivalenceParams& params) {
  const ExpansionTime deadline(params.timeout_s);
  const expr::NodeId roots[] = {left, right};
  const Program program(pool, roots);
  const Ring ring(program.variables);
  Points points(program);
  constexpr int kFirstPoints = 16;
  if (points.find(kFirstPoints, deadline)) {
    return different_at(program, ring, points.point(), points.residues(), "evaluation");
  }
  std::vector<Polynomial> expanded;
  try {
    expanded = expand(program, ring, {}, deadline, nullptr);
  } catch (const OverBudget& over) {
    return {Answer::undecided, {}, {}, {}, over.why};
  }
  if (expanded[0] == expanded[1]) return {Answer::equivalent, {}, {}, {}, "normal form"};
  // They differ, so a point outside the zeros of the difference exists in every large enough box (Schwartz-Zippel).
  constexpr int kPoints = 10000;
  bool found = points.find(kPoints, deadline);
  if (!found) {
    Polynomial difference(ring);
    fmpz_mpoly_sub(difference.value, expanded[0].value, expanded[1].value, ring.context);
    found = points.find_exactly(difference, kPoints, deadline);
  }
  if (found) return different_at(program, ring, points.point(), points.residues(), "normal form");
  const auto shown = [](const Polynomial& polynomial) {
    constexpr double kReadable = 10000;
    return bytes_of(polynomial) <= kReadable ? polynomial.text() : std::string();
  };
  return {Answer::different, {}, shown(expanded[0]), shown(expanded[1]), "normal form"};
}

}  // namespace eqnet::domain
