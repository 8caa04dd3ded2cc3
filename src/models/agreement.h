// How far the blocks of a network agree with the classes of some expressions, and parameters nearby at which they do.
//
// The error of a block is the variance of its values within the classes. Beside it stands its spread, the variance of
// the classes' means. A value is compared by the direction of (1, value), as vectors are: so none is so large that all
// others are alike beside it.
#pragma once

#include <chrono>
#include <span>
#include <vector>

#include "encode/network.h"
#include "models/tree_network.h"

namespace eqnet::models {

constexpr double kFine = 1e-7;    // error, as a share of the spread, of a block that is a model of the algebra
constexpr double kSpread = 0.02;  // of the largest spread: less means that a block has come to nothing

class Agreement {
 public:
  using Vector = std::vector<double>;

  // As settle has them; most_seconds: from now on, of all searches together; 0: no limit.
  Agreement(const TreeParameters& all, encode::Pass<double>& pass, const Schedule& schedule,
            std::span<const uint32_t> labels, double most_seconds);

  // What the functions below speak of: the values of all roots, their means by class, and every block's error and
  // spread.
  void measure(const Vector& x);

  [[nodiscard]] double error(size_t block) const { return error_[block]; }
  [[nodiscard]] double spread(size_t block) const { return spread_[block]; }
  [[nodiscard]] double largest_spread() const;
  // error / spread of the worst live block; live: by block.
  [[nodiscard]] double worst(const std::vector<bool>& live) const;

  [[nodiscard]] size_t classes() const { return classes_; }
  // Directions of (1, value), of all roots: block + 1 numbers by root and block.
  [[nodiscard]] const Vector& units() const { return units_; }
  // The mean of these over the roots of a class.
  [[nodiscard]] const double* mean(size_t label, size_t block) const {
    return means_.data() + (label * shape_.count + block) * (shape_.size + 1);
  }
  // The mean of ln |(1, value)|.
  [[nodiscard]] double size_of_values(size_t block) const;

  // Takes x to where the error of the live blocks is least, not far away, and measures it. times: how long to search.
  // require: x was measured.
  void search(Vector& x, const std::vector<bool>& live, size_t times);
  // That there is no time left, which ends a search.
  [[nodiscard]] bool late() const;

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] double best(const std::vector<bool>& live) const;
  double objective(const Vector& x, const std::vector<bool>& live, Vector& gradient);

  const TreeParameters& all_;
  encode::Pass<double>& pass_;
  const Schedule& schedule_;
  std::span<const uint32_t> labels_;
  Clock::time_point begin_;
  double most_seconds_;
  kernels::Blocks shape_;
  size_t classes_;
  std::vector<size_t> sizes_;  // of the classes
  size_t evaluations_ = 0;     // of one search
  Vector start_;               // of the search
  std::vector<bool> exact_;    // by set: nothing is left to do
  Vector roots_, down_, units_, inverse_, means_, center_, error_, spread_;
};

}  // namespace eqnet::models
