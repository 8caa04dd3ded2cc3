// The sum of the gradients of a batch's parts, which several ranks have: part by part in their order, whatever rank has
// which, so that it is to the last bit what a process alone adds up (and what MPI_Allreduce would not give).
//
// Each rank adds up one slice of the numbers: all others send it that slice of their parts, and it sends the slice's
// sum to all. So a rank sends about (its parts + 1) times the gradient however many ranks there are; to send every part
// to every rank would be as many times the gradient as there are parts.
#pragma once

#include <span>
#include <vector>

#include "base/ranks.h"

namespace eqnet::train {

class SharedSum {
 public:
  // numbers: of a gradient. The ranks must outlive it; rank r has the parts stretch_of(parts, r, ranks.size()).
  SharedSum(base::Ranks& ranks, size_t parts, size_t numbers);

  // For all ranks together. own: the gradients of this rank's parts, which are zeros afterwards. losses: of all parts,
  // where this rank's are known; all are afterwards. sum: `numbers` of them.
  void run(std::span<float* const> own, std::span<double> losses, float* sum);

 private:
  [[nodiscard]] base::Stretch slice(size_t rank) const;
  [[nodiscard]] base::Stretch parts_of(size_t rank) const;

  base::Ranks& ranks_;
  size_t parts_, numbers_;
  std::vector<float> out_, in_;             // to all and from all: rank by rank, part by part
  std::vector<size_t> out_ends_, in_ends_;  // in floats
  std::vector<unsigned char> blocks_;       // rank by rank: the sum of its slice, and its parts' losses
  std::vector<size_t> block_ends_;          // in bytes
};

}  // namespace eqnet::train
