#include "models/tree_network.h"

#include <algorithm>

#include "base/profile.h"
#include "models/autoencoder.h"
#include "models/combine.h"
#include "models/points.h"
#include "models/settle.h"
#include "models/value_table.h"

namespace eqnet::models {

TreeParameters::TreeParameters(const TreeShape& tree_shape, const encode::Vocabulary& vocabulary) : shape(tree_shape) {
  check_combine(shape, vocabulary);
  const size_t d = shape.dimension;
  most_children = vocabulary.most_children();
  leaf_count = vocabulary.leaves().size();
  leaves = layout.add({"leaves", {leaf_count, leaf_width()}, false, shape.leaf_deviation});
  if (shape.code > 0) decoder = layout.add({"decoder", {most_children * d, shape.code}, true, shape.deviation});
  for (const expr::Symbol& op : vocabulary.operators()) {
    OperatorParameters at{op.arity};
    const size_t width = op.arity * d;
    at.product = op.arity > 1 ? shape.product : 0;
    at.linear = shape.linear || (shape.product > 0 && op.arity == 1 && !shape.points);
    at.stacked = (at.linear ? d : 0) + shape.hidden;
    at.inner = shape.hidden + at.product;
    at.w = layout.size();  // W0 and Wi are neighbours: one matrix
    if (at.linear) layout.add({op.name + ".W0", {d, width}, true, shape.deviation});
    if (shape.hidden > 0) layout.add({op.name + ".Wi", {shape.hidden, width}, true, shape.deviation});
    at.b = layout.add({op.name + ".bo", {d}, false, 0});
    if (shape.hidden > 0) layout.add({op.name + ".bi", {shape.hidden}, false, 0});
    if (at.inner > 0) at.w1 = layout.add({op.name + ".W1", {d, at.inner}, true, shape.deviation});
    if (at.product > 0) {
      at.factors = layout.add({op.name + ".L", {op.arity, at.product, d}, true, shape.deviation});
    }
    if (shape.points) {
      at.points = single() ? layout.add({op.name + ".points", {size_t{1} << op.arity, d - 1}, true, shape.deviation})
                           : layout.add({op.name + ".blocks",
                                         {sets(), shape.block, kernels::block_terms(blocks_of(op.arity))},
                                         true,
                                         shape.deviation});
    }
    if (shape.code > 0) at.encoder = layout.add({op.name + ".We", {shape.code, d + width}, true, shape.deviation});
    operators.push_back(at);
  }
}

namespace {

template <class Real>
class TreePass final : public encode::Pass<Real> {
 public:
  explicit TreePass(const TreeParameters& parameters)
      : all_(parameters), autoencoder_(parameters), work_(parameters.work_size()) {}

  void forward(const Real* parameters, const Schedule& schedule, const std::optional<encode::Training>& training,
               Real* roots) override {
    const base::Timed timed("forward");
    training_ = training;
    const size_t d = all_.shape.dimension;
    r_.resize(schedule.rows() * d);
    inverse_.resize(schedule.rows());
    leaves_forward(parameters, schedule);
    if (training) reserve_rows(schedule);
    for (const Schedule::Level& level : schedule.levels) level_forward(parameters, schedule, level);
    k_.gather(r_.data(), d, schedule.roots.data(), schedule.roots.size(), roots);
  }

  double backward(const Real* parameters, const Schedule& schedule, const Real* root_gradient,
                  Real* gradient) override {
    const base::Timed timed("backward");
    const size_t d = all_.shape.dimension;
    dr_.resize(schedule.rows() * d);
    dx_.resize(schedule.children.size() * d);
    std::fill_n(dr_.begin(), (autoencodes() ? schedule.leaves : schedule.rows()) * d, Real(0));
    const double loss = autoencode(parameters, schedule, gradient);
    k_.scatter_add(root_gradient, d, schedule.roots.data(), schedule.roots.size(), dr_.data());
    dz_.resize(schedule.rows() * all_.outer());
    for (size_t i = schedule.levels.size(); i-- > 0;) level_backward(parameters, schedule, schedule.levels[i]);
    weight_gradients(parameters, schedule, gradient);
    leaves_backward(schedule, gradient);
    return loss;
  }

 private:
  static constexpr size_t kBlock = 256;  // rows at a time where nothing is kept

  // Place in x_ of the first child of a row: the groups' children lie one after the other.
  Real* x_at(const Schedule::Group& group, size_t row) {
    return x_.data() + (group.children_begin + (row - group.begin) * group.arity) * all_.shape.dimension;
  }
  Real* dx_at(const Schedule::Group& group, size_t row) {
    return dx_.data() + (group.children_begin + (row - group.begin) * group.arity) * all_.shape.dimension;
  }
  Real* dz_at(size_t row) { return dz_.data() + row * all_.outer(); }
  CombineRows<Real> rows_at(const Schedule::Group& group, size_t row) {
    const size_t child = group.children_begin + (row - group.begin) * group.arity;
    return {x_at(group, row), inner_.data() + row * all_.inner(), factors_.data() + child * all_.shape.product,
            r_.data() + row * all_.shape.dimension, inverse_.data() + row};
  }

  void reserve_rows(const Schedule& schedule) {
    x_.resize(schedule.children.size() * all_.shape.dimension);
    inner_.resize(schedule.rows() * all_.inner());
    factors_.resize(schedule.children.size() * all_.shape.product);
  }

  void leaves_forward(const Real* parameters, const Schedule& schedule) {
    const size_t d = all_.shape.dimension;
    for (uint32_t row = 0; row < schedule.leaves; ++row) {
      all_.copy_leaf(parameters, schedule.symbols[row], r_.data() + row * d);
    }
    if (training_ && all_.shape.leaf_noise > 0) {
      const double deviation = all_.shape.leaf_noise * training_->noise;
      base::Random random = base::Random::stream(training_->seed, 0);
      for (size_t i = 0; i < schedule.leaves * d; ++i) r_[i] += static_cast<Real>(deviation * random.gaussian());
    }
    if (all_.shape.normalise) k_.normalise(r_.data(), schedule.leaves, d, inverse_.data());
  }

  void level_forward(const Real* parameters, const Schedule& schedule, const Schedule::Level& level) {
    const size_t d = all_.shape.dimension;
    const Schedule::Group& group = schedule.groups[level.op];
    const Combine<Real> combine(all_, all_.operators[level.op], parameters, work_.data());
    const size_t block = training_ ? level.end - level.begin : kBlock;
    scratch_.resize(std::max(scratch_.size(), all_.scratch_size(block)));
    for (size_t row = level.begin; row < level.end; row += block) {
      const size_t n = std::min<size_t>(block, level.end - row);
      CombineRows<Real> rows;
      if (training_) {
        rows = rows_at(group, row);
      } else {
        block_x_.resize(std::max(block_x_.size(), kBlock * group.arity * d));
        inner_.resize(std::max(inner_.size(), kBlock * all_.inner()));
        factors_.resize(std::max(factors_.size(), kBlock * all_.most_children * all_.shape.product));
        rows = {block_x_.data(), inner_.data(), factors_.data(), r_.data() + row * d, inverse_.data() + row};
      }
      const uint32_t* children = schedule.children.data() + group.children_begin + (row - group.begin) * group.arity;
      k_.gather(r_.data(), d, children, n * group.arity, const_cast<Real*>(rows.x));
      combine.forward(n, rows, scratch_.data());
    }
  }

  [[nodiscard]] bool autoencodes() const { return all_.shape.code > 0 && training_->mu != 0; }

  // The autoencoder of all nodes that are not leaves, by operator; puts its gradients into dr_, dx_ and `gradient`.
  double autoencode(const Real* parameters, const Schedule& schedule, Real* gradient) {
    if (!autoencodes()) return 0;
    const base::Timed timed("autoencoder");
    weigh_nodes(schedule);
    const size_t d = all_.shape.dimension;
    double loss = 0;
    for (size_t op = 0; op < schedule.groups.size(); ++op) {
      const Schedule::Group& group = schedule.groups[op];
      if (group.begin == group.end) continue;
      const size_t begin = group.begin;
      loss += autoencoder_.run(all_.operators[op], parameters, group.end - begin, r_.data() + begin * d,
                               x_at(group, begin), weights_.data() + begin, mask_seed(training_->seed, op), begin,
                               dr_.data() + begin * d, dx_at(group, begin), gradient);
    }
    return loss;
  }

  // A tree's loss has mu / |Q| for each of its |Q| nodes that are not leaves; a distinct node gets the sum over all its
  // occurrences in all trees: its own as a root and its parents' weights.
  void weigh_nodes(const Schedule& schedule) {
    weights_.assign(schedule.rows(), Real(0));
    for (size_t i = 0; i < schedule.roots.size(); ++i) {
      if (schedule.inner[i] > 0) {
        weights_[schedule.roots[i]] += static_cast<Real>(training_->mu * training_->scale / schedule.inner[i]);
      }
    }
    for (size_t i = schedule.levels.size(); i-- > 0;) {
      const Schedule::Level& level = schedule.levels[i];
      for (uint32_t row = level.begin; row < level.end; ++row) {
        for (const uint32_t child : schedule.children_of(row)) weights_[child] += weights_[row];
      }
    }
  }

  void level_backward(const Real* parameters, const Schedule& schedule, const Schedule::Level& level) {
    const size_t d = all_.shape.dimension;
    const Schedule::Group& group = schedule.groups[level.op];
    const size_t n = level.end - level.begin;
    const Combine<Real> combine(all_, all_.operators[level.op], parameters, work_.data());
    Real* dx = dx_at(group, level.begin);  // holds what the autoencoder adds, if anything
    combine.backward(n, rows_at(group, level.begin), dr_.data() + level.begin * d, dz_at(level.begin),
                     Real(autoencodes() ? 1 : 0), dx);
    const uint32_t* children =
        schedule.children.data() + group.children_begin + size_t{level.begin - group.begin} * group.arity;
    k_.scatter_add(dx, d, children, n * group.arity, dr_.data());
  }

  // By operator, across heights.
  void weight_gradients(const Real* parameters, const Schedule& schedule, Real* gradient) {
    const base::Timed timed("weight gradients");
    for (size_t op = 0; op < schedule.groups.size(); ++op) {
      const Schedule::Group& group = schedule.groups[op];
      if (group.begin == group.end) continue;
      const Combine<Real> combine(all_, all_.operators[op], parameters, work_.data());
      combine.add_weight_gradients(group.end - group.begin, rows_at(group, group.begin), dz_at(group.begin), gradient);
    }
  }

  void leaves_backward(const Schedule& schedule, Real* gradient) {
    const size_t d = all_.shape.dimension;
    const Real* down = dr_.data();
    if (all_.shape.normalise) {
      leaves_down_.resize(schedule.leaves * d);
      k_.normalise_backward(r_.data(), inverse_.data(), schedule.leaves, d, down, leaves_down_.data(), d);
      down = leaves_down_.data();
    }
    for (uint32_t row = 0; row < schedule.leaves; ++row) {
      const uint32_t number = schedule.symbols[row];
      k_.add_scaled(down + row * d, number < all_.leaf_count ? all_.leaf_width() : d, Real(1),
                    gradient + all_.leaf(number));
    }
  }

  const TreeParameters& all_;
  Autoencoder<Real> autoencoder_;
  std::vector<Real> work_;
  std::optional<encode::Training> training_;
  // By row of the schedule: vectors, 1 / length before normalisation, [h; p], and their gradients; x_, dx_ and factors_
  // are laid out as schedule.children.
  std::vector<Real> r_, inverse_, inner_, factors_, x_, dr_, dx_, dz_, weights_;
  std::vector<Real> scratch_, block_x_, leaves_down_;
  const kernels::Rows<Real>& k_ = kernels::rows<Real>();
};

}  // namespace

template <class Real>
std::unique_ptr<encode::Pass<Real>> TreeNetwork<Real>::pass() const {
  return std::make_unique<TreePass<Real>>(parameters_);
}

template <class Real>
void TreeNetwork<Real>::leaf(const Real* parameters, size_t number, Real* r) const {
  const size_t d = dimension();
  parameters_.copy_leaf(parameters, static_cast<uint32_t>(number), r);
  Real inverse = 0;
  if (parameters_.shape.normalise) kernels::rows<Real>().normalise(r, 1, d, &inverse);
}

template <class Real>
void TreeNetwork<Real>::combine(const Real* parameters, size_t op, const Real* children, Real* r,
                                std::vector<Real>& scratch) const {
  const size_t own = parameters_.scratch_size(1);
  scratch.resize(std::max(scratch.size(), own + parameters_.work_size()));
  Combine<Real>(parameters_, parameters_.operators[op], parameters, scratch.data() + own)
      .one(children, r, scratch.data());
}

template <class Real>
std::optional<encode::Settled<Real>> TreeNetwork<Real>::settle(const Real* parameters, const Schedule& schedule,
                                                               std::span<const uint32_t> labels,
                                                               const encode::SettleParams& params) const {
  if (!parameters_.shape.points) return std::nullopt;
  TreePass<double> pass(parameters_);
  const auto settled =
      models::settle(parameters_, pass, {parameters, parameters + parameters_.layout.size()}, schedule, labels, params);
  if (!settled) return std::nullopt;
  return encode::Settled<Real>{{settled->parameters.begin(), settled->parameters.end()}, settled->error};
}

template <class Real>
std::optional<std::vector<Real>> TreeNetwork<Real>::of_tables(
    std::span<const std::vector<encode::FinitePart>> blocks) const {
  if (!parameters_.shape.points) return std::nullopt;
  const auto found = parameters_of_tables(parameters_, blocks);
  if (!found) return std::nullopt;
  return std::vector<Real>(found->begin(), found->end());
}

template <class Real>
std::optional<std::vector<Real>> TreeNetwork<Real>::of_coefficients(std::span<const std::vector<double>> operators,
                                                                    std::span<const std::vector<double>> leaves) const {
  if (!parameters_.shape.points) return std::nullopt;
  const std::vector<double> found = parameters_of_coefficients(parameters_, operators, leaves);
  return std::vector<Real>(found.begin(), found.end());
}

template <class Real>
std::vector<size_t> TreeNetwork<Real>::renew(Real* parameters, base::Random& random) const {
  return parameters_.shape.points ? renew_points(parameters_, parameters, random) : std::vector<size_t>();
}

template class TreeNetwork<float>;
template class TreeNetwork<double>;

}  // namespace eqnet::models
