#include "models/ordered.h"

#include "eqnet/base/error.h"

namespace eqnet::models {
namespace {

template <class Real>
Real bounded(Real x) {
  return std::clamp(x, static_cast<Real>(-kInfinite), static_cast<Real>(kInfinite));
}
// The first that is infinite wins.
template <class Real>
Real added(Real x, Real y) {
  if (std::abs(x) >= static_cast<Real>(kInfinite)) return x;
  if (std::abs(y) >= static_cast<Real>(kInfinite)) return y;
  return bounded(x + y);
}

// Forms of numbers at all points.
template <class Real>
class OrderedForms {
 public:
  explicit OrderedForms(size_t points) : m_(points) {}

  static std::span<const OrderedForm> of(size_t arity) { return ordered_forms(arity); }
  static Real leaf(Real parameter) { return bounded(parameter); }
  static Real leaf_slope(Real /*number*/) { return 1; }
  static Real shown(Real number) { return std::asinh(number); }
  static Real shown_slope(Real number) { return 1 / std::sqrt(1 + number * number); }
  [[nodiscard]] Real constant() const { return std::sqrt(static_cast<Real>(m_)); }

  void apply(OrderedForm form, std::span<const Real* const> children, Real* to) const {
    std::array<Real, kMostFormChildren> values{};
    for (size_t p = 0; p < m_; ++p) {
      for (size_t c = 0; c < children.size(); ++c) values[c] = children[c][p];
      to[p] = ordered_value<Real>(form, {values.data(), children.size()});
    }
  }

  void backward(OrderedForm form, std::span<const Real* const> children, const Real* down,
                std::span<Real* const> children_down) const {
    for (size_t p = 0; p < m_; ++p) {
      const Real x = children[0][p];
      const Real y = children.size() > 1 ? children[1][p] : Real(0);
      const auto add = [&](size_t child, Real slope) { children_down[child][p] += slope * down[p]; };
      switch (form) {
        case OrderedForm::same:
        case OrderedForm::successor:
        case OrderedForm::predecessor:
          add(0, 1);
          break;
        case OrderedForm::negative:
          add(0, -1);
          break;
        case OrderedForm::absolute:
          add(0, x < 0 ? -1 : 1);
          break;
        case OrderedForm::positive_part:
          add(0, x > 0 ? 1 : 0);
          break;
        case OrderedForm::negative_part:
          add(0, x < 0 ? 1 : 0);
          break;
        case OrderedForm::twice:
          add(0, 2);
          break;
        case OrderedForm::maximum:
        case OrderedForm::minimum: {
          const auto best = [&](const Real* one, const Real* other) {
            return form == OrderedForm::maximum ? one[p] < other[p] : one[p] > other[p];
          };
          add(static_cast<size_t>(std::ranges::max_element(children, best) - children.begin()), 1);
          break;
        }
        case OrderedForm::sum:
          for (size_t c = 0; c < children.size(); ++c) add(c, 1);
          break;
        case OrderedForm::difference:
          add(0, 1);
          add(1, -1);
          break;
        case OrderedForm::difference_backwards:
          add(0, -1);
          add(1, 1);
          break;
        case OrderedForm::distance:
          add(0, x < y ? -1 : 1);
          add(1, x < y ? 1 : -1);
          break;
        case OrderedForm::remainder:
          add(0, x > y ? 1 : 0);
          add(1, x > y ? -1 : 0);
          break;
        case OrderedForm::remainder_backwards:
          add(0, y > x ? -1 : 0);
          add(1, y > x ? 1 : 0);
          break;
      }
    }
  }

 private:
  size_t m_;
};

FormShape form_shape_of(const OrderedShape& shape) {
  if (shape.dimension < 2) throw base::Error("setting \"ordered\"", "needs a dimension of 2 or more");
  return {shape.dimension, shape.dimension - 1, shape.leaf_deviation, shape.deviation, shape.leaf_noise};
}

}  // namespace

std::span<const OrderedForm> ordered_forms(size_t arity) {
  using enum OrderedForm;
  static constexpr std::array kOne = {same,          negative,  absolute,    positive_part,
                                      negative_part, successor, predecessor, twice};
  static constexpr std::array kTwo = {
      maximum, minimum, sum, difference, difference_backwards, distance, remainder, remainder_backwards};
  static constexpr std::array kMore = {maximum, minimum, sum};
  if (arity == 1) return kOne;
  if (arity == 2) return kTwo;
  return kMore;
}

std::string_view name_of(OrderedForm form) {
  static constexpr std::array<std::string_view, 16> kNames = {"the same",
                                                              "the negative",
                                                              "the absolute value",
                                                              "max(x, 0)",
                                                              "min(x, 0)",
                                                              "x + 1",
                                                              "x - 1",
                                                              "2 x",
                                                              "the maximum",
                                                              "the minimum",
                                                              "the sum",
                                                              "the difference",
                                                              "the difference backwards",
                                                              "|x - y|",
                                                              "max(x - y, 0)",
                                                              "max(y - x, 0)"};
  return kNames[static_cast<size_t>(form)];
}

template <class Real>
Real ordered_value(OrderedForm form, std::span<const Real> children) {
  const Real x = children[0];
  const Real y = children.size() > 1 ? children[1] : Real(0);
  switch (form) {
    case OrderedForm::same:
      return x;
    case OrderedForm::negative:
      return -x;
    case OrderedForm::absolute:
      return std::abs(x);
    case OrderedForm::positive_part:
      return std::max(x, Real(0));
    case OrderedForm::negative_part:
      return std::min(x, Real(0));
    case OrderedForm::successor:
      return added(x, Real(1));
    case OrderedForm::predecessor:
      return added(x, Real(-1));
    case OrderedForm::twice:
      return added(x, x);
    case OrderedForm::maximum:
      return *std::ranges::max_element(children);
    case OrderedForm::minimum:
      return *std::ranges::min_element(children);
    case OrderedForm::sum: {
      Real sum = x;
      for (const Real child : children.subspan(1)) sum = added(sum, child);
      return sum;
    }
    case OrderedForm::difference:
      return added(x, -y);
    case OrderedForm::difference_backwards:
      return added(y, -x);
    case OrderedForm::distance:
      return std::abs(added(x, -y));
    case OrderedForm::remainder:
      return std::max(added(x, -y), Real(0));
    case OrderedForm::remainder_backwards:
      return std::max(added(y, -x), Real(0));
  }
  return x;
}
template float ordered_value<float>(OrderedForm, std::span<const float>);
template double ordered_value<double>(OrderedForm, std::span<const double>);

template <class Real>
OrderedNetwork<Real>::OrderedNetwork(const OrderedShape& shape, const encode::Vocabulary& vocabulary)
    : parameters_(form_shape_of(shape), vocabulary, "ordered",
                  [](size_t arity) { return ordered_forms(arity).size(); }) {}

template <class Real>
std::unique_ptr<encode::Pass<Real>> OrderedNetwork<Real>::pass() const {
  return std::make_unique<FormPass<Real, OrderedForms<Real>>>(parameters_, OrderedForms<Real>(parameters_.numbers));
}

template <class Real>
std::optional<std::vector<Real>> OrderedNetwork<Real>::of_coefficients(
    std::span<const std::vector<double>> operators, std::span<const std::vector<double>> leaves) const {
  const FormParameters& all = parameters_;
  std::vector<Real> flat(all.layout.size());
  set_forms(all, operators, flat);
  for (size_t leaf = 0; leaf < all.leaf_count; ++leaf) {
    for (size_t p = 0; p < all.numbers; ++p) {
      flat[all.leaves + leaf * all.numbers + p] = static_cast<Real>(leaves[p % leaves.size()][leaf]);
    }
  }
  return flat;
}

template class OrderedNetwork<float>;
template class OrderedNetwork<double>;

}  // namespace eqnet::models
