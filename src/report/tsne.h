// t-SNE (van der Maaten, Hinton 2008): a picture in the plane in which neighbours stay neighbours.
//
//   encode::UnitRows rows(vectors, width);
//   report::TsneStats stats;
//   std::vector<float> picture = report::tsne(rows, {.threads = base::default_threads()}, &stats);
//
// The result is the same for any number of threads, and there is nothing to seed. Neighbours are exact; repulsion is by
// Fourier transform on a grid (tsne_grid.h) where points are many, so a step takes time in proportion to n.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "encode/neighbours.h"

namespace eqnet::report {

struct TsneParams {
  double perplexity = 30;    // how many neighbours a row feels it has; less where rows are few. At least 1
  size_t iterations = 750;   // of gradient descent, of which
  size_t exaggerated = 250;  // the first so many have
  double exaggeration = 12;  // times the attraction, so that clusters find together while there is room
  size_t threads = 1;
  // n x k, the k most similar other rows of each, best first, where they are known already (evaluation has found
  // them); 3 * perplexity of them are best, more are not looked at. Empty: they are searched.
  std::span<const encode::Neighbour> neighbours;
  std::function<void(size_t)> done;  // told how many iterations were finished
};

struct TsneStats {
  double divergence = 0;  // KL(p | q) at the end: what t-SNE lessens
  double search_seconds = 0, affinities_seconds = 0, descent_seconds = 0;
};

// n x 2 coordinates, their mean is 0. Throws base::Error where a number is not finite or a parameter has no sense.
std::vector<float> tsne(const encode::UnitRows& rows, const TsneParams& params, TsneStats* stats = nullptr);

}  // namespace eqnet::report
