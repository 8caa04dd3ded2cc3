// Batches of expressions that networks are compared on, and what a network makes of one: vectors, gradient, own loss.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "encode/network.h"

namespace eqnet::torch_networks {

using Nodes = std::vector<expr::NodeId>;

// Expressions with a unary, two binary and one ternary operator; every batch is made for the one vocabulary.
class Expressions {
 public:
  Expressions() {
    base::Random random(17);
    for (int i = 0; i < 12; ++i) mixed_.push_back(grow(random, 1 + random.below(14)));
    for (int i = 0; i < 300; ++i) many_.push_back(grow(random, 8));
    Nodes low;
    for (const expr::NodeId x : {a_, b_, c_}) {
      for (const expr::NodeId y : {a_, b_, c_}) low.insert(low.end(), {both(x, y), either(x, y)});
    }
    for (const expr::NodeId x : low) {
      for (const expr::NodeId y : low) many_.push_back(both(x, y));
    }
    Nodes all(pool_.size());
    for (expr::NodeId id = 0; id < all.size(); ++id) all[id] = id;
    vocabulary_ = encode::Vocabulary::of(pool_, all);
  }

  struct Batch {
    std::string name;
    encode::Schedule schedule;
  };

  [[nodiscard]] const encode::Vocabulary& vocabulary() const { return vocabulary_; }
  [[nodiscard]] expr::Pool& pool() { return pool_; }

  encode::Schedule schedule(const Nodes& roots) const {
    encode::Schedule schedule;
    encode::Scheduler(pool_, vocabulary_).schedule(roots, schedule);
    return schedule;
  }

  // Small batches of every form that sharing can take.
  std::vector<Batch> batches() {
    const expr::NodeId ab = both(a_, b_);
    const expr::NodeId nested = either(opposite(ab), both(ab, c_));
    return {
        {"one leaf", schedule({a_})},
        {"a unary operator", schedule({opposite(b_)})},
        {"a node and its square", schedule({both(ab, ab)})},
        {"shared between roots and within", schedule({nested, both(nested, opposite(nested)), either(c_, ab)})},
        {"a root inside another", schedule({opposite(ab), ab, a_, choice(a_, ab, opposite(ab))})},
        {"the same root twice", schedule({nested, ab, nested, a_, a_})},
        {"a ternary operator", schedule({choice(a_, b_, c_), choice(opposite(a_), a_, choice(b_, b_, b_))})},
        {"mixed", schedule(mixed_)},
    };
  }

  // Enough nodes of one operator and height for every block size of the fused code.
  encode::Schedule many() const { return schedule(many_); }
  [[nodiscard]] const Nodes& mixed_roots() const { return mixed_; }
  [[nodiscard]] const Nodes& many_roots() const { return many_; }

  expr::NodeId opposite(expr::NodeId x) { return pool_.node(pool_.symbols.op("Not", 1), {x}); }
  expr::NodeId both(expr::NodeId x, expr::NodeId y) { return pool_.node(pool_.symbols.op("And", 2), {x, y}); }
  expr::NodeId either(expr::NodeId x, expr::NodeId y) { return pool_.node(pool_.symbols.op("Or", 2), {x, y}); }
  expr::NodeId choice(expr::NodeId x, expr::NodeId y, expr::NodeId z) {
    return pool_.node(pool_.symbols.op("If", 3), {x, y, z});
  }

 private:
  // A tree of about `size` nodes.
  expr::NodeId grow(base::Random& random, size_t size) {
    if (size <= 1) return std::vector<expr::NodeId>{a_, b_, c_}[random.below(3)];
    switch (random.below(4)) {
      case 0:
        return opposite(grow(random, size - 1));
      case 1:
        return both(grow(random, size / 2), grow(random, size - 1 - size / 2));
      case 2:
        return either(grow(random, size - 2), grow(random, 1));
      default:
        return choice(grow(random, size / 3), grow(random, size / 3), grow(random, size / 3));
    }
  }

  expr::Pool pool_;
  encode::Vocabulary vocabulary_;
  expr::NodeId a_ = pool_.variable("a"), b_ = pool_.variable("b"), c_ = pool_.constant("c");
  Nodes mixed_, many_;
};

template <class Real>
std::vector<Real> gaussians(size_t n, double deviation, uint64_t seed) {
  base::Random random(seed);
  std::vector<Real> numbers(n);
  for (Real& number : numbers) number = static_cast<Real>(deviation * random.gaussian());
  return numbers;
}

template <class Real>
struct Result {
  std::vector<Real> vectors, gradient;
  double own_loss = 0;
};

// Forward and backward in training, for fixed random gradients of the roots.
template <class Real>
Result<Real> train_step(encode::Pass<Real>& pass, const encode::Network<Real>& network,
                        const std::vector<Real>& parameters, const encode::Schedule& schedule,
                        const encode::Training& training) {
  Result<Real> result;
  result.vectors.resize(schedule.roots.size() * network.dimension());
  result.gradient.resize(network.layout().size());
  const std::vector<Real> root_gradient = gaussians<Real>(result.vectors.size(), 1, 5);
  pass.forward(parameters.data(), schedule, training, result.vectors.data());
  result.own_loss = pass.backward(parameters.data(), schedule, root_gradient.data(), result.gradient.data());
  return result;
}

template <class Real>
std::vector<Real> inference(encode::Pass<Real>& pass, const encode::Network<Real>& network,
                            const std::vector<Real>& parameters, const encode::Schedule& schedule) {
  std::vector<Real> vectors(schedule.roots.size() * network.dimension());
  pass.forward(parameters.data(), schedule, std::nullopt, vectors.data());
  return vectors;
}

template <class Real>
double largest(const std::vector<Real>& numbers) {
  double most = 0;
  for (const Real number : numbers) most = std::max<double>(most, std::abs(number));
  return most;
}

// Infinite where the sizes differ or a number is none.
template <class Real>
double largest_difference(const std::vector<Real>& a, const std::vector<Real>& b) {
  if (a.size() != b.size()) return HUGE_VAL;
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
    most = std::isfinite(difference) ? std::max(most, difference) : HUGE_VAL;
  }
  return most;
}

// The largest error of the gradient of (vectors . their fixed gradients + own loss) against central differences, in
// units of the gradient's largest element. Of each tensor of the layout: the place with the largest gradient and two
// others.
inline double finite_difference_error(const encode::Network<double>& network, const encode::Schedule& schedule,
                                      const encode::Training& training, std::vector<double> parameters) {
  const std::unique_ptr<encode::Pass<double>> pass = network.pass();
  const auto loss = [&] {
    const Result<double> result = train_step(*pass, network, parameters, schedule, training);
    const std::vector<double> root_gradient = gaussians<double>(result.vectors.size(), 1, 5);
    double sum = result.own_loss;
    for (size_t i = 0; i < result.vectors.size(); ++i) sum += result.vectors[i] * root_gradient[i];
    return sum;
  };
  const std::vector<double> gradient = train_step(*pass, network, parameters, schedule, training).gradient;
  base::Random random(23);
  std::vector<size_t> places;
  for (const encode::Tensor& tensor : network.layout().tensors()) {
    const auto begin = gradient.begin() + static_cast<ptrdiff_t>(tensor.offset);
    const auto end = begin + static_cast<ptrdiff_t>(tensor.size());
    const auto smaller = [](double a, double b) { return std::abs(a) < std::abs(b); };
    places.push_back(static_cast<size_t>(std::max_element(begin, end, smaller) - gradient.begin()));
    for (int i = 0; i < 2; ++i) places.push_back(tensor.offset + random.below(tensor.size()));
  }
  constexpr double kStep = 1e-5;  // errors of the difference: about kStep^2, and 1e-16 / kStep by rounding
  double most = 0;
  for (const size_t place : places) {
    const double kept = parameters[place];
    parameters[place] = kept + kStep;
    const double above = loss();
    parameters[place] = kept - kStep;
    const double below = loss();
    parameters[place] = kept;
    const double error = std::abs((above - below) / (2 * kStep) - gradient[place]);
    most = std::isfinite(error) ? std::max(most, error) : HUGE_VAL;
  }
  return most / std::max(largest(gradient), 1e-3);
}

}  // namespace eqnet::torch_networks
