// Training by several ranks (base/ranks.h). Rank 0 runs the trainer and takes every decision: batches, learning rate,
// validation, restarts, the end. The others are told what to compute, step by step, so that no clock or file of theirs
// has a say and they can never be of another mind.
#pragma once

#include <optional>

#include "base/ranks.h"
#include "train/engine.h"

namespace eqnet::train {

struct StepOrder {
  struct Changed {
    const encode::Settings* settings;
    const Weights* weights;
  };
  std::optional<Changed> changed;   // since the last step, by something else than steps
  std::span<const uint32_t> batch;  // empty: the last order's next
  std::span<const uint32_t> next;
  StepParams params;
  double learning_rate = 0;
};

// From rank 0. The order goes out; what follows is for all ranks together.
void order_engine(base::Ranks& ranks, const encode::Settings& settings);
void order_step(base::Ranks& ranks, const StepOrder& order);
// deep: whether the trainer's validator asks about larger expressions.
void order_score(base::Ranks& ranks, const std::vector<float>& parameters, bool deep);
void order_end(base::Ranks& ranks);

// What the other ranks do while rank 0 trains the same task, until it orders the end.
void follow(const Task& task, size_t threads, base::Ranks& ranks);

}  // namespace eqnet::train
