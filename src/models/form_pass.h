// Networks whose operators are each one of a few *forms*, or between them: with shares s_f, a softmax of its
// parameters, an operator's result is the sum of s_f times what form f gives. Relations (relations.h) and numbers that
// are compared (ordered.h) are such; what their forms do is all that they add.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "encode/network.h"
#include "encode/vocabulary.h"

namespace eqnet::models {

constexpr size_t kMostFormChildren = 8;

struct FormShape {
  size_t dimension = 64;  // of a vector
  size_t numbers = 64;    // of these, those that operators work on
  double leaf_deviation = 1, deviation = 0.5, leaf_noise = 0;
};

// Where the parameters are.
struct FormParameters {
  // name: what the forms are of, in the names of tensors and in messages. count: number of forms by arity.
  FormParameters(const FormShape& shape, const encode::Vocabulary& vocabulary, const char* name,
                 size_t (*count)(size_t arity));

  size_t dimension, numbers;
  double leaf_noise;
  encode::Layout layout;
  size_t leaf_count = 0;
  size_t leaves = 0;  // offset: for each leaf its numbers
  struct Operator {
    size_t arity = 1;
    size_t shares = 0;  // offset: a number per form
  };
  std::vector<Operator> operators;
};

// operators: 1 for the form of each, 0 for its other forms; into the shares of `flat`.
template <class Real>
void set_forms(const FormParameters& all, std::span<const std::vector<double>> operators, std::vector<Real>& flat);

// A parameter of a leaf or form that is meant to be certain: a sigmoid or softmax of it is 0 or 1 but for rounding.
constexpr double kCertain = 40;
// Shares below are those of other forms than an operator's own: neither they nor their gradients are worth their time.
constexpr double kNoShare = 1e-12;

// Forms, by example (SoftRelations of relations.cc):
//   static of(arity)                                 the forms of so many children
//   apply(form, children, to)                        the result, `numbers` numbers
//   backward(form, children, down, children_down)    adds to the gradients of the children
//   leaf(parameter), leaf_slope(number)              a number of a leaf; its derivative by the parameter
//   shown(number), shown_slope(number)               what a vector shows of a number; its derivative
//   constant()                                       one more number of every vector, where there is room; may be 0
template <class Real, class Forms>
class FormPass final : public encode::Pass<Real> {
 public:
  FormPass(const FormParameters& parameters, Forms forms)
      : all_(parameters), n_(parameters.numbers), forms_(std::move(forms)), result_(n_), down_(n_) {}

  void forward(const Real* parameters, const encode::Schedule& schedule,
               const std::optional<encode::Training>& training, Real* roots) override {
    find_shares(parameters);
    x_.resize(schedule.rows() * n_);
    base::Random random = base::Random::stream(training ? training->seed : 0, 0);
    const double noise = training ? all_.leaf_noise * training->noise : 0;
    for (uint32_t row = 0; row < schedule.leaves; ++row) {
      const Real* own = parameters + all_.leaves + size_t{schedule.symbols[row]} * n_;
      Real* x = x_at(row);
      for (size_t k = 0; k < n_; ++k) {
        const Real noisy = noise > 0 ? own[k] + static_cast<Real>(noise * random.gaussian()) : own[k];
        x[k] = forms_.leaf(noisy);
      }
    }
    for (const encode::Schedule::Level& level : schedule.levels) {
      for (uint32_t row = level.begin; row < level.end; ++row) {
        const auto children = children_of(schedule, row);
        Real* x = x_at(row);
        std::fill_n(x, n_, Real(0));
        each_form(level.op, [&](auto form, size_t /*number*/, Real share) {
          forms_.apply(form, children, result_.data());
          for (size_t k = 0; k < n_; ++k) x[k] += share * result_[k];
        });
      }
    }
    length_.resize(schedule.roots.size());
    vectors_.resize(schedule.roots.size() * n_);
    for (size_t i = 0; i < schedule.roots.size(); ++i) {
      const Real* x = x_at(schedule.roots[i]);
      Real* vector = vectors_.data() + i * n_;
      const Real constant = forms_.constant();
      Real square = std::numeric_limits<Real>::min() + constant * constant;
      for (size_t k = 0; k < n_; ++k) {
        vector[k] = forms_.shown(x[k]);
        square += vector[k] * vector[k];
      }
      length_[i] = std::sqrt(square);
      for (size_t k = 0; k < n_; ++k) vector[k] /= length_[i];
      std::copy_n(vector, n_, roots);
      std::fill(roots + n_, roots + all_.dimension, Real(0));
      if (n_ < all_.dimension) roots[n_] = constant / length_[i];
      roots += all_.dimension;
    }
  }

  double backward(const Real* parameters, const encode::Schedule& schedule, const Real* root_gradient,
                  Real* gradient) override {
    find_shares(parameters);
    dx_.assign(schedule.rows() * n_, Real(0));
    for (size_t i = 0; i < schedule.roots.size(); ++i) {
      const Real* down = root_gradient + i * all_.dimension;
      const Real* vector = vectors_.data() + i * n_;
      Real* dx = dx_.data() + size_t{schedule.roots[i]} * n_;
      Real along = 0;
      for (size_t k = 0; k < n_; ++k) along += vector[k] * down[k];
      if (n_ < all_.dimension) along += forms_.constant() / length_[i] * down[n_];
      const Real* x = x_at(schedule.roots[i]);
      for (size_t k = 0; k < n_; ++k) dx[k] += forms_.shown_slope(x[k]) * (down[k] - vector[k] * along) / length_[i];
    }
    for (size_t l = schedule.levels.size(); l-- > 0;) {
      const encode::Schedule::Level& level = schedule.levels[l];
      for (uint32_t row = level.begin; row < level.end; ++row) {
        row_backward(schedule, level.op, row, gradient + all_.operators[level.op].shares);
      }
    }
    for (uint32_t row = 0; row < schedule.leaves; ++row) {
      const Real* x = x_at(row);
      const Real* down = dx_.data() + size_t{row} * n_;
      Real* own = gradient + all_.leaves + size_t{schedule.symbols[row]} * n_;
      for (size_t k = 0; k < n_; ++k) own[k] += down[k] * forms_.leaf_slope(x[k]);
    }
    return 0;
  }

 private:
  static constexpr size_t kMostForms = 8;

  void find_shares(const Real* parameters) {
    shares_.resize(all_.operators.size());
    for (size_t op = 0; op < shares_.size(); ++op) {
      const Real* own = parameters + all_.operators[op].shares;
      const size_t count = Forms::of(all_.operators[op].arity).size();
      const Real largest = *std::max_element(own, own + count);
      Real sum = 0;
      for (size_t f = 0; f < count; ++f) sum += shares_[op][f] = std::exp(own[f] - largest);
      for (size_t f = 0; f < count; ++f) shares_[op][f] /= sum;
    }
  }
  template <class Use>
  void each_form(size_t op, const Use& use) const {
    const auto forms = Forms::of(all_.operators[op].arity);
    for (size_t f = 0; f < forms.size(); ++f) {
      if (shares_[op][f] > kNoShare) use(forms[f], f, shares_[op][f]);
    }
  }

  void row_backward(const encode::Schedule& schedule, size_t op, uint32_t row, Real* gradient) {
    const auto children = children_of(schedule, row);
    const auto places = schedule.children_of(row);
    for (size_t c = 0; c < places.size(); ++c) children_down_[c] = dx_.data() + size_t{places[c]} * n_;
    const std::span<Real* const> children_down(children_down_.data(), places.size());
    const Real* down = dx_.data() + size_t{row} * n_;
    std::array<Real, kMostForms> of_share{};
    Real mean = 0;
    each_form(op, [&](auto form, size_t number, Real share) {
      forms_.apply(form, children, result_.data());
      for (size_t k = 0; k < n_; ++k) {
        of_share[number] += down[k] * result_[k];
        down_[k] = share * down[k];
      }
      mean += share * of_share[number];
      forms_.backward(form, children, down_.data(), children_down);
    });
    each_form(op,
              [&](auto /*form*/, size_t number, Real share) { gradient[number] += share * (of_share[number] - mean); });
  }

  Real* x_at(size_t row) { return x_.data() + row * n_; }
  std::span<const Real* const> children_of(const encode::Schedule& schedule, uint32_t row) {
    const auto places = schedule.children_of(row);
    for (size_t c = 0; c < places.size(); ++c) children_[c] = x_at(places[c]);
    return {children_.data(), places.size()};
  }

  const FormParameters& all_;
  size_t n_;
  Forms forms_;
  std::vector<Real> x_, dx_;                          // by row
  std::vector<Real> length_, vectors_;                // by root: before it was divided by its length; after
  std::vector<Real> result_, down_;                   // of one form
  std::vector<std::array<Real, kMostForms>> shares_;  // by operator
  std::array<const Real*, kMostFormChildren> children_{};
  std::array<Real*, kMostFormChildren> children_down_{};
};

}  // namespace eqnet::models
