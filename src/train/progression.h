// How a training goes on, as a function of settings, seed and position: what a restart changes, which expressions an
// epoch has, what SubexpAE weighs in it. Holds no state, so that a checkpoint needs only the position.
#pragma once

#include "base/random.h"
#include "encode/settings.h"
#include "train/task.h"

namespace eqnet::train {

// Restarts differ in more than their initial weights, because no setting suits all small spaces: booleans want a large
// margin, linear polynomials a small one. Every other restart takes a 16th of it, and validation tells which did best;
// docs/history/training.md has the measurements.
encode::Settings settings_of_restart(const encode::Settings& settings, size_t restart);

// The weight of SubexpAE in an epoch, from 0; 0 for models without it.
double mu_of(const encode::Settings& settings, size_t epoch);

// The learning rate when a share of the schedule has passed.
double learning_rate_at(const encode::Settings& settings, double progress);
// The factor of all noise then: it ends with the learning rate, so that what is learned last is exact.
double noise_at(const encode::Settings& settings, double progress);

// Small trees first: an epoch has those up to a size that grows. Where the objective compares the expressions of a
// batch, some of a class come together (the setting `group`).
class Curriculum {
 public:
  Curriculum(const Task& task, const encode::Settings& settings);  // the task must outlive it

  // The training expressions of an epoch in their order.
  [[nodiscard]] std::vector<uint32_t> order(uint64_t seed, size_t epoch) const;
  // Whether an epoch has all that there will ever be.
  [[nodiscard]] bool whole(size_t epoch) const;

 private:
  [[nodiscard]] double limit(size_t epoch) const;
  [[nodiscard]] double size(size_t i) const;
  [[nodiscard]] std::vector<uint32_t> grouped(const std::vector<uint32_t>& order, base::Random& random) const;

  const Task& task_;
  double start_, growth_;
  size_t group_;
};

}  // namespace eqnet::train
