// What a dataset holds, the best score that any encoder can reach on it, and whether its classes are right.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "eqnet/data/dataset.h"

namespace eqnet::data {

constexpr size_t kMostNeighbours = 15;  // scores are reported for k = 1..15
using Curve = std::array<double, kMostNeighbours>;

// The score_k of a perfect encoder for one query in a class of n >= 2: it finds the n - 1 others, and score_k divides
// by min(k, n).
double best_score(size_t class_size, size_t k);

// The score_k of a perfect encoder over a part's expressions, k = 1..15, as fractions. Classes of one
// expression have nothing to find and are left out. Nothing when no query is left.
std::optional<Curve> ceiling(const Dataset& dataset, Part part);

struct PartSize {
  size_t expressions = 0, classes = 0;
};

struct Stats {
  size_t expressions = 0, classes = 0;
  double entropy_bits = 0;  // of the classes' shares
  size_t max_size = 0;      // nodes of the largest tree, the artificial root not counted
  std::vector<size_t> by_size;
  std::optional<std::array<PartSize, kParts.size()>> splits;
  std::optional<Curve> seen_ceiling, unseen_ceiling;
};
Stats statistics(const Dataset& dataset);

// Every class recomputed exactly.
struct Verification {
  struct Mixed {
    std::string name;
    size_t functions = 0;      // different ones in the class
    std::string first, other;  // two members that differ
  };
  std::vector<Mixed> mixed_classes;
  std::vector<std::vector<std::string>> split_functions;  // the classes over which one function is spread
  [[nodiscard]] bool clean() const { return mixed_classes.empty() && split_functions.empty(); }
};
Verification verify(const Dataset& dataset, const domain::EquivalenceParams& params = {});

}  // namespace eqnet::data
