// The affinities of t-SNE (van der Maaten, Hinton 2008): how likely two rows are to be neighbours. Row i sees its
// neighbour j with p(j|i) proportional to exp(-b_i |x_i - x_j|^2), where b_i makes exp(entropy of p(.|i)) the
// perplexity; then p_ij = (p(j|i) + p(i|j)) / 2n.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "encode/neighbours.h"

namespace eqnet::report {

// A symmetric n x n matrix that is mostly 0, by rows. Rows are filled up to a multiple of four with affinities of 0
// to the row itself, so that loops need no ends.
struct Affinities {
  std::vector<size_t> starts;     // n + 1
  std::vector<uint32_t> columns;  // of row i: [starts[i], starts[i + 1]), ascending but for the filling
  std::vector<float> values;      // the same; all together 1

  [[nodiscard]] size_t size() const { return starts.size() - 1; }
};

// neighbours: n x k. With k < 3 * perplexity the perplexity is about k / 3 instead; of more, only the first
// 3 * perplexity count.
Affinities affinities(const encode::UnitRows& rows, std::span<const encode::Neighbour> neighbours, double perplexity,
                      base::Team& team);

// p(j|i) of one row's neighbours at these squared distances. Where all are the same they are uniform.
void conditional_affinities(std::span<const double> squares, double perplexity, float* values);

}  // namespace eqnet::report
