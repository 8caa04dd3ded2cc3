#include "kernels/minimise.h"

#include <cmath>
#include <deque>

namespace eqnet::kernels {
namespace {

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void add(double factor, const Vector& from, Vector& to) {
  for (size_t i = 0; i < to.size(); ++i) to[i] += factor * from[i];
}

// What the last steps say about the curvature.
class Memory {
 public:
  [[nodiscard]] bool empty() const { return pairs_.empty(); }
  void clear() { pairs_.clear(); }

  void learn(const Vector& x, const Vector& next, const Vector& gradient, const Vector& next_gradient) {
    constexpr size_t kMost = 20;
    Pair pair{next, next_gradient, 0};
    add(-1, x, pair.step);
    add(-1, gradient, pair.change);
    const double product = dot(pair.step, pair.change);
    if (!(product > 1e-12 * std::sqrt(dot(pair.step, pair.step) * dot(pair.change, pair.change)))) return;
    pair.inverse = 1 / product;
    pairs_.push_back(std::move(pair));
    if (pairs_.size() > kMost) pairs_.pop_front();
  }

  // Newton's step with the curvature as far as it is known: the two loops of the book.
  [[nodiscard]] Vector step(const Vector& gradient) const {
    constexpr double kFirst = 1e-3;  // length of a step of which nothing is known
    Vector step = gradient;
    Vector along(pairs_.size());
    for (size_t i = pairs_.size(); i-- > 0;) {
      along[i] = pairs_[i].inverse * dot(pairs_[i].step, step);
      add(-along[i], pairs_[i].change, step);
    }
    const double scale = pairs_.empty() ? kFirst / std::sqrt(dot(gradient, gradient))
                                        : 1 / (pairs_.back().inverse * dot(pairs_.back().change, pairs_.back().change));
    for (double& number : step) number *= scale;
    for (size_t i = 0; i < pairs_.size(); ++i) {
      add(along[i] - pairs_[i].inverse * dot(pairs_[i].change, step), pairs_[i].step, step);
    }
    return step;
  }

 private:
  struct Pair {
    Vector step, change;  // of x and of the gradient
    double inverse;       // 1 / (step . change)
  };
  std::deque<Pair> pairs_;
};

}  // namespace

double minimise(const Smooth& f, std::vector<double>& x, size_t most) {
  constexpr int kShorter = 12;         // times that a step is shortened
  constexpr double kEnough = 1e-4;     // of what the slope promises
  constexpr double kShortening = 0.4;  // of a step that did not lead down
  Memory memory;
  Vector gradient(x.size());
  Vector next(x.size());
  Vector next_gradient(x.size());
  double value = f(x, gradient);
  size_t asked = 1;
  while (asked < most) {
    const Vector step = memory.step(gradient);
    const double slope = dot(step, gradient);
    bool found = false;
    double length = 1;
    for (int i = 0; i < kShorter && asked < most && slope > 0; ++i, length *= kShortening) {
      next = x;
      add(-length, step, next);
      const double next_value = f(next, next_gradient);
      ++asked;
      found = std::isfinite(next_value) && next_value < value - kEnough * length * slope;
      if (!found) continue;
      memory.learn(x, next, gradient, next_gradient);
      std::swap(x, next);
      std::swap(gradient, next_gradient);
      value = next_value;
      break;
    }
    if (found) continue;
    if (memory.empty()) break;
    memory.clear();  // what it says is no longer true: once more by the gradient alone
  }
  return value;
}

}  // namespace eqnet::kernels
