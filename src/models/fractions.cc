#include "models/fractions.h"

#include <algorithm>
#include <cmath>

#include "eqnet/base/error.h"

namespace eqnet::models {
namespace {

constexpr size_t kMostFractionChildren = 8;
constexpr size_t kGateHarmonics = 3;

// One operator at all points of a row. Numbers of a direction: all n, then all d.
template <class Real>
class FractionOperator {
 public:
  FractionOperator(const FractionParameters& all, const FractionParameters::Operator& at, const Real* coefficients)
      : all_(all), at_(at), coefficients_(coefficients), m_(all.points()) {}

  // The products of the children's numbers, or the sines: terms x m.
  void features(const Real* const* children, Real* to) const {
    if (at_.arity == 1) return sines(children[0], to);
    for (size_t term = 0; term < at_.terms; ++term) {
      Real* own = to + term * m_;
      for (size_t c = 0; c < at_.arity; ++c) {
        const Real* number = children[c] + (term >> c & 1) * m_;
        if (c == 0) {
          std::copy_n(number, m_, own);
        } else {
          for (size_t p = 0; p < m_; ++p) own[p] *= number[p];
        }
      }
    }
  }

  // How defined the result is, by point. angles: work space of gates x m, kept for backward.
  void gate(const Real* parameters, const Real* child, Real* angles, Real* to) const {
    double_angles(child, angles);
    for (size_t p = 0; p < m_; ++p) {
      Real sum = parameters[at_.gate + set(p)];
      for (size_t term = 0; term < at_.gates; ++term) {
        sum += parameters[at_.gate + (term + 1) * all_.sets() + set(p)] * angles[term * m_ + p];
      }
      to[p] = 1 / (1 + std::exp(-sum));
    }
  }
  // values: what gate gave; down: their gradient.
  void gate_backward(const Real* parameters, const Real* child, const Real* angles, const Real* values,
                     const Real* down, Real* child_down, Real* gradient) const {
    for (size_t p = 0; p < m_; ++p) {
      const Real sum_down = down[p] * values[p] * (1 - values[p]);
      gradient[at_.gate + set(p)] += sum_down;
      Real turn = 0;  // by the angle
      for (size_t term = 0; term < at_.gates; term += 2) {
        const size_t one = at_.gate + (term + 1) * all_.sets() + set(p), other = one + all_.sets();
        gradient[one] += sum_down * angles[term * m_ + p];
        gradient[other] += sum_down * angles[(term + 1) * m_ + p];
        turn += static_cast<Real>(term + 2) *
                (parameters[other] * angles[term * m_ + p] - parameters[one] * angles[(term + 1) * m_ + p]);
      }
      // The child has length 1: its angle grows along (-d, n).
      child_down[p] -= sum_down * turn * child[m_ + p];
      child_down[m_ + p] += sum_down * turn * child[p];
    }
  }

  // Of features to two rows of m numbers.
  void forward(const Real* features, Real* to) const {
    std::fill_n(to, 2 * m_, Real(0));
    each([&](size_t result, size_t term, size_t p, size_t coefficient) {
      to[result * m_ + p] += coefficients_[coefficient] * features[term * m_ + p];
    });
  }

  // down: gradient of the two rows. Adds to the coefficients' gradient; gradient of the features, overwritten.
  void backward(const Real* features, const Real* down, Real* features_down, Real* gradient) const {
    std::fill_n(features_down, at_.terms * m_, Real(0));
    each([&](size_t result, size_t term, size_t p, size_t coefficient) {
      features_down[term * m_ + p] += coefficients_[coefficient] * down[result * m_ + p];
      gradient[coefficient] += features[term * m_ + p] * down[result * m_ + p];
    });
  }

  // Adds to the gradients of the children.
  void features_backward(const Real* const* children, const Real* features_down, Real* const* children_down) const {
    if (at_.arity == 1) return sines_backward(children[0], features_down, children_down[0]);
    for (size_t term = 0; term < at_.terms; ++term) {
      for (size_t c = 0; c < at_.arity; ++c) {
        Real* down = children_down[c] + (term >> c & 1) * m_;
        for (size_t p = 0; p < m_; ++p) {
          Real others = features_down[term * m_ + p];
          for (size_t other = 0; other < at_.arity; ++other) {
            if (other != c) others *= children[other][(term >> other & 1) * m_ + p];
          }
          down[p] += others;
        }
      }
    }
  }

 private:
  template <class Use>
  void each(const Use& use) const {
    const size_t sets = all_.sets();
    for (size_t result = 0; result < 2; ++result) {
      for (size_t term = 0; term < at_.terms; ++term) {
        const size_t first = (result * at_.terms + term) * sets;
        if (sets == m_) {
          for (size_t p = 0; p < m_; ++p) use(result, term, p, first + p);
        } else if (sets == 1) {
          for (size_t p = 0; p < m_; ++p) use(result, term, p, first);
        } else {
          for (size_t p = 0; p < m_; ++p) use(result, term, p, first + all_.set_of(p));
        }
      }
    }
  }

  [[nodiscard]] size_t set(size_t point) const { return all_.sets() == 1 ? 0 : all_.set_of(point); }

  // Cosine and sine of 2 t, 4 t, ...
  void double_angles(const Real* child, Real* to) const {
    for (size_t p = 0; p < m_; ++p) {
      const Real n = child[p], d = child[m_ + p];
      const Real real = n * n - d * d, imaginary = 2 * n * d;
      Real x = real, y = imaginary;
      for (size_t term = 0; term < at_.gates; term += 2) {
        to[term * m_ + p] = x;
        to[(term + 1) * m_ + p] = y;
        const Real next = x * real - y * imaginary;
        y = x * imaginary + y * real;
        x = next;
      }
    }
  }

  // With z = n + i d the numbers of harmonic h are those of z^(2h + 1).
  void sines(const Real* child, Real* to) const {
    for (size_t p = 0; p < m_; ++p) {
      const Real n = child[p], d = child[m_ + p];
      const Real real = n * n - d * d, imaginary = 2 * n * d;
      Real x = n, y = d;
      for (size_t term = 0; term < at_.terms; term += 2) {
        to[term * m_ + p] = x;
        to[(term + 1) * m_ + p] = y;
        const Real next = x * real - y * imaginary;
        y = x * imaginary + y * real;
        x = next;
      }
    }
  }
  // The derivative of z^j is j z^(j - 1).
  void sines_backward(const Real* child, const Real* features_down, Real* down) const {
    for (size_t p = 0; p < m_; ++p) {
      const Real n = child[p], d = child[m_ + p];
      const Real real = n * n - d * d, imaginary = 2 * n * d;
      Real x = 1, y = 0;  // z^(j - 1)
      for (size_t term = 0; term < at_.terms; term += 2) {
        const Real j = static_cast<Real>(term + 1);
        const Real g = features_down[term * m_ + p], h = features_down[(term + 1) * m_ + p];
        down[p] += j * (g * x + h * y);
        down[m_ + p] += j * (h * x - g * y);
        const Real next = x * real - y * imaginary;
        y = x * imaginary + y * real;
        x = next;
      }
    }
  }

  const FractionParameters& all_;
  const FractionParameters::Operator& at_;
  const Real* coefficients_;
  size_t m_;
};

template <class Real>
class FractionPass final : public encode::Pass<Real> {
 public:
  explicit FractionPass(const FractionParameters& parameters) : all_(parameters), m_(parameters.points()) {
    size_t terms = 2;
    for (const auto& op : all_.operators) terms = std::max(terms, op.terms);
    for (const auto& op : all_.operators) gated_ = gated_ || op.gates > 0;
    angles_.resize(2 * kGateHarmonics * m_);
    values_.resize(m_);
    gate_down_.resize(m_);
    features_.resize(terms * m_);
    features_down_.resize(terms * m_);
    down_.resize(2 * m_);
  }

  void forward(const Real* parameters, const encode::Schedule& schedule,
               const std::optional<encode::Training>& training, Real* roots) override {
    r_.resize(schedule.rows() * 2 * m_);
    inverse_.resize(schedule.rows() * m_);
    if (gated_) defined_.assign(schedule.rows() * m_, Real(1));
    base::Random random = base::Random::stream(training ? training->seed : 0, 0);
    const double noise = training ? all_.shape.leaf_noise * training->noise : 0;
    for (uint32_t row = 0; row < schedule.leaves; ++row) {
      Real* r = r_at(row);
      std::copy_n(parameters + all_.leaves + size_t{schedule.symbols[row]} * 2 * m_, 2 * m_, r);
      for (size_t i = 0; noise > 0 && i < 2 * m_; ++i) r[i] += static_cast<Real>(noise * random.gaussian());
      normalise(row);
    }
    for (const encode::Schedule::Level& level : schedule.levels) {
      const FractionOperator<Real> op = at(level.op, parameters);
      for (uint32_t row = level.begin; row < level.end; ++row) {
        const Real* const* children = children_of(schedule, row);
        op.features(children, features_.data());
        op.forward(features_.data(), r_at(row));
        normalise(row);
        if (!gated_) continue;
        if (all_.operators[level.op].gates > 0) op.gate(parameters, children[0], angles_.data(), defined_at(row));
        for (const uint32_t child : schedule.children_of(row)) {
          for (size_t p = 0; p < m_; ++p) defined_at(row)[p] *= defined_at(child)[p];
        }
      }
    }
    length_.resize(schedule.roots.size());
    kept_.resize(schedule.roots.size() * 2 * m_);
    for (size_t i = 0; i < schedule.roots.size(); ++i) {
      double_root(schedule.roots[i], i);
      std::copy_n(kept_.data() + i * 2 * m_, 2 * m_, roots);
      if (all_.shape.dimension % 2 == 1) roots[all_.shape.dimension - 1] = 0;
      roots += all_.shape.dimension;
    }
  }

  double backward(const Real* parameters, const encode::Schedule& schedule, const Real* root_gradient,
                  Real* gradient) override {
    dr_.assign(schedule.rows() * 2 * m_, Real(0));
    if (gated_) ddefined_.assign(schedule.rows() * m_, Real(0));
    for (size_t i = 0; i < schedule.roots.size(); ++i) {
      double_root_backward(schedule.roots[i], i, root_gradient + i * all_.shape.dimension);
    }
    for (size_t l = schedule.levels.size(); l-- > 0;) {
      const encode::Schedule::Level& level = schedule.levels[l];
      for (uint32_t row = level.begin; row < level.end; ++row)
        row_backward(parameters, schedule, level.op, row, gradient);
    }
    for (uint32_t row = 0; row < schedule.leaves; ++row) {
      normalise_backward(row);
      Real* const own = gradient + all_.leaves + size_t{schedule.symbols[row]} * 2 * m_;
      for (size_t i = 0; i < 2 * m_; ++i) own[i] += down_[i];
    }
    return 0;
  }

 private:
  Real* defined_at(size_t row) { return defined_.data() + row * m_; }

  // The vector of a root, number i, into kept_.
  void double_root(size_t root, size_t i) {
    const Real* r = r_at(root);
    Real* to = kept_.data() + i * 2 * m_;
    Real square = std::numeric_limits<Real>::min();
    for (size_t p = 0; p < m_; ++p) {
      const Real weight = gated_ ? defined_at(root)[p] : Real(1);
      to[p] = weight * (r[p] * r[p] - r[m_ + p] * r[m_ + p]);
      to[m_ + p] = weight * 2 * r[p] * r[m_ + p];
      square += to[p] * to[p] + to[m_ + p] * to[m_ + p];
    }
    length_[i] = std::sqrt(square);
    for (size_t j = 0; j < 2 * m_; ++j) to[j] /= length_[i];
  }
  void double_root_backward(size_t root, size_t i, const Real* down) {
    const Real* r = r_at(root);
    const Real* v = kept_.data() + i * 2 * m_;
    Real* dr = dr_.data() + root * 2 * m_;
    Real along = 0;
    for (size_t j = 0; j < 2 * m_; ++j) along += v[j] * down[j];
    for (size_t p = 0; p < m_; ++p) {
      const Real weight = gated_ ? defined_at(root)[p] : Real(1);
      const Real g = (down[p] - v[p] * along) / length_[i];
      const Real h = (down[m_ + p] - v[m_ + p] * along) / length_[i];
      dr[p] += 2 * weight * (g * r[p] + h * r[m_ + p]);
      dr[m_ + p] += 2 * weight * (h * r[p] - g * r[m_ + p]);
      if (gated_) {
        ddefined_[root * m_ + p] += g * (r[p] * r[p] - r[m_ + p] * r[m_ + p]) + h * 2 * r[p] * r[m_ + p];
      }
    }
  }

  void row_backward(const Real* parameters, const encode::Schedule& schedule, size_t number, size_t row,
                    Real* gradient) {
    const FractionOperator<Real> op = at(number, parameters);
    const FractionParameters::Operator& shape = all_.operators[number];
    const auto places = schedule.children_of(static_cast<uint32_t>(row));
    const Real* const* children = children_of(schedule, static_cast<uint32_t>(row));
    Real* children_down[kMostFractionChildren] = {};
    for (size_t c = 0; c < places.size(); ++c) children_down[c] = dr_.data() + size_t{places[c]} * 2 * m_;
    if (gated_) defined_backward(parameters, op, shape, row, places, children[0], children_down[0], gradient);
    normalise_backward(row);
    op.features(children, features_.data());
    op.backward(features_.data(), down_.data(), features_down_.data(), gradient + shape.coefficients);
    op.features_backward(children, features_down_.data(), children_down);
  }
  void defined_backward(const Real* parameters, const FractionOperator<Real>& op,
                        const FractionParameters::Operator& shape, size_t row, std::span<const uint32_t> places,
                        const Real* child, Real* child_down, Real* gradient) {
    const Real* down = ddefined_.data() + row * m_;
    if (shape.gates > 0) {
      op.gate(parameters, child, angles_.data(), values_.data());
      for (size_t p = 0; p < m_; ++p) {
        ddefined_[size_t{places[0]} * m_ + p] += down[p] * values_[p];
        gate_down_[p] = down[p] * defined_at(places[0])[p];
      }
      op.gate_backward(parameters, child, angles_.data(), values_.data(), gate_down_.data(), child_down, gradient);
      return;
    }
    for (size_t c = 0; c < places.size(); ++c) {
      for (size_t p = 0; p < m_; ++p) {
        Real others = down[p];
        for (size_t other = 0; other < places.size(); ++other) {
          if (other != c) others *= defined_at(places[other])[p];
        }
        ddefined_[size_t{places[c]} * m_ + p] += others;
      }
    }
  }

  Real* r_at(size_t row) { return r_.data() + row * 2 * m_; }
  FractionOperator<Real> at(size_t op, const Real* parameters) const {
    return {all_, all_.operators[op], parameters + all_.operators[op].coefficients};
  }
  const Real* const* children_of(const encode::Schedule& schedule, uint32_t row) {
    const auto places = schedule.children_of(row);
    for (size_t c = 0; c < places.size(); ++c) children_[c] = r_at(places[c]);
    return children_;
  }
  // Every direction to length 1. What has no direction, as 0/0, stays zero.
  void normalise(size_t row) {
    Real* r = r_at(row);
    Real* inverse = inverse_.data() + row * m_;
    for (size_t p = 0; p < m_; ++p) {
      const Real square = r[p] * r[p] + r[m_ + p] * r[m_ + p];
      inverse[p] = square > std::numeric_limits<Real>::min() ? 1 / std::sqrt(square) : 0;
      r[p] *= inverse[p];
      r[m_ + p] *= inverse[p];
    }
  }
  // To the gradient before that, in down_.
  void normalise_backward(size_t row) {
    const Real* r = r_at(row);
    const Real* g = dr_.data() + row * 2 * m_;
    const Real* inverse = inverse_.data() + row * m_;
    for (size_t p = 0; p < m_; ++p) {
      const Real along = r[p] * g[p] + r[m_ + p] * g[m_ + p];
      down_[p] = (g[p] - r[p] * along) * inverse[p];
      down_[m_ + p] = (g[m_ + p] - r[m_ + p] * along) * inverse[p];
    }
  }

  const FractionParameters& all_;
  size_t m_;
  bool gated_ = false;
  std::vector<Real> r_, inverse_, defined_, dr_, ddefined_;  // by row
  std::vector<Real> length_, kept_;                          // by root: |vector| before it was divided, and the vector
  std::vector<Real> features_, features_down_, down_, angles_, values_, gate_down_;
  const Real* children_[kMostFractionChildren] = {};
};

}  // namespace

FractionParameters::FractionParameters(const FractionShape& own_shape, const encode::Vocabulary& vocabulary)
    : shape(own_shape), leaf_count(vocabulary.leaves().size()) {
  if (shape.dimension < 2) throw base::Error("setting \"fractions\"", "needs a dimension of 2 or more");
  leaves = layout.add({"leaves", {leaf_count, 2 * points()}, false, shape.leaf_deviation});
  for (const expr::Symbol& op : vocabulary.operators()) {
    if (op.arity > kMostFractionChildren) {
      throw base::Error("operator " + base::quoted(op.name), "has " + std::to_string(op.arity) +
                                                                 " children; fractions at points are for " +
                                                                 std::to_string(kMostFractionChildren) + " or fewer");
    }
    Operator at;
    at.arity = op.arity;
    at.terms = op.arity == 1 ? 2 * shape.harmonics : size_t{1} << op.arity;
    at.coefficients = layout.add({op.name + ".fractions", {2, at.terms, sets()}, true, shape.deviation});
    if (op.arity == 1 && shape.harmonics > 1) {
      at.gates = 2 * kGateHarmonics;
      at.gate = layout.add({op.name + ".defined", {at.gates + 1, sets()}, false, shape.deviation});
    }
    operators.push_back(at);
  }
}

template <class Real>
std::unique_ptr<encode::Pass<Real>> FractionNetwork<Real>::pass() const {
  return std::make_unique<FractionPass<Real>>(parameters_);
}

template <class Real>
std::optional<std::vector<Real>> FractionNetwork<Real>::of_coefficients(
    std::span<const std::vector<double>> coefficients, std::span<const std::vector<double>> leaves) const {
  constexpr Real kDefined = 3;  // before the sigmoid: as good as always
  const FractionParameters& all = parameters_;
  const size_t sets = all.sets(), m = all.points();
  std::vector<Real> flat(all.layout.size());
  for (size_t op = 0; op < coefficients.size(); ++op) {
    const FractionParameters::Operator& at = all.operators[op];
    if (at.gates > 0) std::fill_n(flat.begin() + static_cast<std::ptrdiff_t>(at.gate), sets, kDefined);
    const size_t known = coefficients[op].size() / 2;  // terms; further harmonics stay 0
    for (size_t i = 0; i < coefficients[op].size(); ++i) {
      const size_t place = at.coefficients + (i / known * at.terms + i % known) * sets;
      std::fill_n(flat.begin() + static_cast<std::ptrdiff_t>(place), sets, static_cast<Real>(coefficients[op][i]));
    }
  }
  for (size_t p = 0; p < m; ++p) {
    const std::vector<double>& own = leaves[p % leaves.size()];
    for (size_t leaf = 0; leaf < all.leaf_count; ++leaf) {
      for (size_t i = 0; i < 2; ++i) {
        flat[all.leaves + leaf * 2 * m + i * m + p] = static_cast<Real>(own[2 * leaf + i]);
      }
    }
  }
  return flat;
}

template class FractionNetwork<float>;
template class FractionNetwork<double>;

}  // namespace eqnet::models
