// Has a network settle (encode::Network::settle) on a sample of the training expressions.
#pragma once

#include "encode/network.h"
#include "train/task.h"

namespace eqnet::train {

// An error below which parameters agree with the data but for rounding.
constexpr double kExact = 1e-6;

struct SettlingParams {
  uint64_t seed = 1;
  double most_seconds = 0;  // of the search; 0: no limit
};

// The network's part of the parameters. Nothing where it has nothing to settle, or no class has two expressions.
std::optional<encode::Settled<float>> settle(const Task& task, const encode::Network<float>& network,
                                             const std::vector<float>& parameters, const SettlingParams& params);

}  // namespace eqnet::train
