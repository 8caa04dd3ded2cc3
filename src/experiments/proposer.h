// Who says what to try next: numbers on axes, of which scores are told.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "experiments/search_space.h"

namespace eqnet::experiments {

// Deterministic: the same calls give the same places.
class Proposer {
 public:
  virtual ~Proposer() = default;
  // A place per axis. Several may be asked for before the first score is told.
  virtual std::vector<double> propose() = 0;
  // The score of the oldest proposal that has none yet; higher is better.
  virtual void tell(double score) = 0;
};

// "dlib" and "random".
const std::vector<std::string>& proposers();

// dlib: global_function_search (King 2017: LIPO, an upper bound of the function from its values and slopes, and a trust
// region around the best), from libeqnet-dlib.so. random: places drawn evenly. Throws base::Error where the plug-in
// cannot be loaded.
std::unique_ptr<Proposer> make_proposer(const std::string& name, std::span<const Axis> axes, uint64_t seed);

// What the plug-in exports under this name.
constexpr const char* kDlibEntry = "eqnet_make_dlib_proposer";
using DlibEntry = Proposer* (*)(const Axis* axes, size_t n, uint64_t seed);

}  // namespace eqnet::experiments
