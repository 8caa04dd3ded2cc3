#include "models/relations.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.h"
#include "eqnet/base/error.h"

namespace eqnet::models {
namespace {

// Forms of relations in all blocks. Numbers of a relation: by pair (i, j), then by block.
template <class Real>
class SoftRelations {
 public:
  explicit SoftRelations(const RelationParameters& all)
      : r_(all.shape.points), m_(all.blocks()), n_(all.numbers), work_(kMostWork, std::vector<Real>(n_)) {
    for (size_t steps = 1; steps < r_; steps *= 2) ++doublings_;
  }

  static std::span<const RelationForm> of(size_t arity) { return relation_forms(arity); }
  static Real leaf(Real parameter) { return 1 / (1 + std::exp(-parameter)); }
  static Real leaf_slope(Real number) { return number * (1 - number); }
  static Real shown(Real number) { return 2 * number - 1; }
  static Real shown_slope(Real /*number*/) { return 2; }
  static Real constant() { return 0; }

  void apply(RelationForm form, std::span<const Real* const> children, Real* to) {
    const Real* x = children[0];
    switch (form) {
      case RelationForm::same:
        std::copy_n(x, n_, to);
        return;
      case RelationForm::converse:
        pairs([&](size_t i, size_t j) { std::copy_n(x + at(j, i), m_, to + at(i, j)); });
        return;
      case RelationForm::complement:
        for (size_t k = 0; k < n_; ++k) to[k] = 1 - x[k];
        return;
      case RelationForm::reflexive:
        std::copy_n(x, n_, to);
        make_reflexive(to);
        return;
      case RelationForm::transitive:
      case RelationForm::closure:
        make_transitive(x);
        std::copy_n(work_[doublings_].data(), n_, to);
        if (form == RelationForm::closure) make_reflexive(to);
        return;
      case RelationForm::domain:
      case RelationForm::antidomain:
        std::fill_n(to, n_, Real(0));
        for (size_t i = 0; i < r_; ++i) {
          for (size_t b = 0; b < m_; ++b) {
            const Real none = nothing(x, i, b, r_);
            to[at(i, i) + b] = form == RelationForm::domain ? 1 - none : none;
          }
        }
        return;
      case RelationForm::unite:
        for (size_t k = 0; k < n_; ++k) {
          Real none = 1;
          for (const Real* child : children) none *= 1 - child[k];
          to[k] = 1 - none;
        }
        return;
      case RelationForm::intersect:
        for (size_t k = 0; k < n_; ++k) {
          Real both = 1;
          for (const Real* child : children) both *= child[k];
          to[k] = both;
        }
        return;
      case RelationForm::compose:
        compose_all(children);
        std::copy_n(work_[children.size() - 1].data(), n_, to);
        return;
      case RelationForm::compose_backwards:
        compose(children[1], x, to);
        return;
      case RelationForm::without:
        for (size_t k = 0; k < n_; ++k) to[k] = x[k] * (1 - children[1][k]);
        return;
      case RelationForm::without_backwards:
        for (size_t k = 0; k < n_; ++k) to[k] = children[1][k] * (1 - x[k]);
        return;
    }
  }

  // down: gradient of the result. Adds to the gradients of the children.
  void backward(RelationForm form, std::span<const Real* const> children, const Real* down,
                std::span<Real* const> children_down) {
    const Real* x = children[0];
    Real* dx = children_down[0];
    switch (form) {
      case RelationForm::same:
        for (size_t k = 0; k < n_; ++k) dx[k] += down[k];
        return;
      case RelationForm::converse:
        pairs([&](size_t i, size_t j) {
          for (size_t b = 0; b < m_; ++b) dx[at(j, i) + b] += down[at(i, j) + b];
        });
        return;
      case RelationForm::complement:
        for (size_t k = 0; k < n_; ++k) dx[k] -= down[k];
        return;
      case RelationForm::reflexive:
        pairs([&](size_t i, size_t j) {
          for (size_t b = 0; b < m_ && i != j; ++b) dx[at(i, j) + b] += down[at(i, j) + b];
        });
        return;
      case RelationForm::transitive:
      case RelationForm::closure:
        transitive_backward(x, down, form == RelationForm::closure, dx);
        return;
      case RelationForm::domain:
      case RelationForm::antidomain:
        pairs([&](size_t i, size_t j) {
          for (size_t b = 0; b < m_; ++b) {
            const Real slope = nothing(x, i, b, j);
            dx[at(i, j) + b] += (form == RelationForm::domain ? slope : -slope) * down[at(i, i) + b];
          }
        });
        return;
      case RelationForm::unite:
      case RelationForm::intersect:
        for (size_t c = 0; c < children.size(); ++c) {
          for (size_t k = 0; k < n_; ++k) {
            Real others = down[k];
            for (size_t other = 0; other < children.size(); ++other) {
              if (other != c) others *= form == RelationForm::unite ? 1 - children[other][k] : children[other][k];
            }
            children_down[c][k] += others;
          }
        }
        return;
      case RelationForm::compose:
        compose_all_backward(children, down, children_down);
        return;
      case RelationForm::compose_backwards:
        compose_backward(children[1], x, down, children_down[1], dx);
        return;
      case RelationForm::without:
      case RelationForm::without_backwards: {
        const bool first = form == RelationForm::without;
        const Real* kept = children[first ? 0 : 1];
        const Real* removed = children[first ? 1 : 0];
        Real* kept_down = children_down[first ? 0 : 1];
        Real* removed_down = children_down[first ? 1 : 0];
        for (size_t k = 0; k < n_; ++k) {
          kept_down[k] += down[k] * (1 - removed[k]);
          removed_down[k] -= down[k] * kept[k];
        }
        return;
      }
    }
  }

 private:
  static constexpr size_t kMostWork = 2 * kMostFormChildren;

  [[nodiscard]] size_t at(size_t i, size_t j) const { return (i * r_ + j) * m_; }
  template <class Use>
  void pairs(const Use& use) const {
    for (size_t i = 0; i < r_; ++i) {
      for (size_t j = 0; j < r_; ++j) use(i, j);
    }
  }
  // How much i is related to nothing but `except`.
  [[nodiscard]] Real nothing(const Real* x, size_t i, size_t block, size_t except) const {
    Real none = 1;
    for (size_t j = 0; j < r_; ++j) {
      if (j != except) none *= 1 - x[at(i, j) + block];
    }
    return none;
  }
  void make_reflexive(Real* x) const {
    for (size_t i = 0; i < r_; ++i) std::fill_n(x + at(i, i), m_, Real(1));
  }

  void compose(const Real* x, const Real* y, Real* to) const {
    pairs([&](size_t i, size_t j) {
      Real* own = to + at(i, j);
      std::fill_n(own, m_, Real(1));
      for (size_t k = 0; k < r_; ++k) {
        const Real* first = x + at(i, k);
        const Real* second = y + at(k, j);
        for (size_t b = 0; b < m_; ++b) own[b] *= 1 - first[b] * second[b];
      }
      for (size_t b = 0; b < m_; ++b) own[b] = 1 - own[b];
    });
  }
  void compose_backward(const Real* x, const Real* y, const Real* down, Real* dx, Real* dy) const {
    pairs([&](size_t i, size_t j) {
      for (size_t k = 0; k < r_; ++k) {
        for (size_t b = 0; b < m_; ++b) {
          Real others = down[at(i, j) + b];
          for (size_t other = 0; other < r_; ++other) {
            if (other != k) others *= 1 - x[at(i, other) + b] * y[at(other, j) + b];
          }
          dx[at(i, k) + b] += others * y[at(k, j) + b];
          dy[at(k, j) + b] += others * x[at(i, k) + b];
        }
      }
    });
  }

  // The compositions of the first two, three, ... children in work_[1], work_[2], ...
  void compose_all(std::span<const Real* const> children) {
    const Real* so_far = children[0];
    for (size_t c = 1; c < children.size(); ++c) {
      compose(so_far, children[c], work_[c].data());
      so_far = work_[c].data();
    }
  }
  void compose_all_backward(std::span<const Real* const> children, const Real* down,
                            std::span<Real* const> children_down) {
    compose_all(children);
    // Gradients of these in the other half of the work space.
    const auto down_of = [&](size_t c) { return work_[kMostFormChildren + c].data(); };
    std::copy_n(down, n_, down_of(children.size() - 1));
    for (size_t c = children.size() - 1; c > 1; --c) {
      std::fill_n(down_of(c - 1), n_, Real(0));
      compose_backward(work_[c - 1].data(), children[c], down_of(c), down_of(c - 1), children_down[c]);
    }
    compose_backward(children[0], children[1], down_of(1), children_down[0], children_down[1]);
  }

  // work_[s]: by 2^s steps or fewer.
  void make_transitive(const Real* x) {
    std::copy_n(x, n_, work_[0].data());
    for (size_t s = 0; s < doublings_; ++s) {
      const Real* before = work_[s].data();
      Real* after = work_[s + 1].data();
      compose(before, before, after);
      for (size_t k = 0; k < n_; ++k) after[k] = before[k] + after[k] - before[k] * after[k];
    }
  }
  void transitive_backward(const Real* x, const Real* down, bool reflexive, Real* dx) {
    make_transitive(x);
    std::vector<Real>& now = work_[kMostFormChildren];
    std::vector<Real>& twice = work_[kMostFormChildren + 1];
    std::vector<Real>& next = work_[kMostFormChildren + 2];
    std::copy_n(down, n_, now.data());
    for (size_t i = 0; reflexive && i < r_; ++i) std::fill_n(now.data() + at(i, i), m_, Real(0));
    for (size_t s = doublings_; s-- > 0;) {
      const Real* before = work_[s].data();
      compose(before, before, twice.data());
      for (size_t k = 0; k < n_; ++k) {
        next[k] = now[k] * (1 - twice[k]);
        now[k] *= 1 - before[k];
      }
      compose_backward(before, before, now.data(), next.data(), next.data());
      now.swap(next);
    }
    for (size_t k = 0; k < n_; ++k) dx[k] += now[k];
  }

  size_t r_, m_, n_;
  size_t doublings_ = 0;  // of the number of steps, until it is r or more
  std::vector<std::vector<Real>> work_;
};

}  // namespace

std::span<const RelationForm> relation_forms(size_t arity) {
  using enum RelationForm;
  static constexpr std::array kOne = {same, converse, complement, reflexive, transitive, closure, domain, antidomain};
  static constexpr std::array kTwo = {compose, unite, intersect, compose_backwards, without, without_backwards};
  static constexpr std::array kMore = {compose, unite, intersect};
  if (arity == 1) return kOne;
  if (arity == 2) return kTwo;
  return kMore;
}

std::string_view name_of(RelationForm form) {
  static constexpr std::array<std::string_view, 14> kNames = {"identity",
                                                              "converse",
                                                              "complement",
                                                              "reflexive closure",
                                                              "transitive closure",
                                                              "reflexive transitive closure",
                                                              "domain",
                                                              "antidomain",
                                                              "union",
                                                              "intersection",
                                                              "composition",
                                                              "composition backwards",
                                                              "difference",
                                                              "difference backwards"};
  return kNames[static_cast<size_t>(form)];
}

namespace {

FormShape form_shape(const RelationShape& shape) {
  const size_t pairs = shape.points * shape.points;
  if (shape.dimension < pairs) {
    throw base::Error("setting \"relations\"",
                      base::format("relations on {} points need a dimension of {} or more", shape.points, pairs));
  }
  return {shape.dimension, shape.dimension / pairs * pairs, shape.leaf_deviation, shape.deviation, shape.leaf_noise};
}

}  // namespace

RelationParameters::RelationParameters(const RelationShape& own_shape, const encode::Vocabulary& vocabulary)
    : FormParameters(form_shape(own_shape), vocabulary, "relations",
                     [](size_t arity) { return relation_forms(arity).size(); }),
      shape(own_shape) {}

template <class Real>
std::unique_ptr<encode::Pass<Real>> RelationNetwork<Real>::pass() const {
  return std::make_unique<FormPass<Real, SoftRelations<Real>>>(parameters_, SoftRelations<Real>(parameters_));
}

template <class Real>
std::optional<std::vector<Real>> RelationNetwork<Real>::of_coefficients(
    std::span<const std::vector<double>> operators, std::span<const std::vector<double>> leaves) const {
  const RelationParameters& all = parameters_;
  const size_t pairs = all.pairs(), m = all.blocks();
  std::vector<Real> flat(all.layout.size());
  const auto certain = [](double number) { return static_cast<Real>(number > 0.5 ? kCertain : -kCertain); };
  set_forms(all, operators, flat);
  for (size_t leaf = 0; leaf < all.leaf_count; ++leaf) {
    for (size_t pair = 0; pair < pairs; ++pair) {
      for (size_t b = 0; b < m; ++b) {
        flat[all.leaves + (leaf * pairs + pair) * m + b] = certain(leaves[b % leaves.size()][leaf * pairs + pair]);
      }
    }
  }
  return flat;
}

template class RelationNetwork<float>;
template class RelationNetwork<double>;

}  // namespace eqnet::models
